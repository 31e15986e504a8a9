import { type Queryable, sql } from '../../../platform/db/database.ts';
import { OFFLINE_AFTER_MS } from './limits.ts';
import { lockRollup, selectDays, type VehicleDay } from './vehicle-days.ts';

/** The known end of a session: silence ends it before the connection does. An open one is known up to its last message. */
const ENDED = sql`greatest(login_at, case
  when logout_at is null or logout_at - last_msg_at >= ${OFFLINE_AFTER_MS}::float8 * interval '1 millisecond' then last_msg_at
  else logout_at end)`;

/** Sessions of a day `g`: begun in it or up to 24 hours before, longer ones, and open ones. */
const STAYS = sql`
  select login_at, logout_at, ${ENDED} as ended_at from online_session
  where vehicle_id = g.vehicle_id and login_at >= g.from_at - interval '1 day' and login_at < g.until_at
  union all select login_at, logout_at, ${ENDED} from online_session
  where vehicle_id = g.vehicle_id and login_at < g.from_at - interval '1 day' and logout_at - login_at > interval '1 day'
  union all select login_at, logout_at, ${ENDED} from online_session
  where vehicle_id = g.vehicle_id and login_at < g.from_at - interval '1 day' and logout_at is null`;

/** Recounts the online time of at most MAX_PAIRS vehicle days. Returns the number of changed rows. */
export async function countOnlineDays(tx: Queryable, days: readonly VehicleDay[]): Promise<number> {
  await tx.query(lockRollup('online_day'));
  const row = await tx.first<{ changed: number }>(sql`
    with given as (${selectDays(days)}), stays as (
      select g.*, s.login_at, s.logout_at, s.ended_at, greatest(s.login_at, g.from_at) as since, least(s.ended_at, g.until_at) as until
      from given g cross join lateral (${STAYS}) s where s.ended_at > g.from_at or s.login_at >= g.from_at
    ), parts as (
      -- of overlapping periods, only the part that earlier ones do not cover
      select s.*, greatest(0, extract(epoch from until - greatest(since, max(until) over (
        partition by vehicle_id, day order by since, until rows between unbounded preceding and 1 preceding)))) as alone_s
      from stays s
    ), counted as (
      select vehicle_id, day, department_id, round(sum(alone_s))::integer as online_s, min(since) as first_online_at,
        max(until) as last_online_at, count(*) filter (where login_at >= from_at) as login_count,
        count(*) filter (where logout_at is not null and ended_at <= until_at) as logout_count
      from parts group by vehicle_id, day, department_id
    ), gone as (
      delete from online_day d using given g where d.vehicle_id = g.vehicle_id and d.day = g.day
        and not exists (select from counted n where n.vehicle_id = d.vehicle_id and n.day = d.day)
      returning 1
    ), written as (
      insert into online_day as d (vehicle_id, day, department_id, online_s, first_online_at, last_online_at, login_count, logout_count)
      select vehicle_id, day, department_id, online_s, first_online_at, last_online_at, login_count, logout_count
      from counted order by vehicle_id, day
      on conflict (vehicle_id, day) do update set online_s = excluded.online_s, first_online_at = excluded.first_online_at,
        last_online_at = excluded.last_online_at, login_count = excluded.login_count, logout_count = excluded.logout_count
      where (d.online_s, d.first_online_at, d.last_online_at, d.login_count, d.logout_count) is distinct from
        (excluded.online_s, excluded.first_online_at, excluded.last_online_at, excluded.login_count, excluded.logout_count)
      returning 1
    )
    select (select count(*) from gone) + (select count(*) from written) as changed`);
  return row!.changed;
}
