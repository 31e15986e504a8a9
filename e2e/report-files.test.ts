/** Actions on reports: schedules, batch export, notes, drawn regions, company documents, ledgers and print. */
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { closePages, readDownload, takeScreenshot } from './support/browser.ts';
import { until } from './support/client.ts';
import { openDatabase } from './support/database.ts';
import { type Installation, LIMIT, NARROW, openUserPage, startDemo } from './support/installation.ts';
import { isPrinted, readPrinted } from './support/printed.ts';
import { createDepartment, findRootDepartment } from './support/records.ts';
import {
  button,
  checkScreen,
  notice,
  pagePath,
  platformDay,
  queryParameter,
  recordDownloads,
  reportFilters,
  reportRow,
  reportRows,
  reportTotal,
  runRowAction,
  settled,
  t,
  waitForRows,
} from './support/reports.ts';
import { readXlsx } from './support/sheets.ts';
import { findTextKey } from './support/text-keys.ts';

// each step waits for its condition, however slow the machine
vi.setConfig({ testTimeout: 240_000 });

const VEHICLES = '/report/basicstatementreport/vehicleInfo';
const VEHICLES_NAME = '车辆综合信息报表';
const OFFLINE = '/report/basicstatementreport/offlineVehicle';
const CHECKS = '/report/localcustomreport/cargoSpotCheck';
const SEARCH = '/report/positionanalysisreport/areaVehicleSearch';
const BATCH = '/report/regulatory/batchExport';
const SHIFTS = '/report/monitorledgerreport/shiftHandoverLedger';
const COMPANY_DAYS = '/report/monitorledgerreport/enterpriseDailyReport';
const COMPANY_RECORD = '/report/monitorledgerreport/enterpriseReportRecord';
const LEDGER = '/report/monitorledgerreport/monitorDailyLedger';
const ALARMS = '/report/alarmqueryreport/alarmDetail';
const OF_COMPANY = '/activesafety/safetyanalysis/activeDeptSafetyReport';
/** Printable width of A4 in landscape and portrait, px. */
const LYING = 1_047;
const STANDING = 718;
/** A demo vehicle whose terminal does not report. */
const SILENT = '贵AM7104';
/** Degrees around a position: some five kilometres. */
const AROUND = 0.05;

let demo: Installation;
beforeAll(async () => {
  demo = await startDemo();
});
// a page left open by a failed step would slow the next one
afterEach(async () => {
  await closePages();
});
afterAll(() => demo?.close());

const openAdminPage = (path: string) => openUserPage(demo, 'demo', path);
/** A field of a form by its label. */
const field = (within: Locator, key: string): Locator => within.getByLabel(t(key), { exact: true });

/** Queries the product's database. */
async function inDatabase<Row extends object>(statement: string, values: readonly unknown[] = []): Promise<Row[]> {
  const db = await openDatabase(demo.product.dataDir);
  try {
    return (await db.query<Row>(statement, [...values])).rows;
  } finally {
    await db.end();
  }
}

/** A current position, degrees. */
const located = () =>
  until('a position', async () => {
    const [latest] = await inDatabase<{ id: number; lng: number; lat: number }>(
      'select vehicle_id as id, lng, lat from vehicle_latest where lng <> 0 and not stale order by gnss_at desc limit 1',
    );
    return latest;
  });

it('writes a report by a schedule, or on demand, into the download centre, with a notification', async () => {
  const { page, close } = await openAdminPage(VEHICLES);
  await waitForRows(page);
  const total = await reportTotal(page);
  await button(page, t('schedules.button')).click();
  const form = page.getByRole('dialog', { name: t('schedules.add') });
  await field(form, 'schedules.name').fill('每日车辆档案');
  await checkScreen(page, 'report-schedule-form-zh-light-1440');
  await button(form, t('form.save')).click();
  await form.waitFor({ state: 'hidden', ...LIMIT });

  await page.goto(`${demo.product.url}/report/downloadCenter?tab=schedules`);
  const row = reportRow(page, '每日车辆档案');
  await row.getByText(t('schedules.turn_day', { clock: '07:30' })).waitFor(LIMIT);
  await checkScreen(page, 'report-schedules-zh-light-1440');
  await runRowAction(page, row, t('schedules.pause'));
  await row.getByText(t('schedules.paused')).waitFor(LIMIT);
  const said = notice(page, t('tasks.finished', { title: t('schedules.task', { name: '每日车辆档案' }) }));
  await Promise.all([said.waitFor(LIMIT), runRowAction(page, row, t('schedules.run'))]);
  await runRowAction(page, row, t('schedules.runs'));
  const runs = page.getByRole('dialog', { name: new RegExp(t('schedules.runs')) });
  await runs.getByText(t('schedules.byHand')).waitFor(LIMIT);
  await checkScreen(page, 'report-schedule-runs-zh-light-1440');
  await page.keyboard.press('Escape');
  await runs.waitFor({ state: 'hidden', ...LIMIT });

  await page.getByRole('tab', { name: t('schedules.files') }).click();
  const downloads = recordDownloads(page);
  await button(reportRow(page, '每日车辆档案').first(), t('reports.download')).click(LIMIT);
  await expect.poll(() => downloads.length, LIMIT).toBe(1);
  const [title, , , ...lines] = readXlsx(await readDownload(downloads[0]!));
  expect(title).toEqual([VEHICLES_NAME]);
  expect(lines.filter((line) => line[0] !== t('reports.sums'))).toHaveLength(total);
  await close();
});

