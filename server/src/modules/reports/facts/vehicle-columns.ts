import { type Sql, sql } from '../../../platform/db/database.ts';
import { contains } from '../../../platform/db/list.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { VEHICLE_COLUMNS, vehicleKinds } from './day-rollup.ts';
import { driverAtInstant } from './driver-columns.ts';

/** Joined to a table of facts `f` with a vehicle: the vehicle `v`, its company `d`, its driver `r` and its terminal `t`. */
export const JOIN_VEHICLE: Sql = joinVehicleWithDriver(sql`v.driver_id`);
/** The same with another driver, by his number. */
export function joinVehicleWithDriver(driver: Sql): Sql {
  return sql`join vehicle v on v.id = f.vehicle_id join department d on d.id = v.department_id
    left join driver r on r.id = ${driver} left join terminal t on t.vehicle_id = v.id`;
}
/** With whoever was on duty at an instant of the fact: his number is `k.driver`, 0 where nobody is known. */
export function joinVehicleAt(instant: Sql): Sql {
  return sql`join vehicle v on v.id = f.vehicle_id join department d on d.id = v.department_id
    cross join lateral (select ${driverAtInstant(sql`f.vehicle_id`, instant)} as driver) k
    left join driver r on r.id = k.driver left join terminal t on t.vehicle_id = v.id`;
}

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
export function requestedVehicles(request: ReportRequest): Sql[] {
  const { departments, vehicles } = request;
  return [
    sql`v.department_id = any(${[...departments]})`,
    ...(vehicles === null ? [] : [sql`v.id = any(${[...vehicles]})`]),
    ...vehicleKinds(request, sql`v.id`),
  ];
}

/** A vehicle `v` by itself, with its company `d`, driver `r` and terminal `t`. */
export const VEHICLES: Sql = sql`vehicle v join department d on d.id = v.department_id
  left join driver r on r.id = v.driver_id left join terminal t on t.vehicle_id = v.id`;

/** Joined to a vehicle `v`: its newest state `l` and its last stay `s`. */
export const LAST_SEEN: Sql = sql`left join vehicle_latest l on l.vehicle_id = v.id left join lateral (
  select o.last_msg_at, o.end_reason from online_session o where o.vehicle_id = v.id order by o.login_at desc limit 1) s on true`;
/** When it was last heard of. */
export const LAST_ONLINE: Sql = sql`greatest(l.received_at, s.last_msg_at)`;
/** The day of its first qualified position. */
export const JOIN_DAY: Sql = sql`(
  select k.day from vehicle_day k where k.vehicle_id = v.id and k.point_valid > 0 order by k.day limit 1)`;
/** Where it was last; empty where nobody knows. */
export const LAST_PLACE: Sql = sql`case when l.lng <> 0 or l.lat <> 0 then ${formatPlace(sql`l.lng`, sql`l.lat`)} end`;

/** A number enough of which is seen to tell one from another, and too little to call. */
export const maskedPhone = (phone: Sql): Sql => sql`case when length(${phone}) < 8 then repeat('*', length(${phone}))
  else left(${phone}, 3) || '****' || right(${phone}, 4) end`;
/** Narrows rows to those whose column holds what was typed, if anything was. */
export const whereContains = (column: Sql, text: string): Sql[] => (text === '' ? [] : [sql`true ${contains(column, text)}`]);

/** A place as it is told: an address is made of it where it is shown. */
export function formatPlace(lng: Sql, lat: Sql): Sql {
  return sql`round(${lng}::numeric, 6) || ',' || round(${lat}::numeric, 6)`;
}
export const secondsBetween = (from: Sql, to: Sql): Sql =>
  sql`case when ${to} < ${from} then 0 else round(extract(epoch from ${to} - ${from}))::integer end`;
