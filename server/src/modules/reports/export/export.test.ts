import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sign } from '@fleetwarden/contract/sign';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { extractTexts, readPdf } from '../../../../test/support/files/read-pdf.ts';
import { encodePng } from '../../../../test/support/files/sample-images.ts';
import { tableFiles } from '../../../../test/support/files/workbooks.ts';
import { type ReportFixture, startReports } from '../../../../test/support/reports/report-facts.ts';
import { addVehicle } from '../../../../test/support/test-fleet.ts';
import { sql } from '../../../platform/db/database.ts';
import type { Jobs } from '../../../platform/jobs/runner.ts';
import { MAX_RUNNING_EXPORTS, MAX_WAITING_EXPORTS } from '../model/limits.ts';

const WAIT = { timeout: 30_000, interval: 20 };
const MILEAGE = 401007;
const DAYS = '2026-03-10,2026-03-16';

let fixture: ReportFixture;
let vehicleId = 0;
const files = tableFiles();
const nodes: Jobs[] = [];

beforeAll(async () => {
  fixture = await startReports();
  const { server, east, west } = fixture;
  vehicleId = await addVehicle(server, { plate: '沪A10001', departmentId: east, phone: '13800000001' });
  const other = await addVehicle(server, { plate: '沪A10002', departmentId: east, phone: '13800000002' });
  const foreign = await addVehicle(server, { plate: '川A90001', departmentId: west, phone: '13800000009' });
  await server.db.run(sql`update vehicle set created_at = '2026-01-01'`);
  for (const [id, km] of [
    [vehicleId, 120.5],
    [other, 80],
    [foreign, 999],
  ] as const)
    await server.db.run(sql`
      insert into vehicle_day (vehicle_id, department_id, day, gnss_km, odo_km, drive_s, max_speed, updated_at)
      values (${id}, ${id === foreign ? west : east}, '2026-03-11', ${km}, ${km}, 5400, 88, now())`);
});
afterAll(async () => {
  await files.remove();
  await fixture.server.stop();
});
afterEach(async () => {
  await Promise.all(nodes.splice(0).map((jobs) => jobs.stop()));
  await fixture.server.db.run('delete from task');
  await fixture.server.db.run('delete from job');
});

const headers = (language = 'zh') => ({ authorization: fixture.authorization, cookie: `language=${language}` });
async function wanted(format: string, more: object = {}, language = 'zh') {
  const conditions = { deptId: String(fixture.east), staticDate: DAYS };
  const data = { reportId: MILEAGE, conditions, format, ...more };
  return (await fixture.server.post('report/exportdata', { data, sign: sign(data) }, headers(language))).body;
}
const ask = async (call: string, data: object) => (await fixture.server.post(`task/${call}`, { data }, headers())).body;
const shown = async (id: string) => (await ask('getTask', { id })).data;
function work() {
  fixture.server.jobs.start();
}
let started = false;
/** The file of an export, once complete. */
async function made(format: string, more: object = {}, language = 'zh') {
  const { code, msg, data } = await wanted(format, more, language);
  if (code !== '0') throw new Error(msg);
  if (!started) work();
  started = true;
  await expect.poll(async () => (await shown(data.taskId)).state, WAIT).toMatch(/done|failed/);
  const task = await shown(data.taskId);
  expect(task.error).toBeNull();
  const row = await fixture.server.db.first<{ file_id: string }>(sql`select file_id from task where id = ${Number(data.taskId)}`);
  const bytes = await readFile(join(fixture.server.dataFolder, 'task-files', row!.file_id));
  return { task, bytes };
}

