/** Every built page in every language: translated, with dates and numbers in local formats. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closePage, openPage, takeScreenshot } from './support/browser.ts';
import { type Installation, LIMIT, NARROW, navigate, openUserPage, startDemo } from './support/installation.ts';
import { translate } from './support/login.ts';
import { findTextKey } from './support/text-keys.ts';

/** Numbers, months and times in each language. Other words are the console's own texts. */
const written = {
  zh: {
    pager: '10 条/页',
    month: /^\d{4}年\s*\d+月$/,
    start: '开始日期',
    none: '暂无数据',
    at: /^\d\d-\d\d \d\d:\d\d:\d\d$/,
    full: /2\d{3}年\d+月\d+日/,
    ago: /(秒|分钟|小时)前/,
  },
  en: {
    pager: '10 / page',
    month: /^[A-Z][a-z]{2}\s*\d{4}$/,
    start: 'Start date',
    none: 'No data',
    at: /^\d\d-\d\d \d\d:\d\d:\d\d$/,
    full: /^[A-Z][a-z]{2} \d+, 2\d{3}, \d\d:/,
    ago: /ago/,
  },
  es: {
    pager: '10 / página',
    month: /^(Ene|Feb|Mar|Abr|May|Jun|Jul|Ago|Sep|Oct|Nov|Dic)\d{4}$/,
    start: 'Fecha inicial',
    none: 'No hay datos',
    at: /^\d\d\/\d\d \d\d:\d\d:\d\d$/,
    full: /^\d+ [a-z]{3,4} 2\d{3}, \d\d?:/,
    ago: /hace/i,
  },
  ja: {
    pager: '10 件 / ページ',
    month: /^\d{4}年\s*\d+月$/,
    start: '開始日付',
    none: 'データがありません',
    at: /^\d\d-\d\d \d\d:\d\d:\d\d$/,
    full: /^2\d{3}\/\d\d\/\d\d \d\d?:/,
    ago: /前/,
  },
} as const;

/** Pages with their names in screenshots. */
const PAGES = [
  ['/index', 'dashboard'],
  ['/mapcontent/mapmonitoring', 'monitoring'],
  ['/platform/sessionManagement', 'sessions'],
  ['/setup/platsettings', 'settings-basic'],
  ['/setup/platsettings?tab=map', 'settings-map'],
  ['/setup/platsettings?tab=alarm', 'settings-alarm'],
  ['/setup/platsettings?tab=security', 'settings-security'],
  ['/i18n/index?tab=maps', 'texts-maps'],
  ['/404', 'not-found'],
  ['/401?page=/alarmrule/common/platWarmplans', 'no-right'],
  ['/report/carperipheralreport/fuelCurve', 'pending'],
] as const;

async function goTo(page: Page, path: string): Promise<void> {
  await navigate(page, path);
  await settled(page);
}

/** Waits until neither code nor rows load. */
async function settled(page: Page): Promise<void> {
  await expect.poll(async () => (await page.locator('main').textContent(LIMIT))?.length, LIMIT).toBeGreaterThan(0);
  await expect.poll(() => page.locator('main [role=status][aria-label]:visible').count(), LIMIT).toBe(0);
  if (process.env['SCREENSHOTS']) await page.waitForTimeout(1_000);
}

async function expectNoKeys(page: Page): Promise<void> {
  expect(await findTextKey(page), page.url()).toBeUndefined();
}

let demo: Installation;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

