import { businessDay } from '@fleetwarden/domain/business-day';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  addAlarm,
  addDepartment,
  addStay,
  addVehicle,
  addVehicles,
  alarmDays,
  DAY,
  decide,
  departmentDays,
  HOUR,
  killedAt,
  local,
  neverAborted,
  onlineDays,
  testRollups,
  ZONE,
} from '../../../../test/support/reports/rollups.ts';
import { at, type Db, sql } from '../../../platform/db/database.ts';
import { backfill } from './backfill.ts';
import { MAX_PAIRS } from './limits.ts';
import { writeMark } from './marks.ts';
import { rebuildRollups } from './rebuild.ts';

const NOON = local('2025-03-12 12:00');

let db: Db;
let rollups: Awaited<ReturnType<typeof testRollups>>;
let department: number;
let car: number;

beforeEach(async () => {
  rollups = await testRollups(NOON);
  ({ db } = rollups);
  department = await addDepartment(db, NOON - 4 * DAY);
  car = await addVehicle(db, department, NOON - 2 * DAY);
});
/** Data of an older release, some days old, without cursors. */
async function history(agos: readonly number[] = [0, 1, 3]) {
  for (const ago of agos) {
    await addAlarm(db, { vehicleId: car, startAt: NOON - ago * DAY - HOUR });
    await addStay(db, car, NOON - ago * DAY - HOUR, NOON - ago * DAY);
  }
  // begun before all that is filled in, and under way
  await addStay(db, car, NOON - 2 * DAY, NOON - 2 * DAY + HOUR, null);
  await db.run('delete from online_day_due');
}
/** The mark is known with the second run. */
const follow = async () => {
  for (let minute = 0; minute < 2; minute++) await rollups.alarms();
  await rollups.sessions();
  await rollups.departments();
};
const dayAgo = (ago: number) => businessDay(NOON - ago * DAY, ZONE);
const days = (rows: Record<string, unknown>[]) => rows.map(({ day }) => day);
const all = async () => [await alarmDays(db, car), await onlineDays(db, car), await departmentDays(db, department)];

