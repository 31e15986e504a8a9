/** What a page says, in whatever language, and that none of it is the key of a text. */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';

const AREAS = readdirSync(resolve(import.meta.dirname, '../../packages/locale/src/zh'))
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((area) => area !== 'index');
const KEY = new RegExp(`\\b(?:${AREAS.join('|')})\\.[a-zA-Z_]+\\b`);

/** What is read on a page and read out of it. */
const allTexts = (page: Page): Promise<string> =>
  page.evaluate(`[
    document.title,
    document.body.innerText,
    ...['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) =>
      [...document.querySelectorAll('[' + name + ']')].map((element) => element.getAttribute(name))),
  ].join('\\n')`);

/** The first key of a text that a page shows or reads out; undefined, as it should be, where there is none. */
export const keyShown = async (page: Page): Promise<string | undefined> => KEY.exec(await allTexts(page))?.[0];
