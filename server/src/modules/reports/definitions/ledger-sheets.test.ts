import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sign } from '@fleetwarden/contract/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractTexts, readPdf } from '../../../../test/support/files/read-pdf.ts';
import { readAllSheets } from '../../../../test/support/files/worksheets.ts';
import {
  addPlatform,
  alarm,
  dayBefore,
  startTestReports,
  type TestReports,
  timeOf,
} from '../../../../test/support/reports/report-server.ts';
import { getReportPermission } from '../index.ts';
import { DEFINITIONS } from './all.ts';

const WAIT = { timeout: 30_000, interval: 20 };
let server: TestReports;
let folder: string;
let token: string;
let [day, next, month, yesterday] = ['', '', '', ''];
let [own, branch, foreign] = [0, 0, 0];
const ms = (clock: string, on = day) => timeOf(on, clock).getTime();

const NONE = { false_cnt: 0, auto_cnt: 0, message_cnt: 0, phone_cnt: 0, handle_s: 0, hours: new Array(24).fill(0) };
async function addAlarm(vehicle: number, department: number, on: string, clock: string, type: number, dealt: object | null) {
  const row = alarm(vehicle, timeOf(on, clock), type);
  await server.add('alarm', row);
  await server.add('alarm_case', {
    gid: row['gid'],
    vehicle_id: vehicle,
    type_id: type,
    level: 1,
    start_at: row['start_at'],
    state: dealt ? 2 : 0,
    ...dealt,
  });
  await server.add('alarm_day', {
    day: on,
    vehicle_id: vehicle,
    department_id: department,
    driver_id: 0,
    type_id: type,
    level: 1,
    cnt: 1,
    needed: 1,
    handled: dealt ? 1 : 0,
    timely: 0,
    dur_s: 60,
    ...NONE,
  });
}

