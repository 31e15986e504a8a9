import { permission } from '@fleetwarden/contract/permissions';
import { settingRow } from '@fleetwarden/contract/settings/platform-settings';
import { SCORE_RULES, type ScoreRules } from '@fleetwarden/domain/month-score';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addCheck,
  addPlatform,
  addSupervision,
  dayBefore,
  startTestReports,
  type TestReports,
  timeOf,
} from '../../../../test/support/reports/report-server.ts';
import { sql } from '../../../platform/db/database.ts';
import { buildMonth, listDays, previousMonthKey } from '../model/months.ts';
import { closeMonth } from '../scores/close-months.ts';

const ZONE = 'Asia/Shanghai';
let server: TestReports;
let [month, before, first, second] = ['', '', '', ''];
let [company, branch, foreign] = [0, 0, 0];
let [bus, silent] = [0, 0];
const DANGEROUS = 3;

const day = (vehicleId: number, date: string, departmentId: number, values: object) =>
  server.add('vehicle_day', { vehicle_id: vehicleId, day: date, department_id: departmentId, ...values });
const warn = (vehicleId: number, departmentId: number, typeId: number, values: object, date = first) =>
  server.add('alarm_day', {
    vehicle_id: vehicleId,
    day: date,
    type_id: typeId,
    level: 1,
    department_id: departmentId,
    dur_s: 0,
    needed: 0,
    handled: 0,
    timely: 0,
    false_cnt: 0,
    auto_cnt: 0,
    message_cnt: 0,
    phone_cnt: 0,
    handle_s: 0,
    hours: new Array(24).fill(0),
    ...values,
  });
const car = async (plate: string, departmentId: number, industry: number) =>
  (await server.add('vehicle', {
    plate,
    department_id: departmentId,
    vehicle_type: 21,
    plate_colour: 2,
    industry,
    created_at: timeOf('2024-01-01', '00:00:00'),
  }))!;
const check = (superior: number, replied: string | null) =>
  addCheck(server, superior, {
    received_at: timeOf(first, '09:00:00'),
    deadline_at: timeOf(first, '09:10:00'),
    replied_at: replied === null ? null : timeOf(first, replied),
  });
const supervise = (superior: number, vehicle: number, replied: boolean) =>
  addSupervision(server, superior, vehicle, {
    warn_at: timeOf(first, '05:00:00'),
    received_at: timeOf(first, '06:00:00'),
    deadline_at: timeOf(first, '07:00:00'),
    replied_at: replied ? timeOf(first, '06:30:00') : null,
  });
const bound = async (name: string, departmentId: number, kind: number, vehicles: readonly number[]) => {
  const operator = await server.add('operator', { department_id: departmentId, name, kind, contact: '', tel: '' });
  for (const vehicle of vehicles)
    await server.db.run(sql`insert into operator_vehicle (operator_id, vehicle_id) values (${operator}, ${vehicle})`);
};
const rulesOf = async () =>
  Object.fromEntries(SCORE_RULES.map((rule) => [rule, settingRow(rule)!.default])) as unknown as ScoreRules;
const close = (key: string) => closeMonth({ db: server.db, rulesOf, timeZone: ZONE, now: () => server.clock.now }, key);
const told = async (reportId: number, conditions: Record<string, string>, columns: readonly string[]) =>
  (await server.ask(reportId, conditions)).list.map(({ cells }) => columns.map((column) => cells[column]));
const MARKS = [
  'joinScore',
  'onlineScore',
  'trackScore',
  'validScore',
  'driftScore',
  'overScore',
  'fatigueScore',
  'checkScore',
  'totalScore',
  'scoreGrade',
];

