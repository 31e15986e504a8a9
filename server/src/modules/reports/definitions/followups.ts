import { at, type Sql, sql } from '../../../platform/db/database.ts';
import { whereRequested } from '../facts/day-rollup.ts';
import { LAST_POINT, lastPoint } from '../facts/last-point.ts';
import { joinNotes, NOTE_COLUMNS, requestTime } from '../facts/offline-notes.ts';
import { businessDayOf, inTimes, requestedNumbers, timesAround, whereAmong } from '../facts/row-times.ts';
import {
  JOIN_VEHICLE,
  maskedPhone,
  requestedVehicles,
  secondsBetween,
  VEHICLE_FACTS,
  VEHICLE_IDS,
  VEHICLES,
} from '../facts/vehicle-columns.ts';
import { patrolsBy } from '../facts/video-views.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { company, days, groupBy, number, one, times, users, vehicles } from '../model/filters.ts';
import { FORMULAS } from '../model/formulas.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';

const { deptName, carNo, ownerName, driverName } = VEHICLE_FACTS;
/** INDUSTRY: general freight, the scope of the province. */
const GENERAL_FREIGHT = 5;
/** SPOT_RESULT: no findings. */
const NORMAL = 1;
const HOUR_S = 3_600;
/** Overlapping sessions of a vehicle: a terminal that reconnects has two until the first times out. */
const AT_ONCE = 5;

