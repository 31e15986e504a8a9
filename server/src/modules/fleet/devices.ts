import { type Sql, sql } from '../../platform/db/database.ts';

/** The terminals of vehicles as rows of a resource: their registration data and last connection. */
export const devices: Sql = sql`
  select e.id, 1 as version, e.created_at, e.created_at as updated_at, v.plate, v.department_id, e.phone, e.terminal_no, e.maker,
    e.model, e.protocol_version, e.registered_at, e.authenticated_at, s.last_at, coalesce(s.open, false) as online
  from terminal e join vehicle v on v.id = e.vehicle_id
  left join lateral (
    select o.logout_at is null as open, greatest(o.last_msg_at, l.received_at) as last_at
    from online_session o left join vehicle_latest l on l.vehicle_id = o.vehicle_id
    where o.vehicle_id = v.id order by o.login_at desc limit 1
  ) s on true
  where v.deleted_at is null`;