describe('a report as a file', () => {
  it('is a workbook of title, filters, rows and sums, without foreign companies', async () => {
    const { task, bytes } = await made('xlsx', {
      columns: ['carNo', 'mileage', 'driveSec'],
      orderBy: 'mileage',
      direction: 'desc',
    });
    const [title, about, ...rows] = await files.cells(bytes);
    expect(title).toEqual(['车辆里程统计']);
    expect(about![0]).toMatch(
      /^查询条件: 所属企业: 华东; .*2026-03-10 ~ 2026-03-16.*导出人: clerk; 导出时间: 2026-03-18 12:00:00; 数据截至: 2026-03-18 12:00:00$/,
    );
    expect(rows).toEqual([
      ['车牌号', '行驶里程 (km)', '行驶时长'],
      ['沪A10001', '120.5', '01:30:00'],
      ['沪A10002', '80', '01:30:00'],
      ['合计', '200.5', '03:00:00'],
    ]);
    expect(task.fileName).toBe('车辆里程统计_华东_20260310-20260316_20260318120000.xlsx');
    expect(task).toMatchObject({
      fileBytes: bytes.length,
      fileUntil: task.finishedAt + 7 * DAY_MS,
      done: 2,
      total: 2,
      mayRetry: false,
    });
  });

  it('uses the units of its author for headings, cells and sums in every format', async () => {
    const { post } = fixture.server;
    const choose = async (units: string) => {
      const data = { ui: { units } };
      expect((await post('setting/saveUserSetting', { data, sign: sign(data) }, headers())).body.code).toBe('0');
    };
    const columns = ['carNo', 'mileage', 'maxSpeed', 'driveSec'];
    const how = { columns, orderBy: 'mileage', direction: 'desc' };
    const before = await made('csv', how, 'en');
    await choose('imperial');
    const [, , ...rows] = await files.cells((await made('xlsx', how, 'en')).bytes);
    expect(rows).toEqual([
      ['Plate no.', 'Mileage (mi)', 'Max speed (mph)', 'Driving time'],
      ['沪A10001', '74.88', '54.7', '01:30:00'],
      ['沪A10002', '49.71', '54.7', '01:30:00'],
      ['Total', '124.58', '54.7', '03:00:00'],
    ]);
    // not the file of the same request in kilometres
    const csv = await made('csv', how, 'en');
    expect(csv.task.id).not.toBe(before.task.id);
    expect(csv.bytes.toString().split('\r\n').slice(1, 4)).toEqual([
      '沪A10001,74.88,54.7,5400',
      '沪A10002,49.71,54.7,5400',
      'Total,124.58,54.7,10800',
    ]);
    const texts = extractTexts(readPdf((await made('pdf', how, 'en')).bytes));
    expect(texts).toEqual(expect.arrayContaining(['74.88', '124.58', '54.7']));
    expect(texts.join(' ')).toContain('Mileage (mi)');
    expect(texts.join(' ')).not.toContain('120.50');
    // calls stay metric
    const asked = { reportId: MILEAGE, conditions: { deptId: String(fixture.east), staticDate: DAYS } };
    const page = await post('report/advanceSearchJson', { data: asked, pageModel: { page: 1, limit: 10 } }, headers());
    expect(JSON.stringify(page.body.data)).toContain('"mileage":120.5');
    await choose('metric');
  });

  it('is a csv of raw figures', async () => {
    const { bytes } = await made('csv', { columns: ['carNo', 'mileage', 'driveSec'], orderBy: 'mileage', direction: 'desc' });
    const [, ...lines] = bytes.toString().split('\r\n');
    expect(lines).toEqual(['沪A10001,120.5,5400', '沪A10002,80,5400', '合计,200.5,10800', '']);
  });

  it('is a csv without binary rounding errors', async () => {
    const { db } = fixture.server;
    await db.run(sql`update vehicle_day set gnss_km = ${0.1 + 0.2} where gnss_km = 80`);
    const { bytes } = await made('csv', { columns: ['carNo', 'mileage', 'plateColor'], orderBy: 'mileage', direction: 'asc' });
    expect(bytes.toString().split('\r\n')[1]).toMatch(/^沪A10002,0\.3,/);
    await db.run(sql`update vehicle_day set gnss_km = 80 where gnss_km < 1`);
  });

  it.each([
    ['zh', '车辆里程统计', '合计', '查询条件: '],
    ['en', 'Vehicle mileage', 'Total', 'Filters: '],
    ['es', '', 'Total', 'Condiciones: '],
    ['ja', '', '合計', '条件: '],
  ])('is a PDF with embedded fonts (%s)', async (language, title, sums, conditions) => {
    const { task, bytes } = await made('pdf', { columns: ['carNo', 'mileage', 'driveSec'] }, language);
    const pdf = readPdf(bytes);
    const texts = extractTexts(pdf);
    if (title) expect(pdf.title).toBe(title);
    expect(task.fileName).toMatch(/\.pdf$/);
    expect(texts).toEqual(expect.arrayContaining(['华东', '沪A10001', '1:30:00', sums, '1 / 1']));
    // as the language writes figures
    expect(texts).toEqual(expect.arrayContaining(language === 'es' ? ['120,50', '200,50'] : ['120.50', '200.50']));
    expect(texts.some((text) => text.startsWith(conditions))).toBe(true);
    expect(texts.join()).not.toContain('川A90001');
    expect(pdf.font.program.length).toBeGreaterThan(10_000);
    expect(pdf.pages[0]!.size[0]).toBeGreaterThan(pdf.pages[0]!.size[1]!);
    // the chart
    expect(pdf.pages[0]!.drawn).toContain(' re f');
  });

  it('shows long durations in hours', async () => {
    const { bytes } = await made('pdf', { reportId: 401011, columns: ['carNo', 'driveSec'] });
    // 22.5 of 24 hours without data
    expect(extractTexts(readPdf(bytes))).toEqual(expect.arrayContaining(['行驶时长 (h)', '30']));
  });

  it('contains the logo of its department', async () => {
    const wish = { columns: ['carNo', 'driveSec'] };
    expect(readPdf((await made('pdf', wish)).bytes).pages[0]!.drawn).not.toContain('/L1 Do');
    const { server, east } = fixture;
    const image = encodePng({ width: 8, height: 4, depth: 8, colourType: 2, sampleOf: () => 90 });
    await server.db.run(sql`
      insert into logo (department_id, hash, content_type, image) values (${east}, ${'ab'.repeat(32)}, 'image/png', ${image})`);
    server.bus.publish('settings.changed', { departmentId: null });
    const { bytes } = await made('pdf', { columns: ['carNo'] });
    for (const page of readPdf(bytes).pages) expect(page.drawn).toContain('/L1 Do');
    await server.db.run('delete from logo');
    server.bus.publish('settings.changed', { departmentId: null });
  });

  it('is returned directly if it exists already, otherwise a link to its task page', async () => {
    const wish = { columns: ['carNo', 'maxSpeed'] };
    const first = await wanted('csv', wish);
    expect(first.data.url).toBe(`/report/downloadCenter?jobId=${first.data.taskId}`);
    const { bytes, task } = await made('csv', wish);
    const { data } = await wanted('csv', wish);
    expect(data.taskId).toBe(task.id);
    const { server } = fixture;
    const file = await server.http.app.inject({ url: data.url });
    expect([file.statusCode, file.rawPayload]).toEqual([200, bytes]);
    // an address that was not made for it opens nothing
    const forged = data.url.replace(/(?<=&s=)./, (first: string) => (first === '_' ? '-' : '_'));
    expect((await server.http.app.inject({ url: forged })).statusCode).toBe(404);
  });

  it('has the plate of its only vehicle in its name, without characters invalid in file names', async () => {
    await fixture.server.db.run(sql`update department set name = 'A/B:*?' where id = ${fixture.east}`);
    const { task } = await made('csv', {
      conditions: { deptId: String(fixture.east), staticDate: '2026-03-11,2026-03-11', carIds: String(vehicleId) },
    });
    expect(task.fileName).toBe('车辆里程统计_A_B____沪A10001_20260311_20260318120000.csv');
    await fixture.server.db.run(sql`update department set name = '华东' where id = ${fixture.east}`);
  });

  it('is refused as a PDF above the row limit, with an alternative', async () => {
    await fixture.server.db.run(sql`
      insert into vehicle_day (vehicle_id, department_id, day, gnss_km, updated_at)
      select ${vehicleId}, ${fixture.east}, day, 1, now() from generate_series('2026-03-01'::date, '2026-03-09', '1 day') day`);
    await fixture.server.db.run(sql`
      insert into vehicle (plate, plate_colour, department_id, created_at) select 'X' || n, 2, ${fixture.east}, '2026-01-01' from generate_series(1, 2001) n`);
    await fixture.server.db.run(sql`
      insert into vehicle_day (vehicle_id, department_id, day, gnss_km, updated_at)
      select id, ${fixture.east}, '2026-03-11', 1, now() from vehicle where plate ~ '^X[0-9]+$'`);
    expect(await wanted('pdf')).toMatchObject({ code: '4001', msg: '共 2003 行，PDF 最多 2000 行，请导出 xlsx' });
    expect((await ask('listTask', {})).data.list).toEqual([]);
    const { bytes } = await made('xlsx');
    expect(await files.cells(bytes)).toHaveLength(3 + 2003 + 1);
    await fixture.server.db.run(`delete from vehicle_day where vehicle_id in (select id from vehicle where plate ~ '^X[0-9]+$')`);
    await fixture.server.db.run(`delete from vehicle where plate ~ '^X[0-9]+$'`);
  });
});

