/** Reports of what the demo's vehicles did: found, asked, sorted, drawn, followed to where a figure comes from, kept, shared and written as a file. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seriousFaults } from './support/axe.ts';
import { picture } from './support/browser.ts';
import { signIn, until } from './support/client.ts';
import { daysOfPage, rowsOf, rowsShown, t, tableOf } from './support/reports.ts';
import { readXlsx } from './support/sheets.ts';
import { LIMIT, NARROW, openWorkplace, takeSeat, type Workplace } from './support/workplace.ts';

const ALL = '/report/navigationReporting';
/** Days that positions came late for are counted once they have rested. */
const COUNTED_MS = 300_000;
const MILEAGE = '/report/basicstatementreport/vehicleMileage';
const MILEAGE_NAME = '车辆里程统计';

let place: Workplace;
beforeAll(async () => {
  place = await openWorkplace();
  // what the demo's vehicles did before it began comes late, and is counted within minutes
  const client = await signIn(place.product.url, 'platform', place.password);
  await until(
    'days to be counted',
    async () => {
      const conditions = await daysOfPage(client, 401007);
      const { sums } = await client.post('report/advanceSearchJson', { reportId: 401007, conditions });
      return (sums as { mileage: number | null }).mileage ? true : undefined;
    },
    COUNTED_MS,
  );
}, COUNTED_MS + 120_000);
// a page that a failed step left open would slow the next one
afterEach(async () => {
  for (const context of place.browser.contexts()) await context.close();
});
afterAll(() => place?.close());

const pathOf = (address: string): string => new URL(address).pathname;
const queryOf = (address: string): URLSearchParams => new URL(address).searchParams;

