import { sign } from '@fleetwarden/contract/sign';
import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { getText } from '@fleetwarden/locale/languages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  alarm,
  at,
  dice,
  getDay,
  isHandled,
  isNeeded,
  isTurnedTo,
  type MadeAlarm,
  type MadeDay,
  manyAlarms,
  NOON,
  startFleet,
  type TestFleet,
} from '../../../../test/support/reports/report-alarms.ts';
import { sql } from '../../../platform/db/database.ts';
import { GROUPS, SAFETY_TYPES } from '../model/measures.ts';
import { DEFINITIONS } from './all.ts';

const WEEK = Array.from({ length: 7 }, (_, i) => getDay(NOON - (7 - i) * DAY_MS));
const RANGE = { staticDate: `${WEEK[0]},${WEEK.at(-1)}` };
const MONTH = '2026-10';
const TYPES = [0, 1, 2, 4, 18, 19, 66, 77, 97, 100, 104, 108, 114];
const CARS = ['N1', 'N2', 'S1', 'X1'];
const OWN = ['N1', 'N2', 'S1'];
let fleet: TestFleet;
let alarms: MadeAlarm[] = [];
let days: MadeDay[] = [];
const claimed = alarm({
  car: 'N1',
  type: 19,
  startAt: at(`${WEEK[2]} 08:00:00`),
  state: 1,
  claimedAt: at(`${WEEK[2]} 08:29:00`),
});

beforeAll(async () => {
  fleet = await startFleet(DEFINITIONS);
  const roll = dice(5);
  days = CARS.flatMap((car) => WEEK.map((day) => ({ car, day, km: 50 + roll(400), driveS: 3_600, nightS: 0 })));
  const inMonth = (day: string) => at(`${MONTH}-${day} 10:00:00`);
  const over = { type: 100, level: 2 as const, limit: 80, kmh: 80 };
  alarms = [
    ...manyAlarms(17, 600, { cars: CARS, types: TYPES, days: 60 }),
    alarm({ car: 'N1', type: 104, level: 3, startAt: inMonth('05'), seconds: 1_800 }),
    alarm({ car: 'S1', type: 104, level: 3, startAt: inMonth('06'), seconds: 3_600 }),
    // an impossible duration
    alarm({ car: 'N2', type: 104, level: 3, startAt: inMonth('07'), seconds: 9_000, state: 3, dealtAt: inMonth('07') + 60_000 }),
    alarm({ car: 'N1', ...over, startAt: inMonth('08'), value: 84 }),
    alarm({ car: 'N1', ...over, startAt: inMonth('09'), value: 100.5 }),
    alarm({ car: 'S1', ...over, startAt: inMonth('10'), value: 130 }),
    alarm({ car: 'N2', ...over, startAt: inMonth('11'), value: 140, state: 3, dealtAt: inMonth('11') + 60_000 }),
    alarm({ car: 'N2', ...over, startAt: inMonth('12'), value: 90 }),
    // decided after two days
    alarm({ car: 'N2', type: 2, startAt: at(`${WEEK[0]} 09:00:00`), state: 2, dealType: 5, dealtAt: at(`${WEEK[2]} 09:00:01`) }),
    claimed,
  ];
  await fleet.addAlarms(alarms);
  await fleet.addDays(days);
  await fleet.db.run(sql`update vehicle set industry = 5 where plate in ('N1', 'X1')`);
}, 60_000);
afterAll(() => fleet.server.stop());

const within = (of: (day: string) => boolean, cars: readonly string[] = OWN, types: readonly number[] | null = null) =>
  alarms.filter(
    ({ car, brief, startAt, type }) =>
      cars.includes(car) && !brief && of(getDay(startAt)) && (types === null || types.includes(type)),
  );
const inWeek = (day: string) => WEEK.includes(day);
const ofMonth = (day: string) => day.startsWith(MONTH);
const rounded = (value: number) => Math.round(value * 100) / 100;
const percent = (part: number, whole: number) => (whole === 0 ? null : rounded((100 * part) / whole));
const cellsOf = ({ list }: Answer, key: string, value: string) => list.find(({ cells }) => cells[key] === value)!.cells;
const count = (found: readonly MadeAlarm[], types: readonly number[]) => found.filter(({ type }) => types.includes(type)).length;

