import type { SafetyOverview } from '@fleetwarden/contract/reports/named-reports/safety-overview';
import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import { DAY_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import type { ScoreRules } from '@fleetwarden/domain/month-score';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableFiles } from '../../../../test/support/files/workbooks.ts';
import { readAllSheets } from '../../../../test/support/files/worksheets.ts';
import {
  type Answer,
  dice,
  getDay,
  getHour,
  isHandled,
  isNeeded,
  type MadeAlarm,
  type MadeDay,
  manyAlarms,
  NOON,
  startFleet,
  type TestFleet,
} from '../../../../test/support/reports/report-alarms.ts';
import { at as instant, sql } from '../../../platform/db/database.ts';
import { INDEX_COLUMNS } from '../facts/risk.ts';
import { SAFETY_TYPES } from '../model/measures.ts';
import { followAlarms } from '../rollups/alarm-changes.ts';
import { closeMonth } from '../scores/close-months.ts';
import { DEFINITIONS } from './all.ts';

const ALL_DAYS = Array.from({ length: 80 }, (_, i) => getDay(NOON - (80 - i) * DAY_MS));
const RANGE = { staticDate: '2026-10-20,2026-11-18' };
const DAYS = ALL_DAYS.filter((day) => day >= '2026-10-20' && day <= '2026-11-18');
const BEFORE = ALL_DAYS.filter((day) => day >= '2026-09-20' && day <= '2026-10-19');
const OCTOBER = ALL_DAYS.filter((day) => day.startsWith('2026-10'));
const SEPTEMBER = ALL_DAYS.filter((day) => day.startsWith('2026-09'));
const LAST = ALL_DAYS.slice(-7);
const WEEK = { staticDate: `${LAST[0]},${LAST.at(-1)}` };
const CARS = ['N1', 'N2', 'S1', 'X1'];
const DEPTS = { North: ['N1', 'N2'], South: ['S1'] } as const;
const TYPES = [1, 2, 3, 29, 66, 70, 73, 77, 78, 80, 82, 84, 89, 90, 97, 100, 104, 108, 150];
let fleet: TestFleet;
let alarms: MadeAlarm[] = [];
let days: MadeDay[] = [];

beforeAll(async () => {
  fleet = await startFleet(DEFINITIONS, ['170201', '17020106']);
  const roll = dice(5);
  days = CARS.flatMap((car) =>
    ALL_DAYS.map((day) => ({
      car,
      day,
      km: car === 'N2' && day >= '2026-10-20' ? 2 : 200 + roll(500),
      driveS: 7_200 + roll(20_000),
      nightS: roll(600),
    })),
  );
  alarms = manyAlarms(23, 1_500, { cars: CARS, types: TYPES, days: 80 });
  await fleet.addAlarms(alarms);
  await fleet.addDays(days);
}, 60_000);
afterAll(() => fleet.server.stop());

const within = (of: readonly string[], cars: readonly string[] = ['N1', 'N2', 'S1']) =>
  alarms.filter(({ car, brief, startAt }) => cars.includes(car) && !brief && of.includes(getDay(startAt)));
const drivenOf = (of: readonly string[], cars: readonly string[]) =>
  days.filter(({ car, day }) => cars.includes(car) && of.includes(day));
const total = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((sum, row) => sum + of(row), 0);
const rounded = (value: number, digits = 2) => (Math.sign(value) * Math.round(Math.abs(value) * 10 ** digits)) / 10 ** digits;
const percent = (part: number, whole: number) => (whole === 0 ? null : rounded((100 * part) / whole));
const cellsOf = ({ list }: Answer, key: string, value: string) => list.find(({ cells }) => cells[key] === value)!.cells;
const isSafety = ({ type }: MadeAlarm) => SAFETY_TYPES.includes(type);
const near = (value: number | null) => (value === null ? null : (expect.closeTo(value, 0.05) as number));

/** The definition of risk, written out once more for one vehicle. */
function riskOf(car: string, of: readonly string[]) {
  const keys = new Map(ALARM_TYPES.map(({ id, key }) => [id, key as string]));
  const [km, driveS, nightS] = [
    total(drivenOf(of, [car]), (day) => day.km),
    total(drivenOf(of, [car]), (day) => day.driveS),
    total(drivenOf(of, [car]), (day) => day.nightS),
  ];
  if (km < 100) return null;
  const counted = within(of, [car]).filter((one) => !(isNeeded(one) && one.state === 3));
  const weigh = (test: (type: number, key: string) => boolean) =>
    total(
      counted.filter(({ type }) => test(type, keys.get(type)!)),
      ({ level }) => [0, 1, 3, 6][level]!,
    );
  const index = (perHundred: number, reference: number) => Math.min(100, (100 * perHundred) / reference);
  const per = (weight: number) => (100 * weight) / km;
  const speed = index(per(weigh((type) => [1, 100, 101, 102, 112].includes(type))), 6);
  const fatigue = index(per(weigh((type) => [2, 18, 104, 106, 107, 77, 89].includes(type))), 3);
  const distraction = index(per(weigh((type) => [78, 79, 80, 81, 84, 87, 88].includes(type))), 8);
  const collision = index(
    per(weigh((type, key) => (/^(adas|bsd)/.test(key) && !key.endsWith('Evt')) || [3, 15, 29, 30, 37].includes(type))),
    15,
  );
  const bans = counted.filter(({ type }) => type === 108).length;
  const night = index(per(6 * bans) + (20 * nightS) / driveS, 3);
  return { km, speed, fatigue, distraction, collision, night };
}
type Risk = NonNullable<ReturnType<typeof riskOf>>;
const scoreOf = (risk: Omit<Risk, 'km'> | null) =>
  risk === null
    ? null
    : 0.25 * risk.speed + 0.25 * risk.fatigue + 0.2 * risk.distraction + 0.2 * risk.collision + 0.1 * risk.night;
