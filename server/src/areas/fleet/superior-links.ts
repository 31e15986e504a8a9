import { type Sql, sql } from '../../platform/db/database.ts';

/** LINK_STATE of a link nobody has tried to make so far. */
const NOT_STARTED = 4;

/** LINK_GAP: what of a platform's record stands in the way of a link, in the order of the enumeration. */
const gaps: Sql = sql`array_remove(array[
  case when p.ip = '' or p.port is null then 1 end,
  case when p.user_id = '' or p.password = '' or p.access_code = '' then 2 end,
  case when p.m1 = '' or p.ia1 = '' or p.ic1 = '' or (p.encrypt = 1 and coalesce(p.encrypt_key, '') = '') then 3 end,
  case when coalesce(p.version_flag, '') = '' then 4 end,
  case when bound.vehicles = 0 then 5 end,
  case when not (p.send_position or p.send_safety or p.send_driver or p.send_waybill or p.send_video or p.send_static
    or p.alarm_types <> '{}') then 6 end,
  case when p.link_state = 0 then 7 end
]::smallint[], null)`;

/** Superior platforms as rows of their monitoring: the state of their links, what they lack, the last test of their addresses. */
export const superiorLinks: Sql = sql`
  select p.id, p.version, p.created_at, greatest(p.updated_at, l.updated_at, b.at) as updated_at, p.name, p.standard, p.department_id,
    p.link_state, ${gaps} as gaps,
    coalesce(l.main_state, ${NOT_STARTED}::smallint) as main_state, l.main_since, l.main_reason,
    coalesce(l.sub_state, ${NOT_STARTED}::smallint) as sub_state, l.sub_since, l.sub_reason, l.heartbeat_at,
    bound.vehicles, bound.online, coalesce(l.sent, 0) as sent, coalesce(l.failed, 0) as failed,
    coalesce(l.received, 0) as received, coalesce(l.queued, 0) as queued,
    p.ip || ':' || p.port as address, b.result as probe_result, b.took_ms as probe_ms, b.at as probed_at
  from superior_platform p
  left join superior_link l on l.superior_id = p.id
  left join superior_probe b on b.superior_id = p.id and b.address = p.ip || ':' || p.port
  cross join lateral (
    select count(*) as vehicles, count(*) filter (where x.status <> 0) as online
    from superior_vehicle s join vehicle v on v.id = s.vehicle_id and v.deleted_at is null
    left join vehicle_latest x on x.vehicle_id = v.id where s.superior_id = p.id
  ) bound`;