const story = async (language: keyof typeof written) => {
  const text = written[language];
  const word = (key: string) => translate(language, key);
  const { url } = demo.product;
  const shot = (name: string) => takeScreenshot(page, `${name}-${language}-light-1440`);
  const look = { language, scheme: 'light', width: 1440, height: 900 } as const;
  const { page, faults } = await openPage(demo.browser, url, look);
  await page.goto(`${url}/login`);
  await page.getByRole('textbox', { name: word('login.account'), exact: true }).fill('demo');
  await page.getByLabel(word('login.password'), { exact: true }).fill(demo.password);
  await expectNoKeys(page);
  await page.getByRole('button', { name: word('login.signIn'), exact: true }).click();
  await page.waitForURL(/\/mapcontent\/mapmonitoring/, LIMIT);
  expect(await page.locator('html').getAttribute('lang')).toBe(language);

  for (const [path, name] of PAGES) {
    await goTo(page, path);
    await shot(name);
    await expectNoKeys(page);
  }

  await goTo(page, '/platform/sessionManagement');
  // cached pages have pagers, too
  await page.getByText(text.pager).filter({ visible: true }).waitFor(LIMIT);
  const time = page.getByRole('table').locator('time').filter({ visible: true }).first();
  await time.waitFor(LIMIT);
  expect(await time.textContent()).toMatch(text.at);
  expect(await time.getAttribute('title')).toMatch(text.full);

  await goTo(page, '/platform/operationLog');
  await page.getByRole('heading', { name: word('page.operationLog') }).waitFor(LIMIT);
  await page.getByPlaceholder(text.start).filter({ visible: true }).click();
  const head = page.locator('.ant-picker-header-view').first();
  await head.waitFor(LIMIT);
  expect(await head.textContent()).toMatch(text.month);
  await shot('date-range');
  await expectNoKeys(page);
  await page.keyboard.press('Escape');
  await goTo(page, `/platform/operationLog?object=${encodeURIComponent('ღ')}`);
  await page.getByText(word('table.noMatch')).waitFor(LIMIT);
  const expand = page.locator('form[role=search] button[aria-expanded]').filter({ visible: true });
  if ((await expand.count()) > 0) await expand.click();
  await page.getByRole('combobox', { name: word('operations.result') }).fill('ღ');
  await page.locator('.ant-empty-description').getByText(text.none, { exact: true }).waitFor(LIMIT);
  await expectNoKeys(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: word('table.columns') }).click();
  await page.getByRole('dialog', { name: word('table.columns') }).waitFor(LIMIT);
  await shot('list-columns');
  await expectNoKeys(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: word('bar.settings') }).click();
  const settings = page.getByRole('dialog', { name: word('bar.settings') });
  await settings.waitFor(LIMIT);
  await expectNoKeys(page);
  await page.keyboard.press('Escape');
  await settings.waitFor({ state: 'detached', ...LIMIT });
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: word('search.palette') });
  await palette.getByRole('listbox').waitFor(LIMIT);
  await shot('palette');
  await expectNoKeys(page);
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached', ...LIMIT });
  await page.getByRole('button', { name: new RegExp(`^${word('shell.userMenu')}`) }).click();
  await expectNoKeys(page);
  expect(faults).toEqual([]);
  await closePage(page);
};

it('Chinese', () => story('zh'));
it('English', () => story('en'));
it('Spanish', () => story('es'));
it('Japanese', () => story('ja'));

it.each(['en', 'es', 'ja'] as const)('%s on a phone', async (language) => {
  const user = await openUserPage(demo, 'demo', '/index', { language, scheme: 'dark', ...NARROW });
  const { page } = user;
  for (const [path, name] of PAGES.slice(0, 4)) {
    await goTo(page, path);
    await takeScreenshot(page, `${name}-${language}-dark-390`);
    await expectNoKeys(page);
    expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(NARROW.width);
  }
  await user.close();
});

it('uses the language of the browser if the cookie names no supported one, else English', async () => {
  for (const [locale, wanted] of [
    ['es-MX', 'es'],
    ['fr-FR', 'en'],
  ] as const) {
    const context = await demo.browser.newContext({ locale });
    const { url } = demo.product;
    await context.addCookies([{ name: 'language', value: '<script>xx', url }]);
    const page = await context.newPage();
    await page.goto(`${url}/login`);
    await page.getByRole('button', { name: translate(wanted, 'login.signIn'), exact: true }).waitFor(LIMIT);
    expect(await page.locator('html').getAttribute('lang')).toBe(wanted);
    await context.close();
  }
});

it('formats counts, percentages, distances and durations', async () => {
  const user = await openUserPage(demo, 'demo', '/index');
  const { page } = user;
  await page.getByText(/今日上线 \d+ 辆，上线率 [\d.]+%/).waitFor(LIMIT);
  await page
    .getByRole('listitem', { name: /km，[\d,.]+ h，/ })
    .first()
    .waitFor(LIMIT);
  await user.close();
});