/** Risk of a company: weighted by the mileage of each vehicle. */
function riskOfAll(cars: readonly string[], of: readonly string[]) {
  const risks = cars.map((car) => riskOf(car, of)).filter((risk): risk is Risk => risk !== null);
  const km = total(risks, (risk) => risk.km);
  const mean = (key: keyof Risk) => total(risks, (risk) => risk[key] * risk.km) / km;
  return risks.length === 0
    ? null
    : {
        speed: mean('speed'),
        fatigue: mean('fatigue'),
        distraction: mean('distraction'),
        collision: mean('collision'),
        night: mean('night'),
      };
}
const cellsOfRisk = (risk: Omit<Risk, 'km'> | null) => ({
  speedIdx: near(risk?.speed ?? null),
  fatigueIdx: near(risk?.fatigue ?? null),
  distractIdx: near(risk?.distraction ?? null),
  collideIdx: near(risk?.collision ?? null),
  nightIdx: near(risk?.night ?? null),
  riskScore: near(scoreOf(risk)),
});
const levelOf = (score: number) => (score >= 70 ? 1 : score >= 40 ? 2 : score >= 10 ? 3 : 0);

describe('risk profiles', () => {
  it('of a vehicle show indices, score and the score of the previous period', async () => {
    const { ask, cars } = fleet;
    for (const car of ['N1', 'S1']) {
      const { list } = await ask(170501, { ...RANGE, carId: String(cars[car]) });
      expect(list).toHaveLength(1);
      const risk = riskOf(car, DAYS);
      expect(list[0]!.cells).toMatchObject({
        ...cellsOfRisk(risk),
        carNo: car,
        prevScore: near(scoreOf(riskOf(car, BEFORE))),
        safetyCount: within(DAYS, [car]).filter(isSafety).length,
        nightSec: total(drivenOf(DAYS, [car]), ({ nightS }) => nightS),
      });
      expect(list[0]!.cells['riskLevel']).toBe(levelOf(list[0]!.cells['riskScore'] as number));
    }
  });

  it('are drawn as a radar chart of their indices, riskiest first', async () => {
    const { list } = await fleet.ask(170502, RANGE);
    const { x, series } = await fleet.chart(170502, RANGE);
    expect(new Set(x).size).toBe(INDEX_COLUMNS.length);
    expect(list).toHaveLength(2);
    expect(series).toEqual(
      list.map(({ cells }) => ({
        colEName: 'speedIdx',
        name: cells['deptName'],
        values: INDEX_COLUMNS.map((column) => cells[column]),
      })),
    );
  });

  it('of a vehicle with little mileage have no indices', async () => {
    const { list } = await fleet.ask(170501, { ...RANGE, carId: String(fleet.cars['N2']) });
    expect(list[0]!.cells).toMatchObject({ mileage: 60, speedIdx: null, riskScore: null, riskLevel: null });
    expect(list[0]!.cells['prevScore']).toEqual(near(scoreOf(riskOf('N2', BEFORE))));
  });

  it('of companies weight vehicles by mileage', async () => {
    const answer = await fleet.ask(170502, RANGE);
    expect(answer.total).toBe(2);
    for (const [dept, cars] of Object.entries(DEPTS))
      expect(cellsOf(answer, 'deptName', dept)).toMatchObject({
        ...cellsOfRisk(riskOfAll(cars, DAYS)),
        prevScore: near(scoreOf(riskOfAll(cars, BEFORE))),
      });
    const [alarmsOfIt] = await fleet.follow(170502, RANGE, answer.list[0]!, 'safetyCount');
    expect(alarmsOfIt!.sums['safetyCount']).toBe(answer.list[0]!.cells['safetyCount']);
  });
});

