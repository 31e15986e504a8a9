import type { DocumentContext } from './document.ts';
import { word } from './fill.ts';

/** Where people sign on paper. */
export const signatures = async ({ language }: DocumentContext): Promise<readonly string[]> =>
  ['signStaff', 'signHead'].map((key) => `${word(language, key)}: ____________________`);