describe('exports of an account', () => {
  // they wait
  beforeAll(() => fixture.server.jobs.stop());

  it('are the same task for equal requests, and different tasks if anything differs', async () => {
    const first = (await wanted('xlsx')).data.taskId;
    expect((await wanted('xlsx')).data.taskId).toBe(first);
    const others = [
      await wanted('csv'),
      await wanted('xlsx', {}, 'en'),
      await wanted('xlsx', { orderBy: 'carNo', direction: 'asc' }),
    ];
    expect(new Set([first, ...others.map(({ data }) => data.taskId)]).size).toBe(4);
    await ask('cancelTask', { id: first });
    expect((await wanted('xlsx')).data.taskId).not.toBe(first);
  });

  it('are limited to a number of running and waiting tasks', async () => {
    const most = MAX_RUNNING_EXPORTS + MAX_WAITING_EXPORTS;
    for (let n = 0; n < most; n++) {
      const reply = await wanted('csv', {
        columns: ['carNo', 'mileage'].slice(0, 1 + (n % 2)),
        conditions: { deptId: String(fixture.east), staticDate: `2026-03-10,2026-03-${11 + (n % 6)}`, mileageRange: `${n},` },
      });
      expect(reply.code).toBe('0');
    }
    expect((await wanted('csv', { columns: ['maxSpeed'] })).code).toBe('4029');
  });

  it('are recorded in the operation log, and so is every download', async () => {
    const { data } = await wanted('xlsx');
    await ask('getTaskFile', { id: data.taskId });
    const rows = await fixture.server.db.query<{ action: string; object: string }>(
      `select action, object from audit_log where action in ('exportdata', 'getTaskFile') order by id desc limit 2`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['getTaskFile', 'exportdata']);
    expect(rows[1]!.object).toBe('车辆里程统计');
  });

  it('leave no file behind after a cancellation', async () => {
    const { data } = await wanted('csv', { columns: ['carNo'] });
    expect((await ask('cancelTask', { id: data.taskId })).code).toBe('0');
    const before = await readdir(join(fixture.server.dataFolder, 'task-files'));
    expect(before.filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(await shown(data.taskId)).toMatchObject({ state: 'cancelled', fileName: null, mayRetry: true });
  });
});
