import { businessDay } from '@fleetwarden/domain/business-day';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { inParts } from '../../../../test/support/property-parts.ts';
import {
  addDepartment,
  addVehicle,
  DAY,
  departmentDays,
  HOUR,
  killedAt,
  local,
  neverAborted,
  testRollups,
  ZONE,
} from '../../../../test/support/reports/rollups.ts';
import { at, type Queryable, sql } from '../../../platform/db/database.ts';
import { followDepartments } from './department-day.ts';
import { rebuildRollups } from './rebuild.ts';

const START = local('2025-03-10 09:00');
const LAST_DAYS = 7;
const RUNS = 15;

let rollups: Awaited<ReturnType<typeof testRollups>>;
beforeAll(async () => {
  rollups = await testRollups(START);
});

const dayAt = (index: number) => businessDay(START + index * DAY, ZONE).key;
const joined = async (department: number, is = true): Promise<number> => {
  const id = await addVehicle(rollups.db, department);
  if (is)
    await rollups.db.run(sql`
      insert into vehicle_day (vehicle_id, day, department_id, point_valid) values (${id}, '2025-01-01', ${department}, 1)`);
  return id;
};
const file = async (db: Queryable, vehicleId: number, from: string, to: string) =>
  (await db.first<{ id: number }>(sql`
    insert into offline_note (vehicle_id, kind, reason, text, noted_at, valid_from, valid_to)
    values (${vehicleId}, 3, 1, '', now(), ${from}, ${to}) returning id`))!.id;
const end = (id: number, to: string) => rollups.db.run(sql`update offline_note set valid_to = ${to} where id = ${id}`);
const exempt = async (department: number) =>
  Object.fromEntries((await departmentDays(rollups.db, department)).map((row) => [row['day'], row['exempt']]));

describe('vehicles with a filed stop', () => {
  it('are exempt on its days: future days when they begin, past days at once', async () => {
    const { db, clock } = rollups;
    const department = await addDepartment(db);
    const [car, never] = [await joined(department), await joined(department, false)];
    clock.now = START + DAY;
    await rollups.departments();
    // one past day, today, and two future days
    const id = await file(db, car, dayAt(0), dayAt(3));
    await file(db, never, dayAt(0), dayAt(3));
    expect(await exempt(department)).toEqual({ [dayAt(0)]: 0, [dayAt(1)]: 0 });
    await rollups.departments();
    // a vehicle that was never online is not due anyway
    expect(await exempt(department)).toEqual({ [dayAt(0)]: 1, [dayAt(1)]: 1 });
    clock.now = START + 4 * DAY;
    await rollups.departments();
    expect(Object.values(await exempt(department))).toEqual([1, 1, 1, 1, 0]);
    await end(id, dayAt(1));
    await rollups.departments();
    expect(Object.values(await exempt(department))).toEqual([1, 1, 0, 0, 0]);
    await end(id, businessDay(START - DAY, ZONE).key);
    await rollups.departments();
    expect(Object.values(await exempt(department))).toEqual([0, 0, 0, 0, 0]);
    expect(await rollups.departments()).toBe(0);
  });

  it('are counted in their company of the day', async () => {
    const { db, clock } = rollups;
    clock.now = START + 10 * DAY;
    const [from, to] = [await addDepartment(db), await addDepartment(db)];
    const car = await joined(from);
    await file(db, car, dayAt(10), dayAt(11));
    await rollups.departments();
    clock.now += DAY;
    await db.run(sql`update vehicle set department_id = ${to} where id = ${car}`);
    await rollups.departments();
    // yesterday was closed after it moved, as all that is counted of departments
    const [of, ofOther] = [await exempt(from), await exempt(to)];
    expect([of[dayAt(11)], ofOther[dayAt(11)]]).toEqual([0, 1]);
    const before = [of[dayAt(10)], ofOther[dayAt(10)]];
    await rebuildRollups(db, { from: dayAt(10), to: dayAt(11), timeZone: ZONE, vehicleIds: [] });
    expect([(await exempt(from))[dayAt(10)], (await exempt(to))[dayAt(10)]]).toEqual(before);
  });

  it('are counted once if the process is killed', async () => {
    const { db, clock, options } = rollups;
    clock.now = START + 20 * DAY;
    const department = await addDepartment(db);
    await rollups.departments();
    clock.now += DAY;
    await rollups.departments();
    await file(db, await joined(department), dayAt(20), dayAt(20));
    for (const nth of [1, 2]) await followDepartments({ ...options, db: killedAt(db, nth) }, neverAborted).catch(() => undefined);
    await rollups.departments();
    expect((await exempt(department))[dayAt(20)]).toBe(1);
  });
});

