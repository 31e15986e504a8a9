import { beforeAll, describe, expect, it } from 'vitest';
import {
  addDepartment,
  addVehicle,
  addVehicles,
  DAY,
  departmentDays,
  HOUR,
  local,
  testRollups,
} from '../../../../test/support/reports/rollups.ts';
import { at, type Db, sql } from '../../../platform/db/database.ts';

const TODAY = local('2025-03-12 00:00');

let db: Db;
let rollups: Awaited<ReturnType<typeof testRollups>>;

beforeAll(async () => {
  rollups = await testRollups(TODAY + 9 * HOUR);
  ({ db } = rollups);
});
const follow = () => rollups.departments();
const remove = (id: number, when: number) => db.run(sql`update vehicle set deleted_at = ${at(when)} where id = ${id}`);

describe('a day of a department', () => {
  it('has all figures of its own vehicles', async () => {
    const department = await addDepartment(db);
    const below = await addDepartment(db);
    await db.run(sql`update department set parent_id = ${department} where id = ${below}`);
    await addVehicle(db, below);
    const [counted, trip, stop, latest, unqualified, stale] = await addVehicles(db, department, 6);
    await db.run(sql`insert into vehicle_day (vehicle_id, day, point_valid, department_id) values
      (${counted}, '2025-03-11', 3, ${department}), (${unqualified}, '2025-03-11', 0, ${department})`);
    await db.run(sql`
      insert into trip (vehicle_id, start_at, end_at, start_lng, start_lat, end_lng, end_lat, distance_km, max_speed_kmh, points)
      values (${trip}, ${at(TODAY)}, ${at(TODAY)}, 0, 0, 0, 0, 1, 1, 1)`);
    await db.run(sql`
      insert into stop (vehicle_id, start_at, end_at, lng, lat, acc_on_s) values (${stop}, ${at(TODAY)}, ${at(TODAY)}, 0, 0, 0)`);
    for (const [id, isStale] of [
      [latest, false],
      [stale, true],
    ] as const)
      await db.run(sql`
        insert into vehicle_latest (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits,
          stale, status, status_since)
        values (${id}, ${at(TODAY)}, ${at(TODAY)}, 0, 0, 0, 0, 0, 0, 0, ${isStale}, 0, ${at(TODAY)})`);
    await addVehicle(db, department, TODAY);
    await addVehicle(db, department, TODAY - 1);
    await remove(await addVehicle(db, department), TODAY + HOUR);
    await remove(await addVehicle(db, department), TODAY - HOUR);
    // added and removed on the same day
    await remove(await addVehicle(db, department, TODAY + HOUR), TODAY + 2 * HOUR);
    await follow();
    const row = { department_id: department, exempt: 0 };
    expect(await departmentDays(db, department)).toEqual([
      // yesterday was closed: without what was added today, with what was removed today
      { ...row, day: '2025-03-11', vehicle_total: 8, joined: 1, new_count: 1, left_count: 1 },
      { ...row, day: '2025-03-12', vehicle_total: 8, joined: 4, new_count: 2, left_count: 2 },
    ]);
    expect(await departmentDays(db, below)).toMatchObject([{ vehicle_total: 1 }, { vehicle_total: 1 }]);
  });

  it('is updated until its end, and does not change after that', async () => {
    const [from, to] = [await addDepartment(db), await addDepartment(db)];
    const car = await addVehicle(db, from);
    rollups.clock.now = TODAY + 9 * HOUR;
    await follow();
    await addVehicle(db, from, TODAY + 10 * HOUR);
    await follow();
    expect(await departmentDays(db, from)).toMatchObject([{ day: '2025-03-12', vehicle_total: 2, new_count: 1 }]);
    // after the last run of the day
    await addVehicle(db, from, TODAY + DAY - 1_000);
    rollups.clock.now = TODAY + DAY + 1_000;
    await follow();
    const closed = await departmentDays(db, from);
    expect(closed).toMatchObject([
      { day: '2025-03-12', vehicle_total: 3, new_count: 2 },
      { day: '2025-03-13', vehicle_total: 3, new_count: 0 },
    ]);
    await db.run(sql`update vehicle set department_id = ${to} where id = ${car}`);
    await remove(car, TODAY + DAY - HOUR);
    await follow();
    expect((await departmentDays(db, from))[0]).toEqual(closed[0]);
    expect((await departmentDays(db, from))[1]).toMatchObject({ vehicle_total: 2 });
  });

  it('is closed for each day without a run', async () => {
    const department = await addDepartment(db);
    await addVehicle(db, department, TODAY + 3 * DAY);
    rollups.clock.now = TODAY + 4 * DAY;
    await follow();
    expect((await departmentDays(db, department)).map(({ day, vehicle_total }) => [day, vehicle_total])).toEqual([
      ['2025-03-13', 0],
      ['2025-03-14', 0],
      ['2025-03-15', 1],
      ['2025-03-16', 1],
    ]);
    expect(await follow()).toBe(0);
  });

  it('counts a vehicle from its first valid position, also before its registration, and ignores invalid ones', async () => {
    const department = await addDepartment(db);
    const [early, invalid] = [await addVehicle(db, department, TODAY + 9 * DAY), await addVehicle(db, department)];
    for (const [id, valid] of [
      [early, 3],
      [invalid, 0],
    ] as const)
      await db.run(sql`
        insert into vehicle_day (vehicle_id, day, department_id, point_valid) values (${id}, '2025-03-15', ${department}, ${valid})`);
    await db.run(sql`
      insert into vehicle_latest (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits,
        stale, status, status_since)
      values (${invalid}, ${at(TODAY + 3 * DAY)}, ${at(TODAY + 3 * DAY)}, 0, 0, 0, 0, 0, 0, 0, false, 0, ${at(TODAY)})`);
    await follow();
    expect(await departmentDays(db, department)).toMatchObject([
      { day: '2025-03-16', vehicle_total: 2, joined: 1, new_count: 0 },
    ]);
  });

  it('that is closed counts vehicles with late positions once, in their department of that day', async () => {
    const [department, other] = [await addDepartment(db), await addDepartment(db)];
    rollups.clock.now = TODAY + 10 * DAY;
    await follow();
    const [late, moved, always] = (await addVehicles(db, department, 3)) as [number, number, number];
    const unregistered = await addVehicle(db, department, TODAY + 13 * DAY);
    const seen = (id: number, day: string, of = department) =>
      db.run(sql`insert into vehicle_day (vehicle_id, day, department_id, point_valid) values (${id}, ${day}, ${of}, 3)`);
    await seen(always, '2025-03-23');
    for (const day of [11, 12, 13]) {
      rollups.clock.now = TODAY + day * DAY + HOUR;
      await follow();
    }
    const counts = async (id: number) =>
      (await departmentDays(db, id))
        .filter(({ day }) => String(day) >= '2025-03-23')
        .map(({ joined, vehicle_total }) => [joined, vehicle_total]);
    expect(await counts(department)).toEqual([
      [1, 3],
      [1, 3],
      [1, 4],
    ]);
    await seen(late, '2025-03-24');
    await seen(unregistered, '2025-03-24');
    await seen(moved, '2025-03-23', other);
    await seen(moved, '2025-03-25');
    for (let run = 0; run < 2; run++) {
      await follow();
      expect(await counts(department)).toEqual([
        [1, 3],
        [3, 4],
        [4, 4],
      ]);
      expect((await counts(other)).map(([joined]) => joined)).toEqual([1, 1, 0]);
    }
    // still older positions
    await seen(late, '2025-03-23');
    await follow();
    expect(await counts(department)).toEqual([
      [2, 3],
      [3, 4],
      [4, 4],
    ]);
  });

  it('is deleted with a department that is removed during the day', async () => {
    const department = await addDepartment(db);
    await follow();
    expect(await departmentDays(db, department)).toHaveLength(1);
    await db.run(sql`delete from department where id = ${department}`);
    await follow();
    expect(await departmentDays(db, department)).toEqual([]);
  });
});
