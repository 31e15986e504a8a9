import { businessDay } from '@fleetwarden/domain/business-day';
import { DAY_MS } from '@fleetwarden/domain/durations';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkHistories, playRounds, type Round } from '../../../../test/support/property-histories.ts';
import { inParts } from '../../../../test/support/property-parts.ts';
import {
  addAlarm,
  addDepartment,
  addStay,
  addVehicle,
  addVehicles,
  alarmDays,
  claim,
  countGrades,
  DAY,
  decide,
  gradeFigures,
  hours,
  local,
  MINUTE,
  onlineDays,
  type TestAlarm,
  type TestDecision,
  testRollups,
  ZONE,
} from '../../../../test/support/reports/rollups.ts';
import { at, type Db, sql } from '../../../platform/db/database.ts';

const START = local('2025-03-10 00:00');
/** After the last stay. */
const END = START + 6 * DAY;
/** The gateway notes what it heard far more often. */
const NOTED_MS = 50 * 60_000;
const RUNS = 25;
/** Time to handle an alarm by level, without a target in its case or settings. */
const WITHIN_MS = { 1: DAY_MS, 2: 30 * MINUTE, 3: 5 * MINUTE } as const;
const [TERMINAL_OVERSPEED, PLATFORM_OVERSPEED] = [1, 100] as const;

let db: Db;
let rollups: Awaited<ReturnType<typeof testRollups>>;
let department: number;

beforeAll(async () => {
  rollups = await testRollups(END);
  ({ db } = rollups);
  department = await addDepartment(db);
  for (let run = 0; run < 2; run++) await rollups.alarms();
});

const minutes = (most: number) => fc.integer({ min: 0, max: most }).map((n) => n * MINUTE);
const startAt = minutes(3 * 24 * 60 - 1).map((ms) => START + ms);

const alarm = fc.record({
  startAt,
  // 50 is an event
  typeId: fc.constantFrom(TERMINAL_OVERSPEED, 2, 50, PLATFORM_OVERSPEED),
  level: fc.constantFrom<1 | 2 | 3>(1, 2, 3),
  lastedMs: minutes(600),
  lasting: fc.boolean(),
  brief: fc.constantFrom(false, false, true),
  late: fc.boolean(),
  dueMs: fc.option(minutes(60)),
  judged: fc.option(fc.record({ kmh: fc.integer({ min: 81, max: 130 }), limit: fc.constantFrom(0, 80) }), { nil: undefined }),
  decision: fc.option(
    fc.record({
      afterMs: minutes(26 * 60),
      state: fc.constantFrom<2 | 3>(2, 3),
      dealType: fc.constantFrom<1 | 5 | 6>(1, 5, 6),
      automatic: fc.boolean(),
    }),
  ),
  claimedMs: fc.option(minutes(60)),
  followed: fc.boolean(),
});
type RandomAlarm = typeof alarm extends fc.Arbitrary<infer T> ? T : never;

const stay = fc.record({
  startAt,
  talkedMs: minutes(50 * 60),
  silentMs: minutes(8),
  open: fc.constantFrom(false, false, true),
  followed: fc.boolean(),
});
type RandomStay = typeof stay extends fc.Arbitrary<infer T> ? T : never;

