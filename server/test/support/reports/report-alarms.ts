import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import { NEEDED_TYPES } from '../../../src/modules/reports/facts/alarm-columns.ts';
import { getReportPermission } from '../../../src/modules/reports/index.ts';
import type { ReportDefinition } from '../../../src/modules/reports/model/definition.ts';
import { GROUPS } from '../../../src/modules/reports/model/measures.ts';
import { json, sql } from '../../../src/platform/db/database.ts';
import { addVehicle } from '../test-fleet.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import { countGrades } from './rollups.ts';

/** For tests: an alarm of a vehicle. Times epoch ms. */
export type MadeAlarm = {
  readonly gid: string;
  readonly car: string;
  readonly type: number;
  readonly level: 1 | 2 | 3;
  readonly startAt: number;
  readonly seconds: number;
  readonly kmh: number;
  readonly maxKmh: number;
  readonly value: number | null;
  readonly limit: number | null;
  readonly source: number;
  readonly brief: boolean;
  /** alarm_case.state */
  readonly state: 0 | 1 | 2 | 3 | 4;
  readonly dealType: 1 | 5 | 6 | null;
  readonly automatic: boolean;
  readonly dealtAt: number | null;
  readonly claimedAt: number | null;
  readonly notes: string | null;
};
/** A day of a vehicle. */
export type MadeDay = {
  readonly car: string;
  readonly day: string;
  readonly km: number;
  readonly driveS: number;
  readonly nightS: number;
};
export type Row = { readonly ids: Record<string, string>; readonly cells: Record<string, string | number | boolean | null> };
export type Answer = { readonly list: Row[]; readonly total: number; readonly sums: Record<string, number | null> };

