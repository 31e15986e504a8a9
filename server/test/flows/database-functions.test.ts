/** Functions of the database that the code has, too: migrations cannot import it. */
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { PHOTO_AFTER_MS, PHOTO_BEFORE_MS } from '../../src/modules/evidence/limits.ts';
import { driverAt } from '../../src/modules/reports/rollups/driver-at.ts';
import { at, type Db, sql } from '../../src/platform/db/database.ts';
import { addAlarm } from '../support/alarms.ts';
import { testDatabase } from '../support/db/test-database.ts';
import { addVehicle } from '../support/test-fleet.ts';

const START = Date.UTC(2026, 2, 18, 4);
const OWN = 4;
const PHOTO_OF_TERMINAL = 2;

let db: Db;
let departmentId = 0;
let made = 0;
beforeAll(async () => {
  ({ db } = await testDatabase());
  departmentId = (await db.first<{ id: number }>(sql`insert into department (name) values ('车队') returning id`))!.id;
});
const car = () => addVehicle({ db }, { plate: `京A${10_000 + ++made}`, departmentId });

it('driver_on_duty returns the same driver as the reports', async () => {
  const minute = fc.integer({ min: 0, max: 30 });
  const driverId = fc.option(fc.integer({ min: 1, max: 5 }));
  const duty = fc.record({ start: minute, minutes: fc.option(minute), driverId, source: fc.integer({ min: 1, max: OWN }) });
  const vehicle = fc.record({
    duties: fc.uniqueArray(duty, { selector: ({ start }) => start, maxLength: 6 }),
    given: fc.uniqueArray(fc.record({ since: minute, driverId }), { selector: ({ since }) => since, maxLength: 4 }),
  });
  for (const { duties, given } of fc.sample(vehicle, 60)) {
    const id = await car();
    await db.run(sql`delete from given_driver where vehicle_id = ${id}`);
    for (const { start, minutes, driverId: driver, source } of duties)
      await db.run(sql`insert into driver_duty (vehicle_id, start_at, end_at, driver_id, source) values (${id},
        ${at(START + start * MINUTE_MS)}, ${minutes === null ? null : at(START + (start + minutes) * MINUTE_MS)}, ${driver}, ${source})`);
    for (const { since, driverId: driver } of given)
      await db.run(sql`insert into given_driver (vehicle_id, since_at, driver_id)
        values (${id}, ${at(START + since * MINUTE_MS)}, ${driver})`);
  }
  const rows = await db.query<{ code: number | null; database: number | null }>(sql`
    select (${driverAt(sql`v.id`, sql`m.instant`)}) as code, driver_on_duty(v.id, m.instant) as database
    from vehicle v cross join lateral (
      select ${at(START - MINUTE_MS)}::timestamptz + n * interval '30 s' as instant from generate_series(0, 140) n) m`);
  expect(rows.filter(({ code, database: ofDatabase }) => code !== ofDatabase)).toEqual([]);
  expect(new Set(rows.map(({ code }) => code)).size).toBe(6);
});

it('media_is_evidence has the same photo window as an alarm', async () => {
  const vehicleId = await car();
  const gid = await addAlarm(db, { vehicleId, typeId: 77, level: 2, startAt: START });
  await db.run(sql`select enter_evidence(array[${gid}]::uuid[], 'chief')`);
  const isEvidence = async (taken: number) =>
    (await db.first<{ yes: boolean }>(
      sql`select media_is_evidence(${vehicleId}, ${PHOTO_OF_TERMINAL}::smallint, ${at(taken)}) as yes`,
    ))!.yes;
  expect(await isEvidence(START - PHOTO_BEFORE_MS - 1)).toBe(false);
  expect(await isEvidence(START - PHOTO_BEFORE_MS)).toBe(true);
  expect(await isEvidence(START + PHOTO_AFTER_MS)).toBe(true);
  expect(await isEvidence(START + PHOTO_AFTER_MS + 1)).toBe(false);
});
