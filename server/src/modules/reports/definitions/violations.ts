import { at, name, type Sql, sql } from '../../../platform/db/database.ts';
import { COUNTS, DURATION_S } from '../facts/alarm-columns.ts';
import { isOfTypes } from '../facts/alarm-groups.ts';
import { alarmsOfCountedDays, toTenth } from '../facts/alarm-statistics.ts';
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
    measures: [...measures, 'needCount', 'handledCount', 'falseCount'],
    alarms: isOfTypes(types),
    formulas: ['handleRate'],
    columns: { statMonth: requestedMonth(request), ...columns },
  });

/** Confirmed fatigue alarms per vehicle. An alarm begins when the limit is crossed, so the longest one gives the excess. */
function fatigueViolations(request: ReportRequest): Relation {
  const types = GROUPS.fatigue;
  const relation = violations(request, {
    types,
    measures: ['fatigueCount', 'fatigueSec', 'longestSec'],
    columns: {
      vioCount: sql`coalesce("_vio", 0)`,
      warnLevel: sql`case when "_beyond" is null then null when "_beyond" >= ${GRAVE_S}::integer then ${GRAVE}::integer
        when "_beyond" >= ${SERIOUS_S}::integer then ${SERIOUS}::integer else ${SLIGHT}::integer end`,
    },
  });
  const body = sql`
    select f.vehicle_id, count(*) as "_vio", max(${DURATION_S}) as "_beyond"
    from ${alarmsOfCountedDays(request, types)} left join alarm_case c on c.gid = f.gid
    where ${isOfTypes(types)} and ${COUNTS} and c.state is distinct from 3
      and f.start_at >= ${at(request.times.from)} and f.start_at < ${at(request.times.to)}
    group by f.vehicle_id`;
  return {
    ...relation,
    with: [...(relation.with ?? []), { name: 'confirmed', body }],
    from: sql`${relation.from} left join confirmed using (vehicle_id)`,
  };
}

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
    query: fatigueViolations,
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
        measures: ['overCount', '_confirmed', ...CONFIRMED, '_confirmedKmh'],
        columns: {
          vioCount: sql`coalesce("_confirmed", 0)`,
          ...Object.fromEntries(CONFIRMED.map((key, i) => [`grade${i + 1}`, sql`coalesce(${name(key)}, 0)`])),
          maxSpeed: toTenth(sql`"_confirmedKmh"`),
          warnLevel: sql`case when coalesce("_confirmed", 0) = 0 then null when "_confirmed4" > 0 then ${GRAVE}::integer
            when "_confirmed3" > 0 then ${SERIOUS}::integer else ${SLIGHT}::integer end`,
        },
      }),
  },
];