describe('days of random histories', () => {
  it('have the same alarms as a manual count', () =>
    checkHistories({
      runs: RUNS,
      history: fc.array(alarm, { maxLength: 15 }),
      play: async (histories) => {
        const ids = await addVehicles(db, department, histories.length);
        await playRounds(
          histories.map((alarms, index) => alarmRounds(ids[index]!, alarms)),
          rollups.alarms,
        );
        return histories.map((alarms, index) => async () => {
          const vehicleId = ids[index]!;
          expect(await alarmDays(db, vehicleId)).toEqual(addedUp(vehicleId, alarms));
        });
      },
    }));

  inParts('have the online time of an independent count by the minute', RUNS, async (numRuns) => {
    await fc.assert(
      fc.asyncProperty(fc.array(stay, { maxLength: 8 }), async (stays) => {
        const vehicleId = await addVehicle(db, department);
        // runs since before the first stay
        rollups.clock.now = START;
        await db.run(`delete from rollup_mark where name = 'online_day.run'`);
        await rollups.sessions();
        for (const { at: now, happen, followed } of stays
          .flatMap((one) => eventsOf(vehicleId, one))
          .sort((a, b) => a.at - b.at)) {
          rollups.clock.now = now;
          await happen();
          if (followed) await rollups.sessions();
        }
        rollups.clock.now = END;
        await rollups.sessions();
        expect(await onlineDays(db, vehicleId)).toEqual(markedByMinute(vehicleId, stays));
        await db.run(sql`delete from online_session where vehicle_id = ${vehicleId}`);
      }),
      { numRuns },
    );
  });
});

/** The rollup runs after each alarm that is `followed`, before its decision, and at the end. */
function alarmRounds(vehicleId: number, alarms: readonly RandomAlarm[]): Round[] {
  const rounds: (() => Promise<unknown>)[][] = [[]];
  for (const { dueMs, decision, claimedMs, followed, ...rest } of alarms) {
    const { judged, ...alarm } = rest;
    const wanted: TestAlarm = {
      vehicleId,
      ...alarm,
      ...(judged ? { judged } : {}),
      dueAt: dueMs === null ? null : rest.startAt + dueMs,
    };
    let gid = '';
    rounds.at(-1)!.push(async () => {
      gid = await addAlarm(db, wanted);
    });
    if (followed) rounds.push([]);
    if (claimedMs !== null) rounds.at(-1)!.push(() => claim(db, gid, rest.startAt + claimedMs));
    if (decision !== null) rounds.at(-1)!.push(() => decide(db, gid, decisionOf(rest.startAt, decision)));
  }
  return rounds;
}

/** Steps of a session: its start, its last message as the gateway updates it, its end. */
function eventsOf(vehicleId: number, { startAt: from, talkedMs, silentMs, open, followed }: RandomStay) {
  let id: number | undefined;
  const lastAt = from + talkedMs;
  const update = (last: number, logoutAt: number | null) => () =>
    db.run(sql`update online_session set last_msg_at = ${at(last)}, logout_at = ${at(logoutAt)} where id = ${id}`);
  const begin = async () => {
    await addStay(db, vehicleId, from, from, null);
    id = (await db.first<{ id: number }>('select max(id) as id from online_session'))!.id;
  };
  const noted: number[] = [];
  for (let time = from + NOTED_MS; time < lastAt; time += NOTED_MS) noted.push(time);
  return [
    { at: from, happen: begin, followed },
    ...[...noted, lastAt].map((time) => ({ at: time, happen: update(time, null), followed })),
    ...(open ? [] : [{ at: lastAt + silentMs, happen: update(lastAt, lastAt + silentMs), followed }]),
  ];
}

const decisionOf = (start: number, { afterMs, ...rest }: NonNullable<RandomAlarm['decision']>): TestDecision => ({
  at: start + afterMs,
  ...rest,
});

