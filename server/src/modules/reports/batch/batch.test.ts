import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BatchExport } from '@fleetwarden/contract/reports/batch/schemas';
import { sign } from '@fleetwarden/contract/sign';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPromise } from 'yauzl';
import { addVehicle } from '../../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { name, sql } from '../../../platform/db/database.ts';
import { readTable } from '../../../platform/files/read-table.ts';
import { DEFINITIONS } from '../definitions/all.ts';
import { getReportPermission } from '../index.ts';

const WAIT = { timeout: 20_000, interval: 20 };
/** Noon of 18 March 2026 in Shanghai. */
const NOW = Date.UTC(2026, 2, 18, 4);
const EVIL = '../x';

let server: TestServer;
let folder: string;
let ids: { east: number; branch: number; evil: number; west: number };
let tokens: Record<'clerk' | 'narrow' | 'chief' | 'stranger', string>;

beforeAll(async () => {
  server = await startTestServer();
  server.clock.now = NOW;
  folder = await mkdtemp(join(tmpdir(), 'batch-'));
  const root = await server.department('集团');
  const east = await server.department('华东', root);
  const branch = await server.department('华东分公司', east);
  const evil = await server.department(EVIL, east);
  const west = await server.department('华西', root);
  await server.department('空壳', east);
  ids = { east, branch, evil, west };
  await addVehicle(server, { plate: '沪A10001', departmentId: east });
  await addVehicle(server, { plate: '沪A10002', departmentId: branch });
  await addVehicle(server, { plate: '沪A10003', departmentId: branch });
  await addVehicle(server, { plate: '沪A10004', departmentId: evil });
  await addVehicle(server, { plate: '川A20001', departmentId: west });
  // the branch carries dangerous goods, among others
  await server.db.run(sql`update vehicle set industry = case plate when '沪A10002' then 3 else 7 end`);
  // each drove one day of February, and on the first of March
  await server.db.run(sql`
    insert into vehicle_day (vehicle_id, day, department_id, gnss_km, odo_km)
    select id, d.day::date, department_id, 10, 10 from vehicle, (values ('2026-02-10'), ('2026-03-01')) d (day)`);
  const all = ['2', '40308', ...new Set(DEFINITIONS.map(getReportPermission))];
  await server.account('clerk', east, all);
  await server.account('narrow', east, ['2', '40308', '40101']);
  await server.account('chief', root, all);
  await server.account('stranger', west, all);
  const login = (who: string) => server.signIn(who);
  tokens = {
    clerk: await login('clerk'),
    narrow: await login('narrow'),
    chief: await login('chief'),
    stranger: await login('stranger'),
  };
  server.jobs.start();
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});
afterEach(async () => {
  server.clock.now = NOW;
  await server.db.run('delete from task');
});

type Who = keyof typeof tokens;
const headers = (who: Who, language: string) => ({ authorization: tokens[who], cookie: `language=${language}` });
const get = async (path: string, data: object = {}, who: Who = 'clerk', language = 'zh') =>
  (await server.call('GET', path, data, headers(who, language))).body;
const post = async (path: string, data: object = {}, who: Who = 'clerk', language = 'zh') =>
  (await server.post(path, { data, sign: sign({ ...data }), pageModel: { page: 1, limit: 50 } }, headers(who, language))).body;
const wish = (more: object = {}) => ({
  deptIds: [String(ids.branch), String(ids.evil)],
  packageIds: ['running'],
  month: '2026-02',
  format: 'xlsx',
  ...more,
});
const jobs = async (who: Who = 'clerk', data: object = {}): Promise<BatchExport[]> =>
  (await post('report/listBatchExport', data, who)).data.list;
async function made(more: object = {}, who: Who = 'clerk', language = 'zh'): Promise<BatchExport> {
  const { code, msg, data } = await post('report/startBatchExport', wish(more), who, language);
  if (code !== '0') throw new Error(`${code} ${msg}`);
  await expect.poll(async () => (await jobs(who)).find(({ id }) => id === data.taskId)?.docState, WAIT).toMatch(/done|failed/);
  return (await jobs(who)).find(({ id }) => id === data.taskId)!;
}
/** The files of a package. */
async function unpacked(id: string, who: Who = 'clerk'): Promise<Map<string, Buffer>> {
  const { data } = await post('task/getTaskFile', { id }, who);
  const { rawPayload } = await server.http.app.inject({ method: 'GET', url: data.url });
  const path = join(folder, `${id}.zip`);
  await writeFile(path, rawPayload);
  const zip = await openPromise(path, {});
  const parts = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const bytes: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) bytes.push(part as Buffer);
    parts.set(entry.fileName, Buffer.concat(bytes));
  }
  return parts;
}
async function table(bytes: Buffer): Promise<unknown[][]> {
  const path = join(folder, `${Math.random()}.xlsx`);
  await writeFile(path, bytes);
  const rows: unknown[][] = [];
  for await (const { cells } of readTable(path)) rows.push([...cells]);
  return rows;
}
const leftOver = async () => (await readdir(join(server.dataFolder, 'task-files')).catch(() => [])).length;

