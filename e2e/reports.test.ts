/** Reports of the demo: find, filter, sort, chart, drill down, save, share and export; the platform's days and times in other time zones. */
import { businessDay, dayKey } from '@fleetwarden/domain/business-day';
import { DAY_MS } from '@fleetwarden/domain/durations';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { closePages, readDownload, takeScreenshot } from './support/browser.ts';
import { signIn, until } from './support/client.ts';
import { openDatabase } from './support/database.ts';
import { type Installation, LIMIT, NARROW, navigate, nextReply, openUserPage, startDemo } from './support/installation.ts';
import {
  button,
  checkScreen,
  choose,
  defaultDays,
  notice,
  pagePath,
  platformDay,
  queryParameter,
  recordDownloads,
  reportFilters,
  reportRow,
  reportRows,
  reportTable,
  reportTotal,
  settled,
  t,
  waitForRows,
} from './support/reports.ts';
import { readXlsx } from './support/sheets.ts';
import { findTextKey } from './support/text-keys.ts';

// each step waits for its condition, however slow the machine
vi.setConfig({ testTimeout: 240_000 });

const ALL = '/report/navigationReporting';
/** Days with late positions are counted when no more arrive. */
const COUNTED_MS = 300_000;
const MILEAGE = '/report/basicstatementreport/vehicleMileage';
const STOPS = '/report/caroperationreport/stopDetail';
const STOPS_ID = 405003;
const ALARMS = '/report/alarmqueryreport/alarmSummary';
const RATING = '/activesafety/safetyanalysis/carRating';
const OF_COMPANY = '/activesafety/safetyanalysis/activeDeptSafetyReport';
const OF_VEHICLE = '/activesafety/safetyanalysis/activeCarSafetyReport';
const [MILEAGE_NAME, STOPS_NAME, ALARMS_NAME] = ['车辆里程统计', '停车明细', '报警统计汇总'];

let demo: Installation;
beforeAll(async () => {
  demo = await startDemo();
  // the demo's history arrives late and is counted within minutes
  const client = await signIn(demo.product.url, 'platform', demo.password);
  await until(
    'days to be counted',
    async () => {
      const conditions = await defaultDays(client, 401007);
      const { sums } = await client.post('report/advanceSearchJson', { reportId: 401007, conditions });
      return (sums as { mileage: number | null }).mileage ? true : undefined;
    },
    COUNTED_MS,
  );
}, COUNTED_MS + 120_000);
// a page left open by a failed step would slow the next one
afterEach(async () => {
  await closePages();
});
afterAll(() => demo?.close());

/** px of an element's content that scroll out of view. */
const hiddenHeight = (element: unknown): number => {
  const { scrollHeight, clientHeight } = element as { readonly scrollHeight: number; readonly clientHeight: number };
  return scrollHeight - clientHeight;
};

