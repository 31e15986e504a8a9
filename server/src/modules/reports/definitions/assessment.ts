import { type Sql, sql } from '../../../platform/db/database.ts';
import { requestedTypes } from '../facts/alarm-columns.ts';
import { withRegion } from '../facts/company-region.ts';
import { rollup } from '../facts/day-rollup.ts';
import { withRisks } from '../facts/risk.ts';
import { inTimes, requestedMonth, requestedNumbers } from '../facts/row-times.ts';
import { whereContains } from '../facts/vehicle-columns.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { alarmTypes, companies, company, companyRegion, groupBy, industries, month, months, text } from '../model/filters.ts';
import { FORMULAS, percent } from '../model/formulas.ts';
import type { QueryContext } from '../model/query-context.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { ASSESSED_INDUSTRIES, handlingRows } from '../scores/score-rows.ts';
import { withScores } from '../scores/scored-months.ts';

const PAGE = '/report/assessmentreport';
const LOCAL = '/report/localcustomreport';
const ofMonth = { deptId: 'row.deptId', month: 'row.month' } as const;
/** Filters of a drill-down to the days of the row's month. */
const ofDays = { deptId: 'row.deptId', staticDate: 'row.month', groupBy: '=dept' } as const;

const FLEET = [
  'carTotal',
  'joinedCount',
  'shouldOnline',
  'onlineCount',
  'trackOkKm',
  'trackGapKm',
  'pointValid',
  'pointTotal',
  'driftCars',
];
const RATES = {
  joinRate: FORMULAS.joinRate,
  onlineRate: FORMULAS.onlineRate,
  trackKm: FORMULAS.trackKm,
  // without online vehicles nothing is complete
  trackRate: sql`case when "onlineCount" > 0 then ${FORMULAS.trackRate} end`,
  validRate: FORMULAS.validRate,
  driftRate: FORMULAS.driftRate,
};
const COMPANY_FIGURES = [...FLEET, 'overCount', 'fatigueCount', 'fatigueSec', 'nightCount', 'nightCars', 'chkCount', 'chkOk'];
const COMPANY_MARKS = [
  'joinScore',
  'onlineScore',
  'trackScore',
  'validScore',
  'driftScore',
  'overScore',
  'fatigueScore',
  'checkScore',
];

/** The chosen industries; undefined: those of the stored scores. */
function requestedIndustries(request: ReportRequest, written: readonly number[] | null): readonly number[] | null | undefined {
  const chosen = requestedNumbers(request, 'industries');
  const key = (list: readonly number[] | null): string => list?.toSorted((a, b) => a - b).join() ?? '';
  return key(chosen) === key(written) ? undefined : chosen;
}

/** Scores of companies by the national form. */
const companyMonths = async (
  request: ReportRequest,
  context: QueryContext,
  { total, trades }: { readonly total?: string; readonly trades?: readonly number[] | null | undefined } = {},
): Promise<Relation> =>
  withRegion(
    await withScores(request, context, 'dept', {
      figures: [...COMPANY_FIGURES, ...COMPANY_MARKS],
      formulas: {
        ...RATES,
        overPerCar: FORMULAS.overPerCar,
        fatiguePerCar: FORMULAS.fatiguePerCar,
        // no checks, none missed
        chkRate: sql`case when "chkCount" = 0 then 100 else ${percent(sql`"chkOk"`, sql`"chkCount"`)} end`,
      },
      written: ASSESSED_INDUSTRIES,
      industries: trades,
      ...(total === undefined ? {} : { total }),
    }),
  );

/** Figures, rates and scores per city and month; scores are weighted by vehicles. */
function byCity(relation: Relation): Relation {
  const { columns } = relation;
  const city = sql`city_of(g.admin_code)`;
  const mean = (score: Sql): Sql => {
    const cars = sql`sum(${columns['carTotal']!}) filter (where ${score} is not null)`;
    return sql`round((sum(${score} * ${columns['carTotal']!}) / nullif(${cars}, 0))::numeric, 2)::float8`;
  };
  const totalScore = mean(columns['totalScore']!);
  return {
    ...relation,
    columns: {
      statMonth: sql`f.month`,
      regionName: city,
      totalScore,
      prevScore: mean(columns['prevScore']!),
      ...Object.fromEntries(COMPANY_FIGURES.map((key) => [key, sql`sum(${columns[key]!})`])),
      rankNo: sql`dense_rank() over (partition by f.month order by ${totalScore} desc)`,
    },
    groupBy: [sql`f.month`, city],
    ids: { month: sql`f.month` },
    tie: [sql`f.month`, city],
    without: ['deptName'],
  };
}

/** Offline displacements by the current company of the vehicle. */
const moves = (request: ReportRequest): Sql => sql`
  select v.department_id, count(*) as moves from position_gap f join vehicle v on v.id = f.vehicle_id
  where f.kind & 4 <> 0 and ${inTimes(request, sql`f.from_at`)} and v.department_id = any(${[...request.departments]}) group by 1`;