describe('violations of a month', () => {
  it('of driving time exclude false alarms, and are graded by the excess over the limit', async () => {
    // two drivers on one day, the second with longer driving; other months do not count
    for (const [driver, date, longest] of [
      [1, `${MONTH}-03`, 15_000],
      [2, `${MONTH}-03`, 17_400],
      [1, `${MONTH}-05`, 600],
      [1, '2020-01-01', 99_999],
    ] as const)
      await fleet.db.run(sql`
        insert into driver_day (driver_id, day, vehicle_id, department_id, km, drive_s, night_drive_s, longest_drive_s)
        select ${driver}::integer, ${date}::date, id, department_id, 1, 600, 0, ${longest}::integer from vehicle where plate = ${OWN[0]!}`);
    const answer = await fleet.ask(408001, { month: MONTH });
    expect(answer.list.map(({ cells }) => cells['carNo']).sort()).toEqual(OWN);
    const grades: Record<string, number> = { N1: 2, N2: 1, S1: 3 };
    for (const car of OWN) {
      const found = within(ofMonth, [car], GROUPS.fatigue);
      const handled = found.filter(isHandled).length;
      expect(cellsOf(answer, 'carNo', car)).toMatchObject({
        statMonth: MONTH,
        fatigueCount: found.length,
        vioCount: found.filter(({ state }) => state !== 3).length,
        fatigueSec: found.reduce((sum, { seconds }) => sum + seconds, 0),
        warnLevel: grades[car],
        handledCount: handled,
        handleRate: percent(handled, found.length),
        longestSec: car === OWN[0] ? 17_400 : null,
      });
    }
    const all = within(ofMonth, OWN, GROUPS.fatigue);
    expect(answer.sums).toEqual({
      fatigueCount: all.length,
      vioCount: all.filter(({ state }) => state !== 3).length,
      fatigueSec: all.reduce((sum, { seconds }) => sum + seconds, 0),
      handledCount: all.filter(isHandled).length,
    });
    const [details] = await fleet.follow(408001, { month: MONTH }, answer.list[0]!, 'fatigueCount');
    expect(details!.total).toBe(answer.list[0]!.cells['fatigueCount']);
  });

  it('of speed exclude false alarms, and are counted by the excess over the limit', async () => {
    const answer = await fleet.ask(408002, { month: MONTH });
    const figures = (car: string) => {
      const { grade1, grade2, grade3, grade4, maxSpeed, warnLevel } = cellsOf(answer, 'carNo', car);
      return { grade1, grade2, grade3, grade4, maxSpeed, warnLevel };
    };
    expect(figures('N1')).toEqual({ grade1: 1, grade2: 0, grade3: 1, grade4: 0, maxSpeed: 100.5, warnLevel: 2 });
    expect(figures('N2')).toEqual({ grade1: 0, grade2: 1, grade3: 0, grade4: 0, maxSpeed: 90, warnLevel: 1 });
    expect(figures('S1')).toEqual({ grade1: 0, grade2: 0, grade3: 0, grade4: 1, maxSpeed: 130, warnLevel: 3 });
    for (const car of OWN) {
      const found = within(ofMonth, [car], GROUPS.overspeed);
      expect(cellsOf(answer, 'carNo', car)).toMatchObject({
        overCount: found.length,
        vioCount: found.filter(({ state }) => state !== 3).length,
      });
    }
    expect(answer.sums).toMatchObject({ grade1: 1, grade2: 1, grade3: 1, grade4: 1, maxSpeed: 130 });
    const [details] = await fleet.follow(408002, { month: MONTH }, answer.list[0]!, 'overCount');
    expect(details!.total).toBe(answer.list[0]!.cells['overCount']);
    const freight = await fleet.ask(408002, { month: MONTH, industries: '5' });
    expect(freight.list.map(({ cells }) => cells['carNo'])).toEqual(['N1']);
  });
});

