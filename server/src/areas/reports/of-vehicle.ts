import { type Sql, sql } from '../../platform/db/database.ts';
import type { Asked } from './report.ts';
import { VEHICLE_COLUMNS, vehicleKinds } from './rollup.ts';

/** Joined to a table of facts `f` with a vehicle: the vehicle `v`, its company `d`, its driver `r` and its terminal `t`. */
export const OF_VEHICLE: Sql = sql`join vehicle v on v.id = f.vehicle_id join department d on d.id = v.department_id
  left join driver r on r.id = v.driver_id left join terminal t on t.vehicle_id = v.id`;

/** What is known of them. */
export const VEHICLE_FACTS = {
  ...VEHICLE_COLUMNS,
  deptName: sql`d.name`,
  terminalNo: sql`t.phone`,
  terminalModel: sql`t.model`,
  terminalVendor: sql`t.maker`,
  protocolVer: sql`t.protocol_version`,
} as const;

export const VEHICLE_IDS = { carId: sql`v.id`, deptId: sql`v.department_id`, color: sql`v.plate_colour` } as const;

/** `where`: the companies, vehicles, types and industries that were asked for. */
export function ofAsked(asked: Asked): Sql[] {
  const { departments, vehicles } = asked;
  return [
    sql`v.department_id = any(${[...departments]})`,
    ...(vehicles === null ? [] : [sql`v.id = any(${[...vehicles]})`]),
    ...vehicleKinds(asked, sql`v.id`),
  ];
}

/** A place as it is told: an address is made of it where it is shown. */
export const placeOf = (lng: Sql, lat: Sql): Sql => sql`round(${lng}::numeric, 6) || ',' || round(${lat}::numeric, 6)`;
export const secondsBetween = (from: Sql, to: Sql): Sql => sql`greatest(round(extract(epoch from ${to} - ${from})), 0)::integer`;
