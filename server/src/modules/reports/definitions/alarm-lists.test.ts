import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  alarm,
  at,
  getDay,
  getHour,
  isHandled,
  isNeeded,
  isTimely,
  type MadeAlarm,
  manyAlarms,
  startFleet,
  type TestFleet,
} from '../../../../test/support/reports/report-alarms.ts';
import { sql } from '../../../platform/db/database.ts';
import { GROUPS } from '../model/measures.ts';
import { alarmNames } from '../model/option-texts.ts';
import { DEFINITIONS } from './all.ts';

const RANGE = { timeRange: '2026-11-08 00:00:00,2026-11-21 23:59:59' };
const TYPES = [0, 1, 2, 4, 19, 20, 77, 97, 100, 104, 106, 108, 110, 112];
let fleet: TestFleet;
let [areaId, routeId, schemeId] = [0, 0, 0];
let alarms: MadeAlarm[] = [];

beforeAll(async () => {
  fleet = await startFleet(DEFINITIONS);
  const { db, north } = fleet;
  const area = (shape: number, no: number) => sql`
    insert into area (department_id, area_no, name, geo) values (${north}, ${no}, ${`place ${no}`}, ${JSON.stringify({ shape })}::jsonb)
    returning id`;
  areaId = (await db.first<{ id: number }>(area(4, 1)))!.id;
  routeId = (await db.first<{ id: number }>(area(3, 2)))!.id;
  schemeId = (await db.first<{ id: number }>(sql`
    insert into warn_scheme (department_id, kind, name, time_zone, weekdays, params, level)
    values (${north}, '130102', 'Not too fast', 'Asia/Shanghai', '{1,2,3,4,5,6,7}', '{}', 2) returning id`))!.id;
  alarms = [
    ...manyAlarms(7, 300, { cars: ['N1', 'N2', 'S1', 'X1'], types: TYPES, days: 14 }),
    // limits, values and sources
    alarm({
      car: 'N1',
      type: 100,
      source: schemeId,
      startAt: at('2026-11-10 23:30:00'),
      seconds: 40,
      kmh: 84,
      maxKmh: 85,
      value: 88,
      limit: 80,
    }),
    alarm({
      car: 'N2',
      type: 101,
      source: schemeId,
      startAt: at('2026-11-10 05:59:59'),
      seconds: 20,
      kmh: 70,
      maxKmh: 97,
      value: 96,
      limit: 64,
    }),
    alarm({ car: 'S1', type: 1, startAt: at('2026-11-11 06:00:00'), seconds: 90, kmh: 101, maxKmh: 120 }),
    alarm({ car: 'N1', type: 104, startAt: at('2026-11-12 12:00:00'), seconds: 600, value: 250, limit: 240 }),
    alarm({ car: 'N1', type: 106, startAt: at('2026-11-12 13:00:00'), seconds: 60, value: 485, limit: 480 }),
    alarm({ car: 'N1', type: 110, source: areaId, startAt: at('2026-11-13 08:00:00') }),
    alarm({ car: 'N1', type: 110, source: routeId, startAt: at('2026-11-13 09:00:00') }),
    alarm({ car: 'X1', type: 110, source: areaId, startAt: at('2026-11-13 10:00:00') }),
  ];
  await fleet.addAlarms(alarms);
}, 60_000);
afterAll(() => fleet.server.stop());

describe('the start of an alarm', () => {
  it.each([404001, 404009, 404011, 404013, 404014])('links from %d to the five minutes around it', async (report) => {
    const conditions = { ...RANGE, ...(report === 404009 ? { durationMin: '0' } : {}) };
    const [row] = (await fleet.ask(report, conditions)).list;
    const startAt = row!.cells['startTime'] as number;
    const clock = (ms: number) =>
      new Date(ms + 8 * 3_600_000).toISOString().slice(0, 'yyyy-MM-ddTHH:mm:ss'.length).replace('T', ' ');
    const asked = { reportId: report, conditions, colEName: 'startTime', ids: row!.ids };
    const { list } = (await fleet.send('report/getReportRedirectorTabs', asked)).data as {
      list: { reportId: number; conditions: object }[];
    };
    expect(list.find(({ reportId }) => reportId === 401010)?.conditions).toMatchObject({
      timeRange: `${clock(startAt - 300_000)},${clock(startAt + 300_000)}`,
    });
  });
});