describe('the register of general freight', () => {
  const range = { timeRange: `${MONTH}-01 00:00:00,${MONTH}-31 23:59:59` };
  const REGISTERED = [...GROUPS.overspeed, ...GROUPS.fatigue, 19, 114];

  it('describes each violation in a sentence, and names how it was handled', async () => {
    const { list, total } = await fleet.ask(408003, range);
    const expected = within(ofMonth, ['N1'], REGISTERED).sort((a, b) => a.startAt - b.startAt);
    expect(total).toBe(expected.length);
    expect(list.map(({ cells }) => [cells['startTime'], cells['carNo']])).toEqual(expected.map((one) => [one.startAt, 'N1']));
    expect(list.map(({ cells }) => cells['ledgerNo'])).toEqual(expected.map((_, i) => i + 1));
    const ofLimit = list.find(({ cells }) => cells['startTime'] === at(`${MONTH}-09 10:00:00`))!;
    expect(ofLimit.cells['ledgerText']).toBe(
      `${getText('en', 'alarm.pOverspeed')}, Max speed 100.5 km/h, Speed limit 80 km/h, Duration 0:01:00`,
    );
    expect(ofLimit.cells['ledgerAct']).toBeNull();
    const decided = expected.findIndex((one) => one.state === 2 && one.dealType === 5 && !one.automatic);
    expect(list[decided]!.cells['ledgerAct']).toBe('Phone call: seen');
  });

  it('contains only its own alarm types, whatever types are requested', async () => {
    expect((await fleet.ask(408003, { ...range, alarmTypes: '0,66' })).total).toBe(0);
    const some = await fleet.ask(408003, { ...range, alarmTypes: '0,19' });
    expect(some.total).toBe(within(ofMonth, ['N1'], [19]).length);
  });
});

describe('alarms that were claimed and handled', () => {
  const decided = (one: MadeAlarm) => isHandled(one) && one.dealtAt! - one.startAt <= DAY_MS;

  it('are counted by vehicle if claimed within half an hour and handled within a day', async () => {
    const answer = await fleet.ask(408007, RANGE);
    expect(answer.list.map(({ cells }) => cells['carNo']).sort()).toEqual(OWN);
    for (const car of OWN) {
      const found = within(inWeek, [car]);
      const needed = found.filter(isNeeded).length;
      expect(cellsOf(answer, 'carNo', car)).toMatchObject({
        alarmCount: found.length,
        dispCount: found.filter(isTurnedTo).length,
        needCount: needed,
        dispRate: percent(found.filter(isTurnedTo).length, found.length),
        handledCount: found.filter(decided).length,
        handleRate: percent(found.filter(decided).length, needed),
      });
    }
    const all = within(inWeek);
    expect(answer.sums).toMatchObject({
      alarmCount: all.length,
      dispCount: all.filter(isTurnedTo).length,
      dispRate: percent(all.filter(isTurnedTo).length, all.length),
      handledCount: all.filter(decided).length,
    });
    const rates = answer.list.map(({ cells }) => cells['dispRate'] as number);
    expect(rates).toEqual(rates.toSorted((a, b) => a - b));
    // some of each, so that the cases differ
    expect(all.filter((one) => isHandled(one) && !decided(one))).toHaveLength(1);
    expect(all.filter(isTurnedTo).length).toBeLessThan(all.filter(({ dealtAt }) => dealtAt !== null).length);
  });
});

