import { type Sql, sql } from '../../../platform/db/database.ts';
import { contains } from '../../../platform/db/list.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { VEHICLE_COLUMNS } from './day-rollup.ts';
import { driverAtInstant } from './driver-columns.ts';
import { vehicleKinds } from './requested-kinds.ts';

/** Joins a table `f` to its vehicle `v`, company `d`, driver `r` and terminal `t`. */
export const JOIN_VEHICLE: Sql = joinVehicleWithDriver(sql`v.driver_id`);
/** The same with another driver id. */
export function joinVehicleWithDriver(driver: Sql): Sql {
  return sql`join vehicle v on v.id = f.vehicle_id join department d on d.id = v.department_id
    left join driver r on r.id = ${driver} left join terminal t on t.vehicle_id = v.id`;
}
/** The same with the driver on duty at an instant: `k.driver`, 0 if unknown. */
export function joinVehicleAt(instant: Sql): Sql {
  return sql`join vehicle v on v.id = f.vehicle_id join department d on d.id = v.department_id
    cross join lateral (select ${driverAtInstant(sql`f.vehicle_id`, instant)} as driver offset 0) k
    left join driver r on r.id = k.driver left join terminal t on t.vehicle_id = v.id`;
}

/** Columns of these joins. */
export const VEHICLE_FACTS = {
  ...VEHICLE_COLUMNS,
  deptName: sql`d.name`,
  terminalNo: sql`t.phone`,
  terminalModel: sql`t.model`,
  terminalVendor: sql`t.maker`,
  protocolVer: sql`t.protocol_version`,
} as const;

export const VEHICLE_IDS = { carId: sql`v.id`, deptId: sql`v.department_id`, color: sql`v.plate_colour` } as const;

/**
 * `where` for the requested companies, vehicles, types and industries. `id`: the vehicle's id, of a large table with an index by it; else
 * PostgreSQL may read that table whole, as it does not conclude the condition from the join.
 */
export function requestedVehicles(request: ReportRequest, id = sql`v.id`): Sql[] {
  const { departments, vehicles } = request;
  return [
    sql`v.department_id = any(${[...departments]})`,
    ...(vehicles === null ? [] : [sql`${id} = any(${[...vehicles]})`]),
    ...vehicleKinds(request, id),
  ];
}

/** A vehicle `v` with its company `d`, driver `r` and terminal `t`. */
export const VEHICLES: Sql = sql`vehicle v join department d on d.id = v.department_id
  left join driver r on r.id = v.driver_id left join terminal t on t.vehicle_id = v.id`;

/** Joins a vehicle `v` to its latest state `l` and last online session `s`. */
export const LAST_SEEN: Sql = sql`left join vehicle_latest l on l.vehicle_id = v.id left join lateral (
  select o.last_msg_at, o.end_reason from online_session o where o.vehicle_id = v.id order by o.login_at desc limit 1) s on true`;
/** Time of the last message. */
export const LAST_ONLINE: Sql = sql`greatest(l.received_at, s.last_msg_at)`;
/** The day of the first valid position. */
export const JOIN_DAY: Sql = sql`(
  select k.day from vehicle_day k where k.vehicle_id = v.id and k.point_valid > 0 order by k.day limit 1)`;
/** The last place; null if unknown. */
export const LAST_PLACE: Sql = sql`case when l.lng <> 0 or l.lat <> 0 then ${formatPlace(sql`l.lng`, sql`l.lat`)} end`;

/** Enough digits to tell numbers apart, too few to call. */
export const maskedPhone = (phone: Sql): Sql => sql`case when length(${phone}) < 8 then repeat('*', length(${phone}))
  else left(${phone}, 3) || '****' || right(${phone}, 4) end`;
/** `where` for a column that contains the typed text, if any. */
export const whereContains = (column: Sql, text: string): Sql[] => (text === '' ? [] : [sql`true ${contains(column, text)}`]);

/** A place as `lng,lat`; its address is looked up for display. */
export function formatPlace(lng: Sql, lat: Sql): Sql {
  return sql`round(${lng}::numeric, 6) || ',' || round(${lat}::numeric, 6)`;
}
/** A place with its degrees, rounded as the place is: a mean's last bits depend on the order of its positions. */
export const placeColumns = (lng: Sql, lat: Sql) => ({
  position: formatPlace(lng, lat),
  lng: sql`round(${lng}::numeric, 6)::float8`,
  lat: sql`round(${lat}::numeric, 6)::float8`,
});
export const secondsBetween = (from: Sql, to: Sql): Sql =>
  sql`case when ${to} < ${from} then 0 else round(extract(epoch from ${to} - ${from}))::integer end`;
