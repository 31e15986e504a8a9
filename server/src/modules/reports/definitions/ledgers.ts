import { at, type Sql, sql } from '../../../platform/db/database.ts';
import { ENDED_SESSIONS_KEPT_MS } from '../../identity/index.ts';
import { drillToHandled, handledCases } from '../facts/handled-cases.ts';
import { businessDayOf, formatTimes, inTimes, requestedNumbers, whereAmong } from '../facts/row-times.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { company, days, platforms, users } from '../model/filters.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { countedAlarms } from '../rollups/counted-alarms.ts';
import { CHECKED, checkState, ofPlatforms, SUP_ID, SUP_RESULT } from './regulatory.ts';

const PAGE = '/report/monitorledgerreport';

/** Work records of the monitoring staff (report catalogue, family 409). */
export const ledgerReports: readonly ReportDefinition[] = [
  {
    id: 409004,
    page: `${PAGE}/shiftHandoverLedger`,
    filters: [company, users, days('curMonth')],
    columns: [
      ...[{ key: 'ledgerNo', fixed: true }, { key: 'statDate', fixed: true }, 'deptName', { key: 'dutyUser', fixed: true }],
      ...['dutyStart', 'dutyEnd', 'dutyOnline', 'alarmCount', 'handledCount', 'chkCount', 'handItems', 'nextUser'],
    ],
    sums: { alarmCount: 'sum', handledCount: 'sum', chkCount: 'sum' },
    drills: [drillToHandled('row.shift')],
    order: ['dutyStart', 'asc'],
    query: shifts,
  },
  {
    id: 409005,
    page: `${PAGE}/checkSuperviseLedger`,
    filters: [company, platforms, days('curMonth')],
    columns: [
      ...[{ key: 'ledgerNo', fixed: true }, 'platformName', 'chkTime', 'chkObject', 'chkText', 'chkAnswer', 'chkAnsTime'],
      ...['chkUser', 'chkState', 'supRecv', 'supId', 'carNo', 'supType', 'supEnd', 'supResult', 'supReply'],
    ],
    order: ['ledgerNo', 'asc'],
    query: (request) => ({
      from: sql`(${checks(request)} union all ${supervisions(request)}) f`,
      columns: {
        ledgerNo: sql`row_number() over (order by f.received_at, f.kind, f.id)`,
        platformName: sql`f.platform`,
        chkTime: sql`case when f.kind = 1 then f.received_at end`,
        chkObject: sql`f.object_id`,
        chkText: sql`f.question`,
        chkAnswer: sql`f.reply`,
        chkAnsTime: sql`case when f.kind = 1 then f.replied_at end`,
        chkUser: sql`f.replied_by`,
        chkState: sql`f.check_state`,
        supRecv: sql`case when f.kind = 2 then f.received_at end`,
        supId: sql`f.supervision`,
        carNo: sql`f.plate`,
        supType: sql`f.warn_type`,
        supEnd: sql`f.deadline_at`,
        supResult: sql`f.result`,
        supReply: sql`case when f.kind = 2 then f.replied_at end`,
      },
      ids: { platformId: sql`f.platform_id`, carId: sql`f.car_id`, color: sql`f.colour` },
      tie: [sql`f.kind`, sql`f.id`],
    }),
  },
];

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
    with: [{ name: 'watched', body: watched(request) }],
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
      dutyUser: sql`a.user_name`,
      dutyStart: sql`f.started_at`,
      dutyEnd: sql`f.ended_at`,
      dutyOnline: signedIn(request, end),
      alarmCount: sql`(select count(*) from ${alarmsInShift(request)})`,
      handledCount: sql`(select count(*) from ${handledCases(request)} y
        where y.account_id = f.account_id and ${inShift(request, sql`y.dealt_at`)})`,
      chkCount: sql`(select count(*) from post_check c join superior_platform p on p.id = c.superior_id
        join watched w on w.id = p.department_id and w.root = a.department_id where ${inShift(request, sql`c.received_at`)})`,
      handItems: sql`f.note`,
      nextUser: sql`h.user_name`,
    },
    ids: { userId: sql`f.account_id`, deptId: sql`a.department_id`, shift: formatTimes(request, sql`f.started_at`, end) },
    tie: [sql`f.id`],
  };
}

/** Departments (`id`) that staff of a department (`root`) see. */
export const watched = ({ departments }: Pick<ReportRequest, 'departments'>): Sql => sql`
  with recursive below as (
    select d.id as root, d.id from department d where d.id = any(${[...departments]})
      and exists (select from account a join duty_shift s on s.account_id = a.id where a.department_id = d.id)
    union
    select b.root, d.id from department d join below b on d.parent_id = b.id)
  select root, id from below`;

/** Sign-in time within a shift, overlapping sessions once; null if sessions are deleted. */
export function signedIn({ now }: Pick<ReportRequest, 'now'>, end: Sql): Sql {
  const left = sql`least(coalesce(s.ended_at, s.seen_at), s.expires_at, ${end})`;
  return sql`case when f.started_at >= ${at(now - ENDED_SESSIONS_KEPT_MS)}::timestamptz then (
    select coalesce(round(extract(epoch from sum(upper(r) - lower(r)))), 0)::integer
    from unnest((
      select range_agg(tstzrange(greatest(s.created_at, f.started_at), ${left})) from session s
      where s.account_id = f.account_id and s.kind = 'user' and s.created_at < ${end} and ${left} > greatest(s.created_at, f.started_at))) r) end`;
}

const checks = (request: ReportRequest): Sql => sql`
  select 1 as kind, f.id, f.received_at, p.id as platform_id, p.name as platform, f.object_id, f.question, f.reply, f.replied_at,
    a.user_name as replied_by, ${checkState(request)} as check_state, null::text as supervision, null::text as plate, null::integer as car_id,
    null::smallint as colour, null::integer as warn_type, null::timestamptz as deadline_at, null::integer as result
  from post_check f ${CHECKED} where ${ofPlatforms(request)} and ${inTimes(request, sql`f.received_at`)}`;

function supervisions(request: ReportRequest): Sql {
  const [chosen = sql`true`] = whereAmong(sql`p.id`, requestedNumbers(request, 'platformIds'));
  const within = sql`v.department_id = any(${[...request.departments]})`;
  return sql`
    select 2, f.id, f.received_at, p.id, p.name, null, null, null, f.replied_at, null, null, ${SUP_ID}, f.plate,
      case when ${within} then v.id end, case when ${within} then v.plate_colour end, f.warn_type, f.deadline_at, ${SUP_RESULT}
    from supervision f ${CHECKED} left join vehicle v on v.id = f.vehicle_id
    where (p.department_id = any(${[...request.departments]}) or ${within}) and ${chosen} and ${inTimes(request, sql`f.received_at`)}`;
}