/** Monthly scores of companies, operators, handling and regions (report catalogue, families 402 and 408). */
export const assessmentReports: readonly ReportDefinition[] = [
  {
    id: 402001,
    page: `${PAGE}/enterpriseAssessment`,
    // coaches and dangerous goods by default
    filters: [company, { ...industries, initial: ASSESSED_INDUSTRIES.join() }, companyRegion, month],
    columns: [
      'rankNo',
      'deptName',
      'regionName',
      'carTotal',
      'joinedCount',
      'joinRate',
      'joinScore',
      'onlineCount',
      'onlineRate',
      'onlineScore',
      'trackOkKm',
      'trackKm',
      'trackRate',
      'trackScore',
      'pointValid',
      'pointTotal',
      'validRate',
      'validScore',
      'driftCars',
      'driftRate',
      'driftScore',
      'overPerCar',
      'overScore',
      'fatiguePerCar',
      'fatigueScore',
      'chkOk',
      'chkCount',
      'chkRate',
      'checkScore',
      'totalScore',
      'prevScore',
      'momRate',
      'scoreGrade',
    ],
    chart: { type: 'bar', x: 'deptName', y: ['totalScore'], of: 'avg' },
    drills: [
      ...[
        { column: 'trackRate', report: 403002 },
        { column: 'validRate', report: 403003 },
        { column: 'driftCars', report: 403004 },
      ].map((drill) => ({ ...drill, takes: { ...ofMonth, industries: 'industries', groupBy: '=dept' } })),
      { column: 'joinedCount', report: 402003, takes: { ...ofMonth, industries: 'industries' } },
      { column: 'overPerCar', report: 404010, takes: ofDays },
      { column: 'fatiguePerCar', report: 404012, takes: ofDays },
      { column: 'chkRate', report: 403005, takes: ofMonth },
    ],
    order: ['totalScore', 'desc'],
    query: (request, context) => companyMonths(request, context, { trades: requestedIndustries(request, ASSESSED_INDUSTRIES) }),
  },
  {
    id: 402002,
    page: `${PAGE}/operatorAssessment`,
    filters: [industries, companyRegion, month, text('operatorName')],
    columns: [
      'rankNo',
      'operatorName',
      'carTotal',
      'joinedCount',
      'linkRate',
      'linkScore',
      'onlineRate',
      'onlineScore',
      'trackRate',
      'trackScore',
      'validRate',
      'validScore',
      'driftRate',
      'driftScore',
      'totalScore',
      'prevScore',
      'scoreGrade',
    ],
    chart: { type: 'bar', x: 'operatorName', y: ['totalScore'], of: 'avg' },
    drills: [{ column: 'linkRate', report: 403001, takes: { month: 'row.month' } }],
    order: ['totalScore', 'desc'],
    query: async (request, context) => {
      const relation = await withScores(request, context, 'operator', {
        figures: [...FLEET, '_wantedSec', '_linkedSec', 'linkScore', 'onlineScore', 'trackScore', 'validScore', 'driftScore'],
        formulas: { ...RATES, linkRate: percent(sql`"_linkedSec"`, sql`"_wantedSec"`) },
        written: null,
        industries: requestedIndustries(request, null),
      });
      return { ...relation, where: [...relation.where!, ...whereContains(sql`o.name`, request.text('operatorName'))] };
    },
  },
  {
    id: 402006,
    page: `${PAGE}/assessmentRank`,
    filters: [companies, months],
    columns: ['statMonth', 'rankNo', 'deptName', 'totalScore', 'prevScore', 'momRate', ...COMPANY_MARKS],
    chart: { type: 'line', x: 'statMonth', y: ['totalScore'], by: 'deptName' },
    drills: [{ column: 'totalScore', report: 402001, takes: ofMonth }],
    order: ['statMonth', 'desc'],
    query: async (request, context) => {
      const relation = await companyMonths(request, context);
      // the rank among all companies of the organisation, not only the compared ones
      const columns = { ...relation.columns, rankNo: sql`f.rank` };
      return { ...relation, columns, tie: [sql`f.rank`, ...relation.tie] };
    },
  },
  {
    id: 402007,
    page: `${PAGE}/handlingAssessment`,
    filters: [company, month, alarmTypes],
    columns: [
      'rankNo',
      'statMonth',
      'deptName',
      'alarmCount',
      'needCount',
      'handledCount',
      'handleRate',
      'handleScore',
      'timelyCount',
      'timelyRate',
      'timelyScore',
      'supCount',
      'supDone',
      'supRate',
      'supScore',
      'totalScore',
      'scoreGrade',
    ],
    sums: {
      alarmCount: 'sum',
      needCount: 'sum',
      handledCount: 'sum',
      timelyCount: 'sum',
      supCount: 'sum',
      supDone: 'sum',
      handleRate: 'ratio',
      timelyRate: 'ratio',
    },
    chart: { type: 'bar', x: 'deptName', y: ['totalScore'], of: 'avg' },
    drills: [
      {
        column: 'needCount',
        report: 404006,
        takes: { deptId: 'row.deptId', alarmTypes: 'alarmTypes', staticDate: 'row.month' },
      },
      { column: 'supCount', report: 403006, takes: ofMonth },
    ],
    order: ['totalScore', 'desc'],
    query: async (request, context) => {
      const types = requestedTypes(request);
      const only = request.departments;
      const relation = await withScores(request, context, 'dept', {
        figures: [
          'alarmCount',
          'needCount',
          'handledCount',
          'timelyCount',
          'supCount',
          'supDone',
          'handleScore',
          'timelyScore',
          'supScore',
        ],
        formulas: {
          handleRate: FORMULAS.handleRate,
          timelyRate: FORMULAS.timelyRate,
          supRate: percent(sql`"supDone"`, sql`"supCount"`),
        },
        total: 'handlingScore',
        written: ASSESSED_INDUSTRIES,
        count: (counting, of) => handlingRows(counting, of, { types, only }),
        recalculate: types !== null,
      });
      return { ...relation, columns: { ...relation.columns, scoreGrade: sql`f.metrics ->> 'handlingGrade'` } };
    },
  },
  {
    id: 408009,
    page: `${LOCAL}/safetyAnalysisLa`,
    filters: [company, month],
    columns: [
      'statMonth',
      'deptName',
      'carTotal',
      'onlineRate',
      'mileage',
      'overCount',
      'overPerCar',
      'fatigueCount',
      'fatiguePerCar',
      'nightCount',
      'safetyCount',
      'alarmPer100',
      'handleRate',
      'moveCount',
      'riskScore',
      'riskLevel',
    ],
    sums: {
      carTotal: 'sum',
      mileage: 'sum',
      overCount: 'sum',
      fatigueCount: 'sum',
      nightCount: 'sum',
      safetyCount: 'sum',
      moveCount: 'sum',
    },
    chart: { type: 'bar', x: 'deptName', y: ['riskScore'], of: 'avg' },
    drills: [
      { column: 'safetyCount', report: 170602, takes: { deptId: 'row.deptId', staticDate: 'row.month' } },
      { column: 'moveCount', report: 406003, takes: { deptId: 'row.deptId', timeRange: 'row.month' } },
    ],
    order: ['riskScore', 'desc'],
    query: (request) => {
      const relation = withRisks(
        rollup(request, {
          by: ['dept'],
          rows: 'vehicleDay',
          measures: [
            ...([
              'carTotal',
              '_dueNow',
              'onlineCount',
              'mileage',
              'overCount',
              'fatigueCount',
              'fatigueSec',
              'nightCount',
            ] as const),
            ...(['alarmCount', 'safetyCount', 'needCount', 'handledCount'] as const),
          ],
          formulas: ['overPerCar', 'fatiguePerCar', 'alarmPer100', 'handleRate'],
          columns: { statMonth: requestedMonth(request) },
          // a vehicle that left within the month was due as well
          more: {
            onlineRate: percent(
              sql`"onlineCount"`,
              sql`case when "_dueNow" is not null then greatest("_dueNow", "onlineCount") end`,
            ),
          },
        }),
        { request, of: 'dept' },
      );
      return {
        ...relation,
        with: [...(relation.with ?? []), { name: 'moved', body: moves(request) }],
        from: sql`${relation.from} left join moved using (department_id)`,
        columns: { ...relation.columns, moveCount: sql`coalesce(moved.moves, 0)` },
        ids: { ...relation.ids, month: requestedMonth(request) },
      };
    },
  },
  {
    id: 408013,
    page: `${LOCAL}/gansuMonthlyBulletin`,
    filters: [company, companyRegion, month, groupBy('GROUP_REGION_DEPT', 'dept')],
    columns: [
      'rankNo',
      'statMonth',
      'regionName',
      'deptName',
      'carTotal',
      'joinRate',
      'onlineRate',
      'trackRate',
      'validRate',
      'overCount',
      'overPerCar',
      'fatigueCount',
      'nightCount',
      'nightCars',
      'totalScore',
      'prevScore',
      'momRate',
    ],
    sums: { carTotal: 'sum', overCount: 'sum', fatigueCount: 'sum', nightCount: 'sum', nightCars: 'sum' },
    chart: { type: 'bar', x: 'deptName', y: ['totalScore'], of: 'avg' },
    drills: [
      { column: 'overCount', report: 404010, takes: ofDays },
      { column: 'fatigueCount', report: 404012, takes: ofDays },
    ],
    order: ['totalScore', 'desc'],
    // questions of superior platforms do not count
    query: async (request, context) => {
      const relation = await companyMonths(request, context, { total: 'bulletinScore' });
      return request.text('groupBy') === 'region' ? byCity(relation) : relation;
    },
  },
];
