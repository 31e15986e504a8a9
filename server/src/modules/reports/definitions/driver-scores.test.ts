import type { ScoreRules } from '@fleetwarden/domain/month-score';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayBefore, startTestReports, type TestReports } from '../../../../test/support/reports/report-server.ts';
import { sql } from '../../../platform/db/database.ts';
import { getReportPermission } from '../index.ts';
import { buildMonth, listDays, previousMonthKey } from '../model/months.ts';
import { closeMonth } from '../scores/close-months.ts';
import { DEFINITIONS } from './all.ts';

const ZONE = 'Asia/Shanghai';
const [OVERSPEED, FATIGUE, PHONE, NIGHT_BAN] = [1, 2, 78, 108] as const;
let server: TestReports;
let [month, before] = ['', ''];
let [company, branch, foreign] = [0, 0, 0];
const drivers = { anna: 0, bert: 0, carl: 0, dora: 0, zoe: 0 };

const driver = async (name: string, departmentId: number, qualNo: string) =>
  (await server.add('driver', { name, department_id: departmentId, qual_no: qualNo }))!;
const drove = (driverId: number, vehicleId: number, date: string, km: number, seconds: number, night = 0) =>
  server.add('driver_day', {
    driver_id: driverId,
    day: date,
    vehicle_id: vehicleId,
    km,
    drive_s: seconds,
    night_drive_s: night,
    longest_drive_s: seconds,
    department_id: getDepartment(vehicleId),
  });
const getDepartment = (vehicleId: number): number => [company, branch, foreign][server.cars.indexOf(vehicleId)]!;
const warned = (driverId: number, vehicleId: number, date: string, typeId: number, level: number, cnt: number, wrong = 0) =>
  server.add('alarm_day', {
    vehicle_id: vehicleId,
    day: date,
    type_id: typeId,
    level,
    driver_id: driverId,
    cnt,
    false_cnt: wrong,
    department_id: getDepartment(vehicleId),
    dur_s: 0,
    needed: 0,
    handled: 0,
    timely: 0,
    auto_cnt: 0,
    message_cnt: 0,
    phone_cnt: 0,
    handle_s: 0,
    hours: new Array(24).fill(0),
  });
const close = (key: string) =>
  closeMonth({ db: server.db, rulesOf: async () => ({}) as ScoreRules, timeZone: ZONE, now: () => server.clock.now }, key);
const COLUMNS = [
  'rankNo',
  'driverName',
  'deptName',
  'driverCert',
  'driverKm',
  'driverSec',
  'overCount',
  'fatigueCount',
  'nightCount',
  'dsmCount',
  'alarmPer100',
  'riskScore',
  'safeScore',
  'prevScore',
  'scoreGrade',
];
const told = async (conditions: Record<string, string> = { month }, columns: readonly string[] = COLUMNS) =>
  (await server.ask(402004, conditions)).list.map(({ cells }) => columns.map((column) => cells[column]));

beforeAll(async () => {
  server = await startTestReports();
  ({ company, branch, foreign } = server);
  const [own, below, elsewhere] = server.cars;
  month = previousMonthKey(dayBefore(server.clock.now, 0).slice(0, 7));
  before = previousMonthKey(month);
  drivers.anna = await driver('安娜', company, 'Q1');
  drivers.bert = await driver('伯特', branch, 'Q2');
  drivers.carl = await driver('卡尔', branch, 'Q3');
  drivers.dora = await driver('朵拉', branch, 'Q4');
  drivers.zoe = await driver('佐伊', foreign, 'Q5');
  // Anna: 200 km in two vehicles, a fifth of the time at night
  await drove(drivers.anna, own, `${month}-10`, 150, 7_200, 1_800);
  await drove(drivers.anna, below, `${month}-11`, 50, 1_800);
  await warned(drivers.anna, own, `${month}-10`, OVERSPEED, 2, 3, 1);
  await warned(drivers.anna, own, `${month}-10`, FATIGUE, 1, 1);
  await warned(drivers.anna, below, `${month}-11`, PHONE, 3, 1);
  await warned(drivers.anna, own, `${month}-11`, NIGHT_BAN, 3, 1);
  await drove(drivers.anna, own, `${before}-05`, 100, 3_600);
  await warned(drivers.anna, own, `${before}-05`, OVERSPEED, 1, 3);
  // Bert, without an alarm, also in a vehicle of the parent company; Carl, too short; Dora, only standing
  await drove(drivers.bert, own, `${month}-12`, 60, 2_400);
  await drove(drivers.bert, below, `${month}-12`, 40, 1_200);
  await drove(drivers.carl, below, `${month}-13`, 99, 4_000);
  await warned(drivers.carl, below, `${month}-13`, OVERSPEED, 1, 2);
  await warned(drivers.dora, below, `${month}-14`, PHONE, 1, 1);
  // an unknown driver, and a foreign one
  await drove(0, own, `${month}-15`, 500, 9_000);
  await warned(0, own, `${month}-15`, OVERSPEED, 1, 9);
  await drove(drivers.zoe, elsewhere, `${month}-10`, 1_000, 9_000);
}, 120_000);
afterAll(() => server.stop());