describe('ratings', () => {
  it('rank vehicles of a month by safety score, compared with the previous month', async () => {
    const answer = await fleet.ask(170503, { month: '2026-10' });
    const scores = ['N1', 'N2', 'S1'].map((car) => 100 - scoreOf(riskOf(car, OCTOBER))!);
    expect(answer.list.map(({ cells }) => cells['safeScore'])).toEqual(scores.toSorted((a, b) => b - a).map(near));
    expect(answer.list.map(({ cells }) => cells['rankNo'])).toEqual([1, 2, 3]);
    for (const { cells } of answer.list) {
      const safe = cells['safeScore'] as number;
      expect(cells['scoreGrade']).toBe(safe >= 90 ? 'A' : safe >= 80 ? 'B' : safe >= 60 ? 'C' : 'D');
      expect(cells['prevScore']).toEqual(near(100 - scoreOf(riskOf(cells['carNo'] as string, SEPTEMBER))!));
      expect(cells['momRate']).toBe(percent(safe - (cells['prevScore'] as number), cells['prevScore'] as number));
    }
    const grade = answer.list[1]!.cells['scoreGrade'] as string;
    const same = await fleet.ask(170503, { month: '2026-10', scoreGrade: grade });
    expect(same.list.map(({ cells }) => cells['rankNo'])).toEqual(
      answer.list.filter(({ cells }) => cells['scoreGrade'] === grade).map(({ cells }) => cells['rankNo']),
    );
    const [profile] = await fleet.follow(170503, { month: '2026-10' }, answer.list[0]!, 'safeScore');
    expect(profile!.list[0]!.cells['riskScore']).toBe(answer.list[0]!.cells['riskScore']);
  });

  it('rank companies', async () => {
    const answer = await fleet.ask(170504, { month: '2026-10' });
    for (const [dept, cars] of Object.entries(DEPTS))
      expect(cellsOf(answer, 'deptName', dept)).toMatchObject({
        ...cellsOfRisk(riskOfAll(cars, OCTOBER)),
        safeScore: near(100 - scoreOf(riskOfAll(cars, OCTOBER))!),
        carTotal: cars.length,
        mileage: expect.closeTo(
          total(drivenOf(OCTOBER, cars), ({ km }) => km),
          5,
        ),
      });
    expect(answer.list.map(({ cells }) => cells['rankNo'])).toEqual([1, 2]);
  });
});

describe('distribution of alarm types', () => {
  it('is listed for vehicles and companies, each with share, level and hours', async () => {
    const { ask, cars, follow } = fleet;
    const byCar = await ask(170505, { ...RANGE, carIds: [cars['N1'], cars['S1']].join() });
    const found = within(DAYS, ['N1', 'S1']);
    const expected = Map.groupBy(found, ({ car, type }) => `${car} ${type}`);
    expect(byCar.total).toBe(expected.size);
    for (const { cells } of byCar.list) {
      const own = expected.get(`${cells['carNo']} ${cells['alarmType']}`)!;
      const before = within(BEFORE, [cells['carNo'] as string]).filter(({ type }) => String(type) === cells['alarmType']).length;
      expect(cells).toMatchObject({
        alarmCount: own.length,
        alarmLevel: Math.max(...own.map(({ level }) => level)),
        shareRate: percent(own.length, found.length),
        prevCount: before,
        momRate: percent(own.length - before, before),
        h07: own.filter(({ startAt }) => getHour(startAt) === 7).length,
      });
    }
    const [details] = await follow(170505, { ...RANGE, carIds: cars['N1']! }, byCar.list[0]!, 'alarmCount');
    expect(details!.total).toBe(byCar.list[0]!.cells['alarmCount']);
    const byDept = await ask(170506, RANGE);
    const north = Map.groupBy(within(DAYS, DEPTS.North), ({ type }) => String(type));
    for (const { cells } of byDept.list.filter(({ cells: { deptName } }) => deptName === 'North'))
      expect(cells['alarmCount']).toBe(north.get(cells['alarmType'] as string)!.length);
    expect(byDept.sums['alarmCount']).toBe(within(DAYS).length);
  });
});