describe('a report', () => {
  it('is found by pinyin initials, added to the favourites, opened, sorted and shown as a chart', async () => {
    const user = await openUserPage(demo, 'platform', ALL);
    const { page } = user;
    await page.getByRole('region', { name: '基础报表' }).waitFor(LIMIT);
    await checkScreen(page, 'reports-navigation-zh-light-1440');
    const find = page.getByRole('textbox', { name: t('reports.find') });
    await find.fill('zzz');
    await page.getByText(t('reports.noneFound')).waitFor(LIMIT);
    await find.fill('cllctj');
    await page.getByRole('link', { name: MILEAGE_NAME }).waitFor(LIMIT);
    await page.getByRole('button', { name: t('reports.favour', { report: MILEAGE_NAME }) }).click();
    await find.fill('');
    await page
      .getByRole('region', { name: t('reports.favourites') })
      .getByRole('link', { name: MILEAGE_NAME })
      .waitFor(LIMIT);
    await find.fill('cllctj');
    await page.getByRole('link', { name: MILEAGE_NAME }).waitFor(LIMIT);
    await page.keyboard.press('Enter');
    await expect.poll(() => pagePath(page), LIMIT).toBe(MILEAGE);

    const rows = await waitForRows(page, 2);
    const chart = page.getByRole('complementary', { name: `${MILEAGE_NAME}: ${t('reports.chart')}` });
    await chart.waitFor(LIMIT);
    expect(await chart.locator('figure ul').evaluate(hiddenHeight), 'height of the legend that is cut').toBe(0);
    await checkScreen(page, 'report-mileage-zh-light-1440');
    // kilometres as shown, in descending order
    const conditions = await defaultDays(user.client, 401007);
    const reply = await user.client.post('report/advanceSearchJson', { reportId: 401007, conditions });
    const shown = (reply.list as { cells: Record<string, number> }[]).map(({ cells }) => cells['mileage']!);
    expect(shown[0]).toBeGreaterThan(0);
    expect(shown).toEqual(shown.toSorted((a, b) => b - a));
    const first = await rows.first().textContent();
    await reportTable(page, MILEAGE_NAME)
      .getByRole('columnheader', { name: /^行驶里程/ })
      .click();
    await expect.poll(() => rows.first().textContent(), LIMIT).not.toBe(first);
    expect(queryParameter(page, 'sort')).toContain('mileage');
    // the footer has the totals of all rows, and so do the figures above
    const sum = shown.reduce((all, each) => all + each, 0);
    const foot = await page.locator('tfoot').textContent();
    expect(foot).toContain(t('reports.sums'));
    expect((reply.sums as { mileage: number }).mileage).toBeCloseTo(sum, 0);
    await page.getByRole('button', { name: t('reports.hideChart') }).click();
    await page.getByRole('button', { name: t('reports.showChart') }).waitFor(LIMIT);
    expect(queryParameter(page, 'chart')).toBe('0');
    await user.close();
  });

  it('is filtered by days, paged, saved with its filters and columns, and is the same for the recipient of its link', async () => {
    const user = await openUserPage(demo, 'platform', STOPS);
    const { page, client } = user;
    const search = reportFilters(page);
    const ofDays = (within: Page) => reportFilters(within).locator('.ant-picker-range input');
    const daysShown = (within = page) => Promise.all([0, 1].map((at) => ofDays(within).nth(at).inputValue()));
    const days = ofDays(page);
    const [from, to] = [platformDay(-3), platformDay(-1)];
    const wish = { reportId: STOPS_ID, conditions: { staticDate: `${from},${to}` } };
    // the number grows while days are counted
    await until('stops to be counted', async () => (await client.post('report/foot', wish)).count > 20 || undefined, COUNTED_MS);
    await settled(page);
    await days.nth(0).click();
    // the fields take typed text once the calendar is open
    await page.locator('.ant-picker-dropdown').filter({ visible: true }).waitFor(LIMIT);
    await takeScreenshot(page, 'report-days-zh-light-1440');
    await days.nth(0).fill(from);
    await days.nth(1).fill(to);
    await page.keyboard.press('Enter');
    expect(await daysShown()).toEqual([from, to]);
    await button(search, t('table.query')).click();
    await expect.poll(() => queryParameter(page, 'staticDate'), LIMIT).toBe(`${from},${to}`);
    const rows = await waitForRows(page, 10);
    const first = await rows.first().textContent();
    await page.locator('.ant-pagination-item-2').click();
    await expect.poll(() => rows.first().textContent(), LIMIT).not.toBe(first);
    expect(queryParameter(page, 'page')).toBe('2');

    // a saved filter
    await button(search, t('reports.saved')).click();
    const saved = page.getByRole('dialog', { name: t('reports.saved') });
    await saved.getByRole('textbox', { name: t('reports.saveAs') }).fill('前三天');
    await button(saved, t('form.save')).click();
    await button(saved, '前三天').waitFor(LIMIT);
    await checkScreen(page, 'report-saved-zh-light-1440');
    await button(search, t('table.reset')).click();
    await expect.poll(() => queryParameter(page, 'staticDate'), LIMIT).toBeNull();
    await saved.waitFor({ state: 'hidden', ...LIMIT });
    // the loading dialog takes the focus, which closes a list
    await settled(page);
    await button(search, t('reports.saved')).click();
    await saved.waitFor(LIMIT);
    await button(saved, '前三天').click(LIMIT);
    await saved.waitFor({ state: 'hidden', ...LIMIT });
    await expect.poll(() => queryParameter(page, 'staticDate'), LIMIT).toBe(`${from},${to}`);
    await expect.poll(() => daysShown(), LIMIT).toEqual([from, to]);
    await settled(page);

    // column settings persist
    const heading = reportTable(page, STOPS_NAME).getByRole('columnheader', { name: /^停车类型/ });
    await heading.waitFor(LIMIT);
    await page.getByRole('button', { name: t('table.columns') }).click();
    // not `uncheck`, which demands the new state at once
    await page.getByRole('checkbox', { name: '停车类型', exact: true }).click(LIMIT);
    await heading.waitFor({ state: 'detached', ...LIMIT });
    await checkScreen(page, 'report-columns-zh-light-1440');
    await page.keyboard.press('Escape');

    // the link contains the view
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: t('reports.share') }).click();
    await notice(page, t('common.copied')).waitFor(LIMIT);
    const link = new URL(await page.evaluate<string>('navigator.clipboard.readText()'));
    await page.reload();
    await waitForRows(page, 10);
    await expect.poll(() => heading.count(), LIMIT).toBe(0);
    const other = await openUserPage(demo, 'demo', link.pathname + link.search);
    await waitForRows(other.page, 10);
    expect(await daysShown(other.page)).toEqual([from, to]);
    // the other user has their own columns
    await reportTable(other.page, STOPS_NAME)
      .getByRole('columnheader', { name: /^停车类型/ })
      .waitFor(LIMIT);
    await other.close();

    // print shows the report alone
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.getByRole('navigation').filter({ visible: true }).count(), LIMIT).toBe(0);
    expect(await button(search, t('table.query')).isVisible()).toBe(false);
    await expect.poll(() => page.locator('main tbody tr').filter({ visible: true }).count(), LIMIT).toBeGreaterThanOrEqual(10);
    expect(await rows.first().isVisible()).toBe(false);
    await takeScreenshot(page, 'report-print-zh-light-1440');
    await user.close();
  });

  it('is filtered by a company, by alarm kinds and by a month', async () => {
    const user = await openUserPage(demo, 'platform', ALARMS);
    const { page } = user;
    const search = reportFilters(page);
    await settled(page);
    await search.getByRole('combobox', { name: /所属企业/ }).click(LIMIT);
    await page.locator('.ant-select-item-option').first().waitFor(LIMIT);
    await takeScreenshot(page, 'report-company-zh-light-1440');
    await page.keyboard.press('Escape');
    await choose(page, /所属企业/, '华东公司');
    await search.getByRole('combobox', { name: /报警类型/ }).click();
    const kinds = page.locator('.ant-select-tree-checkbox').filter({ visible: true });
    await kinds.first().waitFor(LIMIT);
    await takeScreenshot(page, 'report-alarm-types-zh-light-1440');
    await kinds.first().click();
    await page.keyboard.press('Escape');
    await button(search, t('table.query')).click();
    await expect.poll(() => queryParameter(page, 'deptId'), LIMIT).toMatch(/^\d+$/);
    expect(queryParameter(page, 'alarmTypes')).toMatch(/^\d+(,\d+)+$/);
    await settled(page);
    await reportTable(page, ALARMS_NAME).waitFor(LIMIT);

    const month = `${new Date().getUTCFullYear() - 1}-03`;
    await navigate(page, RATING);
    await settled(page);
    const field = search.locator('.ant-picker input');
    await field.click(LIMIT);
    await takeScreenshot(page, 'report-month-zh-light-1440');
    await field.fill(month);
    await page.keyboard.press('Enter');
    await button(search, t('table.query')).click();
    await expect.poll(() => queryParameter(page, 'month'), LIMIT).toBe(month);
    // no vehicle drove then
    await page.getByText(t('table.noMatch')).waitFor(LIMIT);
    await checkScreen(page, 'report-empty-zh-light-1440');
    await user.close();
  });

  it('links from a number to its details, and returns with the same sort order', async () => {
    const user = await openUserPage(demo, 'platform', MILEAGE);
    const { page } = user;
    const table = reportTable(page, MILEAGE_NAME);
    const plates = () => reportRows(page).locator('td:nth-child(2)').allTextContents();
    await waitForRows(page, 2);
    const before = await plates();
    await table.getByRole('columnheader', { name: /^日均里程/ }).click();
    await expect.poll(() => queryParameter(page, 'sort'), LIMIT).toContain('avgDayMileage');
    await expect.poll(plates, LIMIT).not.toEqual(before);
    const sorted = await plates();
    await table.getByTitle(/^查看/).first().click();
    await expect.poll(() => pagePath(page), LIMIT).not.toBe(MILEAGE);
    await waitForRows(page);
    await checkScreen(page, 'report-drilled-zh-light-1440');
    await button(page, t('reports.back')).click();
    await expect.poll(() => pagePath(page), LIMIT).toBe(MILEAGE);
    expect(queryParameter(page, 'sort')).toContain('avgDayMileage');
    await expect.poll(plates, LIMIT).toEqual(sorted);
    await user.close();
  });

  it('is exported as a workbook with all of its rows, which downloads by itself and stays available', async () => {
    const user = await openUserPage(demo, 'platform', MILEAGE);
    const { page, client } = user;
    await waitForRows(page, 2);
    const downloads = recordDownloads(page);
    const total = await reportTotal(page);
    // a notification with the file appears on any page
    const said = notice(page, t('tasks.finished', { title: MILEAGE_NAME }));
    await Promise.all([said.waitFor(LIMIT), button(page, t('table.exportRows')).first().click()]);
    await expect.poll(() => downloads.length, LIMIT).toBe(1);
    expect(downloads[0]!.suggestedFilename()).toMatch(/^车辆里程统计_.*_\d{8}-\d{8}_\d{14}\.xlsx$/);
    const file = await readDownload(downloads[0]!);
    const [title, about, heading, ...lines] = readXlsx(file);
    expect(title).toEqual([MILEAGE_NAME]);
    expect(about?.[0]).toMatch(/查询条件.*导出人.*数据截至/);
    expect(heading).toContain('车牌号');
    // totals are below the rows
    expect(lines.at(-1)).toContain('合计');
    expect(lines.length - 1).toBe(total);

    await page.getByRole('button', { name: t('tasks.title'), exact: true }).click();
    const tray = page.getByRole('dialog', { name: t('tasks.title') });
    const again = tray.getByRole('button', { name: t('tasks.openFileOf', { title: MILEAGE_NAME }) }).first();
    await again.waitFor(LIMIT);
    await checkScreen(page, 'report-done-zh-light-1440');
    await again.click();
    await expect.poll(() => downloads.length, LIMIT).toBe(2);
    expect((await readDownload(downloads[1]!)).equals(file)).toBe(true);
    const { list } = await client.post('task/listTask', {});
    await navigate(page, `/report/downloadCenter?jobId=${list[0].id}`);
    await button(reportRow(page, MILEAGE_NAME).first(), t('reports.download')).waitFor(LIMIT);
    await checkScreen(page, 'reports-downloads-zh-light-1440');
    await user.close();
  });

  it('that takes long to export is shown in the download centre, cancelled there and retried', async () => {
    const user = await openUserPage(demo, 'platform', MILEAGE);
    const { page } = user;
    await waitForRows(page, 2);
    const row = reportRow(page, MILEAGE_NAME).first();
    const db = await openDatabase(demo.product.dataDir);
    try {
      // readers of the table wait meanwhile
      await db.query('begin; lock table vehicle_day in access exclusive mode');
      await page.getByRole('button', { name: t('table.fileFormat') }).click();
      await page.getByRole('menuitem', { name: t('table.exportAs', { format: 'csv' }) }).click();
      await notice(page, t('table.exportStarted')).waitFor(LIMIT);
      await page.goto(`${demo.product.url}/report/downloadCenter`);
      await row.getByRole('progressbar').waitFor(LIMIT);
      await checkScreen(page, 'reports-downloads-running-zh-light-1440');
      await button(row, t('tasks.cancel')).click();
      await row.getByText(t('tasks.cancelled')).waitFor(LIMIT);
    } finally {
      await db.end();
    }
    await button(row, t('tasks.retry')).click(LIMIT);
    await button(row, t('reports.download')).waitFor(LIMIT);
    expect(await row.textContent()).toContain('.csv');
    await user.close();
  });

  it('is shown as a document if it is one: of a company, and of a vehicle', async () => {
    const user = await openUserPage(demo, 'platform', OF_COMPANY);
    const { page, client } = user;
    const document = page.getByRole('article');
    const sections = document.getByRole('heading', { level: 3 });
    await document.getByRole('heading', { name: '企业主动安全报告' }).waitFor(LIMIT);
    await settled(page);
    expect(await sections.allTextContents()).toEqual(
      expect.arrayContaining(['概况', '风险指数与评分', '报警时段分布', '改进建议']),
    );
    await checkScreen(page, 'report-of-company-zh-light-1440');

    await navigate(page, OF_VEHICLE);
    await page.getByText(t('reports.fillFirst')).waitFor(LIMIT);
    await checkScreen(page, 'report-of-vehicle-unfilled-zh-light-1440');
    const { list } = await client.post('report/advanceSearchJson', { reportId: 401007, conditions: {} });
    const plate = String(list[0].cells.carNo);
    await choose(page, /车辆/, plate);
    await button(reportFilters(page), t('table.query')).click();
    await document.getByRole('heading', { name: '车辆主动安全报告' }).waitFor(LIMIT);
    await settled(page);
    expect(await document.textContent()).toContain(plate);
    expect(await sections.allTextContents()).toContain('车辆档案');
    await checkScreen(page, 'report-of-vehicle-zh-light-1440');
    await user.close();
  });

  it('is neither listed nor opened for users without permission', async () => {
    const all = await signIn(demo.product.url, 'platform', demo.password);
    const pathsOf = async (client: typeof all) =>
      ((await client.post('report/getReportNavigation')).list as { path: string }[]).map(({ path }) => path);
    const everything = await pathsOf(all);
    const user = await openUserPage(demo, 'agent', ALL);
    const { page } = user;
    await page.getByRole('region', { name: '基础报表' }).waitFor(LIMIT);
    const own = await pathsOf(user.client);
    const forbidden = everything.find((path) => path.startsWith('/activesafety/') && !own.includes(path))!;
    expect(own).not.toContain(forbidden);
    const listed = await page
      .locator('main a[href]')
      .evaluateAll((links) => links.map((link) => (link as unknown as { pathname: string }).pathname));
    expect(new Set(listed)).toEqual(new Set(own));
    await page.goto(`${demo.product.url}${forbidden}`);
    await page.getByText(t('common.forbiddenTitle')).first().waitFor(LIMIT);
    expect(await reportRows(page).count()).toBe(0);
    await user.close();
  });

  it.each([
    ['zh', 'dark', 'wide', [MILEAGE, OF_COMPANY]],
    ['zh', 'light', 'narrow', [MILEAGE, '/report/downloadCenter']],
    ['zh', 'dark', 'narrow', [OF_COMPANY]],
    ['en', 'light', 'wide', [ALL, MILEAGE]],
    ['en', 'dark', 'wide', [ALARMS, '/report/downloadCenter?tab=schedules']],
    ['en', 'light', 'narrow', [ALL, '/report/regulatory/batchExport']],
    ['en', 'dark', 'narrow', [MILEAGE, '/report/basicstatementreport/offlineVehicle']],
  ] as const)(
    'fits the window and has no accessibility violations in %s, %s, on a %s window',
    async (language, scheme, width, paths) => {
      const user = await openUserPage(demo, 'demo', paths[0], { language, scheme, ...(width === 'narrow' ? NARROW : {}) });
      const { page } = user;
      for (const path of paths) {
        if (path !== paths[0]) await navigate(page, path);
        await page.locator('main').getByRole('heading').first().waitFor(LIMIT);
        if (path === MILEAGE) await waitForRows(page, 2);
        if (path === OF_COMPANY) await page.getByRole('article').waitFor(LIMIT);
        await settled(page);
        await checkScreen(page, `${path.split(/[/?]/).at(-1)}-${language}-${scheme}-${width}`);
        expect(await findTextKey(page)).toBeUndefined();
        // only a table may be wider than the window
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      }
      await user.close();
    },
  );
});

