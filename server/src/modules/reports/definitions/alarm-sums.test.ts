import { DAY_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  alarm,
  at,
  dice,
  getDay,
  getHour,
  isHandled,
  isNeeded,
  isTimely,
  type MadeAlarm,
  type MadeDay,
  manyAlarms,
  NOON,
  startFleet,
  type TestFleet,
} from '../../../../test/support/reports/report-alarms.ts';
import { GROUPS, SAFETY_TYPES } from '../model/measures.ts';
import { DEFINITIONS } from './all.ts';

const DAYS = Array.from({ length: 14 }, (_, i) => getDay(NOON - (14 - i) * DAY_MS));
/** The seven days to yesterday, and those before. */
const [BEFORE, WEEK] = [DAYS.slice(0, 7), DAYS.slice(7)];
const RANGE = { staticDate: `${WEEK[0]},${WEEK.at(-1)}` };
const TYPES = [0, 1, 2, 4, 18, 19, 66, 77, 97, 100, 104, 108, 110];
let fleet: TestFleet;
let alarms: MadeAlarm[] = [];
let days: MadeDay[] = [];

beforeAll(async () => {
  fleet = await startFleet(DEFINITIONS);
  const roll = dice(3);
  const cars = ['N1', 'N2', 'S1', 'X1'];
  days = cars.flatMap((car) =>
    DAYS.map((day) => ({ car, day, km: 50 + roll(400), driveS: 3_600 + roll(20_000), nightS: roll(3_000) })),
  );
  alarms = [
    ...manyAlarms(11, 400, { cars, types: TYPES, days: 14 }),
    ...[82, 88, 96, 120].map((value, i) =>
      alarm({ car: 'N1', type: 100, level: 2, startAt: at(`${WEEK[i]} 10:00:00`), kmh: 80, maxKmh: 80, value, limit: 80 }),
    ),
  ];
  await fleet.addAlarms(alarms);
  await fleet.addDays(days);
}, 60_000);
afterAll(() => fleet.server.stop());

const within = (of: readonly string[], cars = ['N1', 'N2', 'S1']) =>
  alarms.filter(({ car, brief, startAt }) => cars.includes(car) && !brief && of.includes(getDay(startAt)));
const drivenOf = (of: readonly string[], cars: readonly string[]) =>
  days.filter(({ car, day }) => cars.includes(car) && of.includes(day));
const count = (found: readonly MadeAlarm[], types: readonly number[]) => found.filter(({ type }) => types.includes(type)).length;
const total = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((sum, row) => sum + of(row), 0);
const rounded = (value: number, digits = 2) => (Math.sign(value) * Math.round(Math.abs(value) * 10 ** digits)) / 10 ** digits;
const percent = (part: number, whole: number) => (whole === 0 ? null : rounded((100 * part) / whole));
const cellsOf = ({ list }: Answer, key: string, value: string) => list.find(({ cells }) => cells[key] === value)!.cells;
const DEPTS = { North: ['N1', 'N2'], South: ['S1'] } as const;

describe('the summary by company', () => {
  it('counts alarms, groups and handled alarms of each company', async () => {
    const answer = await fleet.ask(404002, RANGE);
    expect(answer.list.map(({ cells }) => cells['deptName']).sort()).toEqual(['North', 'South']);
    for (const [dept, cars] of Object.entries(DEPTS)) {
      const found = within(WEEK, [...cars]);
      const km = total(drivenOf(WEEK, cars), (day) => day.km);
      expect(cellsOf(answer, 'deptName', dept)).toMatchObject({
        carTotal: cars.length,
        onlineCount: cars.length,
        alarmCount: found.length,
        alarmCars: cars.length,
        overCount: count(found, GROUPS.overspeed),
        fatigueCount: count(found, GROUPS.fatigue),
        nightCount: count(found, [108]),
        areaAlarmCount: count(found, GROUPS.areaRoute),
        emergencyCount: count(found, [0]),
        deviceCount: count(found, [4]),
        safetyCount: count(found, SAFETY_TYPES),
        alarmPerCar: rounded(found.length / cars.length),
        alarmPer100: rounded((100 * found.length) / km),
        needCount: found.filter(isNeeded).length,
        handledCount: found.filter(isHandled).length,
        handleRate: percent(found.filter(isHandled).length, found.filter(isNeeded).length),
      });
    }
    const all = within(WEEK);
    expect(answer.sums).toMatchObject({
      carTotal: 3,
      alarmCount: all.length,
      alarmPerCar: rounded(all.length / 3),
      handleRate: percent(all.filter(isHandled).length, all.filter(isNeeded).length),
    });
    expect((await fleet.chart(404002, RANGE)).x).toEqual(answer.list.map(({ cells }) => cells['deptName']));
  });

  it('links from a group to its vehicles, and from there to its alarms', async () => {
    const { list } = await fleet.ask(404002, RANGE);
    const row = list.find(({ cells }) => cells['deptName'] === 'South')!;
    const [vehicles] = await fleet.follow(404002, RANGE, row, 'overCount');
    expect(vehicles!.list.map(({ cells }) => [cells['carNo'], cells['alarmCount']])).toEqual([['S1', row.cells['overCount']]]);
    const [details] = await fleet.follow(404003, RANGE, vehicles!.list[0]!, 'overCount');
    expect(details!.total).toBe(row.cells['overCount']);
  });
});

