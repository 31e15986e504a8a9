import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ledger } from '@fleetwarden/contract/reports/ledgers/schemas';
import { sign } from '@fleetwarden/contract/sign';
import { parseDayKey } from '@fleetwarden/domain/business-day';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractTexts, readPdf } from '../../../../test/support/files/read-pdf.ts';
import { readAllSheets } from '../../../../test/support/files/worksheets.ts';
import { alarm, dayBefore, startTestReports, type TestReports, timeOf } from '../../../../test/support/reports/report-server.ts';
import { at, sql } from '../../../platform/db/database.ts';
import { loadMeasures } from '../documents/ledger-lines.ts';
import type { DocumentContext } from '../model/document.ts';

const WAIT = { timeout: 30_000, interval: 20 };
const ZONE = 'Asia/Shanghai';
const [PAGES, WRITE, STAFF, HEAD] = [
  ['2', '40901', '40902'],
  ['4090103', '4090203'],
  ['4090110'],
  ['4090111', '4090211'],
] as const;

let server: TestReports;
let folder: string;
const tokens = new Map<string, string>();
let [month, monthBefore] = ['', ''];
/** The day `days` before today. */
const ago = (days: number) => dayBefore(server.clock.now, days);

beforeAll(async () => {
  server = await startTestReports();
  folder = await mkdtemp(join(tmpdir(), 'ledger-words-'));
  for (const [name, department, codes] of [
    ['reader', server.company, PAGES],
    ['writer', server.company, [...PAGES, ...WRITE]],
    ['second', server.company, [...PAGES, ...WRITE]],
    ['watcher', server.company, [...PAGES, ...STAFF]],
    ['safety', server.company, [...PAGES, ...HEAD]],
    ['blind', server.company, ['2', '40903']],
    ['below', server.branch, [...PAGES, ...WRITE, ...STAFF, ...HEAD]],
    ['foreign', server.foreign, [...PAGES, ...WRITE, ...STAFF, ...HEAD]],
  ] as const) {
    await server.account(name, department, [...codes]);
    tokens.set(name, await server.signIn(name));
  }
  month = ago(Number(ago(0).slice(8))).slice(0, 7);
  monthBefore = dayBefore(parseDayKey(`${month}-01`, ZONE).startAt, 1).slice(0, 7);
  server.jobs.start();
}, 120_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const call = async (who: string, path: string, data: object) =>
  (
    await server.post(
      `report/${path}`,
      { data, sign: sign(data as Record<string, unknown>) },
      { authorization: tokens.get(who)!, cookie: 'language=zh' },
    )
  ).body;
const sheetOf = async (period: string, who = 'reader', more: object = {}): Promise<Ledger> =>
  (await call(who, 'getLedger', { period, ...more })).data;
const save = async (who: string, period: string, words: object, more: object = {}) =>
  call(who, 'saveLedger', { period, version: (await sheetOf(period)).version, words, ...more });
const signed = async (who: string, period: string, role: string, more: object = {}) =>
  call(who, 'signLedger', { period, version: (await sheetOf(period)).version, role, ...more });
const texts = ({ current }: Ledger) => Object.fromEntries(current.map(({ field, text }) => [field, text]));
const fieldsIn = (body: { data: { fields: { path: string }[] } }) => body.data.fields.map(({ path }) => path);

describe('an entry in a ledger', () => {
  it('is stored with its author and time, and with the earlier entries', async () => {
    const day = ago(1);
    expect(await sheetOf(day)).toEqual({
      kind: 'day',
      version: 0,
      locked: false,
      current: [],
      history: [],
      // from the eighth day after it on
      lockedAt: parseDayKey(dayBefore(parseDayKey(day, ZONE).startAt, -8), ZONE).startAt,
    });
    const first = await save('writer', day, { weather: ' 多云 ', remark: '演练\n两次' });
    expect(first.code).toBe('0');
    expect(texts(first.data)).toEqual({ weather: '多云', remark: '演练\n两次' });
    expect(first.data.version).toBe(1);
    const second = await save('second', day, { weather: '晴' });
    expect(texts(second.data)).toEqual({ weather: '晴', remark: '演练\n两次' });
    expect(
      second.data.history.map((entry: Ledger['history'][number]) => [entry.field, entry.text, entry.userName, entry.late]),
    ).toEqual([
      ['weather', '晴', 'second', false],
      ['remark', '演练\n两次', 'writer', false],
      ['weather', '多云', 'writer', false],
    ]);
    expect(second.data.history[0].at).toBe(server.clock.now);
    // an unchanged value adds no entry, and an emptied one is removed
    expect((await save('writer', day, { weather: '晴' })).data).toEqual(second.data);
    expect(texts((await save('writer', day, { remark: '' })).data)).toEqual({ weather: '晴' });
    const told = await server.db.query<{ action: string; object: string; after: object }>(sql`
      select action, object, after from audit_log where action = 'saveLedger' order by id limit 1`);
    expect(told).toEqual([{ action: 'saveLedger', object: `集团 ${day}`, after: { weather: '多云', remark: '演练\n两次' } }]);
  });

  it('belongs to one company and day, and is hidden outside the scope', async () => {
    const day = ago(2);
    await save('writer', day, { weather: '晴' });
    const branch = { deptId: String(server.branch) };
    expect((await sheetOf(day, 'reader', branch)).current).toEqual([]);
    expect((await call('below', 'saveLedger', { period: day, version: 0, words: { weather: '雨' } })).code).toBe('0');
    expect(texts(await sheetOf(day, 'reader', branch))).toEqual({ weather: '雨' });
    expect(texts(await sheetOf(day))).toEqual({ weather: '晴' });
    expect((await sheetOf(ago(3))).version).toBe(0);
    for (const [who, deptId] of [
      ['writer', server.foreign],
      ['foreign', server.company],
      ['below', server.company],
      ['writer', 999_999],
    ] as const)
      for (const [path, more] of [
        ['getLedger', {}],
        ['saveLedger', { version: 0, words: { weather: '雾' } }],
        ['signLedger', { version: 0, role: 'staff' }],
      ] as const)
        expect([who, path, (await call(who, path, { deptId: String(deptId), period: day, ...more })).code]).toEqual([
          who,
          path,
          '4004',
        ]);
  });

  it('is read with the permission of the report, and written with the permission to write', async () => {
    const day = ago(4);
    const wish = { period: day, version: 0 };
    for (const [who, path, more] of [
      ['reader', 'saveLedger', { words: { weather: '晴' } }],
      ['watcher', 'saveLedger', { words: { weather: '晴' } }],
      ['reader', 'signLedger', { role: 'staff' }],
      ['writer', 'signLedger', { role: 'staff' }],
      ['watcher', 'signLedger', { role: 'head' }],
      ['safety', 'signLedger', { role: 'staff' }],
      // a permission of the same family, for another page
      ['blind', 'getLedger', {}],
      ['blind', 'saveLedger', { words: { weather: '晴' } }],
      ['blind', 'signLedger', { role: 'staff' }],
    ] as const)
      expect([who, path, (await call(who, path, path === 'getLedger' ? { period: day } : { ...wish, ...more })).code]).toEqual([
        who,
        path,
        '4003',
      ]);
    expect((await sheetOf(day)).version).toBe(0);
  });

  it('is refused if another user has written meanwhile', async () => {
    const day = ago(5);
    const replies = await Promise.all(
      ['writer', 'second'].map((who) => call(who, 'saveLedger', { period: day, version: 0, words: { weather: who } })),
    );
    expect(replies.map(({ code }) => code).sort()).toEqual(['0', '4010']);
    expect((await sheetOf(day)).history).toHaveLength(1);
    expect((await call('writer', 'saveLedger', { period: day, version: 0, words: { remark: '晚' } })).code).toBe('4010');
    expect((await call('writer', 'saveLedger', { period: day, version: 9, words: { remark: '晚' } })).code).toBe('4010');
    expect((await call('watcher', 'signLedger', { period: day, version: 0, role: 'staff' })).code).toBe('4010');
  });
});

describe('a signature', () => {
  it('shows who signed and when, is accepted once, and locks a day together with the second one', async () => {
    const day = ago(1);
    const staff = await signed('watcher', day, 'staff');
    expect(staff.code).toBe('0');
    expect(staff.data).toMatchObject({ locked: false });
    expect(staff.data.current.at(-1)).toEqual({
      field: 'staff',
      text: 'watcher',
      userName: 'watcher',
      at: server.clock.now,
      late: false,
      reason: '',
    });
    const again = await signed('watcher', day, 'staff');
    expect([again.code, fieldsIn(again)]).toEqual(['4001', ['role']]);
    // one signature locks nothing
    expect((await save('writer', day, { weather: '阴' })).data.history[0]).toMatchObject({ text: '阴', late: false });
    const head = await signed('safety', day, 'head');
    expect(head.data).toMatchObject({ locked: true, lockedAt: server.clock.now });
    // signatures preserve the name of their time
    await server.db.run(sql`update account set user_name = '改名' where login_name = 'safety'`);
    expect(texts(await sheetOf(day))).toMatchObject({ staff: 'watcher', head: 'safety' });
  });

  it('makes entries after it late, which need a reason', async () => {
    const day = ago(1);
    const without = await save('second', day, { weather: '雨' });
    expect([without.code, fieldsIn(without)]).toEqual(['4001', ['reason']]);
    expect(without.data.fields[0].message).toBe('台账已锁定，补录须填写原因');
    expect(texts(await sheetOf(day))).toMatchObject({ weather: '阴' });
    const late = await save('second', day, { weather: '雨' }, { reason: '下午转雨' });
    expect(late.data.history[0]).toMatchObject({
      field: 'weather',
      text: '雨',
      userName: 'second',
      late: true,
      reason: '下午转雨',
    });
    expect(late.data.history.slice(1).every((entry: { late: boolean }) => !entry.late)).toBe(true);
  });

  it('is late if the day is older than a week', async () => {
    expect(await sheetOf(ago(7))).toMatchObject({ locked: false });
    expect(await sheetOf(ago(8))).toMatchObject({ locked: true });
    expect((await save('writer', ago(7), { weather: '晴' }, { reason: '多余' })).data.history[0]).toMatchObject({
      late: false,
      reason: '',
    });
    expect(fieldsIn(await signed('watcher', ago(8), 'staff'))).toEqual(['reason']);
    const late = await signed('watcher', ago(8), 'staff', { reason: '出差' });
    expect(late.data.current).toMatchObject([{ field: 'staff', late: true, reason: '出差' }]);
  });
});

describe('the ledger of a month', () => {
  it('has reasons, measures and results of earlier measures, until the head of safety signs', async () => {
    expect(await sheetOf(month)).toMatchObject({ kind: 'month', locked: false, lockedAt: null });
    expect((await save('writer', monthBefore, { measures: '夜间停驶' })).code).toBe('0');
    const words = { result: '已停驶', reasons: '雨天多', measures: '培训一次', remark: '无' };
    expect(texts((await save('writer', month, words)).data)).toEqual(words);
    expect(await signed('safety', month, 'staff')).toMatchObject({ code: '4001' });
    const head = await signed('safety', month, 'head');
    expect(head.data).toMatchObject({ locked: true });
    expect(fieldsIn(await save('writer', month, { reasons: '雾天多' }))).toEqual(['reason']);
    expect((await save('writer', month, { reasons: '雾天多' }, { reason: '核对后更正' })).data.history[0]).toMatchObject({
      late: true,
    });
  });

  it('is included in the monthly document, with the measures of the previous month', async () => {
    const of = (of: string) => ({
      db: server.db,
      language: 'zh',
      request: { company: server.company, days: { from: `${of}-01`, to: `${of}-28` }, timeZone: ZONE },
    });
    const lines = await loadMeasures(of(month) as unknown as DocumentContext);
    expect(lines.slice(0, 4)).toEqual([
      '上期措施: 夜间停驶',
      '上期措施落实情况: 已停驶',
      '原因: 雾天多 (补录)',
      '下期措施: 培训一次',
    ]);
    // an empty field is blank on paper
    const foreign = { ...of(month), request: { ...of(month).request, company: server.foreign } };
    for (const line of await loadMeasures(foreign as unknown as DocumentContext)) expect(line).toMatch(/: _{20,}$/);
  });
});

describe('bad input', () => {
  it.each([
    ['today', () => ago(0)],
    ['tomorrow', () => ago(-1)],
    ['this month', () => ago(0).slice(0, 7)],
    ['a day that does not exist', () => '2026-02-30'],
    ['a day too far in the past', () => '1999-12-31'],
    ['a month that does not exist', () => '2026-13'],
    ['a week', () => '2026-W03'],
    ['a year', () => '2026'],
    ['SQL', () => "2026-01-01' or '1'='1"],
  ])('%s is refused as a ledger period', async (_name, period) => {
    for (const [path, more] of [
      ['getLedger', {}],
      ['saveLedger', { version: 0, words: { weather: '晴' } }],
      ['signLedger', { version: 0, role: 'head' }],
    ] as const)
      expect([path, (await call(path === 'saveLedger' ? 'writer' : 'safety', path, { period: period(), ...more })).code]).toEqual(
        [path, '4001'],
      );
  });

  it.each([
    ['a field of monthly ledgers', { words: { measures: '培训' } }],
    ['an unknown field', { words: { mood: 'good' } }],
    ['a text that is too long', { words: { weather: '晴'.repeat(51) } }],
    ['a number instead of a text', { words: { weather: 5 } }],
    ['a request without words', {}],
    ['a negative version', { version: -1, words: { weather: '晴' } }],
    ['a fractional version', { version: 0.5, words: { weather: '晴' } }],
    ['a reason that is too long', { words: { weather: '晴' }, reason: '因'.repeat(201) }],
  ])('%s is refused', async (_name, more) => {
    const day = ago(6);
    expect((await call('writer', 'saveLedger', { period: day, version: 0, ...more })).code).toBe('4001');
    expect((await sheetOf(day)).version).toBe(0);
  });

  it('a signature with an unknown role is refused', async () => {
    const wish = { period: ago(6), version: 0 };
    for (const role of ['boss', '', null, 1]) expect((await call('safety', 'signLedger', { ...wish, role })).code).toBe('4001');
  });
});

describe('files of a ledger', () => {
  async function written(path: string, data: object): Promise<Buffer> {
    const { code, msg, data: begun } = await call('reader', path, data);
    if (code !== '0') throw new Error(`${path}: ${code} ${msg}`);
    const headers = { authorization: tokens.get('reader')! };
    const ask = async (name: string) => (await server.call('POST', `task/${name}`, { id: begun.taskId }, headers)).body.data;
    await expect.poll(async () => (await ask('getTask')).state, WAIT).toBe('done');
    return (await server.http.app.inject({ method: 'GET', url: (await ask('getTaskFile')).url })).rawPayload;
  }
  const own = () => ({ deptId: String(server.company) });
  async function linesOf(bytes: Buffer, sheet: string): Promise<string[]> {
    const path = join(folder, 'book.xlsx');
    await writeFile(path, bytes);
    return (await readAllSheets(path)).get(sheet)!.map(([first]) => first ?? '');
  }

  it('show entries, signatures and late entries', async () => {
    const day = ago(1);
    const rows = await linesOf(await written('mdlExport', { conditions: { ...own(), day } }), '台账信息');
    expect(rows).toContain('天气: 雨 (补录)');
    expect(rows).toContainEqual(expect.stringMatching(/^备注: _{20,}$/));
    expect(rows).toContainEqual(expect.stringMatching(/^监控员签字: watcher \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/));
    expect(rows).toContainEqual(expect.stringMatching(/^安全负责人签字: safety /));
    expect(rows).toContainEqual(expect.stringMatching(/^补录 .* second: 天气: 雨; 补录原因: 下午转雨$/));
    const pdf = extractTexts(readPdf(await written('mdlExport', { conditions: { ...own(), day }, format: 'pdf' }))).join('\n');
    for (const text of ['天气: 雨 (补录)', '监控员签字: watcher', '下午转雨']) expect(pdf).toContain(text);
  });

  it('show the entries of a month with its figures', async () => {
    const rows = await linesOf(await written('monthlyLedgerExport', { conditions: { ...own(), month } }), '月度分析');
    expect(rows).toEqual(
      expect.arrayContaining(['上期措施落实情况: 已停驶', '原因: 雾天多 (补录)', '措施: 培训一次', '备注: 无']),
    );
    expect(rows).toContainEqual(expect.stringMatching(/^补录 .* writer: 原因: 雾天多; 补录原因: 核对后更正$/));
    const pdf = extractTexts(
      readPdf(await written('monthlyLedgerExport', { conditions: { ...own(), month }, format: 'pdf' })),
    ).join('\n');
    expect(pdf).toContain('措施: 培训一次');
  });

  it('show no entries of other companies', async () => {
    const day = ago(2);
    await call('foreign', 'saveLedger', { period: day, version: 0, words: { weather: '别家的雪' } });
    const rows = await linesOf(await written('mdlExport', { conditions: { ...own(), day } }), '台账信息');
    expect(rows).toContain('天气: 晴');
    expect(JSON.stringify(rows)).not.toContain('别家的雪');
  });

  it('mark alarms handled after the lock, as on the page, also in the csv', async () => {
    const day = ago(1);
    const since = (await sheetOf(day)).lockedAt!;
    for (const [clock, dealtAt] of [
      ['07:00:00', since - 1_000],
      ['08:00:00', since + 1_000],
    ] as const) {
      const row = alarm(server.cars[0], timeOf(day, clock), 0);
      await server.add('alarm', row);
      await server.add('alarm_case', {
        gid: row['gid'],
        vehicle_id: server.cars[0],
        type_id: 0,
        level: 3,
        start_at: row['start_at'],
        state: 2,
        dealt_by: server.boss,
        dealt_at: at(dealtAt),
        deal_type: 5,
        notes: '已提醒',
      });
    }
    const { list } = await server.ask(409001, { day });
    const told = list.map(({ cells }) => cells['ledgerAct'] as string);
    expect(told.map((text) => text.endsWith('(补录)'))).toEqual([false, true]);
    const csv = (await written('mdlExport', { conditions: { ...own(), day }, format: 'csv' })).toString();
    expect(csv.split('\r\n').filter((line) => line.includes('(补录)'))).toHaveLength(1);
  });

  it('and the list of days show which days are locked, and which have late entries', async () => {
    for (const day of [ago(8), ago(7), ago(1)])
      await server.add('dept_day', {
        department_id: server.company,
        day,
        vehicle_total: 1,
        joined: 1,
        exempt: 0,
        new_count: 0,
        left_count: 0,
      });
    const { data } = await call('reader', 'mdlList', { staticDate: `${ago(8)},${ago(1)}` });
    const days = (data.list as { day: string; locked: boolean; late: boolean }[]).map(({ day, locked, late }) => [
      day,
      locked,
      late,
    ]);
    expect(days.filter(([day]) => [ago(1), ago(7), ago(8)].includes(day as string))).toEqual([
      [ago(1), true, true],
      [ago(7), false, false],
      [ago(8), true, true],
    ]);
  });
});