describe('options of a batch export', () => {
  it('include companies in scope with vehicles, with their subordinate departments', async () => {
    expect((await get('setting/getDeptListByBatch')).data.list).toEqual([
      { deptId: String(ids.evil), deptName: EVIL, parentId: String(ids.east), cars: 1 },
      { deptId: String(ids.east), deptName: '华东', parentId: expect.any(String), cars: 4 },
      { deptId: String(ids.branch), deptName: '华东分公司', parentId: String(ids.east), cars: 2 },
    ]);
    expect((await get('setting/getDeptListByBatch', {}, 'stranger')).data.list).toMatchObject([
      { deptId: String(ids.west), cars: 1 },
    ]);
  });

  it('include packages of available reports that the user has permission to see', async () => {
    const { list } = (await get('setting/getBatchExportListByDeptId', { deptId: String(ids.branch) })).data;
    expect(list.map(({ packageName }: { packageName: string }) => packageName)).toEqual([
      '考核包',
      '报警包',
      '运行包',
      '台账包',
      '主动安全包',
    ]);
    const served = new Set(DEFINITIONS.map(({ id }) => id));
    for (const { reports } of list) for (const { reportId } of reports) expect(served).toContain(reportId);
    expect(list[2].reports.map(({ reportId }: { reportId: number }) => reportId)).toEqual([401001, 401004, 401007, 405002]);
    expect((await get('setting/getBatchExportListByDeptId', { deptId: String(ids.branch) }, 'narrow')).data.list).toEqual([
      { packageId: 'running', packageName: '运行包', reports: [{ reportId: 401001, reportName: '车辆上线率统计' }] },
    ]);
    expect((await get('setting/getBatchExportListByDeptId', { deptId: String(ids.west) })).code).toBe('4004');
  });

  it('match the trades of a company and its subordinate companies', async () => {
    const offered = async (id: number, who: Who = 'clerk') =>
      (await get('setting/getBatchExportListByDeptId', { deptId: String(id) }, who)).data.list.map(
        ({ packageId }: { packageId: string }) => packageId,
      );
    const rest = ['alarm', 'running', 'ledger', 'safety'];
    expect(await offered(ids.branch)).toEqual(['assessment', ...rest]);
    expect(await offered(ids.east)).toEqual(['assessment', ...rest]);
    expect(await offered(ids.evil)).toEqual(rest);
    expect(await offered(ids.west, 'stranger')).toEqual(rest);
  });

  it('default to the last complete month', async () => {
    const { data } = await post('report/getBatchExportParams');
    expect(data).toMatchObject({ lastMonth: '2026-02', mostCompanies: 50 });
    expect(data.formats).toContain('xlsx');
    // midnight of Shanghai, not of Greenwich
    server.clock.now = Date.parse('2026-02-28T16:00:00Z');
    expect((await post('report/getBatchExportParams')).data.lastMonth).toBe('2026-02');
    server.clock.now -= 1;
    expect((await post('report/getBatchExportParams')).data.lastMonth).toBe('2026-01');
  });
});

describe('a batch export refuses', () => {
  it.each([
    ['a month that has not ended', { month: '2026-03' }, '4001'],
    ['a future month', { month: '2027-01' }, '4001'],
    ['an invalid month', { month: '2026-13' }, '4001'],
    ['a request without companies', { deptIds: [] }, '4001'],
    ['too many companies', { deptIds: Array.from({ length: 51 }, (_, at) => String(at + 1)) }, '4001'],
    ['an unknown package', { packageIds: ['all'] }, '4001'],
    ['a request without packages', { packageIds: [] }, '4001'],
    ['an unknown format', { format: 'exe' }, '4001'],
  ])('%s', async (_what, more, code) => {
    expect((await post('report/startBatchExport', wish(more))).code).toBe(code);
    expect(await jobs()).toEqual([]);
  });

  it('a company outside the scope, together with one inside', async () => {
    const mixed = wish({ deptIds: [String(ids.branch), String(ids.west)] });
    expect((await post('report/startBatchExport', mixed)).code).toBe('4004');
    expect(await jobs()).toEqual([]);
  });

  it('a package that is not available for any of the companies', async () => {
    const ofTaxis = wish({ deptIds: [String(ids.evil)], packageIds: ['assessment'] });
    expect((await post('report/startBatchExport', ofTaxis)).code).toBe('4003');
    expect(await jobs()).toEqual([]);
  });

  it('packages without a permitted report, and users without permission for the page', async () => {
    expect((await post('report/startBatchExport', wish({ packageIds: ['ledger'] }), 'narrow')).code).toBe('4003');
    await server.account('nobody', ids.east, ['2', '40101']);
    const authorization = await server.signIn('nobody');
    const { body } = await server.post('report/startBatchExport', { data: wish(), sign: sign(wish()) }, { authorization });
    expect(body.code).toBe('4003');
  });
});

