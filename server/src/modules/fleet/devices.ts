import { type Sql, sql } from '../../platform/db/database.ts';

/** The terminals of vehicles as rows of a resource: their registration data and last connection. */
export const devices: Sql = sql`
  select e.id, 1 as version, e.created_at, e.created_at as updated_at, v.plate, v.department_id, e.phone, e.terminal_no, e.maker,
    e.model, e.protocol_version, e.registered_at, e.authenticated_at, s.last_at, coalesce(s.open, false) as online,
    c.offset_s as clock_offset, c.correction_s as clock_correction, z.suggested_utc_offset,
    nullif(e.seen_header_form, coalesce(g.header_form, 1)) as suggested_header,
    nullif(e.seen_jsatl_table, coalesce(g.jsatl_table, 1)) as suggested_jsatl_table,
    nullif(e.seen_text_encoding, g.text_encoding) as suggested_encoding
  from terminal e join vehicle v on v.id = e.vehicle_id join terminal_setting g on g.terminal_id = e.id
  left join lateral (
    select o.logout_at is null as open, greatest(o.last_msg_at, l.received_at) as last_at
    from online_session o left join vehicle_latest l on l.vehicle_id = o.vehicle_id
    where o.vehicle_id = v.id order by o.login_at desc limit 1
  ) s on true
  left join vehicle_clock c on c.vehicle_id = v.id and c.utc_offset_h = g.utc_offset_h
  -- zones differ by quarters of an hour; reports take some seconds
  left join lateral (
    select c.utc_offset_h - round(c.offset_s / 900.0) / 4 as suggested_utc_offset
    where round(c.offset_s / 900.0) <> 0 and abs(c.offset_s - round(c.offset_s / 900.0) * 900) <= 120
  ) z on z.suggested_utc_offset between -12 and 14
  where v.deleted_at is null`;
