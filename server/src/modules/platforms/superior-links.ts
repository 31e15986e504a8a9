import { type Sql, sql } from '../../platform/db/database.ts';

/** LINK_STATE of a link that was never attempted. */
const NOT_STARTED = 4;

/** LINK_GAP: what a platform's record lacks for a link, in the order of the enumeration. */
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

/** Superior platforms as rows of the link monitor: link states, gaps of the record, last connectivity probe. */
export const superiorLinks: Sql = sql`
  select p.id, p.version, p.created_at, greatest(p.updated_at, l.updated_at, b.at) as updated_at, p.name, p.standard, p.department_id,
    p.link_state, ${gaps} as gaps,
    coalesce(l.main_state, ${NOT_STARTED}::smallint) as main_state, l.main_since, l.main_reason,
    coalesce(l.sub_state, ${NOT_STARTED}::smallint) as sub_state, l.sub_since, l.sub_reason, l.heartbeat_at,
    bound.vehicles, bound.online, bound.uploaded, bound.delay, coalesce(today.sent, 0) as sent_today,
    checks.asked as checks_asked, checks.answered as checks_answered, checks.in_time as checks_in_time,
    tasks.asked as tasks_asked, tasks.answered as tasks_answered, coalesce(l.sent, 0) as sent, coalesce(l.failed, 0) as failed,
    coalesce(l.received, 0) as received, coalesce(l.queued, 0) as queued,
    p.ip || ':' || p.port as address, b.result as probe_result, b.took_ms as probe_ms, b.at as probed_at
  from superior_platform p
  left join superior_link l on l.superior_id = p.id
  left join superior_probe b on b.superior_id = p.id and b.address = p.ip || ':' || p.port
  cross join lateral (
    select count(*) as vehicles, count(*) filter (where x.status <> 0) as online,
      count(*) filter (where s.taken_to > now() - interval '1 day') as uploaded,
      greatest(0, max(extract(epoch from x.gnss_at - s.taken_to)) filter (where x.status <> 0))::float8::bigint as delay
    from superior_vehicle s join vehicle v on v.id = s.vehicle_id and v.deleted_at is null
    left join vehicle_latest x on x.vehicle_id = v.id where s.superior_id = p.id
  ) bound
  cross join lateral (
    select sum(messages)::bigint as sent from link_traffic t where t.superior_id = p.id and not t.down
      and t.hour >= date_trunc('day', now(), 'Asia/Shanghai')
  ) today
  cross join lateral (
    select count(*) as asked, count(replied_at) as answered, count(*) filter (where replied_at <= deadline_at) as in_time
    from post_check c where c.superior_id = p.id and c.received_at > now() - interval '30 days'
  ) checks
  cross join lateral (
    select count(*) as asked, count(replied_at) as answered
    from supervision u where u.superior_id = p.id and u.received_at > now() - interval '30 days'
  ) tasks`;
