import { beforeAll, describe, expect, it } from 'vitest';
import {
  addAlarm,
  addDepartment,
  addVehicle,
  addVehicles,
  alarmDays,
  claim,
  DAY,
  decide,
  gradeFigures,
  HOUR,
  hours,
  killedAt,
  local,
  MINUTE,
  neverAborted,
  testRollups,
  ZONE,
} from '../../../../test/support/reports/rollups.ts';
import { at, type Db, sql } from '../../../platform/db/database.ts';
import { followAlarms } from './alarm-changes.ts';
import { MAX_PAIRS } from './limits.ts';
import { rebuildRollups } from './rebuild.ts';

const NOON = local('2025-03-10 12:00');
const [OVERSPEED, ANTENNA, ONLINE] = [1, 5, 50] as const;

let db: Db;
let rollups: Awaited<ReturnType<typeof testRollups>>;
let department: number;
let car: number;

beforeAll(async () => {
  rollups = await testRollups(local('2025-03-12 09:00'));
  ({ db } = rollups);
  department = await addDepartment(db);
  // the first run stores the cursor of alarms, the second knows that everything before it is complete
  await rollups.alarms();
  await rollups.alarms();
});
const newCar = async () => {
  car = await addVehicle(db, department);
};
const follow = () => rollups.alarms();
const retell = (gid: string, change = sql``) => db.run(sql`update alarm set told_seq = default ${change} where gid = ${gid}`);
const counts = async () => (await alarmDays(db, car)).map(({ day, cnt }) => [day, cnt]);