describe('active safety by company and day', () => {
  it('is counted by alarm type and level, with the handling rate', async () => {
    const answer = await fleet.ask(408008, RANGE);
    const depts = { North: ['N1', 'N2'], South: ['S1'] } as const;
    expect(answer.total).toBe(WEEK.length * 2);
    for (const [dept, cars] of Object.entries(depts))
      for (const day of WEEK) {
        const found = within((one) => one === day, [...cars], SAFETY_TYPES);
        const { cells } = answer.list.find((row) => row.cells['deptName'] === dept && row.cells['statDate'] === day)!;
        const level = (wanted: number) => found.filter((one) => one.level === wanted).length;
        expect(cells).toMatchObject({
          onlineCount: cars.length,
          safetyCount: found.length,
          adasCount: count(found, [66]),
          dsmCount: count(found, [77]),
          lvl1Count: level(1),
          lvl2Count: level(2),
          lvl3Count: level(3),
          needCount: found.filter(isNeeded).length,
          handleRate: percent(found.filter(isHandled).length, found.filter(isNeeded).length),
        });
      }
    const serious = await fleet.ask(408008, { ...RANGE, alarmLevels: '3' });
    expect(serious.sums['safetyCount']).toBe(within(inWeek, OWN, SAFETY_TYPES).filter(({ level }) => level === 3).length);
    const row = answer.list.find(({ cells }) => Number(cells['safetyCount']) > 0)!;
    const [vehicles] = await fleet.follow(408008, RANGE, row, 'safetyCount');
    expect(vehicles!.sums['safetyCount']).toBe(row.cells['safetyCount']);
  });
});