/** Joins the author `a`. */
const WRITER = sql`left join account a on a.id = f.account_id`;
/** Follow-ups of offline vehicles, and spot checks of online ones (report catalogue, families 408, 409 and 418). */
export const followupReports: readonly ReportDefinition[] = [
  {
    id: 408005,
    page: '/report/localcustomreport/cargoOfflineDisposal',
    filters: [company, vehicles, times('dtOneMonth'), number('offlineHours', 24)],
    columns: [
      'ledgerNo',
      'deptName',
      'carNo',
      'lastOnline',
      'offlineSec',
      'lastPos',
      'offlineReason',
      'visitTime',
      'visitUser',
      'visitWay',
      'visitText',
      'visitResult',
    ],
    chart: { type: 'pie', x: 'offlineReason', y: ['count'] },
    drills: [{ column: 'lastOnline', report: 401003, takes: { deptId: 'deptId', carIds: 'row.carId', timeRange: 'row.day' } }],
    order: ['lastOnline', 'desc'],
    query: (request) => {
      const end = sql`coalesce(f.back_at, ${requestTime(request)})`;
      return {
        with: absences(request),
        from: sql`absences f join ${VEHICLES} on v.id = f.vehicle_id ${lastPoint(sql`f.since`)} ${joinNotes(request, sql`f.since`, end)}
          left join lateral (
            select k.noted_at, k.way, k.text, k.result, u.user_name from offline_note k left join account u on u.id = k.account_id
            where k.vehicle_id = v.id and k.kind = 2 and k.noted_at >= f.since and k.noted_at <= ${end}
            order by k.noted_at desc, k.id desc limit 1) k on true`,
        columns: {
          ledgerNo: sql`row_number() over (order by f.since, f.vehicle_id)`,
          deptName,
          carNo,
          lastOnline: sql`f.since`,
          offlineSec: secondsBetween(sql`f.since`, end),
          lastPos: LAST_POINT,
          offlineReason: NOTE_COLUMNS.offlineReason,
          visitTime: sql`k.noted_at`,
          visitUser: sql`k.user_name`,
          visitWay: sql`k.way`,
          visitText: sql`k.text`,
          visitResult: sql`k.result`,
        },
        ids: { ...VEHICLE_IDS, day: businessDayOf(request, sql`f.since`) },
        tie: [sql`f.since`, sql`f.vehicle_id`],
      };
    },
    actions: ['offlineRemark', 'offlineVisit'],
  },
  {
    id: 408006,
    page: '/report/localcustomreport/cargoSpotCheck',
    filters: [company, vehicles, users, times('-1'), one('spotResult', 'SPOT_RESULT')],
    columns: [
      'ledgerNo',
      'spotTime',
      'deptName',
      'carNo',
      'driverName',
      'spotKind',
      'speed',
      'position',
      'spotResult',
      'remark',
      'userName',
    ],
    chart: { type: 'pie', x: 'spotResult', y: ['count'] },
    drills: [{ column: 'spotTime', report: 401010, takes: { deptId: 'deptId', carId: 'row.carId', timeRange: 'row.about' } }],
    order: ['spotTime', 'desc'],
    query: (request) => ({
      from: sql`spot_check f ${JOIN_VEHICLE} ${WRITER} ${lastPoint(sql`f.at`)}`,
      where: [
        ...requestedVehicles(request),
        inTimes(request, sql`f.at`),
        ...whereAmong(sql`f.account_id`, requestedNumbers(request, 'userIds')),
        ...chosen(request, 'spotResult', sql`f.result`),
      ],
      columns: {
        ledgerNo: sql`row_number() over (order by f.at, f.id)`,
        spotTime: sql`f.at`,
        deptName,
        carNo,
        driverName,
        spotKind: sql`f.kind`,
        // a recent speed only, not one from before the loss of signal
        speed: sql`case when p.gnss_at > f.at - interval '5 minutes' then p.speed_kmh end`,
        position: LAST_POINT,
        spotResult: sql`f.result`,
        remark: sql`f.note`,
        userName: sql`a.user_name`,
      },
      ids: { ...VEHICLE_IDS, userId: sql`f.account_id`, about: timesAround(request, sql`f.at`) },
      tie: [sql`f.id`],
    }),
  },
  {
    id: 409010,
    page: '/report/monitorledgerreport/offlineVisitLedger',
    filters: [company, vehicles, users, days('curMonth'), one('visitResult', 'VISIT_RESULT')],
    columns: [
      'ledgerNo',
      'deptName',
      'carNo',
      'ownerName',
      'ownerMobile',
      'lastOnline',
      'offlineDays',
      'visitTime',
      'visitWay',
      'visitUser',
      'offlineReason',
      'visitText',
      'visitResult',
      'expectOnline',
    ],
    chart: { type: 'pie', x: 'visitResult', y: ['count'] },
    drills: [{ column: 'lastOnline', report: 401004, takes: { deptId: 'deptId', carIds: 'row.carId' } }],
    order: ['visitTime', 'desc'],
    query: (request) => ({
      from: sql`offline_note f ${JOIN_VEHICLE} ${WRITER}`,
      where: [
        ...requestedVehicles(request),
        sql`f.kind = 2`,
        inTimes(request, sql`f.noted_at`),
        ...whereAmong(sql`f.account_id`, requestedNumbers(request, 'userIds')),
        ...chosen(request, 'visitResult', sql`f.result`),
      ],
      columns: {
        ledgerNo: sql`row_number() over (order by f.noted_at, f.id)`,
        deptName,
        carNo,
        ownerName,
        ownerMobile: maskedPhone(sql`v.owner_phone`),
        lastOnline: sql`f.offline_since`,
        offlineDays: sql`case when f.offline_since is not null then ${secondsBetween(sql`f.offline_since`, sql`f.noted_at`)} / 86400 end`,
        visitTime: sql`f.noted_at`,
        visitWay: sql`f.way`,
        visitUser: sql`a.user_name`,
        offlineReason: sql`f.reason`,
        visitText: sql`f.text`,
        visitResult: sql`f.result`,
        expectOnline: sql`f.expected_on`,
      },
      ids: { ...VEHICLE_IDS, userId: sql`f.account_id` },
      tie: [sql`f.id`],
    }),
    actions: ['offlineVisit'],
  },
  {
    id: 418003,
    page: '/report/statementchuanreport/chuanSpotCheck',
    filters: [company, users, days('-7,-1'), groupBy('GROUP_DEPT_USER', 'dept')],
    columns: [
      'statDate',
      'deptName',
      'userName',
      'onlineCount',
      'spotCars',
      'spotCount',
      'spotRate',
      'spotBad',
      'patrolCount',
      'patrolOk',
      'patrolRate',
    ],
    sums: { spotCount: 'sum', spotBad: 'sum', patrolCount: 'sum', patrolOk: 'sum', patrolRate: 'ratio' },
    chart: { type: 'bar', x: 'deptName', y: ['spotCount'] },
    drills: [
      { column: 'spotCount', report: 408006, takes: { deptId: 'row.deptId', userIds: 'row.userIds', timeRange: 'row.day' } },
      {
        column: 'patrolCount',
        report: 405020,
        takes: { deptId: 'row.deptId', userIds: 'row.userIds', timeRange: 'row.day', patrolOnly: '=1' },
      },
    ],
    order: ['statDate', 'desc'],
    query: (request) => (request.text('groupBy') === 'user' ? checksOfUsers(request) : checksOfCompanies(request)),
  },
];

/** `where` for a single-value filter; none if all match. */
function chosen(request: ReportRequest, filter: string, column: Sql): Sql[] {
  const value = request.text(filter);
  return value === '' ? [] : [sql`${column} = ${Number(value)}::float8`];
}