// 19 hours behind the platform and 6 hours ahead: at least one of them always has another date
const ELSEWHERE = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'];
/** A report whose default day is yesterday. */
const ONLINE_OF_DAY = 401002;

describe('in another time zone', () => {
  it.each(ELSEWHERE)('yesterday and today are the platform’s in %s', async (timeZone) => {
    const user = await openUserPage(demo, 'platform', MILEAGE, { timeZone });
    const { page, client } = user;
    const { staticDate: begins } = await defaultDays(client, ONLINE_OF_DAY);
    const yesterday = begins.slice(0, 10);
    expect(begins).toBe(`${yesterday},${yesterday}`);
    const today = dayKey(Date.parse(`${yesterday}T12:00:00+08:00`) + DAY_MS);

    const calendar = page.locator('.ant-picker-dropdown').filter({ visible: true });
    for (const [preset, day] of [
      ['reports.yesterday', yesterday],
      ['reports.today', today],
    ] as const) {
      await page.locator('form .ant-picker-range input').first().click(LIMIT);
      await calendar.getByText(t(preset), { exact: true }).click(LIMIT);
      const answered = nextReply(page, 'report/advanceSearchJson');
      await page.getByRole('search').locator('button[type="submit"]').click(LIMIT);
      expect((await (await answered).json()).code).toBe('0');
      expect(new URL(page.url()).searchParams.get('staticDate')).toBe(`${day},${day}`);
    }
    await page.locator('form .ant-picker-range input').first().click(LIMIT);
    await calendar.locator(`.ant-picker-cell-today[title="${today}"]`).first().waitFor(LIMIT);
    expect(await calendar.locator('.ant-picker-cell-in-view.ant-picker-cell-today').count()).toBe(1);
    await user.close();
  });

  it.each(ELSEWHERE)('times are shown on the platform’s clock in %s', async (timeZone) => {
    const user = await openUserPage(demo, 'platform', '/mapcontent/trackPlayback', { timeZone });
    const start = user.page.getByLabel(t('tracks.start'), { exact: true });
    await start.waitFor(LIMIT);
    const begins = async () => Date.parse(`${(await start.inputValue()).replace(' ', 'T')}+08:00`);
    const { startAt } = businessDay(await user.page.evaluate(() => Date.now()));
    expect(await begins()).toBe(startAt);
    await user.page.getByRole('button', { name: t('tracks.yesterday'), exact: true }).click(LIMIT);
    await expect.poll(begins, LIMIT).toBe(startAt - DAY_MS);
    await user.close();
  });
});