beforeAll(async () => {
  server = await startTestReports();
  ({ company, branch, foreign } = server);
  const [own, below, elsewhere] = server.cars;
  month = previousMonthKey(dayBefore(server.clock.now, 0).slice(0, 7));
  before = previousMonthKey(month);
  [first, second] = [`${month}-10`, `${month}-11`];
  await server.db.run(sql`update vehicle set industry = ${DANGEROUS}, created_at = '2024-01-01'`);
  silent = await car('粤B10004', company, DANGEROUS);
  // 2 buses of another industry: only included on request
  bus = await car('粤B10005', company, 6);
  await car('粤B10006', company, 6);
  await day(own, first, company, {
    point_total: 100,
    point_valid: 90,
    track_ok_km: 40,
    track_gap_km: 10,
    gnss_km: 50,
    drift_count: 3,
  });
  await day(own, second, company, { point_total: 100, point_valid: 90, track_ok_km: 50, gnss_km: 50, drift_count: 2 });
  await day(below, first, branch, { point_total: 50, point_valid: 50, track_ok_km: 10, gnss_km: 10 });
  await day(elsewhere, first, foreign, { point_total: 50, point_valid: 50, track_ok_km: 10, gnss_km: 10 });
  await day(bus, first, company, { point_total: 100, point_valid: 10, track_ok_km: 10 });
  // it was added a month ago, and never online since
  await day(silent, `${before}-20`, company, { point_total: 10, point_valid: 10, track_ok_km: 10 });
  await warn(own, company, 1, { cnt: 4, needed: 4, handled: 3, timely: 1 });
  await warn(own, company, 2, { cnt: 1, needed: 1, dur_s: 600 });
  await warn(below, branch, 1, { cnt: 2 });
  await warn(elsewhere, foreign, 1, { cnt: 100 });
  const platform = await addPlatform(server, '省平台', company, 9001);
  await check(platform, '09:05:00');
  await check(platform, '09:20:00');
  await supervise(platform, own, true);
  await supervise(platform, own, false);
  await server.db.run(sql`insert into superior_vehicle (superior_id, vehicle_id) values (${platform}, ${own})`);
  // wanted for eight hours, signed in for six
  for (const [clock, state] of [
    ['00:00:00', 2],
    ['06:00:00', 3],
    ['08:00:00', 0],
  ] as const)
    await server.add('link_log', { superior_id: platform, link: 0, state, at: timeOf(first, clock) });
  await bound('运营甲', company, 1, [own, below]);
  await bound('流量卡商', company, 2, [own]);
  await bound('别家运营', foreign, 1, [elsewhere]);
}, 120_000);
afterAll(() => server.stop());

describe('a vehicle that was reported out of service', () => {
  const rate = async () => (await told(402001, { month }, ['deptName', 'onlineRate'])).at(-1);
  const stop = (days: readonly string[]) =>
    server.db.run(sql`
      insert into exempt_day (vehicle_id, day, department_id) select ${silent}::integer, d, ${company}::integer
      from unnest(${[...days]}::date[]) d`);

  it('is not counted if it was out of service all month, and counted if only for a part', async () => {
    const days = listDays(buildMonth(month, ZONE));
    await stop(days.slice(1));
    expect(await rate()).toEqual(['集团', 50]);
    await stop(days.slice(0, 1));
    expect(await rate()).toEqual(['集团', 100]);
    await server.db.run(sql`delete from exempt_day where vehicle_id = ${silent}`);
    expect(await rate()).toEqual(['集团', 50]);
  });
});