const own = (): MadeAlarm[] =>
  alarms.filter(
    ({ car, brief, startAt }) =>
      car !== 'X1' && !brief && startAt >= at('2026-11-08 00:00:00') && startAt < at('2026-11-22 00:00:00'),
  );
const sortedIds = (found: readonly MadeAlarm[]) => found.map(({ gid }) => gid).sort();
const idsOf = ({ list }: Answer) => list.map(({ ids }) => ids['alarmId']!).sort();
const rowOf = ({ list }: Answer, startAt: number, car = 'N1') =>
  list.find(({ cells }) => cells['startTime'] === startAt && cells['carNo'] === car)!.cells;

describe('the alarm detail report', () => {
  it('contains every alarm of the company and its subordinates, newest first, and none of others', async () => {
    const answer = await fleet.ask(404001, RANGE);
    expect(answer.total).toBe(own().length);
    expect(idsOf(answer)).toEqual(sortedIds(own()));
    const starts = answer.list.map(({ cells }) => cells['startTime'] as number);
    expect(starts).toEqual(starts.toSorted((a, b) => b - a));
    expect(answer.sums['duration']).toBe(own().reduce((sum, { seconds }) => sum + seconds, 0));
    expect(new Set(answer.list.map(({ cells }) => cells['carNo']))).toEqual(new Set(['N1', 'N2', 'S1']));
  });

  it('shows the known data of an alarm', async () => {
    const answer = await fleet.ask(404001, RANGE);
    expect(rowOf(answer, at('2026-11-10 23:30:00'))).toMatchObject({
      deptName: 'North',
      driverName: 'D-N1',
      alarmGroup: 'OVERSPEED',
      alarmType: '100',
      alarmLevel: 2,
      alarmSource: 2,
      duration: 40,
      alarmSpeed: 84,
      maxSpeed: 88,
      limitSpeed: 80,
      ruleName: 'Not too fast',
      areaName: null,
      handleState: 0,
      dealType: null,
      handleUser: null,
    });
    expect(rowOf(answer, at('2026-11-13 08:00:00'))).toMatchObject({
      areaName: 'place 1',
      ruleName: null,
      alarmGroup: 'AREA_ROUTE',
    });
    expect(rowOf(answer, at('2026-11-11 06:00:00'), 'S1')).toMatchObject({ alarmSource: 1, maxSpeed: 120, limitSpeed: null });
  });

  it('shows the displayed handling state, type, user and time', async () => {
    const { list } = await fleet.ask(404001, RANGE);
    const byGid = new Map(own().map((each) => [each.gid, each]));
    for (const { ids, cells } of list) {
      const made = byGid.get(ids['alarmId']!)!;
      const decided = made.state === 2 || made.state === 3;
      expect(cells['handleState']).toBe(decided ? made.state : !isNeeded(made) ? 4 : made.state === 1 ? 1 : 0);
      expect(cells['dealType']).toBe(decided ? (made.automatic ? 9 : made.dealType) : null);
      expect(cells['handleUser']).toBe(decided && !made.automatic ? 'boss' : null);
      expect(cells['handleTime']).toBe(decided ? made.dealtAt : null);
    }
  });

  it.each([
    ['alarm types', { alarmTypes: '1,100' }, ({ type }: MadeAlarm) => [1, 100].includes(type)],
    ['alarm levels', { alarmLevels: '3' }, ({ level }: MadeAlarm) => level === 3],
    ['a handling state', { handleState: '3' }, ({ state }: MadeAlarm) => state === 3],
    [
      'the state for no action needed',
      { handleState: '4' },
      (one: MadeAlarm) => !isNeeded(one) && one.state !== 2 && one.state !== 3,
    ],
    ['an alarm source', { alarmSource: '1' }, ({ type }: MadeAlarm) => type < 100],
    ['a minimum speed', { speedMin: '80' }, ({ maxKmh }: MadeAlarm) => maxKmh >= 80],
  ] as const)('is filtered by %s', async (_what, conditions, test) => {
    expect(idsOf(await fleet.ask(404001, { ...RANGE, ...conditions }))).toEqual(sortedIds(own().filter(test)));
  });

  it('is filtered by company, vehicles and drivers', async () => {
    const { ask, south, cars, db } = fleet;
    const { id } = (await db.first<{ id: number }>(sql`select driver_id as id from vehicle where id = ${cars['N2']!}`))!;
    const of = (plates: string[]) => sortedIds(own().filter(({ car }) => plates.includes(car)));
    expect(idsOf(await ask(404001, { ...RANGE, deptId: String(south) }))).toEqual(of(['S1']));
    expect(idsOf(await ask(404001, { ...RANGE, carIds: [cars['N1'], cars['S1']].join() }))).toEqual(of(['N1', 'S1']));
    expect(idsOf(await ask(404001, { ...RANGE, driverIds: String(id) }))).toEqual(of(['N2']));
    await expect(ask(404001, { ...RANGE, carIds: String(cars['X1']) })).rejects.toThrow('4004');
  });

  it('links to the handling', async () => {
    const { list } = await fleet.ask(404001, { ...RANGE, handleState: '2' });
    const [first] = list;
    const [there] = await fleet.follow(404001, RANGE, first!, 'alarmId');
    expect(idsOf(there!)).toEqual([first!.ids['alarmId']]);
  });
});