describe('a day of alarms', () => {
  it('has all figures', async () => {
    await newCar();
    const alarm = { vehicleId: car, typeId: OVERSPEED, level: 3 } as const;
    await addAlarm(db, { ...alarm, startAt: NOON, lastedMs: 90_000 });
    const [message, phone, automatic, wrong, slow, targeted, missed] = await Promise.all([
      addAlarm(db, { ...alarm, startAt: NOON + MINUTE }),
      addAlarm(db, { ...alarm, startAt: NOON + 2 * MINUTE }),
      addAlarm(db, { ...alarm, startAt: NOON + 3 * MINUTE, late: true }),
      addAlarm(db, { ...alarm, startAt: NOON + HOUR, lasting: true, lastedMs: HOUR }),
      addAlarm(db, { ...alarm, startAt: NOON + 2 * HOUR }),
      addAlarm(db, { ...alarm, startAt: NOON + 2 * HOUR, dueAt: NOON + 3 * HOUR }),
      addAlarm(db, { ...alarm, startAt: NOON + 2 * HOUR, dueAt: NOON + 2 * HOUR + MINUTE }),
    ]);
    await decide(db, message, { at: NOON + 2 * MINUTE, dealType: 1 });
    await decide(db, phone, { at: NOON + 7 * MINUTE });
    await decide(db, automatic, { at: NOON + 4 * MINUTE, dealType: 1, automatic: true });
    await decide(db, wrong, { at: NOON + HOUR + MINUTE, state: 3, dealType: 6 });
    await decide(db, slow, { at: NOON + 2 * HOUR + 6 * MINUTE });
    await decide(db, targeted, { at: NOON + 3 * HOUR });
    await decide(db, missed, { at: NOON + 2 * HOUR + 2 * MINUTE });
    await addAlarm(db, { ...alarm, startAt: NOON, brief: true });
    await follow();
    expect(await alarmDays(db, car)).toEqual([
      {
        vehicle_id: car,
        day: '2025-03-10',
        type_id: OVERSPEED,
        level: 3,
        department_id: department,
        driver_id: 0,
        cnt: 8,
        dur_s: 90 + 3_600 + 6 * 60,
        needed: 8,
        handled: 7,
        timely: 5,
        false_cnt: 1,
        auto_cnt: 1,
        message_cnt: 2,
        phone_cnt: 4,
        handle_s: (1 + 5 + 1 + 1 + 6 + 60 + 2) * 60,
        turned_cnt: 6,
        soon_cnt: 7,
        hours: hours({ 12: 4, 13: 1, 14: 3 }),
        confirmed_cnt: 7,
        confirmed_max_s: 90,
        // none has a limit
        ...gradeFigures([0, 0, 0, 0], 60),
        evid_expected: 0,
        evid_received: 0,
      },
    ]);
  });

  it('counts overspeeds by grade, with the highest speed: in total, and without false alarms', async () => {
    await newCar();
    const add = (kmh: number, startAt = NOON) => addAlarm(db, { vehicleId: car, startAt, judged: { kmh, limit: 80 } });
    await add(87);
    await add(88);
    await add(95.5, NOON + HOUR);
    const wrong = await add(140, NOON + 2 * HOUR);
    await addAlarm(db, { vehicleId: car, startAt: NOON, typeId: 2 });
    await follow();
    const [overspeed, fatigue] = await alarmDays(db, car);
    expect(overspeed).toMatchObject(gradeFigures([1, 2, 0, 1], 140));
    expect(fatigue).toMatchObject(gradeFigures(null, null));

    await decide(db, wrong, { at: NOON + 3 * HOUR, state: 3 });
    await retell(await add(118), sql`, value = 119`);
    await follow();
    expect((await alarmDays(db, car))[0]).toMatchObject(gradeFigures([1, 2, 1, 1], 140, [1, 2, 1, 0], 119));

    await db.run(
      sql`update alarm_day set grade1 = null, grade2 = null, grade3 = null, grade4 = null, max_kmh = null where vehicle_id = ${car}`,
    );
    await rebuildRollups(db, { from: '2025-03-10', to: '2025-03-10', timeZone: ZONE, vehicleIds: [car] });
    expect((await alarmDays(db, car))[0]).toMatchObject(gradeFigures([1, 2, 1, 1], 140, [1, 2, 1, 0], 119));
  });

  it('is separate by type and level, and an alarm belongs to the day of its start', async () => {
    await newCar();
    const midnight = local('2025-03-11 00:00');
    await addAlarm(db, { vehicleId: car, startAt: midnight - 1, lastedMs: 2 * HOUR });
    await addAlarm(db, { vehicleId: car, startAt: midnight });
    await addAlarm(db, { vehicleId: car, startAt: midnight, level: 1 });
    await addAlarm(db, { vehicleId: car, startAt: midnight, typeId: 2 });
    await follow();
    expect((await alarmDays(db, car)).map(({ day, type_id, level, dur_s, hours: h }) => [day, type_id, level, dur_s, h])).toEqual(
      [
        ['2025-03-10', 1, 2, 7_200, hours({ 23: 1 })],
        ['2025-03-11', 1, 1, 60, hours({ 0: 1 })],
        ['2025-03-11', 1, 2, 60, hours({ 0: 1 })],
        ['2025-03-11', 2, 2, 60, hours({ 0: 1 })],
      ],
    );
  });

  it('counts alarms that need no handling as alarms only', async () => {
    await newCar();
    for (const typeId of [ANTENNA, ONLINE])
      await decide(db, await addAlarm(db, { vehicleId: car, startAt: NOON, typeId }), { at: NOON });
    await follow();
    expect(await alarmDays(db, car)).toMatchObject([
      { cnt: 1, needed: 0, handled: 0, timely: 0, phone_cnt: 0 },
      { cnt: 1, needed: 0, handled: 0, timely: 0, phone_cnt: 0 },
    ]);
  });

  it('is updated if an alarm lasts longer, rises in level, or is no longer brief', async () => {
    await newCar();
    const gid = await addAlarm(db, { vehicleId: car, startAt: NOON, lasting: true });
    const brief = await addAlarm(db, { vehicleId: car, startAt: NOON, brief: true });
    await follow();
    await retell(gid, sql`, level = 3, last_at = ${at(NOON + HOUR)}`);
    await follow();
    expect(await alarmDays(db, car)).toMatchObject([{ level: 3, cnt: 1, dur_s: 3_600 }]);
    await retell(brief, sql`, brief = false`);
    await follow();
    expect(await alarmDays(db, car)).toMatchObject([
      { level: 2, cnt: 1, needed: 0 },
      { level: 3, cnt: 1, needed: 1 },
    ]);
  });

  it('is updated if an old alarm is handled, corrected or claimed, but not if it is escalated', async () => {
    await newCar();
    const gid = await addAlarm(db, { vehicleId: car, startAt: NOON - 30 * DAY });
    await follow();
    await db.run(sql`update alarm_case set state = 4, version = version + 1 where gid = ${gid}`);
    expect(await db.query('select from alarm_day_due')).toEqual([]);
    for (const [when, turned] of [
      [NOON - 30 * DAY + 30 * MINUTE, 1],
      [null, 0],
      [NOON - 30 * DAY + 30 * MINUTE + 1, 0],
    ] as const) {
      await claim(db, gid, when);
      await follow();
      expect(await alarmDays(db, car)).toMatchObject([{ needed: 1, handled: 0, turned_cnt: turned, soon_cnt: 0 }]);
    }
    await decide(db, gid, { at: NOON });
    await follow();
    expect(await alarmDays(db, car)).toMatchObject([{ day: '2025-02-08', handled: 1, timely: 0, handle_s: 30 * 86_400 }]);
    await db.run(sql`update alarm_case set state = 0, deal_type = null, dealt_at = null where gid = ${gid}`);
    await follow();
    expect(await alarmDays(db, car)).toMatchObject([{ needed: 1, handled: 0, handle_s: 0 }]);
  });

  it('loses an alarm that turns out to have begun on the day before', async () => {
    await newCar();
    const gid = await addAlarm(db, { vehicleId: car, startAt: local('2025-03-11 00:01') });
    await follow();
    await db.run(sql`update alarm set start_at = ${at(local('2025-03-10 23:59'))} where gid = ${gid}`);
    await follow();
    expect(await counts()).toEqual([['2025-03-10', 1]]);
  });

  it('retains the company that it was first counted for', async () => {
    await newCar();
    const other = await addDepartment(db);
    await addAlarm(db, { vehicleId: car, startAt: NOON });
    await follow();
    await db.run(sql`update vehicle set department_id = ${other} where id = ${car}`);
    for (const [typeId, startAt] of [
      [1, NOON],
      [2, NOON],
      [1, NOON + DAY],
    ] as const)
      await addAlarm(db, { vehicleId: car, startAt, typeId });
    await follow();
    expect((await alarmDays(db, car)).map(({ day, department_id }) => [day, department_id])).toEqual([
      ['2025-03-10', department],
      ['2025-03-10', department],
      ['2025-03-11', other],
    ]);
  });

  it('remains after the deletion of its alarms and its vehicle', async () => {
    await newCar();
    const gid = await addAlarm(db, { vehicleId: car, startAt: NOON });
    await follow();
    await db.run(sql`delete from alarm where gid = ${gid}`);
    await db.run(sql`delete from vehicle where id = ${car}`);
    await follow();
    expect(await counts()).toEqual([['2025-03-10', 1]]);
  });
});

