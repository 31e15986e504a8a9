import { name, type Sql, sql } from '../../../platform/db/database.ts';
import { perHundredKm, requestedCompany } from '../facts/driver-columns.ts';
import { learnedHours } from '../facts/learned-hours.ts';
import { requestedNumbers } from '../facts/row-times.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { company, drivers, month } from '../model/filters.ts';
import { buildMonth, listDays, previousMonthKey } from '../model/months.ts';
import type { QueryContext } from '../model/query-context.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { DRIVER_METRICS, driverScores, loadDriverMonths } from '../scores/driver-scores.ts';
import { metric } from '../scores/scored-months.ts';

const WRITTEN: Sql = DRIVER_METRICS.map((column) => sql`${metric(column, sql`s.metrics`)} as ${name(column)}`).reduce(
  (all, each) => sql`${all}, ${each}`,
);

/** Scores of drivers in a month and the month before: stored ones if the month is closed, otherwise from days. */
async function driverMonth(request: ReportRequest, { db }: QueryContext): Promise<Relation> {
  const key = request.text('month');
  const before = previousMonthKey(key);
  const written = await loadDriverMonths(db, [key, before]);
  const { departments, timeZone } = request;
  const selectScores = (of: string): Sql =>
    written.has(of)
      ? sql`select s.object_id, s.department_id, ${WRITTEN}, s.score, s.grade from score_month s
          where s.object_type = 'driver' and s.month = ${of} and s.department_id = any(${[...departments]}::integer[])`
      : driverScores(buildMonth(of, timeZone), departments);
  const chosen = requestedNumbers(request, 'driverIds');
  return {
    with: [
      // the rank among all drivers, whichever are chosen
      {
        name: 'scores',
        body: sql`select s.*, case when s.score is not null then dense_rank() over (order by s.score desc nulls last) end as place
          from (${selectScores(key)}) s`,
      },
      { name: 'scores_before', body: selectScores(before) },
    ],
    from: sql`scores f left join scores_before b on b.object_id = f.object_id left join driver r on r.id = f.object_id
      left join ${requestedCompany(request)} on d.id = f.department_id`,
    where: chosen === null ? [] : [sql`f.object_id = any(${chosen}::integer[])`],
    columns: {
      rankNo: sql`f.place`,
      statMonth: sql`${key}::text`,
      deptName: sql`d.name`,
      driverName: sql`r.name`,
      driverCert: sql`r.qual_no`,
      ...Object.fromEntries(DRIVER_METRICS.map((column) => [column, sql`f.${name(column)}::float8`])),
      learnHours: learnedHours(
        request,
        sql`f.object_id`,
        sql`${`${key}-01`}::date`,
        sql`(${`${key}-01`}::date + interval '1 month')::date`,
      ),
      safeScore: sql`f.score`,
      prevScore: sql`b.score`,
      scoreGrade: sql`f.grade`,
    },
    formulas: { alarmPer100: perHundredKm(sql`"alarmCount"`, sql`"driverKm"`) },
    ids: { driverId: sql`f.object_id`, deptId: sql`f.department_id`, month: sql`${key}::text` },
    tie: [sql`f.object_id`],
    incomplete: written.has(key) ? [] : listDays(buildMonth(key, timeZone)),
  };
}

/** Monthly safety scores of drivers (report catalogue, family 402). */
export const driverScoreReports: readonly ReportDefinition[] = [
  {
    id: 402004,
    page: '/report/assessmentreport/driverAssessment',
    filters: [company, drivers, month],
    columns: [
      'rankNo',
      'statMonth',
      'deptName',
      'driverName',
      'driverCert',
      'driverKm',
      'driverSec',
      'overCount',
      'fatigueCount',
      'nightCount',
      'dsmCount',
      'alarmPer100',
      'learnHours',
      'riskScore',
      'safeScore',
      'prevScore',
      'scoreGrade',
    ],
    sums: {
      driverKm: 'sum',
      driverSec: 'sum',
      overCount: 'sum',
      fatigueCount: 'sum',
      nightCount: 'sum',
      dsmCount: 'sum',
    },
    chart: { type: 'bar', x: 'driverName', y: ['safeScore'], of: 'avg' },
    drills: [
      { column: 'dsmCount', report: 404004, takes: { deptId: 'deptId', driverIds: 'row.driverId', staticDate: 'row.month' } },
    ],
    order: ['safeScore', 'desc'],
    query: driverMonth,
  },
];
