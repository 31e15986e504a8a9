import { type BusinessDay, businessDay } from '@fleetwarden/domain/business-day';
import { at, type Queryable, sql } from '../../../platform/db/database.ts';
import { ENDED_SESSIONS_KEPT_MS } from '../../identity/index.ts';
import { sessionEnd } from '../facts/sessions.ts';
import { PRESENCE_OVERLAP_MS } from './limits.ts';
import { readMark, writeMark } from './marks.ts';
import type { RollupDeps } from './rollup-deps.ts';
import { lockRollup } from './vehicle-days.ts';

/**
 * Counts how long each account was signed in on a day, overlapping sessions once, and the post checks of that time. Returns the
 * number of changed rows. Absent accounts have no row.
 */
export async function countPresence(tx: Queryable, { key, startAt, endAt }: BusinessDay): Promise<number> {
  await tx.query(lockRollup('presence_day'));
  const [from, until] = [sql`${at(startAt)}::timestamptz`, sql`${at(endAt)}::timestamptz`];
  return tx.run(sql`
    with recursive stays as materialized (
      select s.account_id, count(*) filter (where s.created_at >= ${from}) as begun,
        range_agg(tstzrange(greatest(s.created_at, ${from}), least(u.until, ${until}))) as spans
      from session s cross join lateral (select ${sessionEnd} as until) u
      where s.kind = 'user' and s.created_at < ${until} and u.until >= ${from} group by s.account_id
    ), below as (
      select distinct a.department_id as root, a.department_id as id from stays join account a on a.id = account_id
      union select b.root, d.id from department d join below b on d.parent_id = b.id
    )
    insert into presence_day as p (account_id, day, online_s, session_count, checks)
    select s.account_id, ${key}::date,
      coalesce((select round(sum(extract(epoch from upper(span) - lower(span)))) from unnest(s.spans) span), 0)::integer, s.begun,
      array(select c.id from post_check c join superior_platform p on p.id = c.superior_id
        join below b on b.id = p.department_id and b.root = a.department_id
        where c.received_at >= ${from} and c.received_at < ${until} and s.spans @> c.received_at order by c.id)
    from stays s join account a on a.id = s.account_id order by s.account_id
    on conflict (account_id, day) do update
      set online_s = excluded.online_s, session_count = excluded.session_count, checks = excluded.checks
    where (p.online_s, p.session_count, p.checks) is distinct from (excluded.online_s, excluded.session_count, excluded.checks)`);
}

/**
 * Counts the days on which sessions may have been used since the last run. Returns the number of changed rows. Throws on
 * `signal`.
 */
export async function followPresence({ db, timeZone, now }: RollupDeps, signal: AbortSignal): Promise<number> {
  const startedAt = now();
  const ran = await readMark(db, 'presence_day.run');
  // the oldest day with all of its sessions
  const retainedFrom = businessDay(startedAt - ENDED_SESSIONS_KEPT_MS, timeZone).endAt;
  const from = ran === null ? retainedFrom : Math.max(retainedFrom, await begunBefore(db, ran - PRESENCE_OVERLAP_MS, startedAt));
  let changed = 0;
  for (let day = businessDay(from, timeZone); day.startAt <= startedAt; day = businessDay(day.endAt, timeZone)) {
    signal.throwIfAborted();
    const counted = day;
    changed += await db.transaction((tx) => countPresence(tx, counted));
  }
  await writeMark(db, 'presence_day.run', startedAt);
  return changed;
}

/**
 * Start of the oldest session used since then, epoch ms: a user who returns after hours was signed in all the time. `now` if
 * none.
 */
async function begunBefore(db: Queryable, since: number, now: number): Promise<number> {
  const row = await db.first<{ first: number | null }>(sql`
    select min(created_at) as first from session where kind = 'user' and greatest(seen_at, ended_at) >= ${at(since)}`);
  return row?.first ?? now;
}
