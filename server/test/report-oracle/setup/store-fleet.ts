import { at, json, sql } from '../../../src/platform/db/database.ts';
import { addVehicle } from '../../support/test-fleet.ts';
import type { TestServer } from '../../support/test-server.ts';
import { DAY, DEPARTMENTS, DRIVERS, GEOFENCES, SPEED_LIMIT_KMH, VEHICLES } from '../fixture/fleet.ts';
import type { FleetIds } from '../fixture/fleet-ids.ts';

/** Permission to rebuild days. */
const REBUILDS = '70203';
/** Permissions to answer post-checks and supervisions, and to send texts to terminals. */
const WORK = ['20801', '20802', '20803', '20201'];

/** Stores departments, drivers, vehicles, geofences and the speed limit, created some days before the first. `codes`: permissions of the clerk. */
export async function storeFleet(server: TestServer, start: number, codes: readonly string[]): Promise<FleetIds> {
  const { db } = server;
  const before = start - 9 * DAY;
  const head = await server.department(DEPARTMENTS[0]);
  const departments = [head, await server.department(DEPARTMENTS[1], head), await server.department(DEPARTMENTS[2])];
  const drivers: number[] = [];
  for (const { name, department, certNo } of DRIVERS) {
    const row = await db.first<{ id: number }>(sql`
      insert into driver (department_id, name, phone, qual_no) values (${departments[department]!}, ${name}, '13800138000', ${certNo})
      returning id`);
    drivers.push(row!.id);
  }
  const cars: number[] = [];
  for (const [index, { plate, department, vehicleType, industry, mileageSource, driver }] of VEHICLES.entries()) {
    const phone = `138000${String(index).padStart(5, '0')}`;
    const id = await addVehicle(server, { plate, departmentId: departments[department]!, vehicleType, phone });
    await db.run(sql`
      update vehicle set industry = ${industry}, mileage_source = ${mileageSource}, created_at = ${at(before)} where id = ${id}`);
    if (driver !== null)
      await db.run(sql`
        insert into given_driver (vehicle_id, since_at, driver_id) values (${id}, to_timestamp(0), ${drivers[driver]!})`);
    await db.run(sql`update vehicle set driver_id = ${driver === null ? null : drivers[driver]!}::integer where id = ${id}`);
    cars.push(id);
  }
  await db.run(sql`update department set created_at = ${at(before)}`);
  const geofences: number[] = [];
  for (const [index, { name, ...geo }] of GEOFENCES.entries()) {
    const row = await db.first<{ id: number }>(sql`
      insert into area (department_id, area_no, name, geo) values (${head}, ${index + 1}, ${name}, ${json(geo)}::jsonb) returning id`);
    geofences.push(row!.id);
  }
  const params = {
    rows: [{ start: '00:00', end: '00:00', roadGrade: 0, vehicleClass: 0, limit: SPEED_LIMIT_KMH }],
    nightFactor: 100,
    tolerance: 0,
    duration: 30,
    preDiff: 0,
    levels: { second: 20, third: 50 },
    speedSource: 1,
  };
  await db.run(sql`
    with made as (
      insert into warn_scheme (department_id, kind, name, time_zone, weekdays, params, level)
      values (${head}, '130102', '限速', 'Asia/Shanghai', '{1,2,3,4,5,6,7}', ${json(params)}::jsonb, 2) returning id)
    insert into warn_scheme_target (scheme_id, department_id) select id, ${head}::integer from made`);
  // the oracle knows no built-in checks of the platform
  await db.run(sql`insert into setting_value (key, value) values ('platformChecks', '[]')`);
  await server.activeRules.reload();
  const clerk = await server.account('clerk', head, ['2', REBUILDS, ...WORK, ...codes]);
  return { departments, cars, drivers, geofences, clerk };
}