/** A stop, filed at an hour of the run for days of it, and ended on another. */
const stop = fc.record({
  car: fc.integer({ min: 0, max: 2 }),
  filedAt: fc.integer({ min: 0, max: LAST_DAYS * 24 - 1 }),
  from: fc.integer({ min: 0, max: LAST_DAYS - 1 }),
  days: fc.integer({ min: 0, max: 4 }),
  ended: fc.option(fc.record({ at: fc.integer({ min: 0, max: LAST_DAYS * 24 - 1 }), shorter: fc.integer({ min: 1, max: 5 }) })),
});

describe('days of random stops', () => {
  let begin = START + 30 * DAY;
  inParts('match an independent count, and do not change when they are recalculated', RUNS, async (numRuns) => {
    const { db, clock } = rollups;
    await fc.assert(
      fc.asyncProperty(
        fc.array(stop, { maxLength: 6 }),
        fc.uniqueArray(fc.integer({ min: 0, max: LAST_DAYS * 24 - 1 }), { maxLength: 12 }),
        async (stops, looks) => {
          begin += 10 * DAY;
          const department = await addDepartment(db);
          const cars = [await joined(department), await joined(department), await joined(department)];
          const day = (index: number) => businessDay(begin + index * DAY, ZONE).key;
          clock.now = begin - 12 * HOUR;
          await rollups.departments();
          const ids = new Map<number, number>();
          const held = stops.map(({ car, from, days, ended, filedAt }) => ({
            car,
            from,
            to: from + days - (ended && ended.at > filedAt ? Math.min(ended.shorter, days + 1) : 0),
          }));
          const events = [
            ...stops.map((one, i) => ({
              hour: one.filedAt,
              run: async () => void ids.set(i, await file(db, cars[one.car]!, day(one.from), day(one.from + one.days))),
            })),
            ...stops.flatMap(({ ended, filedAt }, i) =>
              ended && ended.at > filedAt ? [{ hour: ended.at, run: () => end(ids.get(i)!, day(held[i]!.to)) }] : [],
            ),
            ...looks.map((hour) => ({ hour: hour + 0.5, run: () => rollups.departments() })),
          ].sort((a, b) => a.hour - b.hour);
          for (const { hour, run } of events) {
            clock.now = begin - 9 * HOUR + hour * HOUR;
            await run();
          }
          clock.now = begin + LAST_DAYS * DAY;
          await rollups.departments();
          const byHand = Object.fromEntries(
            Array.from({ length: LAST_DAYS }, (_, i) => [
              day(i),
              new Set(held.flatMap(({ car, from, to }) => (from <= i && i <= to ? [car] : []))).size,
            ]),
          );
          const stream = await exempt(department);
          expect(stream).toMatchObject(byHand);
          await rebuildRollups(db, { from: day(0), to: day(LAST_DAYS - 1), timeZone: ZONE, vehicleIds: cars });
          expect(await exempt(department)).toEqual(stream);
          await db.run(sql`delete from offline_note where vehicle_id = any(${cars})`);
        },
      ),
      { numRuns },
    );
  });
});

it('erasing a vehicle does not change the days', async () => {
  const { db, clock } = rollups;
  clock.now = START + 400 * DAY;
  const department = await addDepartment(db);
  const car = await joined(department);
  await file(db, car, dayAt(400), dayAt(400));
  await rollups.departments();
  clock.now += DAY;
  await rollups.departments();
  await db.run(sql`update vehicle set deleted_at = ${at(clock.now)} where id = ${car}`);
  await db.run(sql`delete from vehicle where id = ${car}`);
  await rollups.departments();
  await rebuildRollups(db, { from: dayAt(400), to: dayAt(400), timeZone: ZONE, vehicleIds: [] });
  expect((await exempt(department))[dayAt(400)]).toBe(1);
});
