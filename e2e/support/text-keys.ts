/** Finds text keys that a page shows in place of their texts. */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';

const AREAS = readdirSync(resolve(import.meta.dirname, '../../packages/locale/src/zh'))
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((area) => area !== 'index');
const KEY = new RegExp(`\\b(?:${AREAS.join('|')})\\.[a-zA-Z_]+\\b`);

/** All texts of a page, those for screen readers too. */
const allTexts = (page: Page): Promise<string> =>
  page.evaluate(`[
    document.title,
    document.body.innerText,
    ...['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) =>
      [...document.querySelectorAll('[' + name + ']')].map((element) => element.getAttribute(name))),
  ].join('\\n')`);

/** The first text key that a page shows or reads out; undefined when there is none. */
export const findTextKey = async (page: Page): Promise<string | undefined> => KEY.exec(await allTexts(page))?.[0];
