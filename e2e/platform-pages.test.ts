/** Every page of platform management in every language: complete, translated, and without console errors. */
import { consoleRoutes } from '@fleetwarden/contract/console-routes';
import type { Language } from '@fleetwarden/locale/names';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import { takeScreenshot } from './support/browser.ts';
import { type Installation, LIMIT, openUserPage, startDemo, type UserPage } from './support/installation.ts';
import { translate } from './support/login.ts';
import { findTextKey } from './support/text-keys.ts';

type Row = { readonly path: string; readonly title: string };
const rows: readonly Row[] = consoleRoutes;
/** The second tabs of pages that have two. */
const VIEWS: Readonly<Record<string, string>> = {
  '/platform/expirreminderagement': 'rules',
  '/platform/distributPlatformManagement': 'list',
};
const PAGES: readonly Row[] = rows
  .filter(({ path }) => path.startsWith('/platform/'))
  .flatMap((row) => (VIEWS[row.path] ? [row, { ...row, path: `${row.path}?tab=${VIEWS[row.path]}` }] : [row]));
const [FIRST] = PAGES;

/** ms for all pages on a busy machine; an idle one takes seconds. */
const TOUR_LIMIT = 480_000;

let demo: Installation;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

/** In the browser: what a page shows; null while it loads. Cached pages are in the document but hidden. */
const DRAWN = `(address, heading, pending) => {
  if (location.pathname + location.search !== address) return null;
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  if (seen('main [role=status] p').some(({ textContent }) => textContent === pending)) return 'pending';
  if (seen('main [role=status][aria-label], main [aria-busy=true]').length > 0) return null;
  if (!seen('main h1').some(({ textContent }) => textContent === heading)) return null;
  return seen('main [role=alert]').length > 0 ? 'alert' : 'built';
}`;

/** Navigates like the browser's buttons and waits for the page: built, pending, or with an error. */
function walk(page: Page, { path, title }: Row, language: Language): Promise<string> {
  const name = translate(language, title);
  const wanted = [path, name, translate(language, 'route.pendingTitle', { page: name })];
  return page.evaluate(`new Promise((done, fail) => {
    const shown = () => document.querySelector('main').innerText;
    // the second tab has the same heading: wait for other content
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

/** In the browser: the right edge of the page and of its header buttons, px. */
const FURTHEST = `Math.max(document.documentElement.scrollWidth, ...[...document.querySelectorAll('main header button')]
  .filter((button) => button.checkVisibility()).map((button) => Math.ceil(button.getBoundingClientRect().right)))`;

const nameOf = ({ path }: Row) => path.replace('/platform/', '').replace(/\W+/g, '-');

/** Faults of the pages, by path; `look` checks more of each page. */
async function tour({ page }: UserPage, language: Language, look: (row: Row) => Promise<readonly string[]>): Promise<string[]> {
  const wrong: string[] = [];
  for (const row of PAGES) {
    const drawn = await walk(page, row, language);
    // pages of later issues
    if (drawn === 'pending') continue;
    await takeScreenshot(page, `platform-${nameOf(row)}-${language}`);
    const key = await findTextKey(page);
    const faults = [...(drawn === 'alert' ? ['says an error'] : []), ...(key ? [`shows ${key}`] : []), ...(await look(row))];
    wrong.push(...faults.map((fault) => `${row.path}: ${fault}`));
  }
  return wrong;
}
const nothingMore = async () => [];

describe('platform management', { timeout: TOUR_LIMIT }, () => {
  it('renders in Chinese without accessibility violations', async () => {
    const user = await openUserPage(demo, 'demo', FIRST!.path);
    expect(await tour(user, 'zh', () => accessibilityViolations(user.page))).toEqual([]);
    await user.close();
  });

  it.each(['en', 'es', 'ja'] as const)('renders in %s', async (language) => {
    const user = await openUserPage(demo, 'demo', FIRST!.path, { language });
    expect(await tour(user, language, nothingMore)).toEqual([]);
    await user.close();
  });

  it('shows its records without untranslated text keys, and fits a phone', async () => {
    const user = await openUserPage(demo, 'demo', FIRST!.path, { language: 'en', scheme: 'dark', width: 390, height: 844 });
    const { page } = user;
    const drawer = page.getByRole('dialog');
    const wrong = await tour(user, 'en', async ({ path }) => {
      const wide = (await page.evaluate(FURTHEST)) as number;
      const record = page.locator('main li[data-row-key] strong').filter({ visible: true }).first();
      if (wide > 390) return [`is ${wide} px wide`];
      if (path.includes('Log') || path.includes('session') || path.includes('quota') || (await record.count()) === 0) return [];
      await record.click();
      await drawer.locator('dl, form').first().waitFor(LIMIT);
      await takeScreenshot(page, `platform-record-${nameOf({ path, title: '' })}-en-dark-390`);
      const key = await findTextKey(page);
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached', ...LIMIT });
      return key ? [`shows ${key}`] : [];
    });
    expect(wrong).toEqual([]);
    await user.close();
  });
});
