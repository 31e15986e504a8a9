import { type Sql, sql } from '../../../platform/db/database.ts';
import { contains } from '../../../platform/db/list.ts';
import { businessDayOf, inTimes } from '../facts/row-times.ts';
import { maskedPhone } from '../facts/vehicle-columns.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { company, days, one, text, times, vehicles } from '../model/filters.ts';
import { FORMULAS } from '../model/formulas.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { matchLabels, RULE_BY_HAND, RULE_OF_EDUCATION } from '../query/labels.ts';

const PAGE = '/report/smsstatisticsreport';
const DETAIL = 420002;
/** SMS_STATE */
const [DELIVERED, FAILED, UNNEEDED] = [2, 3, 4] as const;
/** SMS_KIND */
const [BY_RULE, EDUCATION] = [1, 3] as const;

const RULE = sql`case f.kind when ${BY_RULE} then f.rule_name when ${EDUCATION} then ${RULE_OF_EDUCATION}::text else ${RULE_BY_HAND}::text end`;
/** A message that waits counts by the time when it is due. */
const SENT_AT = sql`coalesce(f.sent_at, f.due_at)`;

/** `where` of messages: those that were not needed were not sent. */
const whereSent = (request: ReportRequest): Sql[] => [
  sql`f.department_id = any(${[...request.departments]})`,
  sql`f.state <> ${UNNEEDED}`,
  inTimes(request, SENT_AT),
];

/** `where` for a part of a rule's name, or of the words for messages without one. */
function whereRule(request: ReportRequest): Sql[] {
  const part = request.text('smsRule');
  if (part === '') return [];
  const own = matchLabels('smsRule', [RULE_BY_HAND, RULE_OF_EDUCATION], part);
  return [sql`(${RULE} = any(${own}::text[]) or (f.kind = ${BY_RULE} ${contains(sql`f.rule_name`, part)}))`];
}

/** `where` for a whole number, or a part of a masked one. */
function whereReceiver(request: ReportRequest): Sql[] {
  const part = request.text('receiver');
  return part === '' ? [] : [sql`(f.mobile = ${part}::text or (true ${contains(maskedPhone(sql`f.mobile`), part)}))`];
}

/** Short messages and their receipts (report catalogue, family 420). */
export const shortMessageReports: readonly ReportDefinition[] = [
  {
    id: 420001,
    page: `${PAGE}/smsSummary`,
    filters: [company, days('curMonth'), text('smsRule')],
    columns: ['statDate', 'deptName', 'smsRule', 'smsTotal', 'smsOk', 'smsFail', 'smsRate', 'smsBill'],
    sums: { smsTotal: 'sum', smsOk: 'sum', smsFail: 'sum', smsBill: 'sum', smsRate: 'ratio' },
    chart: { type: 'bar', x: 'statDate', y: ['smsOk', 'smsFail'] },
    drills: [{ column: 'smsTotal', report: DETAIL, takes: { deptId: 'row.deptId', timeRange: 'row.day' } }],
    order: ['statDate', 'desc'],
    query: (request) => ({
      with: [
        {
          name: 'counted',
          body: sql`
            select f.department_id, ${businessDayOf(request, SENT_AT)} as day, ${RULE} as rule, count(*)::integer as total,
              count(*) filter (where f.state = ${DELIVERED})::integer as ok, count(*) filter (where f.state = ${FAILED})::integer as failed,
              coalesce(sum(f.segments) filter (where f.sent_at is not null), 0)::integer as billed
            from sms_message f where ${[...whereSent(request), ...whereRule(request)].reduce((all, part) => sql`${all} and ${part}`)}
            group by 1, 2, 3`,
        },
      ],
      from: sql`counted c join department d on d.id = c.department_id`,
      columns: {
        statDate: sql`c.day`,
        deptName: sql`d.name`,
        smsRule: sql`c.rule`,
        smsTotal: sql`c.total`,
        smsOk: sql`c.ok`,
        smsFail: sql`c.failed`,
        smsBill: sql`c.billed`,
      },
      formulas: { smsRate: FORMULAS.smsRate },
      ids: { deptId: sql`c.department_id`, alone: sql`1`, day: sql`c.day` },
      tie: [sql`c.day`, sql`d.name`, sql`c.department_id`, sql`c.rule`],
    }),
  },
  {
    id: DETAIL,
    page: `${PAGE}/smsDetail`,
    filters: [company, vehicles, times('-1'), text('receiver'), one('msgState', 'MSG_STATE')],
    columns: [
      'sendTime',
      'deptName',
      'carNo',
      'receiver',
      'driverName',
      'smsRule',
      'tplName',
      'msgText',
      'smsBill',
      'msgState',
      'ackTime',
      'msgFail',
    ],
    sums: { smsBill: 'sum' },
    order: ['sendTime', 'desc'],
    query: (request) => {
      const state = request.text('msgState');
      const { vehicles: chosen } = request;
      return {
        from: sql`sms_message f join department d on d.id = f.department_id left join vehicle v on v.id = f.vehicle_id`,
        where: [
          ...whereSent(request),
          ...(chosen === null ? [] : [sql`f.vehicle_id = any(${[...chosen]})`]),
          ...whereReceiver(request),
          ...(state === '' ? [] : [sql`f.state = ${Number(state)}::integer`]),
        ],
        columns: {
          sendTime: SENT_AT,
          deptName: sql`d.name`,
          carNo: sql`v.plate`,
          receiver: maskedPhone(sql`f.mobile`),
          driverName: sql`f.driver_name`,
          smsRule: RULE,
          tplName: sql`f.template_name`,
          msgText: sql`f.content`,
          smsBill: sql`case when f.sent_at is not null then f.segments else 0 end`,
          msgState: sql`f.state`,
          ackTime: sql`f.receipt_at`,
          msgFail: sql`f.fail_reason`,
        },
        ids: { carId: sql`f.vehicle_id`, deptId: sql`f.department_id`, color: sql`v.plate_colour` },
        tie: [sql`f.id`],
      };
    },
  },
];