describe('a report', () => {
  it('is found by the first letters of its sounds, kept at hand, asked, sorted and drawn', async () => {
    const seat = await takeSeat(place, 'platform', ALL);
    const { page } = seat;
    await page.getByRole('region', { name: '基础报表' }).waitFor(LIMIT);
    await picture(page, 'reports-navigation-zh-light-1440');
    expect(await seriousFaults(page)).toEqual([]);
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
    await expect.poll(() => pathOf(page.url()), LIMIT).toBe(MILEAGE);

    const rows = await rowsShown(page, 2);
    await page.getByRole('complementary', { name: `${MILEAGE_NAME}: ${t('reports.chart')}` }).waitFor(LIMIT);
    await picture(page, 'report-mileage-zh-light-1440');
    // kilometres as they are shown, the most first
    const conditions = await daysOfPage(seat.client, 401007);
    const reply = await seat.client.post('report/advanceSearchJson', { reportId: 401007, conditions });
    const shown = (reply.list as { cells: Record<string, number> }[]).map(({ cells }) => cells['mileage']!);
    expect(shown[0]).toBeGreaterThan(0);
    expect(shown).toEqual(shown.toSorted((a, b) => b - a));
    const first = await rows.first().textContent();
    await tableOf(page, MILEAGE_NAME)
      .getByRole('columnheader', { name: /^行驶里程/ })
      .click();
    await expect.poll(() => rows.first().textContent(), LIMIT).not.toBe(first);
    expect(queryOf(page.url()).get('sort')).toContain('mileage');
    // the foot is what all rows come to, and so are the figures above
    const sum = shown.reduce((all, each) => all + each, 0);
    const foot = await page.locator('tfoot').textContent();
    expect(foot).toContain(t('reports.sums'));
    expect((reply.sums as { mileage: number }).mileage).toBeCloseTo(sum, 0);
    await page.getByRole('button', { name: t('reports.hideChart') }).click();
    await page.getByRole('button', { name: t('reports.showChart') }).waitFor(LIMIT);
    expect(queryOf(page.url()).get('chart')).toBe('0');
    await seat.leave();
  });

  it('leads from a figure to what it is made of, and back as it was', async () => {
    const seat = await takeSeat(place, 'platform', MILEAGE);
    const { page } = seat;
    // the chart has a table, too, for those who do not see it
    const table = page.getByRole('region', { name: '车辆里程统计' });
    const rows = table.locator('tbody tr[data-row-key]');
    await expect.poll(() => rows.count(), LIMIT).toBeGreaterThan(1);
    await table.getByRole('columnheader', { name: /^日均里程/ }).click();
    await expect.poll(() => new URL(page.url()).search, LIMIT).toContain('avgDayMileage');
    await expect.poll(() => rows.count(), LIMIT).toBeGreaterThan(1);
    await table.getByTitle(/^查看/).first().click();
    await expect.poll(() => new URL(page.url()).pathname, LIMIT).not.toBe(MILEAGE);
    await page.getByRole('button', { name: '返回' }).click();
    await expect.poll(() => new URL(page.url()).pathname, LIMIT).toBe(MILEAGE);
    expect(new URL(page.url()).searchParams.get('sort')).toContain('avgDayMileage');
    await seat.leave();
  });

  it('is written as a workbook with all of its rows', async () => {
    const seat = await takeSeat(place, 'platform', MILEAGE);
    const { page, client } = seat;
    const rows = page.getByRole('table').locator('tbody tr[data-row-key]');
    await expect.poll(() => rows.count(), LIMIT).toBeGreaterThan(1);
    const list = async () => (await client.post('task/listTask', {})).list as { id: string; kind: string; state: string }[];
    await page.getByRole('button', { name: '导出' }).first().click();
    const xlsx = page.getByRole('menuitem', { name: /xlsx/i });
    if (await xlsx.isVisible().catch(() => false)) await xlsx.click();
    await expect.poll(async () => (await list()).find(({ kind }) => kind === 'reports.export')?.state, LIMIT).toBe('done');
    const { id } = (await list()).find(({ kind }) => kind === 'reports.export')!;
    const { url } = await client.post('task/getTaskFile', { id });
    const file = Buffer.from(await (await fetch(new URL(url as string, place.product.url))).arrayBuffer());
    const [title, about, heading, ...lines] = readXlsx(file);
    expect(title).toEqual(['车辆里程统计']);
    expect(about?.[0]).toMatch(/查询条件.*导出人.*数据截至/);
    expect(heading).toContain('车牌号');
    // sums stand below the rows
    expect(lines.at(-1)).toContain('合计');
    expect(await page.getByText(/^共 [\d,]+ 条$/).textContent()).toBe(`共 ${lines.length - 1} 条`);
    await page.goto(`${place.product.url}/report/downloadCenter?jobId=${id}`);
    await page.getByRole('button', { name: '下载' }).first().waitFor(LIMIT);
    await picture(page, 'reports-downloads-zh-light-1440');
    await seat.leave();
  });

  it('is neither listed nor opened for those who may not see it', async () => {
    const all = await signIn(place.product.url, 'platform', place.password);
    const pathsOf = async (client: typeof all) =>
      ((await client.post('report/getReportNavigation')).list as { path: string }[]).map(({ path }) => path);
    const everything = await pathsOf(all);
    const seat = await takeSeat(place, 'agent', ALL);
    const { page } = seat;
    await page.getByRole('region', { name: '基础报表' }).waitFor(LIMIT);
    const own = await pathsOf(seat.client);
    const forbidden = everything.find((path) => path.startsWith('/activesafety/') && !own.includes(path))!;
    expect(own).not.toContain(forbidden);
    const listed = await page
      .locator('main a[href]')
      .evaluateAll((links) => links.map((link) => (link as unknown as { pathname: string }).pathname));
    expect(new Set(listed)).toEqual(new Set(own));
    await page.goto(`${place.product.url}${forbidden}`);
    await page.getByText(t('common.forbiddenTitle')).first().waitFor(LIMIT);
    expect(await rowsOf(page).count()).toBe(0);
    await seat.leave();
  });

  it.each([
    ['zh', 'dark', 'wide'],
    ['en', 'light', 'wide'],
    ['zh', 'light', 'narrow'],
    ['en', 'dark', 'narrow'],
  ] as const)('is whole and accessible in %s, %s, on a %s window', async (language, scheme, width) => {
    const seat = await takeSeat(place, 'platform', MILEAGE, { language, scheme, ...(width === 'narrow' ? NARROW : {}) });
    const { page } = seat;
    await rowsShown(page, 2);
    await picture(page, `report-mileage-${language}-${scheme}-${width}`);
    expect(await seriousFaults(page)).toEqual([]);
    // nothing but a table is wider than its window
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await seat.leave();
  });
});