describe('the summary by vehicle', () => {
  it('lists vehicles with alarms, most alarms first, and is filtered by type', async () => {
    const answer = await fleet.ask(404003, { ...RANGE, alarmTypes: '1,77' });
    const expected = ['N1', 'N2', 'S1'].map((car) => [car, count(within(WEEK, [car]), [1, 77])] as const);
    expect(answer.list.map(({ cells }) => cells['alarmCount'])).toEqual(expected.map(([, n]) => n).sort((a, b) => b - a));
    for (const [car, n] of expected) {
      const found = within(WEEK, [car]).filter(({ type }) => [1, 77].includes(type));
      expect(cellsOf(answer, 'carNo', car)).toMatchObject({
        alarmCount: n,
        alarmSec: total(found, ({ seconds }) => seconds),
        fatigueCount: 0,
        safetyCount: count(found, [77]),
        mileage: total(drivenOf(WEEK, [car]), ({ km }) => km),
      });
    }
    expect(answer.sums['alarmCount']).toBe(total(expected, ([, n]) => n));
    const [details] = await fleet.follow(404003, { ...RANGE, alarmTypes: '1,77' }, answer.list[0]!, 'alarmCount');
    expect(details!.total).toBe(answer.list[0]!.cells['alarmCount']);
  });
});

describe('the ranking', () => {
  const ranks = (cars: readonly (readonly string[])[]) =>
    cars
      .map((of) => ({ now: within(WEEK, [...of]).length, before: within(BEFORE, [...of]).length }))
      .sort((a, b) => b.now - a.now);

  it('ranks vehicles by alarms, compared with the week before', async () => {
    const answer = await fleet.ask(404005, RANGE);
    const expected = ranks([['N1'], ['N2'], ['S1']]);
    const all = within(WEEK).length;
    expect(answer.list.map(({ cells }) => cells)).toMatchObject(
      expected.map(({ now, before }) => ({
        rankNo: 1 + new Set(expected.map((one) => one.now).filter((other) => other > now)).size,
        alarmCount: now,
        prevCount: before,
        momRate: percent(now - before, before),
        shareRate: percent(now, all),
      })),
    );
    const one = await fleet.ask(404005, { ...RANGE, topN: 1 });
    expect(one.list.map(({ cells }) => [cells['rankNo'], cells['shareRate']])).toEqual([[1, percent(expected[0]!.now, all)]]);
  });

  it('ranks companies', async () => {
    const byDept = { ...RANGE, groupBy: 'dept' };
    const answer = await fleet.ask(404005, byDept);
    expect(answer.list.map(({ cells }) => [cells['alarmCount'], cells['prevCount'], cells['carNo']])).toEqual(
      ranks(Object.values(DEPTS)).map(({ now, before }) => [now, before, null]),
    );
    const [details] = await fleet.follow(404005, byDept, cellRow(answer, 'South'), 'alarmCount');
    expect(details!.total).toBe(within(WEEK, ['S1']).length);
    expect((await fleet.ask(404005, byDept, { orderBy: 'carNo', direction: 'asc' })).total).toBe(2);
  });
});
const cellRow = ({ list }: Answer, dept: string) => list.find(({ cells }) => cells['deptName'] === dept)!;

describe('handling of alarms', () => {
  it('is counted by company and day, and links to handled and waiting alarms', async () => {
    const answer = await fleet.ask(404006, RANGE);
    for (const row of answer.list) {
      const { deptName, statDate } = row.cells;
      const found = within([statDate as string], [...DEPTS[deptName as keyof typeof DEPTS]]);
      const [needed, handled] = [found.filter(isNeeded), found.filter(isHandled)];
      const timely = handled.filter(isTimely).length;
      expect(row.cells).toMatchObject({
        alarmCount: found.length,
        needCount: needed.length,
        handledCount: handled.length,
        unhandledCount: needed.length - handled.length,
        falseCount: handled.filter(({ state }) => state === 3).length,
        handleRate: percent(handled.length, needed.length),
        timelyCount: timely,
        timelyRate: percent(timely, needed.length),
        avgHandleMin:
          handled.length === 0
            ? null
            : rounded(total(handled, (one) => (one.dealtAt! - one.startAt) / 60_000) / handled.length, 1),
        msgCount: count2(handled, 1),
        phoneCount: count2(handled, 5),
        autoCount: handled.filter((one) => one.automatic).length,
      });
    }
    expect(answer.sums['alarmCount']).toBe(within(WEEK).length);
    const row = cellRow(answer, 'South');
    const [decisions] = await fleet.follow(404006, RANGE, row, 'handledCount');
    expect(decisions!.total).toBe(row.cells['handledCount']);
    const [waiting] = await fleet.follow(404006, RANGE, row, 'unhandledCount');
    expect(waiting!.total).toBe(row.cells['unhandledCount']);
    expect((await fleet.chart(404006, RANGE)).x).toEqual(WEEK);
  });
});
const count2 = (found: readonly MadeAlarm[], how: number) => found.filter(({ dealType }) => dealType === how).length;