/** Expected values of all tests, for months computed on request and stored ones. */
const companies = [
  ['分公司', 1, 1, 1, 1, 100, 100, 100, 0, 2, 0, 5, 5, 15, 15, 10, 13.33, 20, 5, 88.33, 'B'],
  ['集团', 2, 2, 2, 1, 50, 90, 90, 100, 4, 10, 5, 2.5, 13.5, 13.5, 0, 6.67, 0, 5, 46.17, 'D'],
];
const COMPANY = [
  'deptName',
  'rankNo',
  'carTotal',
  'joinedCount',
  'onlineCount',
  'onlineRate',
  'trackRate',
  'validRate',
  'driftRate',
  'overPerCar',
  'fatiguePerCar',
  ...MARKS,
];
const OPERATOR = [
  'operatorName',
  'rankNo',
  'carTotal',
  'joinedCount',
  'linkRate',
  'linkScore',
  'onlineScore',
  'trackScore',
  'validScore',
  'driftScore',
  'totalScore',
  'scoreGrade',
];
const operators = [['运营甲', 1, 2, 2, 75, 11.25, 15, 27.27, 23, 7.5, 84.02, 'B']];
const HANDLING = [
  'deptName',
  'rankNo',
  'alarmCount',
  'handleRate',
  'handleScore',
  'timelyScore',
  'supRate',
  'supScore',
  'totalScore',
  'scoreGrade',
];
const handling = [
  ['分公司', 1, 2, null, 40, 40, null, 20, 100, 'A'],
  ['集团', 2, 5, 60, 24, 8, 50, 10, 42, 'D'],
];

describe('a month that is not closed', () => {
  it('is calculated on request, and marked as incomplete', async () => {
    expect(await told(402001, { month }, COMPANY)).toEqual(companies);
    expect(await server.ask(402001, { month })).toMatchObject({ incomplete: listDays(buildMonth(month, ZONE)) });
    expect(await told(402002, { month }, OPERATOR)).toEqual(operators);
    expect(await told(402007, { month }, HANDLING)).toEqual(handling);
    expect(await server.db.query('select 1 from score_month')).toEqual([]);
  });

  it('counts vehicles of other trades if requested', async () => {
    const [row] = await told(402001, { month, industries: '6' }, [
      'deptName',
      'carTotal',
      'joinedCount',
      'joinScore',
      'validScore',
    ]);
    // one of two buses was ever online: half, below the floor; a tenth of its positions is valid
    expect(row).toEqual(['集团', 2, 1, 0, 0]);
    const all = await told(402001, { month, industries: '' }, ['deptName', 'carTotal']);
    expect(all.toSorted()).toEqual([
      ['分公司', 1],
      ['集团', 4],
    ]);
    expect(await told(402002, { month, industries: '6' }, ['operatorName'])).toEqual([]);
    expect(await told(402002, { month, operatorName: '乙' }, ['operatorName'])).toEqual([]);
  });

  it('counts only alarms of the requested types', async () => {
    expect(await told(402007, { month, alarmTypes: '1' }, HANDLING)).toEqual([
      ['分公司', 1, 2, null, 40, 40, null, 20, 100, 'A'],
      ['集团', 2, 4, 75, 30, 10, 50, 10, 50, 'D'],
    ]);
  });

  it('sums additive values, charts the scores, and links to other reports', async () => {
    const { sums, list } = await server.ask(402007, { month });
    expect(sums).toEqual({
      alarmCount: 7,
      needCount: 5,
      handledCount: 3,
      timelyCount: 1,
      supCount: 2,
      supDone: 1,
      handleRate: 60,
      timelyRate: 20,
    });
    expect(await server.draw(402001, { month })).toEqual({
      x: ['分公司', '集团'],
      series: [{ colEName: 'totalScore', values: [88.33, 46.17] }],
    });
    expect(Object.keys(await server.follow(402007, list[1]!, 'needCount', { month }))).toEqual(['404006']);
    expect(Object.keys(await server.follow(402007, list[1]!, 'supCount', { month }))).toEqual(['403006']);
    const [row] = (await server.ask(402001, { month })).list;
    for (const [column, report] of Object.entries({
      trackRate: 403002,
      validRate: 403003,
      driftCars: 403004,
      overPerCar: 404010,
      fatiguePerCar: 404012,
      chkRate: 403005,
      joinedCount: 402003,
    }))
      expect(Object.keys(await server.follow(402001, row!, column, { month })), column).toEqual([String(report)]);
    expect((await server.follow(402001, row!, 'trackRate', { month }))[403002]).toMatchObject({
      deptId: String(branch),
      month,
      industries: '1,2,3',
      groupBy: 'dept',
      deptOnly: '1',
    });
  });
});

