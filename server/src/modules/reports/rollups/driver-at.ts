import { type Sql, sql } from '../../../platform/db/database.ts';

/**
 * Selects the driver on duty in a vehicle at an instant, null if unknown: the signed-in driver, else the assigned one. It works
 * before the duties of that time are computed, too.
 */
export const driverAt = (vehicle: Sql, instant: Sql): Sql => sql`
  select case when s.signed then s.driver_id else (select g.driver_id from given_driver g
    where g.vehicle_id = ${vehicle} and g.since_at <= ${instant} order by g.since_at desc limit 1) end
  from (select true) one left join lateral (
    select u.driver_id, u.source <> 4 and (u.end_at is null or u.end_at > ${instant}) as signed from driver_duty u
    where u.vehicle_id = ${vehicle} and u.start_at <= ${instant} order by u.start_at desc limit 1) s on true`;