/**
 * Anna on 100 km. Overspeeds (3 - 1 false) x 3 / 2 = 3 of 6: 50. Fatigue 1 / 2 = 0.5 of 3: 16.67. Phoning 6 / 2 = 3 of 8: 37.5.
 * At night 6 / 2 + 20 x 1800 / 9000 = 7 of 3: 100. Risk 0.25 x 50 + 0.25 x 16.67 + 0.2 x 37.5 + 0.1 x 100 = 34.17.
 * A month before: 3 of 6 on 100 km: 50, and its quarter.
 */
const rows = [
  [1, '伯特', '分公司', 'Q2', 100, 3_600, 0, 0, 0, 0, 0, 0, 100, null, 'A'],
  [2, '安娜', '集团', 'Q1', 200, 9_000, 3, 1, 1, 1, 3, 34.2, 65.8, 87.5, 'C'],
  [null, '卡尔', '分公司', 'Q3', 99, 4_000, 2, 0, 0, 0, 2.02, null, null, null, null],
  [null, '朵拉', '分公司', 'Q4', 0, 0, 0, 0, 0, 1, null, null, null, null, null],
];

describe('scores of drivers', () => {
  it('are calculated on request while the month is open, and marked as incomplete', async () => {
    expect(await told()).toEqual(rows);
    const { sums, list } = await server.ask(402004, { month });
    expect(sums).toEqual({ driverKm: 399, driverSec: 16_600, overCount: 5, fatigueCount: 1, nightCount: 1, dsmCount: 2 });
    expect(await server.ask(402004, { month })).toMatchObject({ incomplete: listDays(buildMonth(month, ZONE)) });
    expect((await server.draw(402004, { month })).x.slice(0, 2)).toEqual(['伯特', '安娜']);
    expect((await server.draw(402004, { month })).series[0]!.values.slice(0, 2)).toEqual([100, 65.8]);
    const anna = list.find(({ cells }) => cells['driverName'] === '安娜')!;
    const target = (await server.follow(402004, anna, 'dsmCount', { month, deptId: String(company) }))[404004]!;
    const [led] = (await server.ask(404004, target)).list;
    expect(led!.cells).toMatchObject({ driverName: '安娜', driverKm: 200, alarmCount: 6, dsmCount: 1 });
  });

  it('are ranked among all drivers, even if only some are selected', async () => {
    expect(await told({ month, driverIds: String(drivers.anna) }, ['rankNo', 'driverName'])).toEqual([[2, '安娜']]);
    expect(await told({ month, driverIds: String(drivers.zoe) })).toEqual([]);
  });

  it('include the drivers in scope, each with everything that they drove', async () => {
    await server.account('lower', branch, ['2', ...new Set(DEFINITIONS.map(getReportPermission))]);
    const authorization = await server.signIn('lower');
    const ask = async (data: object) =>
      (
        await server.post(
          'report/advanceSearchJson',
          { data: { reportId: 402004, ...data }, pageModel: { page: 1, limit: 50 } },
          { authorization },
        )
      ).body;
    const { data } = await ask({ conditions: { month } });
    const found = (data.list as { cells: Record<string, unknown> }[]).map(({ cells }) => [
      cells['driverName'],
      cells['driverKm'],
    ]);
    expect(found).toEqual([
      ['伯特', 100],
      ['卡尔', 99],
      ['朵拉', 0],
    ]);
    expect((await ask({ conditions: { month, deptId: String(company) } })).code).toBe('4004');
    expect((await ask({ conditions: { month: '2026-13' } })).code).toBe('4001');
  });

  it('are calculated from their days if the month was closed before driver scores existed', async () => {
    await server.db.run(sql`insert into score_close (month, rules) values (${month}, '{}')`);
    expect(await told()).toEqual(rows);
    await server.db.run(sql`delete from score_close`);
  });

  it('are stored once with their month, and do not change when their days change', async () => {
    expect((await Promise.all([close(before), close(before)])).toSorted()).toEqual([false, true]);
    expect(await close(month)).toBe(true);
    const written = await server.db.query(sql`
      select object_id as id, department_id as dept, score, grade, rank from score_month
      where object_type = 'driver' and month = ${month} order by object_id`);
    expect(written).toEqual([
      { id: drivers.anna, dept: company, score: 65.8, grade: 'C', rank: 2 },
      { id: drivers.bert, dept: branch, score: 100, grade: 'A', rank: 1 },
      { id: drivers.carl, dept: branch, score: null, grade: null, rank: null },
      { id: drivers.dora, dept: branch, score: null, grade: null, rank: null },
      // another organisation has places of its own
      { id: drivers.zoe, dept: foreign, score: 100, grade: 'A', rank: 1 },
    ]);
    await server.db.run('update driver_day set km = km * 7, night_drive_s = drive_s');
    await server.db.run('update alarm_day set cnt = cnt + 100');
    expect(await told()).toEqual(rows);
    expect(await server.ask(402004, { month })).toMatchObject({ incomplete: [] });
    expect(await told({ month: before }, ['driverName', 'safeScore', 'prevScore'])).toEqual([['安娜', 87.5, null]]);
  });
});