describe('columns of alarm types', () => {
  const heads = async (reportId: number, conditions: object, language = 'en') => {
    const reply = await fleet.send('report/trendsHead', { reportId, conditions }, language);
    const [head, ...more] = reply.data.list as { colEName: string; columns: { colEName: string; colName: string }[] }[];
    expect([head!.colEName, ...more]).toEqual(['typeCols']);
    return head!.columns;
  };
  const keys = (types: readonly number[]) => types.map((type) => `t${type}`);

  it('exist for each chosen type, or else for each type that occurred', async () => {
    const chosen = await heads(404003, { ...RANGE, alarmTypes: '77,1' }, 'zh-CN');
    expect(chosen.map(({ colEName, colName }) => [colEName, colName])).toEqual([
      ['t1', getText('zh', 'alarm.overspeed')],
      ['t77', getText('zh', 'alarm.dsmFatigue')],
    ]);
    const had = [...new Set(within(inWeek).map(({ type }) => type))].sort((a, b) => a - b);
    expect((await heads(404003, RANGE)).map(({ colEName }) => colEName)).toEqual(keys(had));
    const safe = had.filter((type) => SAFETY_TYPES.includes(type));
    expect((await heads(170602, RANGE)).map(({ colEName }) => colEName)).toEqual(keys(safe));
    // too many columns: only those that occurred
    const every = ALARM_TYPES.map(({ id }) => id).join();
    expect((await heads(404003, { ...RANGE, alarmTypes: every })).map(({ colEName }) => colEName)).toEqual(keys(had));
  });

  it.each([
    [404002, 'deptName', { North: ['N1', 'N2'], South: ['S1'] }],
    [404003, 'carNo', { N1: ['N1'], N2: ['N2'], S1: ['S1'] }],
    [408007, 'carNo', { N1: ['N1'], N2: ['N2'], S1: ['S1'] }],
  ] as const)('%d counts them for each row and in total, and sorts by each of them', async (report, name, rows) => {
    const wanted = [2, 100, 77];
    const conditions = { ...RANGE, alarmTypes: wanted.join() };
    for (const type of wanted) {
      const answer = await fleet.ask(report, conditions, { orderBy: `t${type}`, direction: 'desc' });
      const figures = answer.list.map(({ cells }) => cells[`t${type}`] as number);
      expect(figures).toEqual(figures.toSorted((a, b) => b - a));
      for (const [value, cars] of Object.entries(rows)) {
        const row = answer.list.find(({ cells }) => cells[name] === value);
        expect(row?.cells[`t${type}`] ?? 0).toBe(count(within(inWeek, cars), [type]));
      }
      expect(answer.sums[`t${type}`]).toBe(count(within(inWeek), [type]));
      expect(Object.keys(answer.sums)).not.toContain('typeCols');
    }
  });

  it('link to the alarms of their type only', async () => {
    const { list } = await fleet.ask(404003, RANGE);
    const row = list.find(({ cells }) => Number(cells['t2']) > 0)!;
    const [details] = await fleet.follow(404003, RANGE, row, 't2');
    expect(details!.total).toBe(row.cells['t2']);
    const [car] = await fleet.follow(404002, RANGE, (await fleet.ask(404002, RANGE)).list[0]!, 't100');
    expect(Object.keys(car!.list[0]!.cells)).toContain('t100');
    expect(Object.keys(car!.list[0]!.cells)).not.toContain('t2');
  });

  it('are counted by day in reports with rows by day', async () => {
    const answer = await fleet.ask(170602, { ...RANGE, alarmTypes: '66,77' });
    for (const { cells } of answer.list) {
      const found = within((day) => day === cells['statDate'], [String(cells['carNo'])]);
      expect([cells['t66'], cells['t77']]).toEqual([count(found, [66]), count(found, [77])]);
    }
    expect(answer.sums).toMatchObject({ t66: count(within(inWeek), [66]), t77: count(within(inWeek), [77]) });
  });

  it('have the same position in a file as on the page, each with the name of its type', async () => {
    fleet.server.jobs.start();
    const headers = { authorization: fleet.token, 'accept-language': 'en' };
    const data = {
      reportId: 404003,
      format: 'csv',
      columns: ['carNo', 'typeCols', 'alarmCount'],
      orderBy: 't77',
      direction: 'desc',
      conditions: { ...RANGE, deptId: String(fleet.north), alarmTypes: '77,2' },
    };
    const { body } = await fleet.server.post('report/exportdata', { data, sign: sign(data) }, headers);
    const task = async () => (await fleet.send('task/getTask', { id: body.data.taskId })).data;
    await expect.poll(async () => (await task()).state, { timeout: 20_000 }).toBe('done');
    const { data: file } = await fleet.send('task/getTaskFile', { id: body.data.taskId });
    const lines = (await fleet.server.http.app.inject({ url: file.url })).payload.replace('\ufeff', '').trim().split('\r\n');
    const [head, ...rows] = lines.map((line) => line.split(','));
    expect(head!.map((name) => name.replace(/ \(.*\)$/, ''))).toEqual([
      'Plate no.',
      getText('en', 'alarm.fatigue'),
      getText('en', 'alarm.dsmFatigue'),
      'Alarms',
    ]);
    const shown = await fleet.ask(404003, data.conditions, { orderBy: 't77', direction: 'desc' });
    expect(rows).toEqual([
      ...shown.list.map(({ cells }) => [cells['carNo'], cells['t2'], cells['t77'], cells['alarmCount']].map(String)),
      ['Total', ...['t2', 't77', 'alarmCount'].map((key) => String(shown.sums[key]))],
    ]);
  });

  it('of unknown types are omitted, and so are their rows', async () => {
    for (const alarmTypes of ['99999', '999999999', '61'])
      for (const report of [404002, 404003, 408007, 170602]) {
        const answer = await fleet.ask(report, { ...RANGE, alarmTypes });
        expect(answer.list.filter(({ cells }) => Number(cells['alarmCount'] ?? cells['safetyCount']) > 0)).toEqual([]);
      }
    const many = [...Array.from({ length: 70 }, (_, i) => 40_000 + i), 2].join();
    expect((await fleet.ask(408007, { ...RANGE, alarmTypes: many })).sums['t2']).toBe(count(within(inWeek), [2]));
    await expect(fleet.ask(404003, { ...RANGE, alarmTypes: '1;drop' })).rejects.toThrow();
  });

  it('do not change the order if no alarm has the type, and unknown columns are refused', async () => {
    const conditions = { ...RANGE, alarmTypes: '1' };
    const answer = await fleet.ask(404003, conditions, { orderBy: 't77', direction: 'asc' });
    expect(answer.list.map(({ cells }) => cells['carNo'])).toEqual(
      (await fleet.ask(404003, conditions)).list.map(({ cells }) => cells['carNo']),
    );
    await expect(fleet.ask(404003, conditions, { orderBy: 't60' })).rejects.toThrow();
    await expect(fleet.ask(408008, RANGE, { orderBy: 't77' })).rejects.toThrow();
  });
});
