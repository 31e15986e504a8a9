/** Every page of platform management, in every language: drawn whole, nothing untranslated, nothing the console complains of. */
import { consoleRoutes } from '@fleetwarden/contract/console-routes';
import type { Language } from '@fleetwarden/locale/names';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFaults } from './support/axe.ts';
import { picture } from './support/browser.ts';
import { say } from './support/shell.ts';
import { keyShown } from './support/texts.ts';
import { LIMIT, openWorkplace, type Seat, takeSeat, type Workplace } from './support/workplace.ts';

type Row = { readonly path: string; readonly title: string };
const rows: readonly Row[] = consoleRoutes;
/** The second views of pages that have two. */
const VIEWS: Readonly<Record<string, string>> = {
  '/platform/expirreminderagement': 'rules',
  '/platform/distributPlatformManagement': 'list',
};
const PAGES: readonly Row[] = rows
  .filter(({ path }) => path.startsWith('/platform/'))
  .flatMap((row) => (VIEWS[row.path] ? [row, { ...row, path: `${row.path}?tab=${VIEWS[row.path]}` }] : [row]));
const [FIRST] = PAGES;

/** ms for all pages, on a machine that has much else to do; they take seconds on one that has not. */
const TOUR_LIMIT = 480_000;

let place: Workplace;
beforeAll(async () => {
  place = await openWorkplace();
});
afterAll(() => place?.close());

/** In the browser: what of a page is drawn; null until nothing of it is being loaded. Kept pages are there, but hidden. */
const DRAWN = `(address, heading, pending) => {
  if (location.pathname + location.search !== address) return null;
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  if (seen('main [role=status] p').some(({ textContent }) => textContent === pending)) return 'pending';
  if (seen('main [role=status][aria-label], main [aria-busy=true]').length > 0) return null;
  if (!seen('main h1').some(({ textContent }) => textContent === heading)) return null;
  return seen('main [role=alert]').length > 0 ? 'alert' : 'built';
}`;

/** Goes to a page as the browser's own buttons do, and waits until it is drawn: as itself, as one to come, or with an error. */
function walk(page: Page, { path, title }: Row, language: Language): Promise<string> {
  const name = say(language, title);
  const wanted = [path, name, say(language, 'route.pendingTitle', { page: name })];
  return page.evaluate(`new Promise((done, fail) => {
    const shown = () => document.querySelector('main').innerText;
    // the second view of a page has its heading: what was drawn is not yet what is to come
    const before = location.pathname + location.search === ${JSON.stringify(path)} ? null : shown();
    history.pushState(null, '', ${JSON.stringify(path)});
    dispatchEvent(new PopStateEvent('popstate'));
    const end = Date.now() + ${LIMIT.timeout};
    const look = () => {
      const drawn = shown() !== before && (${DRAWN})(...${JSON.stringify(wanted)});
      if (drawn) done(drawn);
      else if (Date.now() > end) fail(new Error('not drawn: ${path} at ' + location.href));
      else setTimeout(look, 50);
    };
    look();
  })`);
}

/** In the browser: how far to the right a page and the buttons of its header reach, px. */
const FURTHEST = `Math.max(document.documentElement.scrollWidth, ...[...document.querySelectorAll('main header button')]
  .filter((button) => button.checkVisibility()).map((button) => Math.ceil(button.getBoundingClientRect().right)))`;

const nameOf = ({ path }: Row) => path.replace('/platform/', '').replace(/\W+/g, '-');

/** What is wrong with the pages, by their addresses; `look` sees more of each. */
async function tour({ page }: Seat, language: Language, look: (row: Row) => Promise<readonly string[]>): Promise<string[]> {
  const wrong: string[] = [];
  for (const row of PAGES) {
    const drawn = await walk(page, row, language);
    // of a later issue
    if (drawn === 'pending') continue;
    await picture(page, `platform-${nameOf(row)}-${language}`);
    const key = await keyShown(page);
    const faults = [...(drawn === 'alert' ? ['says an error'] : []), ...(key ? [`shows ${key}`] : []), ...(await look(row))];
    wrong.push(...faults.map((fault) => `${row.path}: ${fault}`));
  }
  return wrong;
}
const nothingMore = async () => [];

describe('platform management', { timeout: TOUR_LIMIT }, () => {
  it('is drawn in Chinese, and can be used by everybody', async () => {
    const seat = await takeSeat(place, 'demo', FIRST!.path);
    expect(await tour(seat, 'zh', () => seriousFaults(seat.page))).toEqual([]);
    await seat.leave();
  });

  it.each(['en', 'es', 'ja'] as const)('is drawn in %s', async (language) => {
    const seat = await takeSeat(place, 'demo', FIRST!.path, { language });
    expect(await tour(seat, language, nothingMore)).toEqual([]);
    await seat.leave();
  });

  it('shows its records without keys of texts, and fits a phone', async () => {
    const seat = await takeSeat(place, 'demo', FIRST!.path, { language: 'en', scheme: 'dark', width: 390, height: 844 });
    const { page } = seat;
    const drawer = page.getByRole('dialog');
    const wrong = await tour(seat, 'en', async ({ path }) => {
      const wide = (await page.evaluate(FURTHEST)) as number;
      const record = page.locator('main tr[data-row-key] td:not(.ant-table-selection-column)').filter({ visible: true }).first();
      if (wide > 390) return [`is ${wide} px wide`];
      if (path.includes('Log') || path.includes('session') || path.includes('quota') || (await record.count()) === 0) return [];
      await record.click();
      await drawer.locator('dl, form').first().waitFor(LIMIT);
      await picture(page, `platform-record-${nameOf({ path, title: '' })}-en-dark-390`);
      const key = await keyShown(page);
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached', ...LIMIT });
      return key ? [`shows ${key}`] : [];
    });
    expect(wrong).toEqual([]);
    await seat.leave();
  });
});