describe('the list of handled alarms', () => {
  const decided = () => own().filter(({ state }) => state === 2 || state === 3);

  it('shows each handling with user, handling time and timeliness', async () => {
    const answer = await fleet.ask(404007, RANGE);
    expect(idsOf(answer)).toEqual(sortedIds(decided()));
    const byGid = new Map(decided().map((each) => [each.gid, each]));
    for (const { ids, cells } of answer.list) {
      const made = byGid.get(ids['alarmId']!)!;
      expect(cells).toMatchObject({
        handleSec: (made.dealtAt! - made.startAt) / 1000,
        isTimely: isTimely(made),
        handleNote: 'seen',
      });
    }
    const times = answer.list.map(({ cells }) => cells['handleTime'] as number);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const drawn = await fleet.chart(404007, RANGE);
    expect(drawn.series[0]!.values.reduce<number>((sum, value) => sum + value!, 0)).toBe(decided().length);
  });

  it('is filtered by handling type, user and alarm number', async () => {
    const auto = await fleet.ask(404007, { ...RANGE, dealTypes: '9,5' });
    expect(idsOf(auto)).toEqual(sortedIds(decided().filter(({ automatic, dealType }) => automatic || dealType === 5)));
    const { id } = (await fleet.db.first<{ id: number }>(sql`select id from account where login_name = 'boss'`))!;
    const byBoss = await fleet.ask(404007, { ...RANGE, userIds: String(id) });
    expect(idsOf(byBoss)).toEqual(sortedIds(decided().filter(({ automatic }) => !automatic)));
    const one = decided()[3]!;
    expect(idsOf(await fleet.ask(404007, { ...RANGE, alarmId: one.gid.slice(0, 18).toUpperCase() }))).toEqual([one.gid]);
  });
});

describe('the list of waiting alarms', () => {
  it('contains alarms that need handling and have none, longest wait first', async () => {
    const answer = await fleet.ask(404008, RANGE);
    const waiting = own().filter((each) => isNeeded(each) && ![2, 3].includes(each.state));
    expect(idsOf(answer)).toEqual(sortedIds(waiting));
    expect(answer.list.map(({ cells }) => cells['waitSec'])).toEqual(
      waiting.map(({ startAt }) => (fleet.server.clock.now - startAt) / 1000).sort((a, b) => b - a),
    );
    expect(answer.list[0]!.cells['driverMobile']).toBe('138****8000');
    const drawn = await fleet.chart(404008, RANGE);
    for (const [i, level] of drawn.x.entries())
      expect(drawn.series[0]!.values[i]).toBe(waiting.filter((each) => String(each.level) === level).length);
  });
});

