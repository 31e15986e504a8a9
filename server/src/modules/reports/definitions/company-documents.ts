import { filterTypes } from '@fleetwarden/contract/reports/report-filters';
import { at, type Sql, sql } from '../../../platform/db/database.ts';
import { businessDayOf, formatTimes, inTimes, requestedNumbers, startOfDay, whereAmong } from '../facts/row-times.ts';
import { whereContains } from '../facts/vehicle-columns.ts';
import type { ReportDefinition } from '../model/definition.ts';
import type { Filter } from '../model/filter.ts';
import { company, days, MAX_DETAIL_DAYS, months, text, times, users } from '../model/filters.ts';
import type { ReportRequest } from '../model/report-request.ts';

const PAGE = '/report/monitorledgerreport';
const week: Filter = { name: 'week', type: filterTypes.week, required: true, preset: '-1' };
const BYTES_A_MEGABYTE = 1_048_576;
const megabytes = (bytes: Sql): Sql => sql`round(${bytes}::numeric / ${BYTES_A_MEGABYTE}::integer, 2)::float8`;
/** Length limit of a text filter. */
const TEXT_MAX = 50;
/** The period of a document as text. */
const PERIODS = {
  day: sql`to_char(f.first_day, 'YYYY-MM-DD')`,
  week: sql`to_char(f.first_day, 'IYYY"W"IW')`,
  month: sql`to_char(f.first_day, 'YYYY-MM')`,
} as const;

/** Times for the history, as far back as one request may reach. */
const recentTimes = (request: ReportRequest): Sql => {
  const today = businessDayOf(request, sql`${at(request.now)}::timestamptz`);
  return formatTimes(
    request,
    startOfDay(request, sql`${today} - ${MAX_DETAIL_DAYS - 1}::integer`),
    sql`(${startOfDay(request, sql`${today} + 1`)} - interval '1 second')`,
  );
};

/** Lists the files of one document kind. */
const buildList = (id: number, slug: string, kind: keyof typeof PERIODS, dates: Filter): ReportDefinition => ({
  id,
  page: `${PAGE}/${slug}` as ReportDefinition['page'],
  filters: [company, dates],
  columns: ['docName', 'deptName', 'docPeriod', 'docFormat', 'docState', 'docMade', 'docSize', 'docDowns'],
  sums: { docDowns: 'sum' },
  drills: [
    { column: 'docDowns', report: 409009, takes: { deptId: 'row.deptId', docName: 'row.docName', timeRange: 'row.recent' } },
  ],
  actions: ['documentDownload', 'documentSend', 'documentRegenerate', 'documentRemove'],
  order: ['docPeriod', 'desc'],
  query: (request) => ({
    from: sql`company_document f join department d on d.id = f.department_id`,
    where: [
      sql`f.kind = ${kind}`,
      sql`f.first_day between ${request.days.from}::date and ${request.days.to}::date`,
      sql`f.department_id = any(${[...request.departments]})`,
      sql`f.state <= 3`,
    ],
    columns: {
      docName: sql`f.name`,
      deptName: sql`d.name`,
      docPeriod: PERIODS[kind],
      docFormat: sql`f.format`,
      docState: sql`f.state`,
      docMade: sql`f.made_at`,
      docSize: megabytes(sql`f.bytes`),
      docDowns: sql`f.downloads`,
    },
    ids: {
      documentId: sql`f.id`,
      deptId: sql`f.department_id`,
      alone: sql`1`,
      docName: sql`left(f.name, ${TEXT_MAX})`,
      recent: recentTimes(request),
    },
    tie: [sql`d.name`, sql`f.id`],
  }),
});

/** Company documents and their history (report catalogue 4.8). */
export const companyDocumentReports: readonly ReportDefinition[] = [
  buildList(409006, 'enterpriseDailyReport', 'day', days('-7,-1')),
  buildList(409007, 'enterpriseWeeklyReport', 'week', week),
  buildList(409008, 'enterpriseMonthlyReport', 'month', months),
  {
    id: 409009,
    page: `${PAGE}/enterpriseReportRecord`,
    filters: [company, users, times('dtOneMonth', MAX_DETAIL_DAYS), text('docName')],
    columns: ['opTime', 'deptName', 'docName', 'docPeriod', 'docFormat', 'opAction', 'docUser', 'logIp', 'docState', 'docSize'],
    order: ['opTime', 'desc'],
    query: (request) => ({
      from: sql`company_document_step f join department d on d.id = f.department_id left join account a on a.id = f.account_id`,
      where: [
        sql`f.department_id = any(${[...request.departments]})`,
        inTimes(request, sql`f.at`),
        ...whereAmong(sql`f.account_id`, requestedNumbers(request, 'userIds')),
        ...whereContains(sql`f.name`, request.text('docName')),
      ],
      columns: {
        opTime: sql`f.at`,
        deptName: sql`d.name`,
        docName: sql`f.name`,
        docPeriod: sql`f.period`,
        docFormat: sql`f.format`,
        opAction: sql`f.action`,
        docUser: sql`a.user_name`,
        logIp: sql`f.peer_ip`,
        docState: sql`f.state`,
        docSize: megabytes(sql`f.bytes`),
      },
      ids: { deptId: sql`f.department_id`, userId: sql`f.account_id` },
      // newest first within one instant
      tie: [sql`-f.id`],
    }),
  },
];