/** Offline times above the limit within the range: `since`, and `back_at` (null: still offline). */
function absences(request: ReportRequest): NonNullable<Relation['with']> {
  const { from, to } = request.times;
  const [first, last] = [sql`${at(from)}::timestamptz`, sql`${at(to)}::timestamptz`];
  const [cache, ...more] = requestedVehicles(request);
  const where = more.reduce((all, part) => sql`${all} and ${part}`, cache!);
  const ordered = sql`partition by o.vehicle_id order by o.login_at, o.id`;
  return [
    {
      name: 'trucks',
      body: sql`select v.id from vehicle v where v.deleted_at is null and v.industry = ${GENERAL_FREIGHT}::smallint and ${where}`,
    },
    {
      // sessions that began in the range, and the last one before
      name: 'stays',
      body: sql`
        select o.id, o.vehicle_id, o.login_at, o.last_msg_at, o.logout_at from trucks c join online_session o on o.vehicle_id = c.id
          where o.login_at >= ${first} and o.login_at < ${last}
        union all
        select o.* from trucks c cross join lateral (
          select o.id, o.vehicle_id, o.login_at, o.last_msg_at, o.logout_at from online_session o
          where o.vehicle_id = c.id and o.login_at < ${first} order by o.login_at desc limit ${AT_ONCE}) o`,
    },
    {
      // sessions may overlap
      name: 'ends',
      body: sql`
        select o.vehicle_id, max(o.last_msg_at) over (${ordered} rows unbounded preceding) as since,
          bool_or(o.logout_at is null) over (${ordered} rows unbounded preceding) as lasts, lead(o.login_at) over (${ordered}) as back_at
        from stays o`,
    },
    {
      name: 'absences',
      body: sql`
        select e.vehicle_id, e.since, b.back_at
        from ends e cross join lateral (
          select coalesce(e.back_at, (select k.login_at from online_session k where k.vehicle_id = e.vehicle_id and k.login_at >= ${last}
            order by k.login_at limit 1)) as back_at) b
        where not e.lasts and e.since < ${last} and coalesce(b.back_at, ${requestTime(request)}) > ${first}
          and coalesce(b.back_at, ${requestTime(request)}) - e.since >= ${(request.number('offlineHours') ?? 0) * HOUR_S}::float8 * interval '1 second'`,
    },
  ];
}

/** Spot checks `f` of vehicles of the requested companies at that time. */
const checks = (
  request: ReportRequest,
): Sql => sql`f.department_id = any(${[...request.departments]}) and ${inTimes(request, sql`f.at`)}
  and ${whereAmong(sql`f.account_id`, requestedNumbers(request, 'userIds'))[0] ?? sql`true`}`;
const CHECKS = sql`count(*)::integer as checks, count(distinct f.vehicle_id)::integer as cars,
  count(*) filter (where f.result <> ${NORMAL}::smallint)::integer as bad`;
const FIGURES = {
  spotCars: sql`coalesce(cars, 0)`,
  spotCount: sql`coalesce(checks, 0)`,
  spotBad: sql`coalesce(bad, 0)`,
  patrolCount: sql`coalesce(patrols, 0)`,
  patrolOk: sql`coalesce(seen, 0)`,
} as const;
/** The requested users, for drill-downs. */
const requestedUsers = (request: ReportRequest): Sql => sql`${request.text('userIds')}::text`;

/** By company of the vehicles, with their online count. */
const checksOfCompanies = (request: ReportRequest): Relation => ({
  with: [
    {
      name: 'checked',
      body: sql`select f.department_id, ${businessDayOf(request, sql`f.at`)} as day, ${CHECKS} from spot_check f where ${checks(request)} group by 1, 2`,
    },
    {
      name: 'heard',
      body: sql`select f.department_id, f.day, count(distinct f.vehicle_id) filter (where f.point_valid > 0)::integer as online
        from vehicle_day f where ${whereRequested('vehicleDay', request)} group by 1, 2`,
    },
    { name: 'patrolled', body: patrolsBy(request, 'department_id') },
  ],
  from: sql`checked full join heard using (department_id, day) full join patrolled using (department_id, day)
    join department d on d.id = department_id`,
  where: [sql`(checks > 0 or online > 0 or patrols > 0)`],
  columns: { statDate: sql`day`, deptName: sql`d.name`, onlineCount: sql`coalesce(online, 0)`, ...FIGURES },
  formulas: { spotRate: FORMULAS.spotRate, patrolRate: FORMULAS.patrolRate },
  ids: { deptId: sql`department_id`, alone: sql`1`, userIds: requestedUsers(request), day: sql`day` },
  tie: [sql`day`, sql`d.name`, sql`department_id`],
  without: ['userName'],
});

/** By user who made the check. */
const checksOfUsers = (request: ReportRequest): Relation => ({
  with: [
    {
      name: 'checked',
      body: sql`select f.account_id, ${businessDayOf(request, sql`f.at`)} as day, ${CHECKS} from spot_check f where ${checks(request)} group by 1, 2`,
    },
    { name: 'patrolled', body: patrolsBy(request, 'account_id') },
  ],
  from: sql`checked full join patrolled using (account_id, day) join account a on a.id = account_id join department d on d.id = a.department_id`,
  where: [sql`a.department_id = any(${[...request.departments]})`],
  columns: { statDate: sql`day`, deptName: sql`d.name`, userName: sql`a.user_name`, ...FIGURES },
  formulas: { patrolRate: FORMULAS.patrolRate },
  ids: { deptId: sql`${request.company}::integer`, userIds: sql`account_id`, day: sql`day` },
  tie: [sql`day`, sql`a.user_name`, sql`account_id`],
  without: ['onlineCount', 'spotRate'],
});