describe('the backfill of past days', () => {
  it('runs from the newest day to the oldest', async () => {
    await history();
    await follow();
    expect(days(await alarmDays(db, car))).toEqual([]);
    await rollups.fill();
    expect(days(await alarmDays(db, car))).toEqual(['2025-03-09', '2025-03-11', '2025-03-12']);
    expect(days(await onlineDays(db, car))).toEqual(['2025-03-09', '2025-03-10', '2025-03-11', '2025-03-12']);
    expect((await departmentDays(db, department)).map(({ day, vehicle_total }) => [day, vehicle_total])).toEqual([
      ['2025-03-08', 0],
      ['2025-03-09', 0],
      ['2025-03-10', 1],
      ['2025-03-11', 1],
      ['2025-03-12', 1],
    ]);
    expect(await rollups.fill()).toBe(0);
  });

  it('reaches as far back as reports may query', async () => {
    await history([398, 400, 401, 450]);
    await follow();
    // all but the last of it was filled in before
    for (const filled of ['alarm_day.filled', 'online_day.filled'] as const) await writeMark(db, filled, dayAgo(397).startAt);
    await rollups.fill();
    const asked = [400, 398].map((ago) => dayAgo(ago).key);
    expect(days(await alarmDays(db, car))).toEqual(asked);
    expect(days(await onlineDays(db, car))).toEqual(asked);
  });

  it('waits until changes of the past are tracked', async () => {
    await history();
    await rollups.alarms();
    await rollups.fill();
    expect(await alarmDays(db, car)).toEqual([]);
    expect(await departmentDays(db, department)).toEqual([]);
    await follow();
    await rollups.fill();
    expect(await alarmDays(db, car)).toHaveLength(3);
  });

  it('starts with the newest day, and continues after a kill', async () => {
    const cars = await addVehicles(db, department, MAX_PAIRS + 10);
    for (const vehicleId of cars) await addAlarm(db, { vehicleId, startAt: NOON - HOUR });
    await addAlarm(db, { vehicleId: car, startAt: NOON - DAY });
    await follow();
    await expect(backfill({ ...rollups.options, db: killedAt(db, 2) }, neverAborted)).rejects.toThrow('killed');
    const counted = await db.query<{ day: string }>('select day from alarm_day');
    expect(counted.length).toBe(MAX_PAIRS);
    expect(new Set(days(counted))).toEqual(new Set(['2025-03-12']));
    // one day at a time, for each sum
    expect(await backfill(rollups.options, neverAborted, 1)).toBeLessThanOrEqual(3);
    await rollups.fill();
    expect(await db.query('select from alarm_day')).toHaveLength(cars.length + 1);
  });

  it('ends when the server stops', async () => {
    await history();
    await follow();
    await expect(backfill(rollups.options, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
  });
});

describe('a rebuild', () => {
  const rebuild = (more: Partial<Parameters<typeof rebuildRollups>[1]> = {}) =>
    rebuildRollups(db, { from: '2025-03-08', to: '2025-03-12', timeZone: ZONE, ...more });

  it('leaves correct rows alone, and repairs wrong ones', async () => {
    await history();
    await follow();
    await rollups.fill();
    const before = await all();
    const progress: number[][] = [];
    expect(await rebuild({ progress: (...of) => void progress.push(of) })).toBe(0);
    expect(progress).toEqual([1, 2, 3, 4, 5].map((done) => [done, 5]));
    await db.run('update alarm_day set cnt = 7, hours = array_fill(1, array[24])');
    await db.run('update online_day set online_s = 7');
    await db.run(sql`insert into alarm_day select vehicle_id, day, 99, level, department_id, cnt, dur_s, needed, handled, timely,
      false_cnt, auto_cnt, message_cnt, phone_cnt, handle_s, hours from alarm_day where day = '2025-03-12'`);
    await db.run(`delete from dept_day where day = '2025-03-10'`);
    expect(await rebuild()).toBe(3 + 1 + 4 + 1);
    expect(await all()).toEqual(before);
  });

  it('covers the requested vehicles and days, and retains their companies', async () => {
    await history();
    const other = await addVehicle(db, department);
    await addAlarm(db, { vehicleId: other, startAt: NOON });
    await follow();
    await rollups.fill();
    await db.run('update alarm_day set cnt = 7');
    await db.run(sql`update vehicle set department_id = ${await addDepartment(db)} where id = ${car}`);
    await rebuild({ from: '2025-03-11', to: '2025-03-11', vehicleIds: [car] });
    expect((await alarmDays(db, car)).map(({ cnt, department_id }) => [cnt, department_id])).toEqual([
      [7, department],
      [1, department],
      [7, department],
    ]);
    await rebuild({ vehicleIds: [other] });
    expect(await alarmDays(db, other)).toMatchObject([{ cnt: 1 }]);
    expect((await alarmDays(db, car)).map(({ cnt }) => cnt)).toEqual([7, 1, 7]);
  });

  it('skips days whose alarms or vehicles have been deleted', async () => {
    await history();
    const [half, gone] = await addVehicles(db, department, 2);
    for (const hour of [1, 2])
      await decide(db, await addAlarm(db, { vehicleId: half!, startAt: NOON - DAY - hour * HOUR }), { at: NOON });
    await addAlarm(db, { vehicleId: gone!, startAt: NOON });
    await follow();
    await rollups.fill();
    await db.run(sql`delete from alarm where start_at < ${at(NOON - DAY - 90 * 60_000)}`);
    await db.run(sql`delete from vehicle where id = ${gone}`);
    const before = [await all(), await alarmDays(db, half!), await alarmDays(db, gone!)];
    expect(await rebuild()).toBe(0);
    expect([await all(), await alarmDays(db, half!), await alarmDays(db, gone!)]).toEqual(before);
  });

  it('ends when it is aborted', async () => {
    await history();
    await expect(rebuild({ signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
  });
});