describe('the alarm rollup', () => {
  it('changes nothing if nothing has changed', async () => {
    await newCar();
    await addAlarm(db, { vehicleId: car, startAt: NOON });
    expect(await follow()).toBe(1);
    for (let again = 0; again < 3; again++) expect(await follow()).toBe(0);
  });

  it('sees an alarm committed after another one with a higher sequence number', async () => {
    await newCar();
    const other = await addVehicle(db, department);
    const told = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const slow = db.transaction(async (tx) => {
      await addAlarm(tx, { vehicleId: car, startAt: NOON });
      told.resolve();
      await commit.promise;
    });
    await told.promise;
    await addAlarm(db, { vehicleId: other, startAt: NOON });
    for (let minute = 0; minute < 4; minute++) await follow();
    expect(await alarmDays(db, other)).toHaveLength(1);
    commit.resolve();
    await slow;
    await follow();
    expect(await counts()).toEqual([['2025-03-10', 1]]);
  });

  it('loses nothing if it is killed between two batches', async () => {
    // nothing of before is looked at again
    for (let minute = 0; minute < 2; minute++) await follow();
    const cars = await addVehicles(db, department, MAX_PAIRS + 20);
    const gids: string[] = [];
    for (const vehicleId of cars) gids.push(await addAlarm(db, { vehicleId, startAt: NOON }));
    const kill = (n: number) => followAlarms({ ...rollups.options, db: killedAt(db, n) }, neverAborted);
    const sum = async (figure: 'cnt' | 'handled') =>
      (await db.first<{ n: number }>(`select sum(${figure}) as n from alarm_day where vehicle_id = any($1)`, [cars]))!.n;
    await expect(kill(1)).rejects.toThrow('killed');
    await expect(kill(2)).rejects.toThrow('killed');
    expect(await sum('cnt')).toBe(MAX_PAIRS);
    await follow();
    expect(await sum('cnt')).toBe(cars.length);
    for (const gid of gids) await decide(db, gid, { at: NOON });
    await follow();
    expect(await sum('handled')).toBe(cars.length);
    await db.run('update alarm_case set state = 3 where state = 2');
    await expect(kill(1)).rejects.toThrow('killed');
    expect(await follow()).toBeGreaterThan(0);
    expect(await db.query('select from alarm_day_due')).toEqual([]);
    expect(await db.first('select sum(false_cnt)::integer as n from alarm_day where vehicle_id = any($1)', [cars])).toEqual({
      n: cars.length,
    });
  });

  it('can run on several nodes at once', async () => {
    const cars = await addVehicles(db, department, 50);
    for (const vehicleId of cars) await decide(db, await addAlarm(db, { vehicleId, startAt: NOON }), { at: NOON });
    await Promise.all([follow(), follow(), follow()]);
    expect(await db.query('select from alarm_day where vehicle_id = any($1) and cnt = 1 and handled = 1', [cars])).toHaveLength(
      50,
    );
  });
});