/** 12:00 on 2026-11-22 in Shanghai. */
export const NOON = Date.parse('2026-11-22T04:00:00Z');
/** An instant by the clocks of Shanghai. */
export const at = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+08:00`);
export const getDay = (ms: number): string => new Date(ms + 8 * HOUR_MS).toISOString().slice(0, 10);
export const getHour = (ms: number): number => new Date(ms + 8 * HOUR_MS).getUTCHours();
export const isNeeded = ({ type, brief }: MadeAlarm): boolean => !brief && NEEDED_TYPES.includes(type);
export const isHandled = (alarm: MadeAlarm): boolean => isNeeded(alarm) && (alarm.state === 2 || alarm.state === 3);
/** Within five minutes, half an hour or a day, by level. */
export const isTimely = (alarm: MadeAlarm): boolean =>
  alarm.dealtAt !== null && alarm.dealtAt - alarm.startAt <= [0, DAY_MS, 1_800 * SECOND_MS, 300 * SECOND_MS][alarm.level]!;

/** Claimed or decided within half an hour. */
export const isTurnedTo = ({ startAt, claimedAt, dealtAt }: MadeAlarm): boolean =>
  [claimedAt, dealtAt].some((when) => when !== null && when - startAt <= 1_800 * SECOND_MS);

/** Numbers that look like chance and are the same in each run. */
export function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** An alarm with defaults. */
export const alarm = (wanted: Pick<MadeAlarm, 'car' | 'type' | 'startAt'> & Partial<MadeAlarm>): MadeAlarm => ({
  gid: randomUUID(),
  level: 2,
  seconds: 60,
  kmh: 50,
  maxKmh: 60,
  value: null,
  limit: null,
  source: 0,
  brief: false,
  state: 0,
  dealType: null,
  automatic: false,
  dealtAt: null,
  claimedAt: null,
  notes: null,
  ...wanted,
});

/** Many alarms of some vehicles and kinds, over days up to yesterday. */
export function manyAlarms(
  seed: number,
  count: number,
  { cars, types, days }: { readonly cars: readonly string[]; readonly types: readonly number[]; readonly days: number },
): MadeAlarm[] {
  const roll = dice(seed);
  const today = at(`${getDay(NOON)} 00:00:00`);
  const made = Array.from({ length: count }, () => {
    const startAt = today - DAY_MS * days + roll((DAY_MS * days) / SECOND_MS) * SECOND_MS;
    const decided = roll(3) > 0;
    const dealType = ([1, 5, 6] as const)[roll(3)]!;
    const brief = roll(12) === 0;
    return alarm({
      car: cars[roll(cars.length)]!,
      type: types[roll(types.length)]!,
      level: (1 + roll(3)) as 1 | 2 | 3,
      startAt,
      seconds: roll(600),
      brief,
      ...(decided && !brief
        ? {
            state: dealType === 6 ? 3 : 2,
            dealType,
            automatic: roll(4) === 0,
            dealtAt: startAt + roll(4_000) * SECOND_MS,
            notes: 'seen',
          }
        : { state: ([0, 1, 4] as const)[roll(3)]! }),
    });
  });
  return made.filter((each) => each.type !== TERMINAL_OVERSPEED || !made.some((other) => isOver(other, each)));
}

const TERMINAL_OVERSPEED = 1;
const PLATFORM_OVERSPEEDS: readonly number[] = [100, 101, 102, 112];
/** Whether it is a platform alarm for the same overspeed: such pairs count once, which another test covers. */
const isOver = (other: MadeAlarm, { car, startAt, seconds }: MadeAlarm): boolean =>
  other.car === car &&
  PLATFORM_OVERSPEEDS.includes(other.type) &&
  other.startAt <= startAt + seconds * SECOND_MS &&
  other.startAt + other.seconds * SECOND_MS >= startAt;

/** A company North with South below it, two vehicles each but the one of South, and one elsewhere; `boss` is of North, with `more` permissions. */
export async function startFleet(reports: readonly ReportDefinition[], more: readonly string[] = []) {
  const server: TestServer = await startTestServer();
  server.clock.now = NOON;
  const north = await server.department('North');
  const south = await server.department('South', north);
  const elsewhere = await server.department('Elsewhere');
  const deptOf = { N1: north, N2: north, S1: south, X1: elsewhere } as const;
  const cars: Record<string, number> = {};
  for (const [plate, departmentId] of Object.entries(deptOf))
    cars[plate] = await addVehicle(server, {
      plate,
      departmentId,
      phone: `1380000000${Object.keys(cars).length}`,
      driver: `D-${plate}`,
    });
  const codes = [...new Set(reports.map(getReportPermission))];
  const bossId = await server.account('boss', north, ['2', ...codes, ...more]);
  const token = await server.signIn('boss');
  const { db } = server;
  const deptOfCar = (car: string): number => deptOf[car as keyof typeof deptOf];

  const addAlarms = async (alarms: readonly MadeAlarm[]): Promise<void> => {
    const rows = alarms.map((each) => ({
      ...each,
      vehicle: cars[each.car],
      start: new Date(each.startAt),
      end: new Date(each.startAt + each.seconds * SECOND_MS),
      dealt: each.dealtAt === null ? null : new Date(each.dealtAt),
      claimed: each.claimedAt === null ? null : new Date(each.claimedAt),
      by: each.dealtAt === null || each.automatic ? null : bossId,
    }));
    const given = sql`jsonb_to_recordset(${json(rows)}::jsonb) as g (gid uuid, vehicle integer, type smallint, level smallint,
      start timestamptz, "end" timestamptz, kmh real, "maxKmh" real, value real, "limit" real, source bigint, brief boolean,
      state smallint, "dealType" smallint, automatic boolean, dealt timestamptz, claimed timestamptz, by integer, notes text)`;
    await db.run(sql`
      insert into alarm (gid, vehicle_id, type_id, source, level, start_at, last_at, end_at, received_at, start_lng, start_lat, last_lng,
        last_lat, start_kmh, max_kmh, value, limit_value, times, brief)
      select gid, vehicle, type, source, level, start, "end", "end", start, 113.1, 23.1, 113.2, 23.2, kmh, "maxKmh", value, "limit", 1, brief
      from ${given}`);
    await db.run(sql`
      insert into alarm_case (gid, vehicle_id, type_id, level, start_at, state, deal_type, dealt_by, dealt_at, claimed_at,
        automatic, notes)
      select gid, vehicle, type, level, start, state, "dealType", by, dealt, claimed, automatic, notes from ${given} where not brief`);
    await addAlarmDays(alarms);
  };

  /** Sums of days, counted here one alarm after the other. */
  const addAlarmDays = async (alarms: readonly MadeAlarm[]): Promise<void> => {
    const groups = Map.groupBy(
      alarms.filter(({ brief }) => !brief),
      ({ car, startAt, type, level }) => [car, getDay(startAt), type, level].join('|'),
    );
    const rows = [...groups.values()].map((of) => {
      const [{ car, startAt, type, level }] = of as [MadeAlarm];
      const handled = of.filter(isHandled);
      return {
        vehicle: cars[car],
        dept: deptOfCar(car),
        day: getDay(startAt),
        type,
        level,
        cnt: of.length,
        dur: of.reduce((sum, { seconds }) => sum + seconds, 0),
        needed: of.filter(isNeeded).length,
        handled: handled.length,
        timely: handled.filter(isTimely).length,
        wrong: handled.filter(({ state }) => state === 3).length,
        auto: handled.filter((one) => one.automatic).length,
        message: handled.filter(({ dealType }) => dealType === 1).length,
        phone: handled.filter(({ dealType }) => dealType === 5).length,
        turned: of.filter(isTurnedTo).length,
        soon: handled.filter((one) => one.dealtAt! - one.startAt <= DAY_MS).length,
        waited: handled.reduce((sum, one) => sum + (one.dealtAt! - one.startAt) / SECOND_MS, 0),
        hours: Array.from({ length: 24 }, (_, hour) => of.filter((one) => getHour(one.startAt) === hour).length),
        confirmed: of.filter(({ state }) => state !== 3).length,
        confirmedMax: of.reduce<number | null>(
          (most, { state, seconds }) => (state === 3 ? most : Math.max(most ?? 0, seconds)),
          null,
        ),
        ...((GROUPS.overspeed as readonly number[]).includes(type)
          ? countGrades(of.map(({ value, maxKmh, limit, state }) => ({ kmh: value ?? maxKmh, limit, isFalse: state === 3 })))
          : {}),
      };
    });
    await db.run(sql`
      insert into alarm_day (vehicle_id, day, type_id, level, department_id, cnt, dur_s, needed, handled, timely, false_cnt, auto_cnt,
        message_cnt, phone_cnt, handle_s, turned_cnt, soon_cnt, hours, confirmed_cnt, confirmed_max_s, grade1, grade2, grade3, grade4, max_kmh, confirmed1, confirmed2,
        confirmed3, confirmed4, confirmed_kmh)
      select vehicle, day, type, level, dept, cnt, dur, needed, handled, timely, wrong, auto, message, phone, waited, turned, soon,
        array(select jsonb_array_elements_text(hours)::smallint), confirmed, "confirmedMax", grade1, grade2, grade3, grade4, max_kmh, confirmed1, confirmed2,
        confirmed3, confirmed4, confirmed_kmh
      from jsonb_to_recordset(${json(rows)}::jsonb) as g (vehicle integer, day date, type smallint, level smallint, dept integer,
        cnt integer, dur bigint, needed integer, handled integer, timely integer, wrong integer, auto integer, message integer,
        phone integer, waited bigint, turned integer, soon integer, hours jsonb, confirmed integer, "confirmedMax" integer, grade1 smallint, grade2 smallint, grade3 smallint,
        grade4 smallint, max_kmh real, confirmed1 smallint, confirmed2 smallint, confirmed3 smallint, confirmed4 smallint,
        confirmed_kmh real)`);
  };

  const addDays = async (days: readonly MadeDay[]): Promise<void> => {
    const rows = days.map((each) => ({ ...each, vehicle: cars[each.car], dept: deptOfCar(each.car) }));
    await db.run(sql`
      insert into vehicle_day (vehicle_id, day, department_id, point_total, point_valid, gnss_km, drive_s, night_drive_s)
      select vehicle, day, dept, 10, 10, km, "driveS", "nightS"
      from jsonb_to_recordset(${json(rows)}::jsonb) as g (vehicle integer, day date, dept integer, km double precision,
        "driveS" integer, "nightS" integer)`);
    await db.run(sql`
      insert into dept_day (department_id, day, vehicle_total, joined, exempt, new_count, left_count)
      select v.department_id, g.day, count(*), count(*), 0, 0, 0
      from (select distinct day from jsonb_to_recordset(${json(rows)}::jsonb) as r (day date)) g cross join vehicle v group by 1, 2`);
  };

  const ask = async (reportId: number, conditions: object, more: object = {}): Promise<Answer> => {
    const body = { data: { reportId, conditions, ...more }, pageModel: { page: 1, limit: 500 } };
    const reply = await server.post('report/advanceSearchJson', body, { authorization: token, 'accept-language': 'en' });
    if (reply.body.code !== '0') throw new Error(`${reportId}: ${reply.text}`);
    return { ...reply.body.data, total: reply.body.pageModel.total };
  };
  /** Any call, in a language. */
  const send = async (path: string, data: object, language = 'en') =>
    (await server.call('POST', path, data, { authorization: token, 'accept-language': language })).body;
  /** The drill-down of a figure, with its rows. */
  const follow = async (reportId: number, conditions: object, row: Row, colEName: string): Promise<Answer[]> => {
    const data = { reportId, conditions, colEName, ids: row.ids };
    const reply = await server.call('POST', 'report/getReportRedirectorTabs', data, { authorization: token });
    if (reply.body.code !== '0') throw new Error(`${reportId} ${colEName}: ${reply.text}`);
    return Promise.all(
      (reply.body.data.list as { reportId: number; conditions: object }[]).map((one) => ask(one.reportId, one.conditions)),
    );
  };
  const chart = async (reportId: number, conditions: object) =>
    (await server.call('POST', 'report/getReportChart', { reportId, conditions }, { authorization: token })).body.data as {
      x: string[];
      series: { colEName: string; values: (number | null)[] }[];
    };

  return { server, db, token, north, south, cars, deptOfCar, addAlarms, addDays, ask, send, follow, chart };
}
export type TestFleet = Awaited<ReturnType<typeof startFleet>>;
