import { countedAlarms } from '../../../platform/db/counted-alarms.ts';
import { at, type Sql, sql } from '../../../platform/db/database.ts';
import { ENDED_SESSIONS_KEPT_MS } from '../../identity/index.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { handledCases } from './handled-cases.ts';
import { businessDayOf, formatTimes, inTimes, requestedNumbers, whereAmong } from './row-times.ts';

/** The end of a shift; now if it is open. */
const shiftEnd = ({ now }: Pick<ReportRequest, 'now'>): Sql => sql`coalesce(f.ended_at, ${at(now)}::timestamptz)`;

const inShift = (request: Pick<ReportRequest, 'now'>, instant: Sql): Sql =>
  sql`${instant} >= f.started_at and ${instant} < ${shiftEnd(request)}`;

/** Counted alarms `x` that began in a shift, of vehicles that its account sees. */
export const alarmsInShift = (request: Pick<ReportRequest, 'now'>): Sql => sql`alarm x join vehicle v on v.id = x.vehicle_id
  join watched w on w.id = v.department_id and w.root = a.department_id
  where ${inShift(request, sql`x.start_at`)} and ${countedAlarms(sql`x`)}`;

/** Vehicles `v` that the account of a shift sees, and that were online in it. */
export const onlineInShift = (
  request: Pick<ReportRequest, 'now'>,
): Sql => sql`online_session o join vehicle v on v.id = o.vehicle_id
  join watched w on w.id = v.department_id and w.root = a.department_id
  where o.login_at < ${shiftEnd(request)} and coalesce(o.logout_at, ${at(request.now)}::timestamptz) > f.started_at`;

/** Shifts `f` that began in the requested days, with their figures. */
export function shifts(request: ReportRequest): Relation {
  const end = shiftEnd(request);
  return {
    with: [{ name: 'watched', body: watchedDepartments(request) }],
    from: sql`duty_shift f join account a on a.id = f.account_id join department d on d.id = a.department_id
      left join account h on h.id = f.handed_to`,
    where: [
      sql`a.department_id = any(${[...request.departments]})`,
      inTimes(request, sql`f.started_at`),
      ...whereAmong(sql`f.account_id`, requestedNumbers(request, 'userIds')),
    ],
    columns: {
      ledgerNo: sql`row_number() over (order by f.started_at, f.id)`,
      statDate: businessDayOf(request, sql`f.started_at`),
      deptName: sql`d.name`,
      shiftName: sql`f.shift`,
      dutyUser: sql`a.user_name`,
      dutyStart: sql`f.started_at`,
      dutyEnd: sql`f.ended_at`,
      dutyOnline: signInTime(request, end),
      alarmCount: sql`(select count(*) from ${alarmsInShift(request)})`,
      handledCount: sql`(select count(*) from ${handledCases(request)} y
        where y.account_id = f.account_id and ${inShift(request, sql`y.dealt_at`)})`,
      chkCount: sql`(select count(*) from post_check c join superior_platform p on p.id = c.superior_id
        join watched w on w.id = p.department_id and w.root = a.department_id where ${inShift(request, sql`c.received_at`)})`,
      handItems: sql`f.note`,
      nextUser: sql`h.user_name`,
      handConfirm: sql`f.confirmed_at`,
    },
    ids: {
      userId: sql`f.account_id`,
      deptId: sql`a.department_id`,
      shift: formatTimes(request, sql`f.started_at`, lastSecond(end)),
    },
    tie: [sql`f.id`],
  };
}

/** A filter of times includes its last second; a shift does not include its end. */
const lastSecond = (end: Sql): Sql => sql`greatest(f.started_at, ${end} - interval '1 second')`;

/** Departments (`id`) that staff of a department (`root`) see. */
export const watchedDepartments = ({ departments }: Pick<ReportRequest, 'departments'>): Sql => sql`
  with recursive below as (
    select d.id as root, d.id from department d where d.id = any(${[...departments]})
      and exists (select from account a join duty_shift s on s.account_id = a.id where a.department_id = d.id)
    union
    select b.root, d.id from department d join below b on d.parent_id = b.id)
  select root, id from below`;

/** Sign-in time within a shift, overlapping sessions once; null if sessions are deleted. */
function signInTime({ now }: Pick<ReportRequest, 'now'>, end: Sql): Sql {
  const left = sql`least(coalesce(s.ended_at, s.seen_at), s.expires_at, ${end})`;
  return sql`case when f.started_at >= ${at(now - ENDED_SESSIONS_KEPT_MS)}::timestamptz then (
    select coalesce(round(extract(epoch from sum(upper(r) - lower(r)))), 0)::integer
    from unnest((
      select range_agg(tstzrange(greatest(s.created_at, f.started_at), ${left})) from session s
      where s.account_id = f.account_id and s.kind = 'user' and s.created_at < ${end} and ${left} > greatest(s.created_at, f.started_at))) r) end`;
}
