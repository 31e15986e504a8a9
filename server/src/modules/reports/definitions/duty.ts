import { at, type Sql, sql } from '../../../platform/db/database.ts';
import { NEEDED_TYPES } from '../facts/alarm-columns.ts';
import { isOfTypes } from '../facts/alarm-groups.ts';
import { onlineInShift, openCasesOfShift, type Shift, shifts } from '../facts/duty-shifts.ts';
import { drillToHandled, handledCases } from '../facts/handled-cases.ts';
import { businessDayOf, inTimes } from '../facts/row-times.ts';
import { requestedPlatforms } from '../facts/superior-platforms.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { company, days, users } from '../model/filters.ts';
import type { ReportRequest } from '../model/report-request.ts';

const PAGE = '/report/localcustomreport';
const filters = [company, users, days('-7,-1')];
const statDate = 'statDate' as const;
/** One person per hundred vehicles, and at least two (report catalogue 3.16). */
const [VEHICLES_EACH, MIN_STAFF] = [100, 2] as const;
/** JT/T 809: handling result of an alarm, sent to a superior platform. */
const OUTCOME_TOLD = 0x1403;

/** Staff on duty, for Shandong and Zhejiang (report catalogue, family 408). */
export const dutyReports: readonly ReportDefinition[] = [
  {
    id: 408004,
    page: `${PAGE}/shandongShiftHandover`,
    filters,
    columns: [
      statDate,
      'deptName',
      'shiftName',
      'dutyUser',
      'dutyStart',
      'dutyEnd',
      'onlineCount',
      'alarmCount',
      'handledCount',
      'unhandledCount',
      'handItems',
      'nextUser',
      'handConfirm',
    ],
    sums: { alarmCount: 'sum', handledCount: 'sum' },
    drills: [{ column: 'alarmCount', report: 404001, takes: { deptId: 'row.deptId', timeRange: 'row.shift' } }],
    order: ['dutyStart', 'desc'],
    query: (request) => {
      const relation = shifts(request);
      const {
        statDate: day,
        deptName,
        shiftName,
        dutyUser,
        dutyStart,
        dutyEnd,
        alarmCount,
        handledCount,
        handItems,
        nextUser,
        handConfirm,
      } = relation.columns;
      const shift: Shift = {
        from: sql`b."dutyStart"`,
        to: sql`coalesce(b."dutyEnd", ${at(request.now)}::timestamptz)`,
        department: sql`b."#deptId"`,
      };
      return {
        ...relation,
        // slow counts that nothing adds up: for the rows of a page
        names: {
          join: sql``,
          columns: {
            onlineCount: sql`(select count(distinct o.vehicle_id) from ${onlineInShift(shift, request)})`,
            unhandledCount: sql`(select count(*) from ${openCasesOfShift(shift)} and ${isOfTypes(NEEDED_TYPES, sql`c.type_id`)})`,
          },
        },
        columns: {
          statDate: day!,
          deptName: deptName!,
          shiftName: shiftName!,
          dutyUser: dutyUser!,
          dutyStart: dutyStart!,
          dutyEnd: dutyEnd!,
          alarmCount: alarmCount!,
          handledCount: handledCount!,
          handItems: handItems!,
          nextUser: nextUser!,
          handConfirm: handConfirm!,
        },
      };
    },
  },
  {
    id: 408011,
    page: `${PAGE}/zhejiangMonitorAttendance`,
    filters,
    columns: [
      statDate,
      'deptName',
      'staffCount',
      'staffNeed',
      'userName',
      'shiftName',
      'dutyStart',
      'dutyEnd',
      'dutyOnline',
      'handledCount',
      'chkCount',
      'chkOk',
      'fwdDeal',
    ],
    sums: { handledCount: 'sum', chkCount: 'sum', chkOk: 'sum', fwdDeal: 'sum' },
    drills: [
      drillToHandled('row.day'),
      { column: 'chkCount', report: 403005, takes: { deptId: 'deptId', userIds: 'row.userId', month: 'row.day' } },
    ],
    order: ['statDate', 'desc'],
    query: (request) => {
      const { with: withs = [], from, where = [], columns } = shifts(request);
      const all = where.reduce((list, each) => sql`${list} and ${each}`);
      return {
        with: [
          ...withs,
          {
            name: 'attended',
            body: sql`select n.department_id, n.account_id, n.user_name, n.day, min(n.started) as started,
                case when bool_and(n.ended is not null) then max(n.ended) end as ended, sum(n.signed_in) as signed_in,
                string_agg(distinct n.shift, ', ') as shift
              from (select a.department_id, f.account_id, a.user_name, ${columns['statDate']!} as day, f.started_at as started,
                f.ended_at as ended, ${columns['dutyOnline']!} as signed_in, f.shift from ${from} where ${all}) n
              group by n.department_id, n.account_id, n.user_name, n.day`,
          },
          {
            name: 'dealt',
            body: sql`select w.account_id, ${businessDayOf(request, sql`w.dealt_at`)} as day, count(*) as n from ${handledCases(request)} w
              where ${inTimes(request, sql`w.dealt_at`)} group by 1, 2`,
          },
          {
            name: 'checked',
            body: sql`select f.replied_by, ${businessDayOf(request, sql`f.received_at`)} as day, count(*) as n,
                count(*) filter (where f.replied_at <= f.deadline_at) as timely
              from post_check f join superior_platform p on p.id = f.superior_id
              where ${requestedPlatforms(request)} and ${inTimes(request, sql`f.received_at`)} group by 1, 2`,
          },
          { name: 'told_up', body: outcomesTold(request) },
        ],
        from: sql`attended f join department d on d.id = f.department_id
          left join dealt x on x.account_id = f.account_id and x.day = f.day
          left join checked c on c.replied_by = f.account_id and c.day = f.day
          left join told_up u on u.department_id = f.department_id and u.day = f.day
          left join dept_day k on k.department_id = f.department_id and k.day = f.day`,
        columns: {
          statDate: sql`f.day`,
          deptName: sql`d.name`,
          staffCount: sql`count(*) over (partition by f.department_id, f.day)`,
          staffNeed: sql`case when k.vehicle_total is not null
            then greatest(${MIN_STAFF}::integer, (k.vehicle_total + ${VEHICLES_EACH - 1}::integer) / ${VEHICLES_EACH}::integer) end`,
          userName: sql`f.user_name`,
          shiftName: sql`f.shift`,
          dutyStart: sql`f.started`,
          dutyEnd: sql`f.ended`,
          dutyOnline: sql`f.signed_in`,
          handledCount: sql`coalesce(x.n, 0)`,
          chkCount: sql`coalesce(c.n, 0)`,
          chkOk: sql`coalesce(c.timely, 0)`,
          // a figure of the whole company is shown once
          fwdDeal: sql`case when row_number() over (partition by f.department_id, f.day order by f.started, f.account_id) = 1
            then coalesce(u.n, 0) end`,
        },
        ids: { userId: sql`f.account_id`, deptId: sql`f.department_id`, day: sql`f.day` },
        tie: [sql`f.account_id`, sql`f.day`],
      };
    },
  },
];

/** Handling results that companies sent to superior platforms, per day. */
const outcomesTold = (request: ReportRequest): Sql => sql`
  select p.department_id, ${businessDayOf(request, sql`t.hour`)} as day, sum(t.messages) as n
  from link_traffic t join superior_platform p on p.id = t.superior_id
  where not t.down and t.message_id = ${OUTCOME_TOLD}::integer and ${requestedPlatforms(request)} and ${inTimes(request, sql`t.hour`)}
  group by 1, 2`;