describe('a month that is closed', () => {
  it('is stored once, completely or not at all, with concurrent attempts', async () => {
    let asked = 0;
    const failing = async () => {
      if (++asked > 6) throw new Error('cut');
      return rulesOf();
    };
    const options = { db: server.db, timeZone: ZONE, now: () => server.clock.now };
    await expect(closeMonth({ ...options, rulesOf: failing }, month)).rejects.toThrow('cut');
    expect(await server.db.query('select 1 from score_month union all select 1 from score_close')).toEqual([]);
    expect((await Promise.all([close(month), close(month), close(month)])).sort()).toEqual([false, false, true]);
    const rows = await server.db.query(sql`
      select object_type as type, object_id as id, score, grade, rank from score_month order by object_type, object_id`);
    expect(rows.filter(({ type }) => type === 'dept')).toEqual([
      { type: 'dept', id: company, score: 46.17, grade: 'D', rank: 2 },
      { type: 'dept', id: branch, score: 88.33, grade: 'B', rank: 1 },
      { type: 'dept', id: foreign, score: expect.any(Number), grade: expect.any(String), rank: 1 },
    ]);
    expect(rows.filter(({ type }) => type === 'operator')).toHaveLength(2);
    // driven for less than 100 km, and nothing to rate but one
    expect(rows.filter(({ type }) => type === 'vehicle').map(({ score }) => score)).toEqual([
      expect.any(Number),
      null,
      null,
      null,
    ]);
  });

  it('does not change when its days or the weights change', async () => {
    await server.db.run(sql`update alarm_day set cnt = cnt * 7, handled = 0 where day = ${first}::date`);
    await server.db.run(sql`insert into setting_value (department_id, key, value, updated_by)
      values (${company}, 'scoreJoin', '50', ${server.boss})`);
    expect(await told(402001, { month }, COMPANY)).toEqual(companies);
    expect(await told(402002, { month }, OPERATOR)).toEqual(operators);
    expect(await told(402007, { month }, HANDLING)).toEqual(handling);
    expect(await server.ask(402001, { month })).toMatchObject({ incomplete: [] });
    // months that are not stored are computed from their days, with the weights of the closing
    expect(await told(402001, { month, industries: '6' }, ['totalScore', 'onlineScore'])).toEqual([[expect.any(Number), 5]]);
  });

  it('is compared with the previous month', async () => {
    expect(await close(before)).toBe(true);
    // the silent one was alone then, and one of two that had joined is too few
    expect(await told(402001, { month: before }, ['deptName', 'carTotal', 'onlineCount', 'totalScore'])).toEqual([
      ['集团', 2, 1, 95],
      ['分公司', 1, 0, 10],
    ]);
    expect(await told(402001, { month }, ['deptName', 'prevScore', 'momRate'])).toEqual([
      ['分公司', 10, 783.3],
      ['集团', 95, -51.4],
    ]);
  });
});

describe('closing a month by hand', () => {
  const tryIt = async (login: string, key: string) => {
    const authorization = await server.signIn(login);
    return (await server.post('report/closeReportMonth', { data: { month: key } }, { authorization })).body.code;
  };

  it('requires permission to edit the settings of the top department, and writes a log entry', async () => {
    await server.account('keeper', company, [permission.editSettings]);
    await server.account('lower', branch, [permission.editSettings]);
    const older = previousMonthKey(before);
    await server.account('reader', company, ['2', '402']);
    expect(await tryIt('reader', older)).toBe('4003');
    expect(await tryIt('lower', older)).toBe('4003');
    expect(await tryIt('keeper', older)).toBe('0');
    expect(await server.db.query(sql`select month from score_close order by month`)).toEqual(
      [older, before, month].map((key) => ({ month: key })),
    );
    expect(
      await server.db.first(
        sql`select object, account, result from audit_log where action = 'closeReportMonth' and result = '0'`,
      ),
    ).toEqual({
      object: older,
      account: 'keeper',
      result: '0',
    });
  });

  it('does not change a closed month, and refuses a month that is not over', async () => {
    const rows = () => server.db.query(sql`select * from score_month order by month, object_type, object_id`);
    const written = await rows();
    // the last month may still be open for some days
    expect(await tryIt('keeper', before)).toBe('4010');
    expect(await tryIt('keeper', dayBefore(server.clock.now, 0).slice(0, 7))).toBe('4001');
    expect(await tryIt('keeper', '2026-13')).toBe('4001');
    expect(await rows()).toEqual(written);
  });
});