it('exports report packages of companies as one zip file', async () => {
  const { page, close } = await openAdminPage(BATCH);
  await button(page, t('batch.start')).first().click(LIMIT);
  const wizard = page.getByRole('dialog', { name: t('batch.start') });
  await wizard.getByRole('row').nth(1).getByRole('checkbox').check(LIMIT);
  await checkScreen(page, 'report-batch-companies-zh-light-1440');
  await button(wizard, t('batch.next')).click();
  await wizard.getByRole('checkbox', { name: new RegExp(`^${t('batch.package_ledger')}`) }).check(LIMIT);
  await checkScreen(page, 'report-batch-packages-zh-light-1440');
  await button(wizard, t('batch.next')).click();
  await wizard.locator('#batch-month').waitFor(LIMIT);
  await checkScreen(page, 'report-batch-month-zh-light-1440');
  await button(wizard, t('batch.begin')).click();
  await wizard.waitFor({ state: 'hidden', ...LIMIT });
  const made = reportRows(page).first();
  await made.getByText(t('tasks.done')).waitFor(LIMIT);
  await checkScreen(page, 'report-batch-zh-light-1440');
  const downloads = recordDownloads(page);
  await button(made, t('reports.download')).click();
  await expect.poll(() => downloads.length, LIMIT).toBe(1);
  expect(downloads[0]!.suggestedFilename()).toMatch(/^监管报表_\d{4}-\d{2}_1家\.zip$/);
  const bytes = await readDownload(downloads[0]!);
  expect([bytes.toString('latin1', 0, 2), bytes.includes(t('batch.contents'))]).toEqual(['PK', true]);
  await close();
});

it('saves a note on the row of an offline vehicle', async () => {
  const { page, close } = await openAdminPage(OFFLINE);
  const row = reportRow(page, SILENT);
  await row.waitFor(LIMIT);
  await settled(page);
  await checkScreen(page, 'report-offline-zh-light-1440');
  await button(row, t('followUps.remark')).click();
  const form = page.getByRole('dialog', { name: t('followUps.ofVehicle', { action: t('followUps.remark'), plate: SILENT }) });
  // earlier notes are listed below
  await form.getByText('SIM 卡欠费，已通知续费').waitFor(LIMIT);
  await field(form, 'followUps.remarkText').fill('已续费，等待终端上线');
  await checkScreen(page, 'report-offline-note-zh-light-1440');
  await button(form, t('form.save')).click();
  await form.waitFor({ state: 'hidden', ...LIMIT });
  await expect.poll(() => row.textContent(), LIMIT).toContain('已续费，等待终端上线');
  await close();
});