beforeAll(async () => {
  server = await startTestReports();
  folder = await mkdtemp(join(tmpdir(), 'ledgers-'));
  await server.account('clerk', server.company, ['2', ...new Set(DEFINITIONS.map(getReportPermission))]);
  token = await server.signIn('clerk');
  yesterday = dayBefore(server.clock.now, 1);
  // a month that is over, and has nothing of yesterday
  month = dayBefore(server.clock.now, Number(yesterday.slice(8)) + 1).slice(0, 7);
  [day, next] = [`${month}-10`, `${month}-11`];
  [own, branch, foreign] = server.cars;
  for (const on of [day, next, yesterday])
    for (const [department, total] of [
      [server.company, 1],
      [server.branch, 1],
      [server.foreign, 1],
    ] as const)
      await server.add('dept_day', {
        department_id: department,
        day: on,
        vehicle_total: total,
        joined: total,
        exempt: 0,
        new_count: 0,
        left_count: 0,
      });
  for (const [vehicle, department, on] of [
    [own, server.company, day],
    [branch, server.branch, day],
    [own, server.company, next],
    [foreign, server.foreign, day],
  ] as const)
    await server.add('vehicle_day', {
      vehicle_id: vehicle,
      department_id: department,
      day: on,
      point_total: 100,
      point_valid: 90,
      gnss_km: 50,
    });
  const dealt = { dealt_by: server.boss, dealt_at: timeOf(day, '08:00:00'), deal_type: 5, notes: '已电话提醒' };
  await addAlarm(own, server.company, day, '07:30:00', 1, dealt);
  await addAlarm(branch, server.branch, day, '07:00:00', 2, null);
  await addAlarm(foreign, server.foreign, day, '06:00:00', 1, null);
  await addAlarm(own, server.company, next, '07:00:00', 1, null);
  await server.add('duty_shift', {
    account_id: server.boss,
    started_at: timeOf(day, '06:00:00'),
    ended_at: timeOf(day, '18:00:00'),
    note: '钥匙在抽屉',
  });
  const stranger = await server.account('stranger', server.foreign);
  await server.add('duty_shift', {
    account_id: stranger,
    started_at: timeOf(day, '06:00:00'),
    ended_at: timeOf(day, '18:00:00'),
  });
  server.jobs.start();
}, 120_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const send = async (path: string, data: object, who = token) =>
  (
    await server.post(
      path,
      { data, sign: sign(data as Record<string, unknown>), pageModel: { page: 1, limit: 50 } },
      { authorization: who, cookie: 'language=zh' },
    )
  ).body;
/** The file that a call of an export has made. */
async function written(path: string, data: object, who = token): Promise<{ name: string; bytes: Buffer }> {
  const { code, msg, data: begun } = await send(path, data, who);
  if (code !== '0') throw new Error(`${path}: ${code} ${msg}`);
  const task = async () => (await send('task/getTask', { id: begun.taskId }, who)).data;
  await expect.poll(async () => (await task()).state, WAIT).toMatch(/done|failed/);
  const { state, fileName, error } = await task();
  if (state !== 'done') throw new Error(`${path}: ${error}`);
  const { url } = (await send('task/getTaskFile', { id: begun.taskId }, who)).data;
  const { rawPayload } = await server.http.app.inject({ method: 'GET', url });
  return { name: fileName, bytes: rawPayload };
}
async function sheets(bytes: Buffer): Promise<Map<string, string[][]>> {
  const path = join(folder, 'book.xlsx');
  await writeFile(path, bytes);
  return readAllSheets(path);
}

describe('the daily ledger', () => {
  it('lists alarms that need handling in order of time, with the user who handled them', async () => {
    const { list } = await server.ask(409001, { day });
    const told = list.map(({ cells }) => [
      cells['ledgerNo'],
      cells['startTime'],
      cells['carNo'],
      cells['alarmType'],
      cells['ledgerStaff'],
    ]);
    expect(told).toEqual([
      [1, ms('07:00:00'), '粤B10002', '2', null],
      [2, ms('07:30:00'), '粤B10001', '1', 'boss'],
    ]);
    expect(list[1]!.cells).toMatchObject({
      handleTime: ms('08:00:00'),
      ledgerAct: expect.stringContaining('已电话提醒'),
      ledgerSign: null,
    });
    expect((await server.ask(409001, { day, userIds: String(server.boss) })).list).toHaveLength(1);
    expect(Object.keys(await server.follow(409001, list[0]!, 'startTime', { day }))).toEqual(['401010']);
    expect((await server.ask(409001, { day, deptId: String(server.branch) })).list).toHaveLength(1);
  });

  it('is listed by day, newest first, with its header data', async () => {
    const { data, pageModel } = await send('report/mdlList', { staticDate: `${day},${next}` });
    expect(pageModel.total).toBe(2);
    expect(data.list).toMatchObject([
      { day: next, rows: 1, unhandled: 1, locked: true, head: { carTotal: 2, onlineCount: 1, offlineCount: 1 } },
      {
        day,
        rows: 2,
        unhandled: 1,
        locked: true,
        head: { carTotal: 2, onlineCount: 2, onlineRate: 100, needCount: 2, handledCount: 1 },
      },
    ]);
    expect((await send('report/mdlList', { staticDate: `${yesterday},${yesterday}` })).data.list).toMatchObject([
      { day: yesterday, rows: 0, locked: false },
    ]);
    // without days it is of yesterday
    for (const none of [{}, { staticDate: '' }])
      expect((await send('report/mdlList', none)).data.list.map(({ day }: { day: string }) => day)).toEqual([yesterday]);
    expect((await send('report/mdlList', { deptId: String(server.foreign) })).code).toBe('4004');
    expect((await send('report/mdlList', { staticDate: 'yesterday' })).code).toBe('4001');
  });

  it('is exported with all its blocks, for the company only', async () => {
    const { name, bytes } = await written('report/mdlExport', { conditions: { deptId: String(server.company), day } });
    expect(name).toMatch(new RegExp(`^监控日台账_集团_${day.replaceAll('-', '')}_\\d{14}\\.xlsx$`));
    const [[sheet, rows] = ['', []], ...more] = await sheets(bytes);
    expect(more).toEqual([]);
    expect(sheet).toBe('台账信息');
    const firsts = rows.map(([first]) => first);
    for (const block of [
      '监控日台账',
      '台账信息',
      '值班情况',
      '车辆情况',
      '未上线车辆',
      '违规处理',
      '查岗督办',
      '下发消息',
      '电话提醒',
      '交接事项',
      '签字',
    ])
      expect(firsts).toContain(block);
    expect(rows).toContainEqual(['车辆总数 (辆)', '2']);
    expect(rows.find(([, , plate, , kind]) => plate === '粤B10001' && kind?.includes('超速'))).toBeDefined();
    // phone reminders
    expect(rows.filter((row) => row.includes('已电话提醒'))).toHaveLength(1);
    expect(JSON.stringify(rows)).toContain('钥匙在抽屉');
    expect(JSON.stringify(rows)).not.toContain('粤B10003');
    expect(JSON.stringify(rows)).not.toContain('stranger');
  });

  it('is exported as PDF, or as CSV with its rows only', async () => {
    const conditions = { deptId: String(server.company), day };
    const pdf = readPdf((await written('report/mdlExport', { conditions, format: 'pdf' })).bytes);
    expect(pdf.title).toBe('监控日台账');
    expect(extractTexts(pdf)).toEqual(expect.arrayContaining(['集团', '违规处理', '粤B10001', '钥匙在抽屉']));
    expect(extractTexts(pdf).join()).not.toContain('粤B10003');
    const { bytes } = await written('report/exportdata', { reportId: 409001, conditions, format: 'csv' });
    expect(bytes.toString().trim().split('\r\n')).toHaveLength(3);
  });

  it('omits reports that the user has no permission for, and says so', async () => {
    await server.account('watcher', server.company, ['2', '40901']);
    const watcher = await server.signIn('watcher');
    const conditions = { deptId: String(server.company), day };
    const [[, rows] = ['', []]] = await sheets((await written('report/mdlExport', { conditions }, watcher)).bytes);
    const below = (heading: string) => rows[rows.findIndex(([first]) => first === heading) + 1];
    for (const heading of ['值班情况', '未上线车辆', '查岗督办', '下发消息', '电话提醒', '交接事项'])
      expect(below(heading)).toEqual(['您没有查看该内容的权限']);
    // its own rows, and figures that are of no other report
    expect(rows.find(([, , plate, , kind]) => plate === '粤B10001' && kind?.includes('超速'))).toBeDefined();
    expect(rows).toContainEqual(['车辆总数 (辆)', '2']);
    expect(JSON.stringify(rows)).not.toContain('钥匙在抽屉');
    const pdf = extractTexts(readPdf((await written('report/mdlExport', { conditions, format: 'pdf' }, watcher)).bytes));
    expect(pdf).toEqual(expect.arrayContaining(['违规处理', '粤B10001', '您没有查看该内容的权限']));
    expect(pdf.join()).not.toContain('钥匙在抽屉');
  });

  it('is refused for a company outside the scope, and without a company', async () => {
    expect((await send('report/mdlExport', { conditions: { deptId: String(server.foreign), day } })).code).toBe('4004');
    expect((await send('report/mdlExport', { conditions: { day } })).code).not.toBe('0');
  });
});

describe('the monthly ledger', () => {
  it('shows the events and the monitoring staff of each company and day', async () => {
    const { list, sums } = await server.ask(409002, { month });
    const columns = [
      'statDate',
      'deptName',
      'carTotal',
      'onlineCount',
      'onlineRate',
      'overCount',
      'fatigueCount',
      'needCount',
      'handledCount',
      'ledgerStaff',
    ];
    const told = list.map(({ cells }) => columns.map((key) => cells[key]));
    expect(told).toEqual(
      expect.arrayContaining([
        [day, '集团', 1, 1, 100, 1, 0, 1, 1, 'boss'],
        [day, '分公司', 1, 1, 100, 0, 1, 1, 0, 'boss'],
        [next, '集团', 1, 1, 100, 1, 0, 1, 0, null],
        [next, '分公司', 1, 0, 0, 0, 0, 0, 0, null],
      ]),
    );
    expect(told).toHaveLength(4);
    expect(list.map(({ cells }) => cells['statDate'])).toEqual([day, day, next, next]);
    expect(sums).toMatchObject({
      onlineCount: 3,
      overCount: 2,
      fatigueCount: 1,
      needCount: 3,
      handledCount: 1,
      handleRate: 33.33,
    });
    const there = await server.follow(409002, list.find(({ cells }) => cells['overCount'] === 1)!, 'overCount', { month });
    expect(Object.keys(there)).toEqual(['404009']);
    expect((await send('report/monthlyLedger', { conditions: { month } })).data.list).toHaveLength(4);
  });

  it('counts requests from superior platforms for the company that received them', async () => {
    const [ours, theirs] = [
      await addPlatform(server, '省平台', server.branch, 9001),
      await addPlatform(server, '别家平台', server.foreign, 9002),
    ];
    const check = (superior_id: number, serial: number, repliedAt: string | null) =>
      server.add('post_check', {
        superior_id,
        serial,
        info_id: serial,
        object_type: 2,
        object_id: '4401',
        question: '在吗',
        received_at: timeOf(next, '10:00:00'),
        deadline_at: timeOf(next, '10:10:00'),
        replied_at: repliedAt === null ? null : timeOf(next, repliedAt),
      });
    await check(ours, 1, '10:05:00');
    await check(ours, 2, '10:20:00');
    await check(theirs, 3, '10:05:00');
    const { list, sums } = await server.ask(409002, { month, deptId: String(server.branch) });
    const told = list.map(({ cells }) => [
      cells['statDate'],
      cells['deptName'],
      cells['chkCount'],
      cells['chkOk'],
      cells['supCount'],
    ]);
    expect(told.filter(([, , checks]) => checks !== 0)).toEqual([[next, '分公司', 2, 1, 0]]);
    expect(sums).toMatchObject({ chkCount: 2, chkOk: 1, supCount: 0 });
  });

  it('is exported with a worksheet for each register', async () => {
    const { name, bytes } = await written('report/monthlyLedgerExport', {
      conditions: { deptId: String(server.company), month },
    });
    expect(name).toMatch(new RegExp(`^月台账_集团_${month.replace('-', '')}_\\d{14}\\.xlsx$`));
    const book = await sheets(bytes);
    expect([...book.keys()]).toEqual(['逐日情况', '违规登记', '车辆登记', '驾驶员登记', '离线与维修', '查岗督办', '月度分析']);
    const days = book.get('逐日情况')!;
    expect(days.filter(([first]) => first === day || first === next)).toHaveLength(4);
    expect(days.at(-1)).toContain('合计');
    expect(book.get('车辆登记')!.find(([plate]) => plate === '粤B10001')).toBeDefined();
    expect(JSON.stringify([...book])).not.toContain('粤B10003');
  });
});
