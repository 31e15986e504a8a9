import { type Sql, sql } from '../../../platform/db/database.ts';
import { drillToHandled, handledCases } from '../facts/handled-cases.ts';
import { inTimes, requestedMonth, requestedNumbers, whereAmong } from '../facts/row-times.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { company, month, users } from '../model/filters.ts';
import { FORMULAS } from '../model/formulas.ts';

/** DEAL_TYPE of handling by a user. */
const [BY_MESSAGE, BY_PHONE] = [1, 5] as const;
const zero = (figure: Sql): Sql => sql`coalesce(${figure}, 0)`;

/** Work of the monitoring staff (report catalogue, family 402). */
export const monitoringReports: readonly ReportDefinition[] = [
  {
    id: 402005,
    page: '/report/assessmentreport/monitorAssessment',
    filters: [company, users, month],
    columns: [
      'statMonth',
      'deptName',
      'userName',
      'sessSec',
      'handledCount',
      'timelyCount',
      'timelyRate',
      'avgHandleMin',
      'msgCount',
      'phoneCount',
      'falseCount',
      'chkCount',
      'chkOk',
      'chkRate',
      'supDone',
      'spotCount',
    ],
    sums: {
      sessSec: 'sum',
      handledCount: 'sum',
      timelyCount: 'sum',
      msgCount: 'sum',
      phoneCount: 'sum',
      falseCount: 'sum',
      chkOk: 'sum',
      supDone: 'sum',
      spotCount: 'sum',
      timelyRate: 'ratio',
    },
    chart: { type: 'bar', x: 'userName', y: ['handledCount'] },
    drills: [
      drillToHandled('row.month'),
      { column: 'chkOk', report: 403005, takes: { deptId: 'deptId', userIds: 'row.userId', month: 'row.month', chkState: '=1' } },
      { column: 'spotCount', report: 408006, takes: { deptId: 'deptId', userIds: 'row.userId', timeRange: 'row.month' } },
    ],
    order: ['handledCount', 'desc'],
    query: (request) => {
      const chosen = whereAmong(sql`k.id`, requestedNumbers(request, 'userIds'))[0] ?? sql`true`;
      const inSession = (account: Sql, instant: Sql) =>
        sql`${account} in (select id from staff) and ${inTimes(request, instant)}`;
      return {
        with: [
          {
            name: 'staff',
            body: sql`select k.id from account k where k.department_id = any(${[...request.departments]}) and ${chosen}`,
          },
          {
            name: 'present',
            body: sql`
              select p.account_id, sum(p.online_s)::integer as online_s from presence_day p
              where p.account_id in (select id from staff) and p.day between ${request.days.from}::date and ${request.days.to}::date
              group by 1`,
          },
          {
            name: 'dealt',
            body: sql`
              select w.account_id, count(*)::integer as cases, count(*) filter (where w.timely)::integer as timely,
                round(sum(w.handle_s))::bigint as handle_s,
                count(*) filter (where w.deal_type = ${BY_MESSAGE}::smallint)::integer as messages,
                count(*) filter (where w.deal_type = ${BY_PHONE}::smallint)::integer as calls,
                count(*) filter (where w.untrue)::integer as untrue
              from ${handledCases(request)} w where ${inSession(sql`w.account_id`, sql`w.dealt_at`)} group by 1`,
          },
          {
            // questions that came while the account was signed in, and others that it answered
            name: 'asked_of',
            body: sql`
              select p.account_id, k.id from presence_day p cross join lateral unnest(p.checks) as k (id)
                where p.account_id in (select id from staff) and p.day between ${request.days.from}::date and ${request.days.to}::date
              union
              select c.replied_by, c.id from post_check c where not c.automatic and ${inSession(sql`c.replied_by`, sql`c.received_at`)}`,
          },
          {
            name: 'checks',
            body: sql`
              select q.account_id, count(*)::integer as asked,
                count(*) filter (where c.replied_by = q.account_id and not c.automatic and c.replied_at <= c.deadline_at)::integer as answered
              from asked_of q join post_check c on c.id = q.id group by 1`,
          },
          {
            name: 'replies',
            body: sql`
              select c.replied_by as account_id, count(*)::integer as replies from supervision c
              where ${inSession(sql`c.replied_by`, sql`c.replied_at`)} group by 1`,
          },
          {
            name: 'looks',
            body: sql`
              select c.account_id, count(*)::integer as looks from spot_check c
              where c.department_id = any(${[...request.departments]}) and ${inSession(sql`c.account_id`, sql`c.at`)} group by 1`,
          },
        ],
        from: sql`present full join dealt using (account_id) full join checks using (account_id) full join replies using (account_id)
          full join looks using (account_id) join account a on a.id = account_id join department d on d.id = a.department_id`,
        columns: {
          statMonth: requestedMonth(request),
          deptName: sql`d.name`,
          userName: sql`a.user_name`,
          sessSec: zero(sql`online_s`),
          handledCount: zero(sql`cases`),
          timelyCount: zero(sql`timely`),
          _handleSec: zero(sql`handle_s`),
          msgCount: zero(sql`messages`),
          phoneCount: zero(sql`calls`),
          falseCount: zero(sql`untrue`),
          chkCount: zero(sql`asked`),
          chkOk: zero(sql`answered`),
          supDone: zero(sql`replies`),
          spotCount: zero(sql`looks`),
        },
        formulas: {
          timelyRate: FORMULAS.timelyOfHandled,
          avgHandleMin: FORMULAS.avgHandleMin,
          chkRate: FORMULAS.chkRate,
        },
        ids: { userId: sql`a.id`, deptId: sql`d.id`, month: requestedMonth(request) },
        tie: [sql`a.user_name`, sql`a.id`],
      };
    },
  },
];
