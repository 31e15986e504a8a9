import { at, type Sql, sql } from '../../../platform/db/database.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { requestedNumbers, startOfDay, whereAmong } from './row-times.ts';

/** Joins a question to its superior platform `p` and the user who answered, `a`. */
export const CHECKED = sql`join superior_platform p on p.id = f.superior_id left join account a on a.id = f.replied_by`;

/** `where` for superior platforms `p` of the requested companies. */
export function requestedPlatforms(request: ReportRequest): Sql {
  const [chosen = sql`true`] = whereAmong(sql`p.id`, requestedNumbers(request, 'platformIds'));
  return sql`(p.department_id = any(${[...request.departments]}) and ${chosen})`;
}

/** `where` for platforms `p` that check the requested companies: their own, and those of the companies above the chosen one. */
export function checkingPlatforms(request: ReportRequest): Sql {
  const [chosen = sql`true`] = whereAmong(sql`p.id`, requestedNumbers(request, 'platformIds'));
  return sql`((p.department_id = any(${[...request.departments]}) or p.department_id in (
    with recursive above as (
      select parent_id as id from department where id = ${request.company}::integer
      union select d.parent_id from department d join above on d.id = above.id)
    select id from above where id is not null)) and ${chosen})`;
}

/** CHECK_STATE: waiting, answered in time, late, or never. */
export const checkState = ({ now }: Pick<ReportRequest, 'now'>) => sql`case when f.replied_at <= f.deadline_at then 1
  when f.replied_at is not null then 2 when f.deadline_at > ${at(now)}::timestamptz then 0 else 3 end`;

/** SUP_RESULT; 9: not answered. */
export const SUP_RESULT = sql`coalesce(f.result, 9)`;

/** The supervision number, or (2019) the serial number of its message. */
export const SUP_ID = sql`coalesce(f.supervision_no, f.source_serial)::text`;

export const countMessages = (message: number) =>
  sql`coalesce(sum(f.messages) filter (where f.message_id = ${message}::integer), 0)`;

/** link_log: the main link, and its states. */
const MAIN = 0;

export const STATE = { notLinked: 0, signedIn: 2, cut: 3 } as const;

/**
 * Main link of each platform per day: time wanted, signed in, and cut off with a filed outage; cuts outside of these. A failed
 * attempt is no cut. The state at the start of the range is the last entry before it. `platforms`: filters on `p`.
 */
export function linkDays(
  request: Pick<ReportRequest, 'times' | 'days' | 'now' | 'timeZone'>,
  platforms: Sql,
): NonNullable<Relation['with']> {
  const { times, days, now } = request;
  const from = sql`${at(times.from)}::timestamptz`;
  const until = sql`${at(Math.min(times.to, now))}::timestamptz`;
  return [
    {
      name: 'link_spans',
      body: sql`
        select s.superior_id, s.state, s.at, coalesce(s.until, ${until}) as until, s.before
        from superior_platform p cross join lateral (
          select l.superior_id, l.state, l.at, lead(l.at) over w as until, lag(l.state) over w as before
          from link_log l where l.superior_id = p.id and l.link = ${MAIN}::smallint and l.at < ${until}
            and l.at >= coalesce((
              select b.at from link_log b where b.superior_id = p.id and b.link = ${MAIN}::smallint and b.at < ${from}
              order by b.id desc limit 1), ${from})
          window w as (order by l.at, l.id)) s
        where ${platforms}`,
    },
    {
      name: 'link_days',
      body: sql`
        select s.superior_id, g.day, sum(o.seconds) as wanted_s,
          coalesce(sum(o.seconds) filter (where s.state = ${STATE.signedIn}::smallint), 0) as linked_s,
          coalesce(sum(w.seconds) filter (where s.state <> ${STATE.signedIn}::smallint), 0) as filed_s,
          count(*) filter (where s.state = ${STATE.cut}::smallint and s.before = ${STATE.signedIn}::smallint and s.at >= o.begins
            and not w.holds_start) as breaks
        from (select day::date from generate_series(${days.from}::timestamp, ${days.to}::timestamp, interval '1 day') day) g
        cross join lateral (select ${startOfDay(request, sql`g.day`)} as begins, ${startOfDay(request, sql`g.day + 1`)} as ends) b
        join link_spans s on s.at < b.ends and s.until > b.begins and s.state <> ${STATE.notLinked}::smallint
        cross join lateral (
          select b.begins, greatest(s.at, b.begins) as starts, least(s.until, b.ends, ${until}) as stops) t
        cross join lateral (select t.begins, extract(epoch from t.stops - t.starts) as seconds) o
        cross join lateral (
          select sum(extract(epoch from upper(r) - lower(r))) as seconds, coalesce(bool_or(lower(r) = s.at), false) as holds_start
          from unnest((select range_agg(tstzrange(greatest(n.from_at, t.starts), least(n.until_at, t.stops))) from link_outage n
            where n.superior_id = s.superior_id and n.from_at < t.stops and n.until_at > t.starts)) r) w
        where o.seconds > 0
        group by s.superior_id, g.day`,
    },
  ];
}