it('lists a spot check right after it was made on a track', async () => {
  const { id } = await located();
  const [start, end] = [Date.now() - 30 * MINUTE_MS, Date.now()];
  const { page, close } = await openAdminPage(`/mapcontent/trackPlayback?targId=${id}&start=${start}&end=${end}`);
  await button(page, t('followUps.spotCheck')).click(LIMIT);
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${t('followUps.spotCheck')} - `) });
  const plate = (await dialog.getByText(/^抽查 - /).textContent(LIMIT))!.replace('抽查 - ', '');
  await field(dialog, 'followUps.checkNote').fill('轨迹连续');
  await checkScreen(page, 'report-spot-check-zh-light-1440');
  await button(dialog, t('form.save')).click();
  await dialog.waitFor({ state: 'hidden', ...LIMIT });
  const today = platformDay(0);
  await page.goto(`${demo.product.url}${CHECKS}?timeRange=${encodeURIComponent(`${today} 00:00:00,${today} 23:59:59`)}`);
  await reportRow(page, '轨迹连续').waitFor(LIMIT);
  expect(await reportRow(page, '轨迹连续').textContent()).toContain(plate);
  await close();
});

it('a report is filtered by a drawn region of the map or by stored geofences', async () => {
  const { lng, lat } = await located();
  const { page, close } = await openAdminPage(SEARCH);
  const search = reportFilters(page);
  await page.getByText(t('reports.fillFirst')).waitFor(LIMIT);
  await checkScreen(page, 'report-unfilled-zh-light-1440');
  await button(search, t('reports.draw')).click(LIMIT);
  const window = page.getByRole('dialog').filter({ has: page.getByRole('toolbar', { name: t('reports.draw') }) });
  const map = window.getByRole('region', { name: t('map.label') });
  await expect.poll(() => map.getAttribute('aria-busy'), LIMIT).toBe('false');
  // a rectangle by its coordinates
  const figures = { west: lng - AROUND, south: lat - AROUND, east: lng + AROUND, north: lat + AROUND };
  for (const [name, figure] of Object.entries(figures)) await field(window, `reports.figure_${name}`).fill(figure.toFixed(4));
  await page.keyboard.press('Tab');
  await expect.poll(() => window.locator('.ant-btn-primary').isEnabled(), LIMIT).toBe(true);
  // and a circle drawn inside it
  await window.getByRole('button', { name: t('reports.drawn4') }).click();
  const { x, y, width, height } = (await map.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 40, y + height / 2);
  await page.mouse.move(x + width / 2 + 80, y + height / 2);
  await page.mouse.up();
  await expect.poll(() => field(window, 'reports.figure_radius').inputValue(), LIMIT).toMatch(/^\d/);
  await checkScreen(page, 'report-drawn-zh-light-1440');
  await window.locator('.ant-btn-primary').click();
  await window.waitFor({ state: 'hidden', ...LIMIT });
  await button(search, t('table.query')).click();
  await waitForRows(page);
  expect(queryParameter(page, 'region')).toMatch(/^4:/);
  await checkScreen(page, 'report-drawn-rows-zh-light-1440');

  // a drawn region or geofences, never both
  await search.getByRole('combobox', { name: /区域/ }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: '上海冷链园区', visible: true }).click(LIMIT);
  await page.keyboard.press('Escape');
  await button(search, t('table.query')).click();
  await notice(page, t('error.chooseRegion')).waitFor(LIMIT);
  await search.locator('.ant-input-clear-icon').last().click();
  await button(search, t('table.query')).click();
  await expect.poll(() => queryParameter(page, 'areaIds'), LIMIT).toMatch(/^\d+$/);
  await close();
});

it('lists company documents, which can be regenerated, downloaded and deleted, with a download record', async () => {
  const { page, client, close } = await openAdminPage(SHIFTS);
  await page.locator('main tbody').first().waitFor(LIMIT);
  await settled(page);
  await checkScreen(page, 'report-shifts-zh-light-1440');
  const day = platformDay(-1);
  // a document whose creation failed
  await inDatabase(
    `insert into company_document (department_id, kind, first_day, last_day, format, name, language, state)
     select id, 'day', $2::date, $2::date, 'xlsx', '企业日报 ' || name || ' ' || $2, 'zh', 3 from department where id = $1
     on conflict (department_id, kind, first_day, format) do update set state = 3, turn = company_document.turn + 1, file_id = null`,
    [await findRootDepartment(client), day],
  );
  await page.goto(`${demo.product.url}${COMPANY_DAYS}?deptOnly=1&staticDate=${day},${day}`);
  const row = reportRow(page, 'Excel');
  await row.getByText('失败').waitFor(LIMIT);
  expect(await button(row, t('documents.download')).count()).toBe(0);
  await runRowAction(page, row, t('documents.regenerate'));
  const sure = page.getByRole('dialog').filter({ hasText: t('documents.regenerateAsk') });
  await sure.getByText(/企业日报/).waitFor(LIMIT);
  await button(sure, t('documents.regenerate')).click();
  await notice(page, t('documents.regenerating')).waitFor(LIMIT);
  /** The current text of the row. */
  const readRow = async () => {
    await page.getByRole('button', { name: t('table.refresh') }).click();
    await settled(page);
    return (await row.textContent(LIMIT))!;
  };
  await expect.poll(readRow, LIMIT).toContain('已完成');
  await checkScreen(page, 'report-company-days-zh-light-1440');

  const downloads = recordDownloads(page);
  await runRowAction(page, row, t('documents.download'));
  await expect.poll(() => downloads.length, LIMIT).toBe(1);
  expect(downloads[0]!.suggestedFilename()).toMatch(/^企业日报_.*\.xlsx$/);
  expect(
    readXlsx(await readDownload(downloads[0]!))
      .flat()
      .join(),
  ).toContain('企业日报');
  await runRowAction(page, row, t('documents.send'));
  const letter = page.getByRole('dialog').filter({ hasText: t('documents.receivers') });
  await letter.getByText(t('documents.noMail')).waitFor(LIMIT);
  await checkScreen(page, 'report-document-send-zh-light-1440');
  await button(letter, t('form.cancel')).click();
  await letter.waitFor({ state: 'hidden', ...LIMIT });

  // the download count links to the download record
  await readRow();
  await row.getByTitle(/^查看/).click();
  await expect.poll(() => pagePath(page), LIMIT).toBe(COMPANY_RECORD);
  await reportRow(page, '下载企业报表').first().waitFor(LIMIT);
  await takeScreenshot(page, 'report-company-record-zh-light-1440');
  await button(page, t('reports.back')).click();
  await expect.poll(() => pagePath(page), LIMIT).toBe(COMPANY_DAYS);
  // the record has rows with this text, too
  await reportRow(page, '下载企业报表')
    .first()
    .waitFor({ state: 'hidden', ...LIMIT });
  await row.waitFor(LIMIT);
  await settled(page);

  await runRowAction(page, row, t('documents.remove'));
  const last = page.getByRole('dialog').filter({ hasText: t('documents.removeAsk') });
  await button(last, t('documents.remove')).click(LIMIT);
  await notice(page, t('documents.removed')).waitFor(LIMIT);
  await row.waitFor({ state: 'detached', ...LIMIT });
  await close();
});

it('a daily ledger is written and signed; later changes need a reason', async () => {
  const { page, client, close } = await openAdminPage(VEHICLES);
  const company = await createDepartment(client, '台账演示公司', await findRootDepartment(client));
  const day = platformDay(-1);
  const address = `${LEDGER}?deptId=${company}&day=${day}`;
  await page.goto(demo.product.url + address);
  const panel = page.getByRole('region', { name: t('ledgers.title') });
  await panel.getByText(t('ledgers.unsigned')).first().waitFor(LIMIT);
  await settled(page);
  await checkScreen(page, 'report-ledger-empty-zh-light-1440');
  /** Opens the drawer of an action of the panel. */
  const opened = async (action: string): Promise<Locator> => {
    await button(panel, t(action)).click(LIMIT);
    return page.getByRole('dialog', { name: t('ledgers.ofSheet', { action: t(action), period: day }) });
  };
  const done = async (drawer: Locator, action: string): Promise<void> => {
    await button(drawer, t(action)).click(LIMIT);
    await drawer.waitFor({ state: 'hidden', ...LIMIT });
  };
  const sheet = await opened('ledgers.write');
  await field(sheet, 'ledgers.weather').fill('雾转晴');
  await field(sheet, 'ledgers.remark').fill('早高峰有雾，已提醒全部在途车辆限速 60 km/h；一辆车终端离线，驾驶员已电话报备。');
  await checkScreen(page, 'report-ledger-write-zh-light-1440');
  await done(sheet, 'form.save');
  await panel.getByText('雾转晴').waitFor(LIMIT);
  const sign = await opened('ledgers.staff');
  await checkScreen(page, 'report-ledger-sign-zh-light-1440');
  await done(sign, 'ledgers.sign');
  expect(await panel.getByText(t('ledgers.locked'), { exact: true }).count()).toBe(0);
  await done(await opened('ledgers.head'), 'ledgers.sign');
  // the last signature locks the ledger: later edits need a reason and are marked
  await panel.getByText(t('ledgers.locked'), { exact: true }).waitFor(LIMIT);
  expect(await panel.getByText(t('ledgers.unsigned')).count()).toBe(0);
  const late = await opened('ledgers.write');
  await field(late, 'ledgers.weather').fill('雾转晴，傍晚小雨');
  await button(late, t('form.save')).click();
  await late.getByText(t('field.required')).waitFor(LIMIT);
  await checkScreen(page, 'report-ledger-late-zh-light-1440');
  await field(late, 'ledgers.reason').fill('交班后才收到气象通报');
  await done(late, 'form.save');
  await panel.getByText(t('ledgers.late'), { exact: true }).waitFor(LIMIT);
  await checkScreen(page, 'report-ledger-zh-light-1440');
  const history = await opened('ledgers.history');
  await history.getByText(/交班后才收到气象通报/).waitFor(LIMIT);
  await checkScreen(page, 'report-ledger-history-zh-light-1440');
  await close();

  const looks = [
    ['en-dark-1440', { language: 'en', scheme: 'dark' }],
    ['zh-dark-390', { scheme: 'dark', ...NARROW }],
    ['en-light-390', { language: 'en', ...NARROW }],
  ] as const;
  for (const [name, look] of looks) {
    const user = await openUserPage(demo, 'demo', address, look);
    await user.page.getByText('雾转晴，傍晚小雨').first().waitFor(LIMIT);
    await settled(user.page);
    expect(await findTextKey(user.page)).toBeUndefined();
    await checkScreen(user.page, `report-ledger-${name}`);
    await user.close();
  }
});

it('prints all columns of a table in light colours, the widest tables in several parts', async () => {
  for (const [address, name, parts] of [
    [ALARMS, 'alarms', 2],
    [VEHICLES, 'vehicles', 2],
  ] as const) {
    const { page, close } = await openUserPage(demo, 'demo', address, { scheme: 'dark' });
    // the demo's history arrives late
    const rows = async () => {
      await page.getByRole('button', { name: t('table.refresh') }).click(LIMIT);
      await settled(page);
      return reportRows(page).count();
    };
    await expect.poll(rows, LIMIT).toBeGreaterThan(0);
    const headings = await page.locator('main .ant-table-thead th').allInnerTexts();
    const wanted = headings.filter((text) => text.trim() !== '');
    expect(wanted.length).toBeGreaterThan(10);

    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: LYING, height: 720 });
    const cells = page.locator('main [data-lying] th');
    await expect.poll(() => cells.count(), LIMIT).toBeGreaterThanOrEqual(wanted.length);
    const edges = await cells.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right));
    expect(Math.max(...edges)).toBeLessThanOrEqual(LYING + 0.5);
    expect(await page.locator('main [data-lying] table').count()).toBe(parts);
    const ground = await page.evaluate('[document.documentElement.dataset.theme, getComputedStyle(document.body).color]');
    expect(ground).toEqual(['light', 'rgb(27, 36, 48)']);
    await takeScreenshot(page, `report-paper-${name}-zh`);
    await page.emulateMedia({ media: null });
    await page.setViewportSize({ width: 1440, height: 900 });

    // what floats over the page is not printed
    await page.getByRole('button', { name: t('table.columns') }).click(LIMIT);
    await page.getByRole('button', { name: t('table.columnsReset') }).waitFor(LIMIT);
    const sheets = readPrinted(await page.pdf({ format: 'A4', preferCSSPageSize: true }));
    // a failure shows what stands on the other sheets
    expect(sheets.filter(({ size: [width, height] }) => width <= height)).toEqual([]);
    expect(sheets).not.toEqual([]);
    for (const text of [...wanted, '打印人:demo', '所属企业:车队卫士演示集团']) expect(isPrinted(sheets, text), text).toBe(true);
    expect(isPrinted(sheets, '没有这样的列')).toBe(false);
    expect(isPrinted(sheets, t('table.columnsReset'))).toBe(false);
    // the screen is unchanged
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme'), LIMIT).toBe('dark');
    expect(await page.locator('main [data-lying]').count()).toBe(0);
    await close();
  }
});

it('prints a document completely, too', async () => {
  const { page, close } = await openAdminPage(OF_COMPANY);
  const article = page.getByRole('article');
  await article.waitFor(LIMIT);
  await settled(page);
  await page.emulateMedia({ media: 'print' });
  const lies = (await article.getAttribute('data-lying')) === 'true';
  const width = lies ? LYING : STANDING;
  await page.setViewportSize({ width, height: 900 });
  const edges = await article
    .locator('h2, p, dd, th, td, li, svg')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right));
  expect(edges.length).toBeGreaterThan(10);
  expect(Math.max(...edges)).toBeLessThanOrEqual(width + 0.5);
  // its title is printed once
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(false);
  await takeScreenshot(page, 'report-paper-document-zh');
  const titles = await article.locator('h3').allInnerTexts();
  await page.emulateMedia({ media: null });
  const sheets = readPrinted(await page.pdf({ format: 'A4', preferCSSPageSize: true }));
  for (const { size } of sheets) expect(size[0] > size[1]).toBe(lies);
  for (const title of titles) expect(isPrinted(sheets, title), title).toBe(true);
  await close();
});
