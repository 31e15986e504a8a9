import { businessDay } from '@fleetwarden/domain/business-day';
import { at, type Sql, sql } from '../../../platform/db/database.ts';
import { whereRequested } from '../facts/day-rollup.ts';
import { drillToHandled, handledCases } from '../facts/handled-cases.ts';
import { businessDayOf, requestedDays } from '../facts/row-times.ts';
import { sessionEnd } from '../facts/sessions.ts';
import { maskedPhone, whereContains } from '../facts/vehicle-columns.ts';
import { addDays } from '../model/dates.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { company, days, drivers, MAX_DETAIL_DAYS, one, text, times, users } from '../model/filters.ts';
import { aggregateMeasure, GROUPS } from '../model/measures.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { AUDIT_MODULES, matchLabels } from '../query/labels.ts';
import { expiryState, inState } from './expiries.ts';

const PAGE = '/report/basicstatementreport';
/** Closed days over which activity is summed. */
const ACTIVE_DAYS = 30;
/** DRIVER_STATE. */
const LEFT = 2;
/** A session begins less than this before its login is logged. */
const LOGIN_S = 60;

/** The roles of an account `a`. */
const ROLES = sql`(select string_agg(o.name, ', ' order by o.name) from account_role h join role o on o.id = h.role_id
  where h.account_id = a.id)`;
const USER = { deptName: sql`d.name`, userName: sql`a.user_name`, loginName: sql`a.login_name`, roleName: ROLES } as const;
const USER_IDS = { userId: sql`a.id`, deptId: sql`d.id` } as const;
const OF_ACCOUNT = sql`join account a on a.id = f.account_id join department d on d.id = a.department_id`;

const inCompany = ({ departments }: ReportRequest, column: Sql): Sql => sql`${column} = any(${[...departments]})`;
const chosen = (request: ReportRequest, filter: string, column: Sql): Sql[] => {
  const ids = request.list(filter);
  return ids === null ? [] : [sql`${column} = any(${ids.map(Number)}::integer[])`];
};
const inTimes = ({ times: { from, to } }: ReportRequest, column: Sql): Sql =>
  sql`${column} >= ${at(from)} and ${column} < ${at(to)}`;
function daysOf(request: ReportRequest): Sql {
  const list = requestedDays(request);
  return sql`select * from unnest(${list.map(({ key }) => key)}::date[], ${list.map(({ startAt }) => at(startAt))}::timestamptz[],
    ${list.map(({ endAt }) => at(endAt))}::timestamptz[]) as k (day, start_at, end_at)`;
}

