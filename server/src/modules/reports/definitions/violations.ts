import { name, type Sql, sql } from '../../../platform/db/database.ts';
import { isOfTypes } from '../facts/alarm-groups.ts';
import { toTenth } from '../facts/alarm-statistics.ts';
import { rollup } from '../facts/day-rollup.ts';
import { requestedMonth } from '../facts/row-times.ts';
import type { DrillDown, ReportDefinition } from '../model/definition.ts';
import { company, industries, month, vehicles } from '../model/filters.ts';
import { GROUPS, type MeasureKey } from '../model/measures.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';

const PAGE = '/report/localcustomreport';
const filters = [company, vehicles, industries, month];
const CAR = ['statMonth', 'deptName', 'carNo', 'plateColor', 'carType', 'industry'];
/** WARN_LEVEL. */
const [SLIGHT, SERIOUS, GRAVE] = [1, 2, 3] as const;
/** Seconds beyond the allowed driving time. */
const [SERIOUS_S, GRAVE_S] = [1_800, 3_600] as const;

/** All violations count, however short, while detail reports have a minimum duration. */
const toDetails = (column: string, report: number): DrillDown => ({
  column,
  report,
  takes: { deptId: 'row.deptId', carIds: 'row.carId', timeRange: 'range', durationMin: '=0' },
});

/** Monthly figures of vehicles with alarms of some types. */
const violations = (
  request: ReportRequest,
  {
    types,
    measures,
    columns,
  }: {
    readonly types: readonly number[];
    readonly measures: readonly MeasureKey[];
    readonly columns: Readonly<Record<string, Sql>>;
  },
): Relation =>
  rollup(request, {
    by: ['vehicle'],
    rows: 'alarmDay',
    measures: [...measures, '_confirmed', 'needCount', 'handledCount', 'falseCount'],
    alarms: isOfTypes(types),
    formulas: ['handleRate'],
    columns: { statMonth: requestedMonth(request), vioCount: sql`coalesce("_confirmed", 0)`, ...columns },
  });

const CONFIRMED = ['_confirmed1', '_confirmed2', '_confirmed3', '_confirmed4'] as const;

/** Monthly violations as graded by Shanxi (report catalogue, family 408). */
export const violationReports: readonly ReportDefinition[] = [
  {
    id: 408001,
    page: `${PAGE}/shanxiFatigueViolation`,
    filters,
    columns: [...CAR, 'fatigueCount', 'vioCount', 'fatigueSec', 'longestSec', 'warnLevel', 'handledCount', 'handleRate'],
    sums: { fatigueCount: 'sum', vioCount: 'sum', fatigueSec: 'sum', handledCount: 'sum' },
    chart: { type: 'bar', x: 'carNo', y: ['vioCount'] },
    drills: [toDetails('fatigueCount', 404011)],
    order: ['vioCount', 'desc'],
    query: (request) =>
      violations(request, {
        types: GROUPS.fatigue,
        // an alarm begins when the limit is crossed, so the longest one gives the excess
        measures: ['fatigueCount', 'fatigueSec', 'longestSec', '_confirmedMaxSec'],
        columns: {
          warnLevel: sql`case when "_confirmedMaxSec" is null then null when "_confirmedMaxSec" >= ${GRAVE_S}::integer then ${GRAVE}::integer
            when "_confirmedMaxSec" >= ${SERIOUS_S}::integer then ${SERIOUS}::integer else ${SLIGHT}::integer end`,
        },
      }),
  },
  {
    id: 408002,
    page: `${PAGE}/shanxiSpeedViolation`,
    filters,
    columns: [
      ...CAR,
      'overCount',
      'vioCount',
      'grade1',
      'grade2',
      'grade3',
      'grade4',
      'maxSpeed',
      'warnLevel',
      'handledCount',
      'handleRate',
    ],
    sums: {
      overCount: 'sum',
      vioCount: 'sum',
      grade1: 'sum',
      grade2: 'sum',
      grade3: 'sum',
      grade4: 'sum',
      maxSpeed: 'max',
      handledCount: 'sum',
    },
    chart: { type: 'bar', x: 'carNo', y: ['vioCount'] },
    drills: [toDetails('overCount', 404009)],
    order: ['vioCount', 'desc'],
    query: (request) =>
      violations(request, {
        types: GROUPS.overspeed,
        measures: ['overCount', ...CONFIRMED, '_confirmedKmh'],
        columns: {
          ...Object.fromEntries(CONFIRMED.map((key, i) => [`grade${i + 1}`, sql`coalesce(${name(key)}, 0)`])),
          maxSpeed: toTenth(sql`"_confirmedKmh"`),
          warnLevel: sql`case when coalesce("_confirmed", 0) = 0 then null when "_confirmed4" > 0 then ${GRAVE}::integer
            when "_confirmed3" > 0 then ${SERIOUS}::integer else ${SLIGHT}::integer end`,
        },
      }),
  },
];
