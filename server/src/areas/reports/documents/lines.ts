import type { DocumentContext } from './document.ts';
import { word } from './fill.ts';

/** Lines that are filled in by hand. */
const byHand =
  (...keys: readonly string[]) =>
  async ({ language }: DocumentContext): Promise<readonly string[]> =>
    keys.map((key) => `${word(language, key)}: ________________________________________`);

/** Who watched, and who is answerable. */
export const signatures = byHand('signStaff', 'signHead');
/** What a month was like, and what is done about it. */
export const analysis = byHand('reasons', 'measures', 'signHead');