describe('overspeeds', () => {
  const over = () => own().filter(({ type }) => (GROUPS.overspeed as readonly number[]).includes(type));

  it('show limit, excess and grade if a limit is known', async () => {
    const answer = await fleet.ask(404009, { ...RANGE, durationMin: '0' });
    expect(answer.total).toBe(over().length);
    expect(rowOf(answer, at('2026-11-10 23:30:00'))).toMatchObject({
      maxSpeed: 88,
      limitSpeed: 80,
      overRate: 10,
      overGrade: 2,
      isNight: true,
    });
    expect(rowOf(answer, at('2026-11-10 05:59:59'), 'N2')).toMatchObject({ overRate: 50, overGrade: 4, isNight: true });
    expect(rowOf(answer, at('2026-11-11 06:00:00'), 'S1')).toMatchObject({
      maxSpeed: 120,
      overRate: null,
      overGrade: null,
      isNight: false,
    });
    expect(answer.sums).toMatchObject({ duration: over().reduce((sum, { seconds }) => sum + seconds, 0), maxSpeed: 120 });
  });

  it('have a default minimum of half a minute, and are filtered by excess and night', async () => {
    expect((await fleet.ask(404009, RANGE)).total).toBe(over().filter(({ seconds }) => seconds >= 30).length);
    const fast = await fleet.ask(404009, { ...RANGE, durationMin: '0', overRateRange: '20,' });
    expect(fast.list.map(({ cells }) => cells['overRate'])).toEqual([50]);
    const nights = await fleet.ask(404009, { ...RANGE, durationMin: '0', nightOnly: '1' });
    expect(nights.total).toBe(over().filter(({ startAt }) => getHour(startAt) >= 22 || getHour(startAt) < 6).length);
  });
});

describe('other lists', () => {
  const ofTypes = (types: readonly number[]) => own().filter(({ type }) => types.includes(type));

  it('show the driving time of fatigue alarms', async () => {
    const answer = await fleet.ask(404011, RANGE);
    expect(idsOf(answer)).toEqual(sortedIds(ofTypes(GROUPS.fatigue)));
    expect(rowOf(answer, at('2026-11-12 12:00:00'))).toMatchObject({ contSec: 15_000, dayDriveSec: null });
    expect(rowOf(answer, at('2026-11-12 13:00:00'))).toMatchObject({ contSec: null, dayDriveSec: 29_100 });
  });

  it('show drives in banned hours', async () => {
    expect(idsOf(await fleet.ask(404013, RANGE))).toEqual(sortedIds(ofTypes([108]).filter(({ seconds }) => seconds >= 60)));
  });

  it('distinguish entering and leaving of areas from those of routes', async () => {
    expect(idsOf(await fleet.ask(404014, RANGE))).toEqual(sortedIds(ofTypes([19, 20, 110, 112])));
    const kinds = async (areaAlarmKinds: string) => idsOf(await fleet.ask(404014, { ...RANGE, areaAlarmKinds }));
    const entered = ofTypes([110]);
    expect(await kinds('1')).toEqual(sortedIds([...ofTypes([20]), ...entered.filter(({ source }) => source !== routeId)]));
    expect(await kinds('3')).toEqual(sortedIds(entered.filter(({ source }) => source === routeId)));
    expect(await kinds('7,8')).toEqual(sortedIds(ofTypes([19, 112])));
    const within = await fleet.ask(404014, { ...RANGE, areaIds: String(areaId) });
    expect(within.list.map(({ cells }) => cells['areaName'])).toEqual(['place 1']);
  });
});