/** Drivers, and activity of users. */
export const peopleReports: readonly ReportDefinition[] = [
  {
    id: 401017,
    page: `${PAGE}/driverInfo`,
    filters: [company, drivers, one('expState', 'EXPIRY_PHASE')],
    columns: [
      'deptName',
      'driverName',
      'driverMobile',
      'driverCert',
      'licType',
      'certExpiry',
      'leftDays',
      'expState',
      'carNo',
      'driverKm',
      'driverSec',
      'overCount',
      'fatigueCount',
      'dsmCount',
    ],
    sums: { driverKm: 'sum', driverSec: 'sum', overCount: 'sum', fatigueCount: 'sum', dsmCount: 'sum' },
    drills: [
      {
        column: 'overCount',
        report: 404004,
        takes: { deptId: 'deptId', driverIds: 'row.driverId', alarmTypes: 'row.overspeeds', staticDate: 'row.days' },
      },
    ],
    order: ['deptName', 'asc'],
    query: (request) => {
      const today = businessDay(request.now, request.timeZone).key;
      const left = sql`r.qual_to - ${today}::date`;
      const lately = { ...request, days: { from: addDays(today, -ACTIVE_DAYS), to: addDays(today, -1) } };
      const figure = (key: 'overCount' | 'fatigueCount' | 'dsmCount'): Sql => sql`coalesce(${aggregateMeasure(key)}, 0)`;
      return {
        with: [
          {
            name: 'drove',
            body: sql`select f.driver_id, sum(f.km) as km, sum(f.drive_s) as drive_s from driver_day f
              where ${whereRequested('driverDay', lately)} group by f.driver_id`,
          },
          {
            name: 'warned',
            body: sql`select f.driver_id, ${figure('overCount')} as overs, ${figure('fatigueCount')} as fatigues, ${figure('dsmCount')} as dsms
              from alarm_day f where ${whereRequested('alarmDay', lately)} group by f.driver_id`,
          },
        ],
        from: sql`driver r join department d on d.id = r.department_id left join lateral (
          select c.id, c.plate, c.plate_colour from vehicle c where c.driver_id = r.id and c.deleted_at is null
            and ${inCompany(request, sql`c.department_id`)} order by c.id limit 1) v on true
          left join drove on drove.driver_id = r.id left join warned on warned.driver_id = r.id`,
        where: [
          inCompany(request, sql`r.department_id`),
          sql`r.state <> ${LEFT}`,
          ...chosen(request, 'driverIds', sql`r.id`),
          ...inState(request, left),
        ],
        columns: {
          deptName: sql`d.name`,
          driverName: sql`r.name`,
          driverMobile: maskedPhone(sql`r.phone`),
          driverCert: sql`r.qual_no`,
          licType: sql`r.licence_class`,
          certExpiry: sql`r.qual_to`,
          leftDays: left,
          expState: expiryState(left),
          carNo: sql`v.plate`,
          driverKm: sql`coalesce(drove.km, 0)`,
          driverSec: sql`coalesce(drove.drive_s, 0)`,
          overCount: sql`coalesce(warned.overs, 0)`,
          fatigueCount: sql`coalesce(warned.fatigues, 0)`,
          dsmCount: sql`coalesce(warned.dsms, 0)`,
        },
        ids: {
          overspeeds: sql`${GROUPS.overspeed.join()}::text`,
          days: sql`${`${lately.days.from},${lately.days.to}`}::text`,
          driverId: sql`r.id`,
          deptId: sql`d.id`,
          carId: sql`v.id`,
          color: sql`v.plate_colour`,
        },
        tie: [sql`r.name`, sql`r.id`],
      };
    },
  },
  {
    id: 401021,
    page: `${PAGE}/userLoginLog`,
    filters: [company, users, times('-1'), text('logIp')],
    columns: [
      'deptName',
      'userName',
      'loginName',
      'roleName',
      'clientType',
      'logIp',
      'loginTime',
      'logoutTime',
      'sessSec',
      'opResult',
    ],
    sums: { sessSec: 'sum' },
    order: ['loginTime', 'desc'],
    query: (request) => ({
      from: sql`login_log f ${OF_ACCOUNT} left join lateral (
        select s.created_at, s.seen_at, s.ended_at, s.end_reason from session s
        where f.ok and s.account_id = f.account_id and s.created_at <= f.at
          and s.created_at > f.at - ${LOGIN_S} * interval '1 second' order by s.created_at desc limit 1) s on true`,
      where: [
        inCompany(request, sql`a.department_id`),
        inTimes(request, sql`f.at`),
        ...chosen(request, 'userIds', sql`f.account_id`),
        ...whereContains(sql`f.peer_ip`, request.text('logIp')),
      ],
      columns: {
        ...USER,
        clientType: sql`a.client_type`,
        logIp: sql`f.peer_ip`,
        loginTime: sql`f.at`,
        logoutTime: sql`s.ended_at`,
        sessSec: sql`round(extract(epoch from ${sessionEnd} - s.created_at))::integer`,
        opResult: sql`f.ok::integer`,
      },
      ids: USER_IDS,
      tie: [sql`f.id`],
    }),
  },
  {
    id: 401022,
    page: `${PAGE}/userOnlineDuration`,
    // sessions are deleted a month after they end
    filters: [company, users, days('-7,-1', MAX_DETAIL_DAYS)],
    columns: ['statDate', 'deptName', 'userName', 'loginName', 'roleName', 'sessCount', 'sessSec', 'handledCount', 'chkCount'],
    sums: { sessCount: 'sum', sessSec: 'sum', handledCount: 'sum', chkCount: 'sum' },
    chart: { type: 'bar', x: 'userName', y: ['sessSec'] },
    drills: [
      { column: 'sessCount', report: 401021, takes: { deptId: 'deptId', userIds: 'row.userId', timeRange: 'row.day' } },
      drillToHandled('row.day'),
    ],
    order: ['statDate', 'desc'],
    query: (request) => {
      const those = [inCompany(request, sql`a.department_id`), ...chosen(request, 'userIds', sql`a.id`)];
      const who = sql`(select a.id from account a where ${those.reduce((all, each) => sql`${all} and ${each}`)})`;
      return {
        with: [
          { name: 'days', body: daysOf(request) },
          {
            name: 'stays',
            body: sql`select s.account_id, k.day, count(*) filter (where s.created_at >= k.start_at) as begun,
                range_agg(tstzrange(greatest(s.created_at, k.start_at), least(u.until, k.end_at))) as spans
              from session s cross join lateral (select ${sessionEnd} as until) u
                join days k on s.created_at < k.end_at and u.until >= k.start_at
              where s.kind = 'user' and s.account_id in ${who} group by s.account_id, k.day`,
          },
          {
            name: 'dealt',
            body: sql`select w.account_id, k.day, count(*) as cases
              from days k join ${handledCases(request)} w on w.dealt_at >= k.start_at and w.dealt_at < k.end_at
              where w.account_id in ${who} group by w.account_id, k.day`,
          },
          {
            name: 'checks',
            body: sql`select p.replied_by as account_id, k.day, count(*) as answered
              from days k join post_check p on p.replied_at >= k.start_at and p.replied_at < k.end_at
              where not p.automatic and p.replied_by in ${who} group by p.replied_by, k.day`,
          },
        ],
        from: sql`stays full join dealt using (account_id, day) full join checks using (account_id, day)
          join account a on a.id = account_id join department d on d.id = a.department_id`,
        columns: {
          ...USER,
          statDate: sql`day`,
          sessCount: sql`coalesce(begun, 0)`,
          // overlapping sessions count once
          sessSec: sql`coalesce((select round(sum(extract(epoch from upper(span) - lower(span)))) from unnest(spans) span), 0)::integer`,
          handledCount: sql`coalesce(cases, 0)`,
          chkCount: sql`coalesce(answered, 0)`,
        },
        ids: { ...USER_IDS, day: sql`day` },
        tie: [sql`day`, sql`a.user_name`, sql`a.id`],
      };
    },
  },
  {
    id: 401023,
    page: `${PAGE}/userOperationLog`,
    filters: [company, users, times('-1'), text('opModule'), text('opObject')],
    columns: ['opTime', 'deptName', 'userName', 'loginName', 'logIp', 'opModule', 'opAction', 'opObject', 'opDetail', 'opResult'],
    order: ['opTime', 'desc'],
    query: (request) => ({
      from: sql`audit_log f left join account a on a.id = f.account_id join department d on d.id = f.department_id`,
      where: [
        inCompany(request, sql`f.department_id`),
        inTimes(request, sql`f.at`),
        ...chosen(request, 'userIds', sql`f.account_id`),
        ...(request.text('opModule') === ''
          ? []
          : [sql`f.area = any(${matchLabels('opModule', AUDIT_MODULES, request.text('opModule'))}::text[])`]),
        ...whereContains(sql`f.object`, request.text('opObject')),
      ],
      columns: {
        opTime: sql`f.at`,
        deptName: sql`d.name`,
        userName: sql`a.user_name`,
        loginName: sql`f.account`,
        logIp: sql`f.peer_ip`,
        opModule: sql`f.area`,
        opAction: sql`f.action`,
        opObject: sql`f.object`,
        opDetail: sql`case when f.before is not null or f.after is not null
          then jsonb_build_object('area', f.area, 'before', f.before, 'after', f.after) end`,
        opResult: sql`(f.result = '0')::integer`,
      },
      ids: { userId: sql`f.account_id`, deptId: sql`f.department_id`, day: businessDayOf(request, sql`f.at`) },
      tie: [sql`f.id`],
    }),
  },
];