describe('statistics of active safety', () => {
  const safety = (of: readonly string[], cars?: readonly string[]) => within(of, cars).filter(isSafety);

  it('show the handling of warnings, by company and day or by vehicle and day', async () => {
    const byDept = await fleet.ask(170601, WEEK);
    expect(byDept.total).toBe(14);
    for (const { cells } of byDept.list) {
      const cars = DEPTS[cells['deptName'] as keyof typeof DEPTS];
      const found = safety([cells['statDate'] as string], cars);
      const [needed, handled] = [found.filter(isNeeded), found.filter(isHandled)];
      expect(cells).toMatchObject({
        onlineCount: cars.length,
        safetyCount: found.length,
        alarmCars: new Set(found.map(({ car }) => car)).size,
        carNo: null,
        alarmPer100: percent(
          found.length,
          total(drivenOf([cells['statDate'] as string], cars), ({ km }) => km),
        ),
        handledCount: handled.length,
        handleRate: percent(handled.length, needed.length),
        falseRate: percent(handled.filter(({ state }) => state === 3).length, handled.length),
      });
    }
    const byCar = await fleet.ask(170601, { ...WEEK, groupBy: 'car' });
    expect(byCar.total).toBe(21);
    expect(byCar.sums['safetyCount']).toBe(byDept.sums['safetyCount']);
    const row = byDept.list.find(({ cells }) => cells['deptName'] === 'South' && (cells['safetyCount'] as number) > 0)!;
    const [details] = await fleet.follow(170601, WEEK, row, 'safetyCount');
    expect(details!.sums['safetyCount']).toBe(row.cells['safetyCount']);
  });

  it('show groups and levels of each vehicle and day', async () => {
    const answer = await fleet.ask(170602, WEEK);
    const count = (found: readonly MadeAlarm[], from: number, to: number) =>
      found.filter(({ type }) => type >= from && type <= to).length;
    const expected = Map.groupBy(safety(LAST), ({ car, startAt }) => `${car} ${getDay(startAt)}`);
    expect(answer.total).toBe(expected.size);
    for (const { cells } of answer.list) {
      const found = expected.get(`${cells['carNo']} ${cells['statDate']}`)!;
      expect(cells).toMatchObject({
        safetyCount: found.length,
        adasCount: count(found, 66, 76),
        dsmCount: count(found, 77, 89),
        tpmsCount: count(found, 90, 96),
        bsdCount: count(found, 97, 99),
        lvl3Count: found.filter(({ level }) => level === 3).length,
      });
    }
    const only = await fleet.ask(170602, { ...WEEK, alarmLevels: '3', alarmTypes: '77,100' });
    expect(only.sums['safetyCount']).toBe(safety(LAST).filter(({ type, level }) => type === 77 && level === 3).length);
    const [details] = await fleet.follow(170602, WEEK, answer.list[0]!, 'safetyCount');
    expect(details!.total).toBe(answer.list[0]!.cells['safetyCount']);
  });

  it('show alarm types with share and alarms per distance, compared with the previous period', async () => {
    const answer = await fleet.ask(170603, WEEK);
    const expected = Map.groupBy(safety(LAST), ({ type }) => String(type));
    const before = ALL_DAYS.slice(-14, -7);
    const km = total(drivenOf(LAST, ['N1', 'N2', 'S1']), (day) => day.km);
    expect(answer.list.map(({ cells }) => cells['alarmType']).sort()).toEqual([...expected.keys()].sort());
    for (const { cells } of answer.list) {
      const found = expected.get(cells['alarmType'] as string)!;
      expect(cells).toMatchObject({
        alarmCount: found.length,
        shareRate: percent(found.length, safety(LAST).length),
        alarmPer100: percent(found.length, km),
        prevCount: safety(before).filter(({ type }) => String(type) === cells['alarmType']).length,
        handleRate: percent(found.filter(isHandled).length, found.filter(isNeeded).length),
      });
    }
    expect(cellsOf(answer, 'alarmType', '77')['alarmGroup']).toBe('DSM');
  });
});