describe('the order of a list', () => {
  it('by type uses the Chinese names, by place runs from west to east', async () => {
    const DAY = { timeRange: '2026-10-30 00:00:00,2026-10-30 23:59:59' };
    const made = [108, 0, 20].map((type, i) => alarm({ car: 'N1', type, startAt: at(`2026-10-30 0${i}:00:00`) }));
    await fleet.addAlarms(made);
    for (const [i, lng] of [99.5, 113.1, 104].entries())
      await fleet.db.run(sql`update alarm set start_lng = ${lng} where gid = ${made[i]!.gid}`);
    const typesBy = async (orderBy: string, direction = 'asc') =>
      (await fleet.ask(404001, DAY, { orderBy, direction })).list.map(({ cells }) => cells['alarmType']);
    const names = new Map([0, 20, 108].map((type) => [String(type), alarmNames('zh')[type]!]));
    const byName = [...names].toSorted(([, a], [, b]) => a.localeCompare(b, 'zh')).map(([type]) => type);
    expect(await typesBy('alarmType')).toEqual(byName);
    expect(await typesBy('alarmType', 'desc')).toEqual(byName.toReversed());
    expect(await typesBy('startPos')).toEqual(['108', '20', '0']);
  });
});

describe('geofences and routes on terminals', () => {
  const DAY = { timeRange: '2026-11-01 00:00:00,2026-11-01 23:59:59' };
  const INFOS: readonly (readonly [type: number, info: object | null, name: string | null])[] = [
    [20, { area: { shape: 1, no: 70, left: true } }, 'yard'],
    [21, { area: { shape: 3, no: 70 } }, 'way'],
    [22, { segment: { no: 2, seconds: 90 } }, 'way'],
    // never sent to this terminal
    [20, { area: { shape: 1, no: 71 } }, null],
    [23, null, null],
  ];

  beforeAll(async () => {
    const { db, cars } = fleet;
    const made = INFOS.map(([type], i) => alarm({ car: 'N1', type, startAt: at(`2026-11-01 0${i}:00:00`) }));
    await fleet.addAlarms(made);
    for (const [i, { gid }] of made.entries())
      if (INFOS[i]![1] !== null)
        await db.run(sql`update alarm set info = ${JSON.stringify(INFOS[i]![1])}::jsonb where gid = ${gid}`);
    await db.run(sql`
      insert into area_sent (vehicle_id, shape, area_no, area_id, name, area_version, phone, action, command_id, state, asked_at)
      select ${cars['N1']}::integer, s, 70, case when s = 1 then ${areaId}::integer else ${routeId}::integer end, '', 1, '', 1, 1, 2, now()
      from unnest(array[1, 3]) s`);
    await db.run(
      sql`update area set name = case when id = ${areaId} then 'yard' else 'way' end where id in (${areaId}, ${routeId})`,
    );
  });
  afterAll(() =>
    fleet.db.run(
      sql`update area set name = case when id = ${areaId} then 'place 1' else 'place 2' end where id in (${areaId}, ${routeId})`,
    ),
  );

  it('have the names that were sent to the terminal', async () => {
    const { list } = await fleet.ask(404014, DAY);
    expect(list.toReversed().map(({ cells }) => cells['areaName'])).toEqual(INFOS.map(([, , name]) => name));
  });

  it('are available as a filter', async () => {
    const found = async (id: number) =>
      (await fleet.ask(404014, { ...DAY, areaIds: String(id) })).list.map(({ cells }) => cells['alarmType']);
    expect(await found(areaId)).toEqual(['20']);
    expect(await found(routeId)).toEqual(['22', '21']);
  });
});

describe('the ledger of violations', () => {
  it('numbers handled alarms in order of their start', async () => {
    const { list, total } = await fleet.ask(409003, { staticDate: '2026-11-08,2026-11-21' });
    const rows = own()
      .filter(isHandled)
      .sort((a, b) => a.startAt - b.startAt);
    expect(total).toBe(rows.length);
    expect(list.map(({ cells }) => cells['ledgerNo'])).toEqual(rows.map((_, i) => i + 1));
    expect(list.map(({ cells }) => cells['startTime'])).toEqual(rows.map(({ startAt }) => startAt));
    expect(list[0]!.ids['day']).toBe(getDay(rows[0]!.startAt));
  });
});