describe('the comparison of companies', () => {
  const asked = () => ({ deptIds: `${company},${branch}`, monthRange: `${before},${month}` });

  it('is sorted by month and rank', async () => {
    expect(await told(402006, asked(), ['statMonth', 'rankNo', 'deptName', 'totalScore', 'prevScore', 'checkScore'])).toEqual([
      [month, 1, '分公司', 88.33, 10, 5],
      [month, 2, '集团', 46.17, 95, 5],
      [before, 1, '集团', 95, 10, 10],
      [before, 2, '分公司', 10, 10, 10],
    ]);
    // its place is that among all of the organisation, whomever it is compared with
    expect(await told(402006, { ...asked(), deptIds: String(company) }, ['rankNo'])).toEqual([[2], [1]]);
    const { list } = await server.ask(402006, asked());
    expect((await server.follow(402006, list[1]!, 'totalScore', asked()))[402001]).toEqual({
      deptId: String(company),
      deptOnly: '1',
      month,
    });
  });

  it('has one chart line per company', async () => {
    expect(await server.draw(402006, asked())).toEqual({
      x: [before, month],
      series: [
        { colEName: 'totalScore', name: '集团', values: [95, 46.17] },
        { colEName: 'totalScore', name: '分公司', values: [10, 88.33] },
      ],
    });
  });

  it('is limited to the scope, and to a maximum number of companies and months', async () => {
    await expect(server.ask(402006, { ...asked(), deptIds: `${company},${foreign}` })).rejects.toThrow('4004');
    const many = Array.from({ length: 21 }, () => company).join();
    await expect(server.ask(402006, { ...asked(), deptIds: many })).rejects.toThrow('4001');
    const tooLong = `${previousMonthKey(month).replace(/^\d{4}/, (year) => String(Number(year) - 2))},${month}`;
    await expect(server.ask(402006, { ...asked(), monthRange: tooLong })).rejects.toThrow('4001');
  });
});