describe('files of alarms', () => {
  const WEEK_TIMES = { timeRange: `${LAST[0]} 00:00:00,${LAST.at(-1)} 23:59:59` };
  const [PICTURE, FILM] = [0, 2];
  /** What came of the files of an alarm: `announced` with it, `listed` by the upload; the first of those are `received`. */
  type Case = {
    readonly announced: number;
    readonly listed?: number;
    readonly received?: number;
    readonly state: number;
    readonly reason?: string;
    readonly expected: number;
    /** Missing files, and their ATT_FAIL. */
    readonly missing?: number;
    readonly failure?: number;
  };
  const CASES: readonly Case[] = [
    { announced: 2, listed: 2, received: 2, state: 2, expected: 2 },
    { announced: 3, state: 3, reason: 'noAnswer', expected: 3, missing: 3, failure: 1 },
    { announced: 2, listed: 2, received: 1, state: 3, reason: 'incomplete', expected: 2, missing: 1, failure: 4 },
    // left out by a rule
    { announced: 2, state: 4, reason: 'level', expected: 0 },
    { announced: 1, state: 0, reason: 'offline', expected: 1, missing: 1, failure: 2 },
    // the list of the upload lacks one
    { announced: 3, listed: 2, received: 2, state: 2, expected: 3, missing: 1, failure: 3 },
    // under way
    { announced: 1, state: 1, expected: 1 },
    // the list of the upload has one more
    { announced: 1, listed: 2, received: 2, state: 2, expected: 2 },
  ];
  let requests: { readonly of: MadeAlarm; readonly files: Case }[] = [];
  const own = () => requests.filter(({ of }) => of.car !== 'X1');
  const sum = (rows: readonly { readonly files: Case }[], key: 'expected' | 'received' | 'missing') =>
    total(rows, ({ files }) => files[key] ?? 0);
  const request = (of: MadeAlarm, { announced, state, reason }: Case) =>
    fleet.db.first<{ id: number }>(sql`
      insert into evidence_request (alarm_gid, vehicle_id, alarm_no, identification, expected, state, reason, tries, created_at)
      values (${of.gid}, ${fleet.cars[of.car]!}, ${of.gid}, ${Buffer.from(of.gid)}, ${announced}, ${state}, ${reason ?? null}, 3, ${instant(of.startAt)})
      returning id`);
  const count = () => followAlarms({ db: fleet.db, timeZone: 'Asia/Shanghai', now: () => NOON }, new AbortController().signal);

  beforeAll(async () => {
    const { db } = fleet;
    requests = alarms
      .filter((one) => isSafety(one) && !one.brief && LAST.includes(getDay(one.startAt)))
      .map((of, i) => ({ of, files: CASES[i % CASES.length]! }));
    for (const { of, files } of requests) {
      const row = await request(of, files);
      for (let no = 0; no < (files.listed ?? 0); no++)
        await db.run(sql`
          insert into evidence_file (request_id, name, kind, size_bytes, extension)
          values (${row!.id}, ${`0${no === 0 ? PICTURE : FILM}_65_6501_${no}_x.${no === 0 ? 'jpg' : 'MP4'}`}, ${no === 0 ? PICTURE : FILM}, 9,
            ${no === 0 ? 'jpg' : 'mp4'})`);
    }
    // they come after the days were counted
    await count();
    expect((await fleet.ask(408008, WEEK)).sums).toMatchObject({ evidExpected: sum(own(), 'expected'), evidReceived: 0 });
    for (const { of, files } of requests)
      if (files.received)
        await db.run(sql`
          update evidence_file f set received_at = now() from evidence_request r
          where r.id = f.request_id and r.alarm_gid = ${of.gid} and f.kind <= ${files.received === 1 ? PICTURE : FILM}`);
    await count();
  });

  it('are counted on the day of their alarm, also if they arrive later', async () => {
    expect(own().length).toBeGreaterThan(2 * CASES.length);
    const [expected, received] = [sum(own(), 'expected'), sum(own(), 'received')];
    const evidRate = percent(received, expected);
    const answer = await fleet.ask(408008, WEEK);
    expect(answer.sums).toMatchObject({ evidExpected: expected, evidReceived: received, evidRate });
    for (const { cells, ids } of answer.list) {
      const rows = own().filter(
        ({ of }) => String(fleet.deptOfCar(of.car)) === ids['deptId'] && getDay(of.startAt) === cells['statDate'],
      );
      expect(cells).toMatchObject({
        evidExpected: sum(rows, 'expected'),
        evidReceived: sum(rows, 'received'),
        evidRate: percent(sum(rows, 'received'), sum(rows, 'expected')),
      });
    }
    const byCar = await fleet.ask(170602, WEEK);
    expect(byCar.sums['evidCount']).toBe(received);
    expect((await fleet.ask(170508, WEEK)).list[0]!.cells['evidRate']).toBe(evidRate);
    const rows = own().filter(({ of }) => of.car === 'N1');
    expect(cellsOf(await fleet.ask(408012, WEEK), 'carNo', 'N1')['evidRate']).toBe(
      percent(sum(rows, 'received'), sum(rows, 'expected')),
    );
  });

  it('are counted in the row of their alarm', async () => {
    const answer = await fleet.ask(404001, { ...WEEK_TIMES, alarmTypes: SAFETY_TYPES.join() });
    const received = new Map(own().map(({ of, files }) => [of.gid, files.received ?? 0]));
    expect(answer.sums['evidCount']).toBe(sum(own(), 'received'));
    for (const { cells } of answer.list) expect(cells['evidCount']).toBe(received.get(cells['alarmId'] as string));
    const handled = await fleet.ask(404007, { ...WEEK_TIMES, alarmTypes: SAFETY_TYPES.join() });
    expect(handled.list.length).toBeGreaterThan(0);
    for (const { cells } of handled.list) expect(cells['evidCount']).toBe(received.get(cells['alarmId'] as string));
  });

  it.each([
    [170401, 'adasCount', (type: number) => type <= 76 || (type >= 90 && type < 100)],
    [170402, 'dsmCount', (type: number) => type >= 77 && type <= 89],
  ] as const)('are the columns of report %d, and %s links to it', async (report, column, isOfReport) => {
    const answer = await fleet.ask(report, WEEK_TIMES);
    const rows = own().filter(({ of }) => isOfReport(of.type));
    expect(answer.list.map(({ cells }) => cells['alarmId']).sort()).toEqual(rows.map(({ of }) => of.gid).sort());
    for (const { cells } of answer.list) {
      const { files } = rows.find(({ of }) => of.gid === cells['alarmId'])!;
      const { received = 0, expected } = files;
      expect(cells).toMatchObject({
        evidImg: Math.min(received, 1),
        evidVideo: Math.max(received - 1, 0),
        evidExpected: expected,
        evidReceived: received,
        // for users who may open alarms
        evidUrl: null,
      });
    }
    const from = (await fleet.ask(170602, WEEK)).list.find(({ cells }) => (cells[column] as number) > 0)!;
    const [details] = await fleet.follow(170602, WEEK, from, column);
    expect(details!.total).toBe(from.cells[column]);
  });

  it('are listed with the values that the device measured', async () => {
    const measured = async (report: number, info: object, value: number) => {
      const [{ ids }] = (await fleet.ask(report, WEEK_TIMES)).list as [Answer['list'][number]];
      await fleet.db.run(
        sql`update alarm set info = ${JSON.stringify(info)}::jsonb, value = ${value} where gid = ${ids['alarmId']}`,
      );
      return (await fleet.ask(report, WEEK_TIMES)).list.find((row) => row.ids['alarmId'] === ids['alarmId'])!.cells;
    };
    const ahead = { frontKmh: 42, frontS: 1.2, departure: 2 };
    const cells = { frontSpeed: 42, frontGap: 1.2, departSide: 2 };
    expect(await measured(170401, { ...ahead, sign: 1 }, 80)).toMatchObject({ ...cells, roadSign: 1, signValue: 80 });
    expect(await measured(170401, ahead, 80)).toMatchObject({ ...cells, roadSign: null, signValue: null });
    expect(await measured(170402, {}, 8)).toMatchObject({ fatigueDegree: 8 });
  });

  it('say whether the assigned driver was signed in when the alarm began', async () => {
    const { db } = fleet;
    const shown = async () => {
      const { list } = await fleet.ask(170402, WEEK_TIMES);
      return [...new Set(list.map(({ cells }) => cells['identityMatch']))];
    };
    const drivers = await db.query<{ id: number }>(sql`
      insert into driver (name, department_id) values ('Ann', ${fleet.north}), ('Bob', ${fleet.north}) returning id`);
    const [ann, bob] = drivers.map(({ id }) => id) as [number, number];
    await db.run('delete from given_driver');
    await db.run('delete from driver_duty');
    expect(await shown()).toEqual([null]);
    await db.run(sql`insert into given_driver (vehicle_id, since_at, driver_id) select id, to_timestamp(0), ${ann} from vehicle`);
    const [ASSIGNED, ANOTHER, UNKNOWN, NOT_SIGNED_IN] = [1, 2, 3, 4];
    const [CARD, OWN] = [1, 4];
    for (const [driver, source, match] of [
      [ann, OWN, NOT_SIGNED_IN],
      [ann, CARD, ASSIGNED],
      [bob, CARD, ANOTHER],
      [null, CARD, UNKNOWN],
    ] as const) {
      await db.run('delete from driver_duty');
      await db.run(sql`insert into driver_duty (vehicle_id, start_at, driver_id, source)
        select id, to_timestamp(0), ${driver}, ${source} from vehicle`);
      expect(await shown()).toEqual([match]);
    }
    await db.run('update driver_duty set end_at = to_timestamp(1)');
    expect(await shown()).toEqual([NOT_SIGNED_IN]);
    await db.run('delete from driver_duty');
    await db.run('delete from given_driver');
  });

  it('can be opened by users with permission to view alarms', async () => {
    await fleet.server.account('reader', fleet.north, ['17030101', '170402']);
    const authorization = await fleet.server.signIn('reader');
    const data = { reportId: 170402, conditions: WEEK_TIMES };
    const { list } = (await fleet.server.call('POST', 'report/advanceSearchJson', data, { authorization })).body.data as Answer;
    for (const { cells } of list)
      expect(cells['evidUrl'] ?? '').toMatch((cells['evidReceived'] as number) > 0 ? /^\/\S+evidenceFile\/\d+\?/ : /^$/);
    expect(list.some(({ cells }) => cells['evidUrl'] !== null)).toBe(true);
  });

  it('that are missing have a reason, and can be requested again from their row', async () => {
    const answer = await fleet.ask(170604, WEEK);
    const missing = sum(own(), 'missing');
    expect(answer).toMatchObject({
      total: missing,
      sums: { retryCount: 2 * missing },
      cards: {
        evidExpected: sum(own(), 'expected'),
        evidReceived: sum(own(), 'received'),
        evidFailed: missing,
        evidRate: percent(sum(own(), 'received'), sum(own(), 'expected')),
      },
    });
    const byFailure = (failure: number) =>
      sum(
        own().filter(({ files }) => files.failure === failure),
        'missing',
      );
    const chart = await fleet.chart(170604, WEEK);
    expect(Object.fromEntries(chart.x.map((failure, i) => [failure, chart.series[0]!.values[i]]))).toEqual(
      Object.fromEntries([1, 2, 3, 4].map((failure) => [failure, byFailure(failure)])),
    );
    const offline = await fleet.ask(170604, { ...WEEK, failReasons: '2' });
    expect([offline.total, (offline as Answer & { cards: object }).cards]).toEqual([
      byFailure(2),
      expect.objectContaining({ evidFailed: byFailure(2) }),
    ]);
    const film = answer.list.find(({ cells }) => cells['failReason'] === 4)!;
    expect(film.cells).toMatchObject({
      fileKind: FILM,
      channelNo: 65,
      retryCount: 2,
      fileName: expect.stringMatching(new RegExp(`^${film.cells['carNo']} \\d{8} \\d{6} 2\\.mp4$`)),
    });
    expect((await fleet.follow(170604, WEEK, film, 'alarmId'))[0]!.list.map(({ ids }) => ids['alarmId'])).toContain(
      film.ids['alarmId'],
    );
    const named = await fleet.send('activeSafety/listAttachmentFailed', { conditions: WEEK });
    expect(named.pageModel.total).toBe(missing);

    await fleet.server.account('fetcher', fleet.north, ['170604', '17060412']);
    const authorization = await fleet.server.signIn('fetcher');
    const again = async (of: MadeAlarm) =>
      (await fleet.server.call('POST', 'activeSafety/refetchAttachment', { alarmGids: [of.gid] }, { authorization })).body;
    const isOfCase = (index: number, car: (plate: string) => boolean) =>
      requests.find(({ of, files }) => files === CASES[index] && car(of.car))!.of;
    const isOwn = (plate: string) => plate !== 'X1';
    expect(await again(isOfCase(1, isOwn))).toMatchObject({ code: '0', data: { requested: 1 } });
    expect(await again(isOfCase(0, isOwn))).toMatchObject({ code: '0', data: { requested: 0 } });
    expect(await again(isOfCase(1, (plate) => !isOwn(plate)))).toMatchObject({ code: '4004' });
    // what the rules left out is expected from now on
    await again(isOfCase(3, isOwn));
    await count();
    expect((await fleet.ask(408008, WEEK)).sums['evidExpected']).toBe(sum(own(), 'expected') + 2);
  });

  it('remain counted after their retention, also if their days are recalculated', async () => {
    const { db, server } = fleet;
    const figures = async () => [
      ...(await Promise.all([170602, 170508, 408008, 408012, 170604].map((report) => fleet.ask(report, WEEK)))),
      ...(await Promise.all([170401, 170402].map((report) => fleet.ask(report, WEEK_TIMES)))),
    ];
    const before = await figures();
    expect(await server.evidence.cleanup(NOON + 4_000 * DAY_MS)).toBeGreaterThan(0);
    expect(await db.query('select from evidence_file where received_at is not null')).toEqual([]);
    await db.run('insert into alarm_day_due (vehicle_id, start_at) select vehicle_id, start_at from alarm');
    await count();
    expect(await figures()).toEqual(before);
  });
});