describe('overspeeds and fatigue', () => {
  it('are counted by how far the speed exceeded the limit', async () => {
    const answer = await fleet.ask(404010, RANGE);
    const found = within(WEEK, ['N1']).filter(({ type }) => (GROUPS.overspeed as readonly number[]).includes(type));
    expect(cellsOf(answer, 'carNo', 'N1')).toMatchObject({
      overCount: found.length,
      overSec: total(found, ({ seconds }) => seconds),
      grade1: 1,
      grade2: 1,
      grade3: 1,
      grade4: 1,
      maxSpeed: 120,
      overPerCar: null,
    });
    const [details] = await fleet.follow(404010, RANGE, answer.list[0]!, 'overCount');
    expect(details!.total).toBe(answer.list[0]!.cells['overCount']);
    const byDept = await fleet.ask(404010, { ...RANGE, groupBy: 'dept' });
    const north = within(WEEK, ['N1', 'N2']).filter(({ type }) => (GROUPS.overspeed as readonly number[]).includes(type));
    expect(cellsOf(byDept, 'deptName', 'North')).toMatchObject({
      carNo: null,
      overCount: north.length,
      grade4: 1,
      onlineCount: 2,
      overCars: 2,
      overPerCar: rounded(north.length / 2),
    });
    const drawn = await fleet.chart(404010, { ...RANGE, groupBy: 'dept' });
    expect(drawn.x.toSorted()).toEqual(['North', 'South']);
  });

  it('count fatigue by vehicle and by company', async () => {
    const found = (cars: string[]) =>
      within(WEEK, cars).filter(({ type }) => (GROUPS.fatigue as readonly number[]).includes(type));
    const byCar = await fleet.ask(404012, RANGE);
    for (const car of ['N1', 'N2', 'S1'])
      expect(cellsOf(byCar, 'carNo', car)).toMatchObject({
        fatigueCount: found([car]).length,
        fatigueSec: total(found([car]), ({ seconds }) => seconds),
        driveSec: total(drivenOf(WEEK, [car]), ({ driveS }) => driveS),
      });
    const byDept = await fleet.ask(404012, { ...RANGE, groupBy: 'dept' });
    expect(cellsOf(byDept, 'deptName', 'North')).toMatchObject({
      fatigueCars: 2,
      onlineCount: 2,
      fatiguePerCar: rounded(total(found(['N1', 'N2']), ({ seconds }) => seconds) / 60 / 2),
    });
    const [details] = await fleet.follow(404012, RANGE, byCar.list[0]!, 'fatigueCount');
    expect(details!.total).toBe(byCar.list[0]!.cells['fatigueCount']);
  });
});

describe('the trend', () => {
  it('shows each type per day with its hours, compared with a week before', async () => {
    const answer = await fleet.ask(404015, RANGE);
    const groups = Map.groupBy(within(WEEK), ({ startAt, type }) => `${getDay(startAt)} ${type}`);
    expect(answer.total).toBe(groups.size);
    for (const { cells } of answer.list) {
      const [day, type] = [cells['statDate'] as string, Number(cells['alarmType'])];
      const found = groups.get(`${day} ${type}`)!;
      const before = count(within([BEFORE[WEEK.indexOf(day)]!]), [type]);
      expect(cells).toMatchObject({
        alarmCount: found.length,
        alarmCars: new Set(found.map(({ car }) => car)).size,
        prevCount: before,
        momRate: percent(found.length - before, before),
      });
      for (let hour = 0; hour < 24; hour++)
        expect(cells[`h${String(hour).padStart(2, '0')}`]).toBe(found.filter(({ startAt }) => getHour(startAt) === hour).length);
    }
    expect(answer.sums['h10']).toBe(within(WEEK).filter(({ startAt }) => getHour(startAt) === 10).length);
    const [details] = await fleet.follow(404015, RANGE, answer.list[0]!, 'alarmCount');
    expect(details!.total).toBe(answer.list[0]!.cells['alarmCount']);
  });

  it('labels its hours with start and end', async () => {
    const pad = (hour: number) => String(hour).padStart(2, '0');
    const { server } = fleet;
    const token = await server.signIn('boss');
    const headings = async (language: string) => {
      const headers = { authorization: token, 'accept-language': language };
      const { colCfgList } = (await server.call('GET', 'report/getReportTemplate', { reportId: '404015' }, headers)).body.data;
      return (colCfgList as { colEName: string; colName: string }[]).flatMap(({ colEName, colName }) =>
        /^h\d\d$/.test(colEName) ? [colName] : [],
      );
    };
    expect(await headings('zh-CN')).toEqual(Array.from({ length: 24 }, (_, hour) => `${pad(hour)}–${pad(hour + 1)}时`));
    expect((await headings('en')).slice(0, 2)).toEqual(['00–01', '01–02']);
  });
});
