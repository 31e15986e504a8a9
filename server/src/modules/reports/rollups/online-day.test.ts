import { beforeAll, describe, expect, it } from 'vitest';
import {
  addDepartment,
  addStay,
  addVehicle,
  addVehicles,
  DAY,
  goOn,
  HOUR,
  killedAt,
  local,
  MINUTE,
  neverAborted,
  onlineDays,
  testRollups,
} from '../../../../test/support/reports/rollups.ts';
import { type Db, sql } from '../../../platform/db/database.ts';
import { followSessions } from './online-changes.ts';

const NOW = local('2025-03-12 09:00');
const [EIGHT, MIDNIGHT] = [local('2025-03-11 08:00'), local('2025-03-12 00:00')];

let db: Db;
let rollups: Awaited<ReturnType<typeof testRollups>>;
let department: number;
let car: number;

beforeAll(async () => {
  rollups = await testRollups(NOW);
  ({ db } = rollups);
  department = await addDepartment(db);
});
const newCar = async () => {
  rollups.clock.now = NOW;
  car = await addVehicle(db, department);
};
const follow = () => rollups.sessions();
const days = async () => (await onlineDays(db, car)).map(({ day, online_s }) => [day, online_s]);

describe('a day online', () => {
  it('sums up all online sessions of a vehicle, and counts overlaps once', async () => {
    await newCar();
    await addStay(db, car, EIGHT, EIGHT + HOUR);
    // replaced by a new connection, and one within
    await addStay(db, car, EIGHT + 50 * MINUTE, EIGHT + 2 * HOUR);
    await addStay(db, car, EIGHT + 10 * MINUTE, EIGHT + 20 * MINUTE);
    await addStay(db, car, EIGHT + 5 * HOUR, EIGHT + 6 * HOUR);
    await follow();
    expect(await onlineDays(db, car)).toEqual([
      {
        vehicle_id: car,
        day: '2025-03-11',
        department_id: department,
        online_s: 3 * 3_600,
        first_online_at: EIGHT,
        last_online_at: EIGHT + 6 * HOUR,
        login_count: 4,
        logout_count: 4,
      },
    ]);
  });

  it('ends with the last message of a silent terminal', async () => {
    await newCar();
    await addStay(db, car, EIGHT, EIGHT + HOUR, EIGHT + HOUR + 5 * MINUTE);
    await addStay(db, car, EIGHT + 2 * HOUR, EIGHT + 3 * HOUR, EIGHT + 3 * HOUR + 5 * MINUTE - 1_000);
    await follow();
    expect(await days()).toEqual([['2025-03-11', 3_600 + 3_600 + 299]]);
  });

  it('is split at midnight', async () => {
    await newCar();
    await addStay(db, car, MIDNIGHT - HOUR, MIDNIGHT + 2 * HOUR);
    await follow();
    expect(await onlineDays(db, car)).toMatchObject([
      { online_s: 3_600, first_online_at: MIDNIGHT - HOUR, last_online_at: MIDNIGHT, login_count: 1, logout_count: 0 },
      { online_s: 7_200, first_online_at: MIDNIGHT, last_online_at: MIDNIGHT + 2 * HOUR, login_count: 0, logout_count: 1 },
    ]);
  });

  it('ends at midnight without a row for the next day', async () => {
    await newCar();
    await addStay(db, car, MIDNIGHT - HOUR, MIDNIGHT);
    await addStay(db, car, EIGHT, EIGHT);
    await follow();
    expect(await onlineDays(db, car)).toMatchObject([{ day: '2025-03-11', online_s: 3_600, login_count: 2, logout_count: 2 }]);
  });

  it('is complete if a session lasts longer', async () => {
    await newCar();
    await addStay(db, car, MIDNIGHT - 3 * DAY - HOUR, MIDNIGHT + HOUR);
    await follow();
    expect(await days()).toEqual([
      ['2025-03-08', 3_600],
      ['2025-03-09', 86_400],
      ['2025-03-10', 86_400],
      ['2025-03-11', 86_400],
      ['2025-03-12', 3_600],
    ]);
  });

  it('continues with an open session, over midnight, to its end', async () => {
    await newCar();
    rollups.clock.now = MIDNIGHT - 10 * MINUTE;
    await addStay(db, car, MIDNIGHT - HOUR, MIDNIGHT - 12 * MINUTE, null);
    await follow();
    expect(await onlineDays(db, car)).toMatchObject([{ online_s: 48 * 60, login_count: 1, logout_count: 0 }]);
    await goOn(db, car, MIDNIGHT - MINUTE);
    rollups.clock.now = MIDNIGHT + 5_000;
    await follow();
    await goOn(db, car, MIDNIGHT + 4 * MINUTE);
    rollups.clock.now = MIDNIGHT + 5 * MINUTE;
    await follow();
    expect(await days()).toEqual([
      ['2025-03-11', 3_600],
      ['2025-03-12', 240],
    ]);
    await goOn(db, car, MIDNIGHT + 6 * MINUTE, MIDNIGHT + 7 * MINUTE);
    rollups.clock.now = MIDNIGHT + 10 * MINUTE;
    await follow();
    expect(await onlineDays(db, car)).toMatchObject([{ logout_count: 0 }, { online_s: 420, logout_count: 1 }]);
  });

  it('is caught up after days without a run', async () => {
    await newCar();
    rollups.clock.now = MIDNIGHT - 3 * DAY;
    await addStay(db, car, MIDNIGHT - 3 * DAY - HOUR, MIDNIGHT - 3 * DAY - MINUTE, null);
    await follow();
    await goOn(db, car, MIDNIGHT + HOUR);
    await goOn(db, car, MIDNIGHT + HOUR, MIDNIGHT + HOUR);
    rollups.clock.now = MIDNIGHT + 2 * HOUR;
    await follow();
    expect((await days()).map(([, seconds]) => seconds)).toEqual([3_600, 86_400, 86_400, 86_400, 3_600]);
  });

  it('includes a session that was written long after its end', async () => {
    await newCar();
    await follow();
    await addStay(db, car, EIGHT - 5 * DAY, EIGHT - 5 * DAY + HOUR);
    await follow();
    expect(await days()).toEqual([['2025-03-06', 3_600]]);
  });

  it('retains the company that it was first counted for', async () => {
    await newCar();
    await addStay(db, car, EIGHT, EIGHT + HOUR);
    await follow();
    const other = await addDepartment(db);
    await db.run(sql`update vehicle set department_id = ${other} where id = ${car}`);
    await addStay(db, car, EIGHT + 2 * HOUR, EIGHT + 3 * HOUR);
    await addStay(db, car, MIDNIGHT, MIDNIGHT + HOUR);
    await follow();
    expect((await onlineDays(db, car)).map(({ department_id, online_s }) => [department_id, online_s])).toEqual([
      [department, 7_200],
      [other, 3_600],
    ]);
  });
});