describe('the overview', () => {
  const OF_OCTOBER = { staticDate: '2026-10-01,2026-10-31' };
  const overview = async (data: object) => {
    const reply = await fleet.send('safetyAna/getSafetyOverview', data);
    expect([reply.code, reply.msg]).toEqual(['0', expect.anything()]);
    return reply.data as SafetyOverview;
  };
  const sumOf = (counts: readonly number[]) => total(counts, (count) => count);

  it('shows the same figures as the reports, for the month and for the previous period', async () => {
    const { figures, before, depts, deptTotal } = await overview(OF_OCTOBER);
    const kinds = await fleet.ask(170603, OF_OCTOBER);
    const handled = await fleet.ask(170601, OF_OCTOBER);
    const rated = await fleet.ask(170503, { month: '2026-10' });
    const found = within(OCTOBER).filter(isSafety);
    const grades = (grade: string) => rated.list.filter(({ cells }) => cells['scoreGrade'] === grade).length;
    expect(figures).toEqual({
      alarms: kinds.sums['alarmCount'],
      km: expect.closeTo(handled.sums['mileage']!, 5),
      per100: handled.sums['alarmPer100'],
      level3Rate: percent(found.filter(({ level }) => level === 3).length, found.length),
      handleRate: handled.sums['handleRate'],
      handleMin: expect.any(Number),
      falseRate: handled.sums['falseRate'],
      score: expect.closeTo(rated.sums['safeScore']!, 1),
      grades: { A: grades('A'), B: grades('B'), C: grades('C'), D: grades('D') },
    });
    const waited = found.filter(isHandled).map(({ dealtAt, startAt }) => (dealtAt! - startAt) / MINUTE_MS);
    expect(figures.handleMin).toBeCloseTo(sumOf(waited) / waited.length, 1);
    const days = ALL_DAYS.filter((day) => day >= '2026-08-31' && day <= '2026-09-30');
    expect(before.alarms).toBe(within(days).filter(isSafety).length);
    const companies = await fleet.ask(170504, { month: '2026-10' });
    expect(deptTotal).toBe(2);
    expect(sumOf(depts.map(({ alarms }) => alarms))).toBe(figures.alarms);
    for (const { deptName, score, grade } of depts)
      expect(cellsOf(companies, 'deptName', deptName)).toMatchObject({ safeScore: score, scoreGrade: grade });
  });

  it('spreads the same alarms over days, kinds and hours', async () => {
    const { figures, before, days, trend, types, hours } = await overview(OF_OCTOBER);
    expect(days).toEqual(OCTOBER);
    const found = within(OCTOBER).filter(isSafety);
    for (const [at, day] of days.entries())
      expect(total(trend, ({ counts }) => counts[at]!)).toBe(found.filter(({ startAt }) => getDay(startAt) === day).length);
    expect(total(trend, (of) => sumOf(of.before))).toBe(before.alarms);
    expect(sumOf(types.map(({ count }) => count))).toBe(figures.alarms);
    expect(types[0]!.count).toBe(Math.max(...types.map(({ count }) => count)));
    // 2026-10-01 is a Thursday
    const thursdays = OCTOBER.filter((_, at) => at % 7 === 0);
    const ofThursday = Array.from(
      { length: 24 },
      (_, hour) => found.filter(({ startAt }) => thursdays.includes(getDay(startAt)) && getHour(startAt) === hour).length,
    );
    expect(hours[3]).toEqual(ofThursday);
    expect(sumOf(hours.flat())).toBe(figures.alarms);
  });

  it('covers one company, is cached for ten minutes, and shows its time', async () => {
    const south = { ...RANGE, deptId: String(fleet.south) };
    const first = await overview(south);
    expect(first.figures.alarms).toBe(within(DAYS, DEPTS.South).filter(isSafety).length);
    expect(first.depts.map(({ deptName }) => deptName)).toEqual(['South']);
    expect(first).toMatchObject({ asOf: NOON, incomplete: [] });
    const { clock } = fleet.server;
    clock.now = NOON + 9 * MINUTE_MS;
    expect((await overview(south)).asOf).toBe(NOON);
    clock.now = NOON + 10 * MINUTE_MS;
    expect((await overview(south)).asOf).toBe(clock.now);
    clock.now = NOON;
  });

  it('refuses other companies, and more than 92 days', async () => {
    const elsewhere = String(await fleet.server.department('Further'));
    expect((await fleet.send('safetyAna/getSafetyOverview', { ...RANGE, deptId: elsewhere })).code).toBe('4004');
    for (const path of ['safetyAna/getSafetyOverview', 'safetyAna/exportOverview'])
      expect((await fleet.send(path, { staticDate: '2026-08-01,2026-11-01' })).code).toBe('4001');
  });

  it('is exported as a workbook of figures, days, types, hours and companies', async () => {
    const { figures, days, types } = await overview(OF_OCTOBER);
    fleet.server.jobs.start();
    const { taskId } = (await fleet.send('safetyAna/exportOverview', OF_OCTOBER, 'zh')).data;
    const state = async () => (await fleet.send('task/getTask', { id: taskId })).data.state;
    await expect.poll(state, { timeout: 30_000 }).toMatch(/done|failed/);
    const { url } = (await fleet.send('task/getTaskFile', { id: taskId })).data;
    const file = await fleet.server.http.app.inject({ url });
    const { put, remove } = tableFiles();
    const sheets = await readAllSheets(await put(file.rawPayload));
    await remove();
    expect([...sheets.keys()]).toEqual(['安全总览', '每日趋势', '趋势图', '报警类型分布', '时段分布', '部门对比']);
    expect(sheets.get('安全总览')).toContainEqual(['报警数', String(figures.alarms)]);
    expect(sheets.get('每日趋势')).toHaveLength(1 + days.length);
    expect(sheets.get('报警类型分布')).toHaveLength(1 + types.length);
    expect(sheets.get('时段分布')!.map(([name]) => name)).toEqual([
      '星期',
      '周一',
      '周二',
      '周三',
      '周四',
      '周五',
      '周六',
      '周日',
    ]);
    expect(sheets.get('部门对比')!.map(([name]) => name)).toEqual(expect.arrayContaining(['North', 'South']));
  });
});

