import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sign } from '@fleetwarden/contract/sign';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractTexts, readPdf } from '../../../../test/support/files/read-pdf.ts';
import { readAllSheets } from '../../../../test/support/files/worksheets.ts';
import { addVehicle } from '../../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { sql } from '../../../platform/db/database.ts';
import type { Email } from '../../../platform/mail/smtp.ts';
import { DEFINITIONS } from '../definitions/all.ts';
import { getReportPermission } from '../index.ts';
import { formatDocumentPeriod, listDuePeriods } from './kinds.ts';

const WAIT = { timeout: 40_000, interval: 20 };
/** An instant by the clocks of Shanghai. */
const shanghai = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+08:00`);
/** Monday. */
const MONDAY = '2026-03-16';

let server: TestServer;
let folder: string;
let ids: { east: number; branch: number; west: number };
/** A vehicle of the branch. */
let car: number;
let tokens: Record<'clerk' | 'narrow' | 'partly' | 'stranger', string>;
const letters: Email[] = [];

beforeAll(async () => {
  server = await startTestServer({
    send: async ({ file, ...letter }) => {
      letters.push({ ...letter, ...(file ? { file } : {}) });
    },
  });
  server.clock.now = shanghai(`${MONDAY} 05:59:59`);
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
  const root = await server.department('集团');
  const east = await server.department('华东', root);
  const branch = await server.department('华东分公司', east);
  const west = await server.department('华西', root);
  await server.department('空壳', east);
  ids = { east, branch, west };
  const cars = [
    [await addVehicle(server, { plate: '沪A10001', departmentId: branch }), branch],
    [await addVehicle(server, { plate: '川A20001', departmentId: west }), west],
  ] as const;
  for (const [vehicle, department] of cars) {
    for (const [day, km] of [
      ['2026-03-14', 40],
      ['2026-03-15', 100],
    ] as const)
      await server.db.run(sql`
        insert into vehicle_day (vehicle_id, day, department_id, point_total, point_valid, gnss_km, updated_at)
        values (${vehicle}, ${day}::date, ${department}, 100, 60, ${km}, ${new Date(shanghai('2026-03-15 23:00:00'))})`);
    for (const day of ['2026-03-14', '2026-03-15'])
      await server.db.run(sql`
        insert into dept_day (department_id, day, vehicle_total, joined, exempt, new_count, left_count)
        values (${department}, ${day}::date, 1, 1, 0, 0, 0)`);
  }
  car = cars[0][0];
  const all = ['2', ...new Set(DEFINITIONS.map(getReportPermission))];
  await server.account('clerk', east, all);
  await server.account('narrow', east, ['2', '40907']);
  // the list, and one of the reports in a document
  await server.account('partly', east, ['2', '40906', '40105']);
  await server.account('stranger', west, all);
  tokens = {
    clerk: await server.signIn('clerk'),
    narrow: await server.signIn('narrow'),
    partly: await server.signIn('partly'),
    stranger: await server.signIn('stranger'),
  };
  server.jobs.start();
}, 120_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

type Who = keyof typeof tokens;
const post = async (path: string, data: object, who: Who, language = 'zh') => {
  const body = { data, sign: sign(data as Record<string, unknown>), pageModel: { page: 1, limit: 50 } };
  return (await server.post(path, body, { authorization: tokens[who], cookie: `language=${language}` })).body;
};
const send = (path: string, data: object, who: Who = 'clerk', language = 'zh') => post(`report/${path}`, data, who, language);
type Row = { readonly ids: Record<string, string>; readonly cells: Record<string, string | number | null> };
const listed = async (path: string, conditions: object, who: Who = 'clerk'): Promise<Row[]> => {
  const { code, msg, data } = await send(path, { conditions }, who);
  if (code !== '0') throw new Error(`${path}: ${code} ${msg}`);
  return data.list;
};
const daily = (who: Who = 'clerk') => listed('edrList', { staticDate: '2026-03-14,2026-03-15' }, who);
const due = () => server.reports.documentsDue.run({}, { signal: new AbortController().signal, attempt: 1 });
/** Days are counted up to this one. */
const counted = (day: string) =>
  server.db.run(sql`
    insert into rollup_mark (name, mark) values ('dept_day.closed', ${shanghai(`${day} 00:00:00`)})
    on conflict (name) do update set mark = excluded.mark`);
const entered = () =>
  server.db.query<{ day: string; departmentId: number }>(sql`
    select distinct first_day::text as day, department_id as "departmentId" from company_document where kind = 'day' order by 1, 2`);
const rowsOf = async () => (await server.db.query<{ n: number }>('select count(*)::integer as n from company_document'))[0]!.n;
/** Waits until the runs have ended: a replaced file is deleted after its row has the new one. */
const allMade = () =>
  expect
    .poll(async () => {
      const waiting = await server.db.query(`
        select from company_document where state in (0, 1) union all
        select from job where kind = 'reports.document' and state in ('queued', 'running')`);
      return waiting.length;
    }, WAIT)
    .toBe(0);
const stored = async () => (await readdir(join(server.dataFolder, 'documents')).catch(() => [])).length;
/** The file's URL from a task that outlasts its call. */
async function fileOf(id: string, who: Who): Promise<string> {
  await expect.poll(async () => (await post('task/getTask', { id }, who)).data.state, WAIT).toBe('done');
  return (await post('task/getTaskFile', { id }, who)).data.url;
}
async function opened(id: string, who: Who = 'clerk'): Promise<Buffer> {
  const { code, data } = await send('downloadDocument', { id }, who);
  if (code !== '0') throw new Error(code);
  const task = /jobId=(\d+)$/.exec(data.url)?.[1];
  return (await server.http.app.inject({ method: 'GET', url: task ? await fileOf(task, who) : data.url })).rawPayload;
}
const steps = async () =>
  (await listed('esrRecord', { timeRange: '2026-03-14 00:00:00,2026-03-16 23:59:59' })).map(({ cells }) => [
    cells['opAction'],
    cells['docFormat'],
    cells['docUser'],
  ]);

describe('due times', () => {
  const at = (text: string, kind: 'day' | 'week' | 'month') =>
    listDuePeriods(kind, shanghai(text), 'Asia/Shanghai').map((days) => formatDocumentPeriod(kind, days));
  it('are the next morning, Monday and the first of a month, in the business time zone', () => {
    expect(at('2026-03-16 05:59:59', 'day')[0]).toBe('2026-03-14');
    expect(at('2026-03-16 06:00:00', 'day')[0]).toBe('2026-03-15');
    expect(at('2026-03-16 06:29:59', 'week')[0]).toBe('2026W10');
    expect(at('2026-03-16 06:30:00', 'week')[0]).toBe('2026W11');
    expect(at('2026-03-01 06:59:59', 'month')).not.toContain('2026-02');
    expect(at('2026-03-01 07:00:00', 'month')[0]).toBe('2026-02');
  });
  it('include missed periods, up to a limit', () => {
    expect(at('2026-03-16 12:00:00', 'day')).toEqual(['15', '14', '13', '12', '11', '10', '09'].map((day) => `2026-03-${day}`));
    expect(at('2026-03-16 12:00:00', 'week')).toEqual(['2026W11', '2026W10']);
    expect(at('2026-03-16 12:00:00', 'month')).toEqual(['2026-02']);
  });
});

describe('documents of a day', () => {
  it('wait until their days are calculated, without a time limit', async () => {
    await due();
    expect(await rowsOf()).toBe(0);
    await counted('2026-03-13');
    server.clock.now += 5 * HOUR_MS;
    await due();
    server.clock.now = shanghai(`${MONDAY} 05:59:59`);
    expect(await rowsOf()).toBe(0);
  });

  it('wait until the backfill covers their period', async () => {
    await counted('2026-03-15');
    // the day before yesterday is not complete
    await server.db.run(sql`
      insert into online_session (vehicle_id, login_at, last_msg_at, logout_at, end_reason, transport)
      values (${car}, ${new Date(shanghai('2026-03-13 08:00:00'))}, ${new Date(shanghai('2026-03-13 09:00:00'))},
        ${new Date(shanghai('2026-03-13 09:00:00'))}, 'idle', 'tcp')`);
    await due();
    expect(await rowsOf()).toBe(0);
    await server.db.run(
      sql`insert into rollup_mark (name, mark) values ('online_day.filled', ${shanghai('2026-03-15 00:00:00')})`,
    );
    await due();
    expect(await rowsOf()).toBe(0);
    await server.db.run(sql`delete from online_session`);
  });

  it('wait for days with late positions, only in the company concerned, and not indefinitely', async () => {
    const late = (day: string, waitsAt: string | null) =>
      server.db.run(sql`
        insert into late_day (vehicle_id, day, last_at, waits_at) values (${car}, ${day}::date, now(), ${waitsAt}::timestamptz)
        on conflict (vehicle_id, day) do update set waits_at = excluded.waits_at`);
    await late('2026-03-14', null);
    await due();
    // the west is notified; the branch, its parent, and the group are not
    expect(await entered()).toEqual([{ day: '2026-03-14', departmentId: ids.west }]);
    // a day that only waits for the live stream is complete
    await late('2026-03-14', '2026-03-14T10:00:00Z');
    await due();
    expect(await entered()).toHaveLength(4);
    await late('2026-03-15', null);
    server.clock.now = shanghai(`${MONDAY} 06:59:59`);
    await due();
    expect((await entered()).filter(({ day }) => day === '2026-03-15')).toEqual([{ day: '2026-03-15', departmentId: ids.west }]);
    server.clock.now = shanghai(`${MONDAY} 07:00:00`);
    await due();
    expect((await entered()).filter(({ day }) => day === '2026-03-15')).toHaveLength(4);
    await allMade();
    for (const table of ['late_day', 'company_document', 'company_document_step']) await server.db.run(`delete from ${table}`);
    await rm(join(server.dataFolder, 'documents'), { recursive: true });
    server.clock.now = shanghai(`${MONDAY} 05:59:59`);
  });

  it('are not created before their time, except those that were missed', async () => {
    await due();
    expect((await daily()).map(({ cells }) => cells['docPeriod'])).toEqual([
      '2026-03-14',
      '2026-03-14',
      '2026-03-14',
      '2026-03-14',
    ]);
  });

  it('are created once for each company with vehicles, as workbook and PDF', async () => {
    server.clock.now = shanghai(`${MONDAY} 06:00:00`);
    await Promise.all([due(), due()]);
    await allMade();
    const count = await rowsOf();
    // the group, the east, its branch and the west: two days, two formats
    expect(count).toBe(4 * 2 * 2);
    expect(await stored()).toBe(count);
    await due();
    await allMade();
    expect(await rowsOf()).toBe(count);
    const list = await daily();
    expect(list.map(({ cells: { docName, docFormat, docState } }) => [docName, docFormat, docState])).toEqual([
      ['企业日报 华东 2026-03-15', 'xlsx', 2],
      ['企业日报 华东 2026-03-15', 'pdf', 2],
      ['企业日报 华东分公司 2026-03-15', 'xlsx', 2],
      ['企业日报 华东分公司 2026-03-15', 'pdf', 2],
      ['企业日报 华东 2026-03-14', 'xlsx', 2],
      ['企业日报 华东 2026-03-14', 'pdf', 2],
      ['企业日报 华东分公司 2026-03-14', 'xlsx', 2],
      ['企业日报 华东分公司 2026-03-14', 'pdf', 2],
    ]);
    expect((await daily('stranger')).map(({ cells }) => cells['deptName'])).toEqual(['华西', '华西', '华西', '华西']);
    expect((await steps()).filter(([action]) => action === '生成企业报表')).toHaveLength(8);
  });

  it('show values compared with the day before, and no data of other companies', async () => {
    const [book, paper] = (await daily()).filter(({ cells }) => cells['docName'] === '企业日报 华东 2026-03-15') as [Row, Row];
    const path = join(folder, 'book.xlsx');
    await writeFile(path, await opened(book.ids['documentId']!));
    const sheets = await readAllSheets(path);
    expect([...sheets.keys()]).toEqual(['总览', '报警类型', '违规情况', '主动安全', '未上线车辆', '查岗督办', '即将到期证件']);
    const overview = sheets.get('总览')!;
    expect(overview).toContainEqual(['企业日报']);
    expect(overview).toContainEqual(['行驶里程 (km)', '100', '40', '60']);
    expect(JSON.stringify([...sheets])).not.toContain('川A20001');
    const pdf = readPdf(await opened(paper.ids['documentId']!));
    expect(pdf.title).toBe('企业日报');
    expect(extractTexts(pdf)).toEqual(expect.arrayContaining(['华东', '总览', '100', '40', '60']));
    const { cells } = (await daily()).find(({ ids: row }) => row['documentId'] === book.ids['documentId'])!;
    expect(cells['docDowns']).toBe(1);
    expect((await steps()).slice(0, 2)).toEqual([
      ['下载企业报表', 'pdf', 'clerk'],
      ['下载企业报表', 'xlsx', 'clerk'],
    ]);
  });

  it('are copies without the hidden reports for users with partial permission, and cannot be sent', async () => {
    const kept = '您没有查看该内容的权限';
    const [book, paper] = (await daily('partly')).filter(({ cells }) => cells['docName'] === '企业日报 华东 2026-03-15') as [
      Row,
      Row,
    ];
    const sheetsFor = async (who: Who) => {
      const path = join(folder, `${who}.xlsx`);
      await writeFile(path, await opened(book.ids['documentId']!, who));
      return readAllSheets(path);
    };
    const [whole, part] = [await sheetsFor('clerk'), await sheetsFor('partly')];
    expect(JSON.stringify([...whole])).not.toContain(kept);
    expect([...part.keys()]).toEqual([...whole.keys()]);
    expect(part.get('总览')).toContainEqual(['行驶里程 (km)', '100', '40', '60']);
    // sections that the user may see are complete
    expect(part.get('未上线车辆')).toEqual(whole.get('未上线车辆'));
    expect(part.get('查岗督办')).toEqual([['企业日报'], ['查岗督办'], [kept]]);
    expect(part.get('即将到期证件')).toEqual([['企业日报'], ['即将到期证件'], [kept]]);
    const said = extractTexts(readPdf(await opened(paper.ids['documentId']!, 'partly')));
    expect(said).toContain(kept);
    expect(said).toContain('100');
    const refused = await send('sendDocument', { id: book.ids['documentId']!, receivers: ['a@example.com'] }, 'partly');
    expect(refused.code).toBe('4001');
    expect(JSON.stringify(refused)).toContain('不能发送');
    expect(letters).toEqual([]);
    // it is his file alone
    const task = await server.db.first<{ id: number }>(
      sql`select id from task where kind = 'reports.documentCopy' order by id limit 1`,
    );
    expect((await post('task/getTaskFile', { id: String(task!.id) }, 'clerk')).code).toBe('4004');
  });

  it('are refused outside the scope and without permission for their report', async () => {
    const [row] = await daily();
    const id = row!.ids['documentId']!;
    for (const [path, data] of [
      ['downloadDocument', { id }],
      ['regenerateDocument', { id }],
      ['removeDocument', { id }],
      ['getDocumentReceivers', { id }],
      ['sendDocument', { id, receivers: ['a@example.com'] }],
    ] as const) {
      expect((await send(path, data, 'stranger')).code, path).toBe('4004');
      expect((await send(path, data, 'narrow')).code, path).toBe('4003');
    }
    expect((await send('downloadDocument', { id: 'x' })).code).toBe('4001');
    expect((await send('downloadDocument', { id: '999999999999999999' })).code).toBe('4004');
  });

  it('are regenerated in the caller’s language, and replace the earlier file', async () => {
    const [row] = await daily();
    const id = row!.ids['documentId']!;
    const before = await stored();
    expect((await send('regenerateDocument', { id }, 'clerk', 'en')).code).toBe('0');
    await allMade();
    const again = (await daily()).find(({ ids: { documentId } }) => documentId === id)!;
    expect(again.cells).toMatchObject({ docName: 'Company daily report 华东 2026-03-15', docState: 2 });
    expect(await stored()).toBe(before);
    const path = join(folder, 'again.xlsx');
    await writeFile(path, await opened(id));
    expect([...(await readAllSheets(path)).keys()][0]).toBe('Overview');
    expect((await steps())[1]).toEqual(['重新生成企业报表', 'xlsx', 'clerk']);
  });

  it('are sent by email to the addresses of the company, which are stored', async () => {
    const [row] = await daily();
    const id = row!.ids['documentId']!;
    expect((await send('getDocumentReceivers', { id })).data).toEqual({ receivers: [], mail: true });
    expect((await send('sendDocument', { id, receivers: [] })).code).toBe('4001');
    expect((await send('sendDocument', { id, receivers: ['nobody'] })).code).toBe('4001');
    const receivers = ['a@example.com', 'b@example.com'];
    expect((await send('sendDocument', { id, receivers })).data).toEqual({ sent: 2 });
    await expect.poll(() => letters.map(({ to }) => to).toSorted(), WAIT).toEqual(receivers);
    expect(letters[0]!.file?.name).toMatch(/\.xlsx$/);
    expect((await send('getDocumentReceivers', { id })).data.receivers).toEqual(receivers);
    expect((await steps())[0]).toEqual(['发送企业报表', 'xlsx', 'clerk']);
  });

  it('are removed by a deletion, which is logged, and not created again', async () => {
    const list = await daily();
    const id = list.at(-1)!.ids['documentId']!;
    const before = await stored();
    expect((await send('removeDocument', { id })).code).toBe('0');
    expect(await stored()).toBe(before - 1);
    await due();
    await allMade();
    expect(await daily()).toHaveLength(list.length - 1);
    expect((await send('downloadDocument', { id })).code).toBe('4004');
    expect((await steps())[0]).toEqual(['删除企业报表', 'pdf', 'clerk']);
  });

  it('are created once by the next try after an interruption', async () => {
    const [row] = await daily();
    const id = Number(row!.ids['documentId']);
    const count = await stored();
    // as a node leaves it that dies between its file and its note of it
    await server.db.run(sql`update company_document set state = 1 where id = ${id}`);
    const { departmentId } = (await server.db.first<{ departmentId: number }>(sql`
      select department_id as "departmentId" from company_document where id = ${id}`))!;
    const payload = JSON.stringify({ departmentId, kind: 'day', from: '2026-03-15' });
    await server.db.run(
      sql`insert into job (kind, payload, max_attempts, run_at) values ('reports.document', ${payload}::jsonb, 3, now())`,
    );
    await allMade();
    expect(await stored()).toBe(count);
    expect(await daily()).toHaveLength(7);
  });
});

describe('documents of weeks and months', () => {
  it('are created at their due time, with all their sections', async () => {
    server.clock.now = shanghai(`${MONDAY} 06:30:00`);
    await due();
    await allMade();
    const weeks = await listed('ewrList', { week: '2026-W11' });
    expect(weeks.map(({ cells }) => cells['docPeriod'])).toEqual(['2026W11', '2026W11', '2026W11', '2026W11']);
    expect(weeks.every(({ cells }) => cells['docState'] === 2)).toBe(true);
    const path = join(folder, 'week.xlsx');
    await writeFile(path, await opened(weeks[0]!.ids['documentId']!));
    const sheets = await readAllSheets(path);
    expect([...sheets.keys()]).toEqual(
      expect.arrayContaining(['七日走势', '里程走势', '指标对比', '报警排名', '监控员处理情况', '数据质量', '未结事项']),
    );
    // 60 of 100 points are below the floor
    expect(sheets.get('数据质量')!.some((cells) => cells[0] === '沪A10001')).toBe(true);
    expect(sheets.get('里程走势')).toContainEqual(['2026-03-15', '100']);
  });

  it('of a month are created on the first, and again on the fourth if late data changed them', async () => {
    server.clock.now = shanghai('2026-04-01 07:00:00');
    await counted('2026-03-31');
    await due();
    await allMade();
    const made = async () =>
      (
        await server.db.query<{ turn: number; madeAt: number }>(sql`
        select turn, made_at as "madeAt" from company_document where kind = 'month' and first_day = '2026-03-01'
        and department_id = ${ids.branch} and state = 2 order by id`)
      ).map(({ turn }) => turn);
    expect(await made()).toEqual([1, 1]);
    server.clock.now = shanghai('2026-04-04 08:00:00');
    await counted('2026-04-03');
    await due();
    await allMade();
    expect(await made()).toEqual([1, 1]);
    await server.db.run(sql`
      update vehicle_day set gnss_km = 70, updated_at = ${new Date(shanghai('2026-04-02 10:00:00'))} where department_id = ${ids.branch}`);
    await due();
    await allMade();
    expect(await made()).toEqual([2, 2]);
    await due();
    await allMade();
    expect(await made()).toEqual([2, 2]);
  });
});