describe('a package', () => {
  it('contains a folder per company, a file per report, and a table of contents', async () => {
    const job = await made();
    expect(job).toMatchObject({
      docState: 'done',
      docPeriod: '2026-02',
      docFormat: 'xlsx',
      deptName: `${EVIL}, 华东分公司`,
      docUser: 'clerk',
      own: true,
      docName: '监管报表 2026-02（2家）',
      fileName: '监管报表_2026-02_2家.zip',
      reports: 8,
      failed: 0,
      error: null,
    });
    const parts = await unpacked(job.id);
    const names = [...parts.keys()];
    expect(names.map((each) => each.split('/')[0])).toEqual([
      ...Array.from({ length: 4 }, () => '_x'),
      ...Array.from({ length: 4 }, () => '华东分公司'),
      '目录.xlsx',
    ]);
    for (const each of names) expect(each).not.toMatch(/(^|\/)\.\.?(\/|$)|^\/|\\/);
    expect(names).toContainEqual(expect.stringMatching(/^华东分公司\/车辆上线率统计_华东分公司_20260201-20260228_/));
    // the zip has the stated size
    const { data } = await post('task/getTaskFile', { id: job.id });
    expect((await server.http.app.inject({ method: 'GET', url: data.url })).rawPayload.length).toBe(job.docSize);

    const [head, ...lines] = await table(parts.get('目录.xlsx')!);
    expect(head).toEqual(['企业', '报表', '行数', '状态', '原因']);
    expect(lines.map(([company, , , state]) => [company, state])).toEqual([
      ...Array.from({ length: 4 }, () => [EVIL, '已生成']),
      ...Array.from({ length: 4 }, () => ['华东分公司', '已生成']),
    ]);
    // each file has the listed number of rows, only of its company
    for (const [at, line] of lines.entries()) {
      const rows = await table(parts.get(names[at]!)!);
      // below its title, its conditions and the heading, and above the sums
      expect(rows.slice(3).filter((cells) => !cells.includes('合计'))).toHaveLength(Number(line[2]));
      expect(JSON.stringify(rows)).not.toContain('川A20001');
    }
    // temporary files are deleted: only the package remains
    expect(await leftOver()).toBe(1);
  });

  it('contains for each company the reports available for it', async () => {
    const { id, reports } = await made({ packageIds: ['assessment', 'running'], format: 'csv' });
    const names = [...(await unpacked(id)).keys()].map((each) => each.split('/')[0]);
    const count = (folder: string) => names.filter((each) => each === folder).length;
    expect(count('_x')).toBe(4);
    expect(count('华东分公司')).toBeGreaterThan(4);
    expect(count('_x') + count('华东分公司')).toBe(reports);
  });

  it('is in the requested language and format', async () => {
    const job = await made({ format: 'csv', deptIds: [String(ids.branch)] }, 'clerk', 'en');
    const names = [...(await unpacked(job.id)).keys()];
    expect(names.at(-1)).toBe('Contents.xlsx');
    expect(names.slice(0, -1).every((each) => each.endsWith('.csv'))).toBe(true);
    expect(job.fileName).toBe('Regulatory-reports_2026-02_1.zip');
  });

  it('is created even if a report fails, and shows the reason', async () => {
    // a table that one of its reports reads is away for a while
    await server.db.run(sql`alter table ${name('online_day')} rename to ${name('online_day_away')}`);
    try {
      const job = await made({ deptIds: [String(ids.branch)] });
      expect(job).toMatchObject({ docState: 'done', reports: 4 });
      expect(job.failed).toBeGreaterThan(0);
      expect(job.failed).toBeLessThan(4);
      const parts = await unpacked(job.id);
      const [, ...lines] = await table(parts.get('目录.xlsx')!);
      const missing = lines.filter(([, , , state]) => state === '未生成');
      expect(missing).toHaveLength(job.failed!);
      for (const [, , rows, , reason] of missing) expect([rows ?? '', reason]).toEqual(['', '请求失败,请联系管理员']);
      expect(parts.size).toBe(4 - job.failed! + 1);
    } finally {
      await server.db.run(sql`alter table ${name('online_day_away')} rename to ${name('online_day')}`);
    }
  });

  it('is created again completely after the connection of one report was lost', async () => {
    const holder = await server.db.connect();
    await holder.query('begin; lock table online_day in access exclusive mode');
    const { data } = await post('report/startBatchExport', wish({ deptIds: [String(ids.branch)] }));
    const cut = async () => {
      const rows = await server.db.query(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%online_day%' and pid <> pg_backend_pid()`);
      return rows.length;
    };
    await expect.poll(cut, WAIT).toBeGreaterThan(0);
    await holder.query('rollback');
    holder.release();
    const job = async () => (await jobs()).find(({ id }) => id === data.taskId)!;
    // it waits a while before it tries again
    const state = async () => {
      await server.db.run(`update job set run_at = now() where state = 'queued' and attempts > 0`);
      return (await job()).docState;
    };
    await expect.poll(state, WAIT).toMatch(/done|failed/);
    expect(await job()).toMatchObject({ docState: 'done', reports: 4, failed: 0 });
    expect((await unpacked(data.taskId)).size).toBe(5);
  });

  it('contains the permitted reports, and lists those that are no longer permitted when it is written', async () => {
    const codes = async (all: readonly string[]) =>
      server.db.run(sql`update role set codes = ${[...all]} where name = 'role of narrow'`);
    await codes(['2', '40308', '40101', '40104']);
    const { id } = await made({ deptIds: [String(ids.branch)] }, 'narrow');
    const contents = async () => {
      const [, ...lines] = await table((await unpacked(id, 'narrow')).get('目录.xlsx')!);
      return lines.map(([, report, , state, reason]) => [report, state, reason ?? '']);
    };
    expect(await contents()).toEqual([
      ['车辆上线率统计', '已生成', ''],
      ['离线车辆统计', '已生成', ''],
    ]);
    // the same again, as if it had waited all the while
    await codes(['2', '40308', '40101']);
    await server.db.run(sql`update task set state = 'queued', finished_at = null, file_id = null where id = ${id}`);
    await server.db.run(sql`update job set state = 'queued', run_at = now() where (payload ->> 'taskId')::integer = ${id}`);
    await expect.poll(async () => (await jobs('narrow'))[0]?.docState, WAIT).toBe('done');
    expect(await contents()).toEqual([
      ['车辆上线率统计', '已生成', ''],
      ['离线车辆统计', '未生成', '无操作权限'],
    ]);
  });

  it('of a company includes its subordinate companies', async () => {
    const job = await made({ deptIds: [String(ids.east)] });
    const parts = await unpacked(job.id);
    const [of] = [...parts].filter(([each]) => each.includes('车辆里程'));
    const text = JSON.stringify(await table(of![1]));
    for (const plate of ['沪A10001', '沪A10002', '沪A10003', '沪A10004']) expect(text.split(plate)).toHaveLength(2);
    expect(text).not.toContain('川A20001');
  });

  it('can be cancelled, and leaves no files', async () => {
    const before = await leftOver();
    const lock = await server.db.connect();
    await lock.query('begin; lock table vehicle_day');
    try {
      const { data } = await post('report/startBatchExport', wish());
      await expect.poll(async () => (await jobs())[0], WAIT).toMatchObject({ docState: 'running', total: 8 });
      expect((await post('task/cancelTask', { id: data.taskId })).code).toBe('0');
    } finally {
      await lock.query('rollback');
      lock.release();
    }
    await expect.poll(async () => (await jobs())[0]?.docState, WAIT).toBe('cancelled');
    await expect.poll(leftOver, WAIT).toBe(before);
  });
});

describe('the list of packages', () => {
  it('shows packages in scope; users open only their own', async () => {
    const job = await made({ deptIds: [String(ids.branch)] });
    expect(await jobs('chief')).toMatchObject([{ id: job.id, own: false, docUser: 'clerk' }]);
    expect((await post('task/getTaskFile', { id: job.id }, 'chief')).code).toBe('4004');
    expect(await jobs('stranger')).toEqual([]);
    const above = await made({ deptIds: [String(ids.west)] }, 'chief');
    expect((await jobs()).map(({ id }) => id)).toEqual([job.id]);
    expect((await jobs('chief')).map(({ id }) => id)).toEqual([above.id, job.id]);
  });

  it('is filtered by company and month', async () => {
    const job = await made({ deptIds: [String(ids.branch)] });
    const older = await made({ deptIds: [String(ids.evil)], month: '2026-01' });
    const found = async (data: object) => (await jobs('clerk', data)).map(({ id }) => id);
    expect(await found({ deptId: String(ids.branch) })).toEqual([job.id]);
    expect(await found({ month: '2026-01' })).toEqual([older.id]);
    expect(await found({ deptId: String(ids.branch), month: '2026-01' })).toEqual([]);
    expect((await post('report/listBatchExport', { deptId: String(ids.west) })).code).toBe('4004');
  });
});