describe('monthly reports by region', () => {
  it('exclude requests from superior platforms in the bulletin', async () => {
    expect(
      await told(408013, { month }, ['rankNo', 'deptName', 'carTotal', 'joinRate', 'overCount', 'totalScore', 'prevScore']),
    ).toEqual([
      [1, '分公司', 1, 100, 2, 92.59, 0],
      [2, '集团', 2, 100, 4, 45.74, 94.44],
    ]);
    const { list, sums } = await server.ask(408013, { month });
    expect(sums).toEqual({ carTotal: 3, overCount: 6, fatigueCount: 1, nightCount: 0, nightCars: 0 });
    expect(Object.keys(await server.follow(408013, list[0]!, 'overCount', { month }))).toEqual(['404010']);
  });

  it('are grouped by city on request, with companies weighted by their number of vehicles', async () => {
    const columns = ['rankNo', 'regionName', 'deptName', 'carTotal', 'joinRate', 'overCount', 'totalScore', 'prevScore'];
    // without places: 92.59 of one vehicle, 45.74 of two
    expect(await told(408013, { month, groupBy: 'region' }, columns)).toEqual([[1, null, null, 3, 100, 6, 61.36, 62.96]]);
    await server.db.run(sql`update department set admin_code = case id when ${company} then '440106' else '440300' end
      where id = any(${[company, branch]})`);
    const rows = await told(408013, { month, groupBy: 'region' }, columns);
    expect(rows.map((row) => row.slice(1, 6))).toEqual([
      ['深圳市', null, 1, 100, 2],
      ['广州市', null, 2, 100, 4],
    ]);
    // each company is its city's average now: ten of twenty points for speed and for fatigue, if it drove at all
    expect(rows.map((row) => row[0])).toEqual([1, 2]);
    expect((await told(408013, { month }, columns)).map((row) => row.slice(1, 3))).toEqual([
      ['深圳市', '分公司'],
      ['天河区', '集团'],
    ]);
    const { list } = await server.ask(408013, { month, groupBy: 'region' });
    // a figure of several companies leads to that of none
    expect(await server.follow(408013, list[0]!, 'overCount', { month, groupBy: 'region' })).toEqual({});
    const { x } = await server.draw(408013, { month, groupBy: 'region' });
    expect(x.toSorted()).toEqual(['广州市', '深圳市']);
    // a province contains both, a city one, and another none
    const names = async (adcode: string) => (await told(408013, { month, adcode }, ['deptName'])).flat();
    expect([await names('440000'), await names('440100'), await names('430000')]).toEqual([['分公司', '集团'], ['集团'], []]);
    await server.db.run(sql`update department set admin_code = null`);
  });

  it('compare companies with all companies in their city, including those of other organizations', async () => {
    // stored rows of a closed month remain: other sets of vehicles are recalculated
    const overs = async () =>
      (await told(402001, { month, industries: String(DANGEROUS) }, ['deptName', 'regionName', 'overScore'])).toSorted();
    const alone = await overs();
    expect(alone).toEqual([
      ['分公司', null, 13.33],
      ['集团', null, 6.67],
    ]);
    // a foreign company whose one vehicle was too fast a hundred times
    await server.db.run(sql`update department set admin_code = '440305' where id = ${foreign}`);
    expect(await overs()).toEqual(alone);
    // (4 + 2 + 100) / 3 a vehicle is the average of the city they are all in: 10 + (35.33 - 4) / 35.33 * 10, and of 2
    await server.db.run(sql`update department set admin_code = '440300' where id = ${company}`);
    expect(await overs()).toEqual([
      ['分公司', '深圳市', 19.43],
      ['集团', '深圳市', 18.87],
    ]);
    expect(await told(402002, { month, adcode: '440300' }, ['operatorName'])).toEqual([['运营甲']]);
    expect(await told(402002, { month, adcode: '440100' }, ['operatorName'])).toEqual([]);
    await server.db.run(sql`update department set admin_code = null`);
  });

  it('show how safely companies drove, with their offline displacements', async () => {
    const [own] = server.cars;
    const until = timeOf(first, '05:00:00');
    for (const kind of [4, 5, 1])
      await server.db.run(sql`
        insert into position_gap (vehicle_id, from_at, to_at, from_lng, from_lat, to_lng, to_lat, gap_s, distance_km, kind, cause)
        values (${own}, ${timeOf(first, `0${kind - 1}:00:00`)}, ${until}, 113, 23, 114, 23, 3600, 30, ${kind}, 0)`);
    await server.db.run(sql`insert into dept_day (department_id, day, vehicle_total, joined, exempt, new_count, left_count)
      values (${company}, ${first}, 5, 3, 0, 0, 0), (${company}, ${second}, 5, 4, 0, 0, 0)`);
    const { list, sums } = await server.ask(408009, { month });
    const row = list.find(({ cells }) => cells['deptName'] === '集团')!;
    // 2 of 4 that had joined by then were online; 28 times too fast on 110 km
    expect(row.cells).toMatchObject({
      statMonth: month,
      carTotal: 5,
      onlineRate: 50,
      moveCount: 2,
      overCount: 28,
      fatigueCount: 7,
    });
    expect(sums).toMatchObject({ moveCount: 2, overCount: 42 });
    expect(Object.keys(await server.follow(408009, row, 'moveCount', { month }))).toEqual(['406003']);
    expect(Object.keys(await server.follow(408009, row, 'safetyCount', { month }))).toEqual(['170602']);
  });
});