function addedUp(vehicleId: number, alarms: readonly RandomAlarm[]) {
  const told = alarms.filter(({ brief }) => !brief);
  // alarms of terminal and platform at the same time are one
  const listed = told.filter(
    ({ typeId, startAt: from, lastedMs }) =>
      typeId !== TERMINAL_OVERSPEED ||
      !told.some(
        (other) =>
          other.typeId === PLATFORM_OVERSPEED && other.startAt <= from + lastedMs && other.startAt + other.lastedMs >= from,
      ),
  );
  const groups = Map.groupBy(listed, ({ startAt: at, typeId, level }) =>
    JSON.stringify([businessDay(at, ZONE).key, typeId, level]),
  );
  return [...groups]
    .map(([key, of]) => [JSON.parse(key) as [day: string, typeId: number, level: 1 | 2 | 3], of] as const)
    .sort(([a], [b]) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1] || a[2] - b[2]))
    .map(([[day, typeId, level], of]) => {
      const needed = of.filter(() => typeId !== 50);
      const decided = needed.flatMap((one) => (one.decision === null ? [] : [{ ...one, decision: one.decision }]));
      const confirmed = of.filter(({ decision }) => decision?.state !== 3);
      const byHour: Record<number, number> = {};
      for (const { startAt: at } of of) {
        const hour = Math.floor((at - businessDay(at, ZONE).startAt) / (60 * MINUTE));
        byHour[hour] = (byHour[hour] ?? 0) + 1;
      }
      const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
      return {
        vehicle_id: vehicleId,
        day,
        type_id: typeId,
        level,
        department_id: department,
        driver_id: 0,
        cnt: of.length,
        dur_s: sum(of.map(({ lastedMs }) => lastedMs)) / 1_000,
        needed: needed.length,
        handled: decided.length,
        timely: decided.filter(({ decision, dueMs }) => decision.afterMs <= (dueMs ?? WITHIN_MS[level])).length,
        evid_expected: 0,
        evid_received: 0,
        false_cnt: decided.filter(({ decision }) => decision.state === 3).length,
        auto_cnt: decided.filter(({ decision }) => decision.automatic).length,
        message_cnt: decided.filter(({ decision }) => decision.dealType === 1).length,
        phone_cnt: decided.filter(({ decision }) => decision.dealType === 5).length,
        handle_s: sum(decided.map(({ decision }) => decision.afterMs)) / 1_000,
        turned_cnt: of.filter((one) => [one.claimedMs, one.decision?.afterMs].some((ms) => ms != null && ms <= 30 * MINUTE))
          .length,
        soon_cnt: decided.filter(({ decision }) => decision.afterMs <= DAY_MS).length,
        hours: hours(byHour),
        confirmed_cnt: confirmed.length,
        confirmed_max_s: confirmed.length === 0 ? null : Math.max(...confirmed.map(({ lastedMs }) => lastedMs)) / 1_000,
        ...(typeId === TERMINAL_OVERSPEED || typeId === PLATFORM_OVERSPEED
          ? countGrades(
              of.map(({ judged, decision }) => ({
                kmh: judged?.kmh ?? 60,
                limit: judged?.limit ?? null,
                isFalse: decision?.state === 3,
              })),
            )
          : gradeFigures(null, null)),
      };
    });
}

function markedByMinute(vehicleId: number, stays: readonly RandomStay[]) {
  const days = new Map<string, { on: Set<number>; first: number; last: number; logins: number; logouts: number }>();
  const dayAt = (at: number) => {
    const { key } = businessDay(at, ZONE);
    if (!days.has(key)) days.set(key, { on: new Set(), first: Number.POSITIVE_INFINITY, last: 0, logins: 0, logouts: 0 });
    const day = days.get(key)!;
    return day;
  };
  for (const { startAt: from, talkedMs, silentMs, open } of stays) {
    const until = from + talkedMs + (open || silentMs >= 5 * MINUTE ? 0 : silentMs);
    const first = dayAt(from);
    first.logins++;
    first.first = Math.min(first.first, from);
    first.last = Math.max(first.last, from);
    for (let at = from; at < until; at += MINUTE) {
      const day = dayAt(at);
      day.on.add(at);
      day.first = Math.min(day.first, at);
      day.last = Math.max(day.last, at + MINUTE);
    }
    // a session that ends at midnight ends on the day before, unless it starts then
    if (!open) dayAt(until > from ? until - 1 : until).logouts++;
  }
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, { on, first, last, logins, logouts }]) => ({
      vehicle_id: vehicleId,
      day,
      department_id: department,
      online_s: on.size * 60,
      first_online_at: first,
      last_online_at: last,
      login_count: logins,
      logout_count: logouts,
    }));
}
