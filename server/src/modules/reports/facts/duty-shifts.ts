import { countedAlarms } from '../../../platform/db/counted-alarms.ts';
import { at, name, type Sql, sql } from '../../../platform/db/database.ts';
import { ENDED_SESSIONS_KEPT_MS } from '../../identity/index.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { handledCases } from './handled-cases.ts';
import { businessDayOf, formatTimes, inTimes, requestedNumbers, whereAmong } from './row-times.ts';

/** The end of a shift; now if it is open. */
const shiftEnd = ({ now }: Pick<ReportRequest, 'now'>): Sql => sql`coalesce(f.ended_at, ${at(now)}::timestamptz)`;

/** A shift: its instants, and the department of its account. */
export type Shift = { readonly from: Sql; readonly to: Sql; readonly department: Sql };

/** Vehicles `v` that the account of a shift sees. */
const seenIn = ({ department }: Shift): Sql => sql`v.department_id in (
  with recursive below as (
    select ${department} as id
    union
    select d.id from department d join below b on d.parent_id = b.id)
  select id from below)`;

/** Open cases `c` of alarms that began in a shift, of vehicles that its account sees. */
export const openCasesOfShift = (shift: Shift): Sql => sql`alarm_case c join vehicle v on v.id = c.vehicle_id
  where ${seenIn(shift)} and c.start_at >= ${shift.from} and c.start_at < ${shift.to} and c.state in (0, 1, 4) and not c.covered`;

/** Sessions `o` of vehicles that the account of a shift sees, and that were online in it; a long session may come twice. */
export const onlineInShift = (shift: Shift, { now }: Pick<ReportRequest, 'now'>): Sql => {
  const { from, to } = shift;
  const isLong = sql`o.logout_at - o.login_at > interval '1 day'`;
  const started = sql`select o.vehicle_id from online_session o where o.login_at < ${to}`;
  return sql`(
      ${started} and o.login_at > ${from} - interval '1 day' and coalesce(o.logout_at, ${at(now)}::timestamptz) > ${from}
      union all ${started} and ${isLong} and o.logout_at > ${from}
      union all ${started} and o.logout_at is null and ${at(now)}::timestamptz > ${from}) o
    join vehicle v on v.id = o.vehicle_id where ${seenIn(shift)}`;
};

/**
 * Facts between the starts and ends of all shifts of an owner, counted in one pass: `owner`, `place` of the interval among its `bounds`,
 * `n`. `facts`: a select of `owner` and `instant`.
 */
const countBetween = (bounds: string, facts: Sql): Sql => sql`
  select x.owner, b.place, count(*) as n
  from (${facts}) x join ${name(bounds)} k on k.owner = x.owner cross join lateral (select width_bucket(x.instant, k.instants) as place) b
  where b.place between 1 and cardinality(k.instants) - 1 group by 1, 2`;

/** The starts and ends of the requested shifts by owner, in order. */
const shiftBounds = (request: ReportRequest, owner: Sql): Sql => sql`
  select owner, array_agg(instant order by instant) as instants from (
    select distinct ${owner} as owner, e.instant from duty_shift f join account a on a.id = f.account_id
      cross join lateral (values (f.started_at), (${shiftEnd(request)})) e (instant)
    where ${joined(requestedShifts(request))}) bounds group by 1`;

/** What `countBetween` counted within a shift. */
const countedInShift = (request: ReportRequest, counts: string, bounds: string, owner: Sql): Sql => sql`(
  select coalesce(sum(n.n), 0)::bigint from ${name(bounds)} k join ${name(counts)} n on n.owner = k.owner
  where k.owner = ${owner} and n.place >= width_bucket(f.started_at, k.instants) and n.place < width_bucket(${shiftEnd(request)}, k.instants))`;

/** The range of the requested shifts: bounds for the facts within. */
const withinShifts = (bounds: string, instant: Sql): Sql =>
  sql`${instant} >= (select min(k.instants[1]) from ${name(bounds)} k) and ${instant} < (select max(k.instants[cardinality(k.instants)]) from ${name(bounds)} k)`;

const joined = (parts: readonly Sql[]): Sql => parts.reduce((all, part) => sql`${all} and ${part}`);

/** `where` for shifts `f` of accounts `a` that began in the requested days. */
const requestedShifts = (request: ReportRequest): Sql[] => [
  sql`a.department_id = any(${[...request.departments]})`,
  inTimes(request, sql`f.started_at`),
  ...whereAmong(sql`f.account_id`, requestedNumbers(request, 'userIds')),
];

/** Shifts `f` that began in the requested days, with their figures. */
export function shifts(request: ReportRequest): Relation {
  const end = shiftEnd(request);
  return {
    with: [
      { name: 'watched', body: watchedDepartments(request) },
      { name: 'company_bounds', isMaterialized: true, body: shiftBounds(request, sql`a.department_id`) },
      {
        name: 'raised',
        isMaterialized: true,
        body: countBetween(
          'company_bounds',
          sql`select w.root as owner, x.start_at as instant from alarm x join vehicle v on v.id = x.vehicle_id
            join watched w on w.id = v.department_id where ${countedAlarms(sql`x`)} and ${withinShifts('company_bounds', sql`x.start_at`)}`,
        ),
      },
      { name: 'user_bounds', isMaterialized: true, body: shiftBounds(request, sql`f.account_id`) },
      {
        name: 'handled',
        isMaterialized: true,
        body: countBetween(
          'user_bounds',
          sql`select y.account_id as owner, y.dealt_at as instant from ${handledCases(request)} y
            where ${withinShifts('user_bounds', sql`y.dealt_at`)}`,
        ),
      },
    ],
    from: sql`duty_shift f join account a on a.id = f.account_id join department d on d.id = a.department_id
      left join account h on h.id = f.handed_to`,
    where: requestedShifts(request),
    columns: {
      ledgerNo: sql`row_number() over (order by f.started_at, f.id)`,
      statDate: businessDayOf(request, sql`f.started_at`),
      deptName: sql`d.name`,
      shiftName: sql`f.shift`,
      dutyUser: sql`a.user_name`,
      dutyStart: sql`f.started_at`,
      dutyEnd: sql`f.ended_at`,
      dutyOnline: signInTime(request, end),
      alarmCount: countedInShift(request, 'raised', 'company_bounds', sql`a.department_id`),
      handledCount: countedInShift(request, 'handled', 'user_bounds', sql`f.account_id`),
      chkCount: sql`(select count(*) from post_check c join superior_platform p on p.id = c.superior_id
        join watched w on w.id = p.department_id and w.root = a.department_id where c.received_at >= f.started_at and c.received_at < ${end})`,
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