describe('ratings of a closed month', () => {
  it('do not change if the data of its days change', async () => {
    const { db, server } = fleet;
    const rated = async () =>
      (await fleet.ask(170503, { month: '2026-10' })).list.map(({ cells }) =>
        ['carNo', 'rankNo', ...INDEX_COLUMNS, 'riskScore', 'safeScore', 'scoreGrade', 'prevScore', 'momRate'].map(
          (key) => cells[key],
        ),
      );
    const counted = await rated();
    expect(counted).toHaveLength(3);
    const options = { db, timeZone: 'Asia/Shanghai', now: () => server.clock.now, rulesOf: async () => ({}) as ScoreRules };
    for (const month of ['2026-09', '2026-10']) expect(await closeMonth(options, month)).toBe(true);
    expect(await rated()).toEqual(counted);
    // a vehicle below the minimum mileage has no rank
    await db.run(`insert into score_month (object_type, object_id, month, department_id, metrics)
      select 'vehicle', 999999, month, department_id, '{}' from score_month where object_type = 'vehicle' and month = '2026-10' limit 1`);
    expect(await rated()).toEqual(counted);
    await db.run('update alarm_day set cnt = cnt + 1000');
    expect(await rated()).toEqual(counted);
    await db.run('delete from score_month');
    await db.run('delete from score_close');
    expect(await rated()).not.toEqual(counted);
  });
});