describe('the session rollup', () => {
  it('changes nothing if nothing has changed', async () => {
    await newCar();
    await addStay(db, car, EIGHT, EIGHT + HOUR);
    await addStay(db, car, MIDNIGHT, MIDNIGHT + HOUR, null);
    expect(await follow()).toBe(2);
    expect(await follow()).toBe(0);
    await goOn(db, car, MIDNIGHT + HOUR, MIDNIGHT + HOUR);
    await follow();
  });

  it('loses nothing if it is killed', async () => {
    rollups.clock.now = NOW;
    const cars = await addVehicles(db, department, 1_100);
    await db.run(sql`
      insert into online_session (vehicle_id, login_at, last_msg_at, logout_at, transport)
      select id, '2025-03-11 00:00+00', '2025-03-11 01:00+00', '2025-03-11 01:00+00', 'tcp' from unnest(${cars}::integer[]) id`);
    await expect(followSessions({ ...rollups.options, db: killedAt(db, 2) }, neverAborted)).rejects.toThrow('killed');
    const counted = () => db.query('select from online_day where vehicle_id = any($1) and online_s = 3600', [cars]);
    expect((await counted()).length).toBeLessThan(cars.length);
    await follow();
    expect(await counted()).toHaveLength(cars.length);
    expect(await db.query('select from online_day_due')).toEqual([]);
  });
});
