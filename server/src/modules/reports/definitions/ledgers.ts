import { type Sql, sql } from '../../../platform/db/database.ts';
import { shifts } from '../facts/duty-shifts.ts';
import { drillToHandled } from '../facts/handled-cases.ts';
import { businessDayOf, inTimes, requestedNumbers, whereAmong } from '../facts/row-times.ts';
import { CHECKED, checkState, requestedPlatforms, SUP_ID, SUP_RESULT } from '../facts/superior-platforms.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { company, days, platforms, users } from '../model/filters.ts';
import type { ReportRequest } from '../model/report-request.ts';

const PAGE = '/report/monitorledgerreport';

/** Work records of the monitoring staff (report catalogue, family 409). */
export const ledgerReports: readonly ReportDefinition[] = [
  {
    id: 409004,
    page: `${PAGE}/shiftHandoverLedger`,
    filters: [company, users, days('curMonth')],
    columns: [
      'ledgerNo',
      'statDate',
      'deptName',
      'shiftName',
      'dutyUser',
      'dutyStart',
      'dutyEnd',
      'dutyOnline',
      'alarmCount',
      'handledCount',
      'chkCount',
      'handItems',
      'nextUser',
      'handConfirm',
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
      'ledgerNo',
      'platformName',
      'chkTime',
      'chkObject',
      'chkText',
      'chkAnswer',
      'chkAnsTime',
      'chkUser',
      'chkState',
      'supRecv',
      'supId',
      'carNo',
      'supType',
      'supEnd',
      'supResult',
      'supReply',
    ],
    drills: [
      { column: 'chkState', report: 403005, takes: { deptId: 'deptId', platformIds: 'row.platformId', month: 'row.day' } },
      { column: 'supId', report: 403006, takes: { deptId: 'deptId', platformIds: 'row.platformId', month: 'row.day' } },
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
      ids: {
        platformId: sql`f.platform_id`,
        day: businessDayOf(request, sql`f.received_at`),
        carId: sql`f.car_id`,
        color: sql`f.colour`,
      },
      tie: [sql`f.kind`, sql`f.id`],
    }),
  },
];

const checks = (request: ReportRequest): Sql => sql`
  select 1 as kind, f.id, f.received_at, p.id as platform_id, p.name as platform, f.object_id, f.question, f.reply, f.replied_at,
    a.user_name as replied_by, ${checkState(request)} as check_state, null::text as supervision, null::text as plate, null::integer as car_id,
    null::smallint as colour, null::integer as warn_type, null::timestamptz as deadline_at, null::integer as result
  from post_check f ${CHECKED} where ${requestedPlatforms(request)} and ${inTimes(request, sql`f.received_at`)}`;

function supervisions(request: ReportRequest): Sql {
  const [chosen = sql`true`] = whereAmong(sql`p.id`, requestedNumbers(request, 'platformIds'));
  const inScope = sql`v.department_id = any(${[...request.departments]})`;
  return sql`
    select 2, f.id, f.received_at, p.id, p.name, null, null, null, f.replied_at, null, null, ${SUP_ID}, f.plate,
      case when ${inScope} then v.id end, case when ${inScope} then v.plate_colour end, f.warn_type, f.deadline_at, ${SUP_RESULT}
    from supervision f ${CHECKED} left join vehicle v on v.id = f.vehicle_id
    where (p.department_id = any(${[...request.departments]}) or ${inScope}) and ${chosen} and ${inTimes(request, sql`f.received_at`)}`;
}
