import { at, type Sql, sql } from '../../../platform/db/database.ts';
import { loadTypeColumns, TYPE_COLUMNS, withTypeCounts } from '../columns/alarm-type-columns.ts';
import { HOUR_KEYS } from '../columns/hour-columns.ts';
import { COUNTS, formatNeededTypes, JUDGED_KMH, OVER_GRADE, requestedKinds, requestedTypes } from '../facts/alarm-columns.ts';
import { isOfTypes } from '../facts/alarm-groups.ts';
import { type Rollup, rollup, whereRequested } from '../facts/day-rollup.ts';
import { driverAtInstant } from '../facts/driver-columns.ts';
import { withPreviousPeriod } from '../facts/previous-period.ts';
import { businessDayOf } from '../facts/row-times.ts';
import type { DrillDown, ReportDefinition } from '../model/definition.ts';
import { alarmTypes, carTypes, company, days, drivers, groupBy, number, vehicles } from '../model/filters.ts';
import { GROUPS, SAFETY_TYPES } from '../model/measures.ts';
import type { Aggregate, Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';

const PAGE = '/report/alarmqueryreport';
const ALL = 404001;
const TOP = 20;

/** The requested types as a filter of a rollup. */
export function filterAlarms(request: ReportRequest, among: readonly number[] | null = null): Pick<Rollup, 'alarms'> {
  const parts = requestedKinds(request, among);
  return parts.length === 0 ? {} : { alarms: parts.reduce((all, part) => sql`${all} and ${part}`) };
}
const isByDept = (request: Pick<ReportRequest, 'text'>): boolean => request.text('groupBy') === 'dept';
const isByDriver = (request: Pick<ReportRequest, 'text'>): boolean => request.text('groupBy') === 'driver';
/** The grouping by company, vehicle or driver: dimension, key in day tables, and null columns of the other groupings. */
const getGrouping = (request: Pick<ReportRequest, 'text'>) =>
  isByDept(request)
    ? ({ by: 'dept', key: sql`department_id`, columns: NO_VEHICLE_NOR_DRIVER, without: ['carNo', 'driverName'] } as const)
    : isByDriver(request)
      ? ({ by: 'driver', key: sql`driver_id`, columns: NO_VEHICLE, without: ['carNo'] } as const)
      : ({ by: 'vehicle', key: sql`vehicle_id`, columns: {}, without: ['driverName'] } as const);
/** Vehicle columns, null if rows are companies. */
export const NO_VEHICLE: Readonly<Record<string, Sql>> = { carNo: sql`null::text` };
const NO_VEHICLE_NOR_DRIVER = { ...NO_VEHICLE, driverName: sql`null::text` };
export const hourSums: Readonly<Record<string, Aggregate>> = Object.fromEntries(HOUR_KEYS.map((key) => [key, 'sum']));
export const share = (part: Sql, whole: Sql): Sql => sql`round((100.0 * ${part} / nullif(${whole}, 0))::numeric, 2)::float8`;

/** Counts per alarm group, with the types of their drill-downs. */
const GROUP_COUNTS = {
  overCount: GROUPS.overspeed,
  fatigueCount: GROUPS.fatigue,
  nightCount: GROUPS.nightBan,
  areaAlarmCount: GROUPS.areaRoute,
  emergencyCount: GROUPS.emergency,
  deviceCount: GROUPS.device,
  safetyCount: SAFETY_TYPES,
} as const;
type GroupCount = keyof typeof GROUP_COUNTS;
export const groupCounts = Object.keys(GROUP_COUNTS) as GroupCount[];
export const groupSums = Object.fromEntries(groupCounts.map((key) => [key, 'sum'])) as Record<GroupCount, 'sum'>;
/** A row id per group: its types among the requested ones. */
export const groupIds = (request: ReportRequest): Record<string, Sql> =>
  Object.fromEntries(
    groupCounts.map((key) => {
      const chosen = requestedTypes(request, GROUP_COUNTS[key])!;
      return [key, sql`${(chosen.length > 0 ? chosen : GROUP_COUNTS[key]).join()}::text`];
    }),
  );
export const groupDrills = (report: number, takes: DrillDown['takes']): DrillDown[] =>
  groupCounts.map((column) => ({ column, report, takes: { ...takes, alarmTypes: `row.${column}` } }));

export const withIds = (relation: Relation, ids: Readonly<Record<string, Sql>>): Relation => ({
  ...relation,
  ids: { ...relation.ids, ...ids },
});

/** The rows with most alarms, with rank and share. */
function ranked(relation: Relation, key: Sql, most: number): Relation {
  return {
    ...relation,
    with: (relation.with ?? []).flatMap(({ name, body }) =>
      name === 'by_alarm_day'
        ? [
            { name: 'every_alarm_day', body },
            {
              name,
              body: sql`select * from (
                select e.*, dense_rank() over (order by "alarmCount" desc) as "_rank", sum("alarmCount") over () as "_all",
                  row_number() over (order by "alarmCount" desc, ${key}) as "_place" from every_alarm_day e) r
                where "_place" <= ${most}::integer`,
            },
          ]
        : [{ name, body }],
    ),
    columns: { ...relation.columns, rankNo: sql`"_rank"`, shareRate: share(sql`"alarmCount"`, sql`"_all"`) },
  };
}

/**
 * Alarms `f` of some types on the requested days `d`, of the vehicles, drivers and companies they were counted for. A query on it
 * must filter types and times again.
 */
export const ofCountedDays = (request: ReportRequest, types: readonly number[] | null): Sql => {
  const byDriver = isByDriver(request);
  return sql`
  alarm f join (select distinct f.vehicle_id, f.day, f.type_id, f.level, f.department_id${byDriver ? sql`, f.driver_id` : sql``} from alarm_day f
    where ${whereRequested('alarmDay', request, types === null ? undefined : isOfTypes(types))}) d
  on d.vehicle_id = f.vehicle_id and d.type_id = f.type_id and d.level = f.level and d.day = ${businessDayOf(request, sql`f.start_at`)}
    ${byDriver ? sql`and d.driver_id = ${driverAtInstant(sql`f.vehicle_id`, sql`f.start_at`)}` : sql``}`;
};

/** Overspeed alarms `f` by grade, and the highest. */
export const GRADE_COUNTS: Sql = sql`count(*) filter (where ${OVER_GRADE} = 1) as "_grade1", count(*) filter (where ${OVER_GRADE} = 2) as "_grade2",
  count(*) filter (where ${OVER_GRADE} = 3) as "_grade3", count(*) filter (where ${OVER_GRADE} = 4) as "_grade4", max(${JUDGED_KMH}) as "_maxKmh"`;

/** Overspeed grades of vehicles, drivers or companies, by the attribution of the day tables. */
const overGrades = (request: ReportRequest, key: Sql): Sql => sql`
  select d.${key}, ${GRADE_COUNTS} from ${ofCountedDays(request, GROUPS.overspeed)}
  where ${isOfTypes(GROUPS.overspeed)} and ${COUNTS}
    and f.start_at >= ${at(request.times.from)} and f.start_at < ${at(request.times.to)}
  group by d.${key}`;

function overspeeds(request: ReportRequest): Relation {
  const byDept = isByDept(request);
  const { by, key, columns, without } = getGrouping(request);
  const relation = rollup(request, {
    by: [by],
    measures:
      by === 'driver' ? ['overCount', 'overSec', 'driverKm'] : ['overCount', 'overSec', 'overCars', 'mileage', 'onlineCount'],
    alarms: isOfTypes(GROUPS.overspeed),
    rows: 'alarmDay',
    columns: by === 'driver' ? { ...columns, mileage: sql`coalesce("driverKm", 0)` } : columns,
    ...(byDept ? { formulas: ['overPerCar'] as const } : {}),
  });
  const grade = (column: Sql): Sql => sql`coalesce(${column}, 0)`;
  return {
    ...relation,
    with: [...(relation.with ?? []), { name: 'over_grades', body: overGrades(request, key) }],
    from: sql`${relation.from} left join over_grades using (${key})`,
    columns: {
      ...relation.columns,
      grade1: grade(sql`"_grade1"`),
      grade2: grade(sql`"_grade2"`),
      grade3: grade(sql`"_grade3"`),
      grade4: grade(sql`"_grade4"`),
      maxSpeed: sql`round("_maxKmh"::numeric, 1)::float8`,
      ...(byDept ? {} : { overPerCar: sql`null::float8` }),
    },
    // includes short alarms
    ids: { ...relation.ids, atLeast: sql`'0'::text` },
    without: byDept ? without : [...without, 'onlineCount', 'overCars', 'overPerCar'],
  };
}

/** Days with more than 8 hours of driving. */
const LONG_DAY_S = 28_800;

function fatigues(request: ReportRequest): Relation {
  const byDept = isByDept(request);
  const { by, key, columns, without } = getGrouping(request);
  const chosen = request.list('driverIds');
  // driver days count for drivers; all driving counts for vehicles, unless drivers are chosen
  const driven = by === 'driver' || chosen !== null;
  const relation = rollup(request, {
    by: [by],
    measures: [
      ...(['fatigueCount', 'fatigueSec', 'longestSec'] as const),
      ...(by === 'driver' ? [] : (['fatigueCars', 'onlineCount'] as const)),
      driven ? 'driverSec' : 'driveSec',
    ],
    alarms: isOfTypes(GROUPS.fatigue),
    rows: 'alarmDay',
    columns: { ...columns, ...(driven ? { driveSec: sql`coalesce("driverSec", 0)` } : {}), over8Days: sql`coalesce("_days", 0)` },
    ...(byDept ? { formulas: ['fatiguePerCar'] as const } : {}),
  });
  return {
    ...relation,
    with: [
      ...(relation.with ?? []),
      {
        name: 'long_days',
        body: sql`select ${key}, count(*)::integer as "_days" from (
          select f.${key} from driver_day f where ${whereRequested('driverDay', request)} and f.driver_id <> 0
          group by f.${key}, f.driver_id, f.day having sum(f.drive_s) > ${LONG_DAY_S}::integer) l group by ${key}`,
      },
    ],
    from: sql`${relation.from} left join long_days using (${key})`,
    columns: { ...relation.columns, ...(byDept ? {} : { fatiguePerCar: sql`null::float8` }) },
    // one driver, or the chosen ones
    ids: { ...relation.ids, driverIds: by === 'driver' ? sql`driver_id` : sql`${chosen?.join() ?? ''}::text` },
    without: byDept ? without : [...without, 'fatigueCars', 'onlineCount', 'fatiguePerCar'],
  };
}

/** Alarm statistics by company, vehicle, driver, day and type (report catalogue, family 404). */
export const alarmSums: readonly ReportDefinition[] = [
  {
    id: 404002,
    page: `${PAGE}/alarmSummary`,
    filters: [company, carTypes, alarmTypes, days('-1')],
    columns: [
      ...[{ key: 'deptName', fixed: true }, 'carTotal', 'onlineCount', 'alarmCars', 'alarmCount', ...groupCounts, TYPE_COLUMNS],
      ...['alarmPerCar', 'alarmPer100', 'needCount', 'handledCount', 'handleRate'],
    ],
    sums: {
      carTotal: 'sum',
      onlineCount: 'sum',
      alarmCars: 'sum',
      alarmCount: 'sum',
      ...groupSums,
      typeCols: 'sum',
      alarmPerCar: 'ratio',
      alarmPer100: 'ratio',
      needCount: 'sum',
      handledCount: 'sum',
      handleRate: 'ratio',
    },
    chart: { type: 'bar', x: 'deptName', y: ['alarmCount'] },
    drills: [
      { column: 'alarmCars', report: 404003, takes: { deptId: 'row.deptId', alarmTypes: 'alarmTypes', staticDate: 'range' } },
      { column: 'alarmCount', report: 404003, takes: { deptId: 'row.deptId', alarmTypes: 'alarmTypes', staticDate: 'range' } },
      ...groupDrills(404003, { deptId: 'row.deptId', staticDate: 'range' }),
      { column: TYPE_COLUMNS, report: 404003, takes: { deptId: 'row.deptId', alarmTypes: 'dynamic', staticDate: 'range' } },
    ],
    order: ['alarmCount', 'desc'],
    dynamicColumns: { typeCols: loadTypeColumns() },
    query: (request, { dynamicColumns: { typeCols } = {} }) =>
      withIds(
        withTypeCounts(
          request,
          rollup(request, {
            by: ['dept'],
            // companies without alarms have rows, too
            rows: 'every',
            measures: [
              ...(['carTotal', 'onlineCount', 'mileage', 'alarmCount', 'alarmCars', 'needCount', 'handledCount'] as const),
              ...groupCounts,
            ],
            ...filterAlarms(request),
            formulas: ['alarmPerCar', 'alarmPer100', 'handleRate'],
            having: sql`coalesce("carTotal", 0) + coalesce("onlineCount", 0) + coalesce("alarmCount", 0) > 0`,
          }),
          { keys: ['department_id'], types: typeCols, ...filterAlarms(request) },
        ),
        groupIds(request),
      ),
  },
  {
    id: 404003,
    page: `${PAGE}/vehicleAlarmSummary`,
    filters: [company, vehicles, carTypes, alarmTypes, days('-1')],
    columns: [
      ...['deptName', { key: 'carNo', fixed: true }, 'plateColor', 'carType', 'mileage', 'alarmCount', ...groupCounts],
      ...[TYPE_COLUMNS, 'alarmSec', 'alarmPer100', 'needCount', 'handledCount', 'handleRate'],
    ],
    sums: {
      mileage: 'sum',
      alarmCount: 'sum',
      ...groupSums,
      typeCols: 'sum',
      alarmSec: 'sum',
      alarmPer100: 'ratio',
      needCount: 'sum',
      handledCount: 'sum',
      handleRate: 'ratio',
    },
    chart: { type: 'bar', x: 'carNo', y: ['alarmCount'] },
    drills: [
      {
        column: 'alarmCount',
        report: ALL,
        takes: { deptId: 'deptId', carIds: 'row.carId', alarmTypes: 'alarmTypes', timeRange: 'range' },
      },
      ...groupDrills(ALL, { deptId: 'deptId', carIds: 'row.carId', timeRange: 'range' }),
      {
        column: TYPE_COLUMNS,
        report: ALL,
        takes: { deptId: 'deptId', carIds: 'row.carId', alarmTypes: 'dynamic', timeRange: 'range' },
      },
    ],
    order: ['alarmCount', 'desc'],
    dynamicColumns: { typeCols: loadTypeColumns() },
    query: (request, { dynamicColumns: { typeCols } = {} }) =>
      withIds(
        rollup(request, {
          by: ['vehicle'],
          rows: 'alarmDay',
          measures: ['mileage', 'alarmCount', 'alarmSec', 'needCount', 'handledCount', ...groupCounts],
          ...filterAlarms(request),
          types: typeCols,
          formulas: ['alarmPer100', 'handleRate'],
        }),
        groupIds(request),
      ),
  },
  {
    id: 404005,
    page: `${PAGE}/alarmRank`,
    filters: [company, alarmTypes, days('-7,-1'), groupBy('GROUP_RANK', 'car'), number('topN', TOP)],
    columns: [
      ...[{ key: 'rankNo', fixed: true }, 'deptName', 'carNo', 'driverName', 'alarmCount', 'alarmSec', 'mileage'],
      ...['alarmPer100', 'prevCount', 'momRate', 'shareRate'],
    ],
    sums: {
      alarmCount: 'sum',
      alarmSec: 'sum',
      mileage: 'sum',
      alarmPer100: 'ratio',
      prevCount: 'sum',
      momRate: 'ratio',
    },
    chart: { type: 'bar', x: 'rankNo', y: ['alarmCount'] },
    drills: [
      {
        column: 'alarmCount',
        report: ALL,
        takes: {
          deptId: 'row.deptId',
          carIds: 'row.carId',
          driverIds: 'row.driverId',
          alarmTypes: 'alarmTypes',
          timeRange: 'range',
        },
      },
    ],
    order: ['alarmCount', 'desc'],
    query: (request) => {
      const { by, key, columns, without } = getGrouping(request);
      const relation = withPreviousPeriod(request, {
        by: [by],
        rows: 'alarmDay',
        measures: ['alarmCount', 'alarmSec', by === 'driver' ? 'driverKm' : 'mileage'],
        ...filterAlarms(request),
        formulas: ['alarmPer100'],
        columns: by === 'driver' ? { ...columns, mileage: sql`coalesce("driverKm", 0)` } : columns,
      });
      const most = Math.max(1, Math.floor(request.number('topN') ?? TOP));
      return { ...ranked(relation, key, most), without };
    },
  },
  {
    id: 404006,
    page: `${PAGE}/alarmHandling`,
    filters: [company, alarmTypes, days('-7,-1')],
    columns: [
      ...[{ key: 'statDate', fixed: true }, { key: 'deptName', fixed: true }, 'alarmCount', 'needCount', 'handledCount'],
      ...['unhandledCount', 'falseCount', 'handleRate', 'timelyCount', 'timelyRate', 'avgHandleMin', 'msgCount', 'phoneCount'],
      'autoCount',
    ],
    sums: {
      alarmCount: 'sum',
      needCount: 'sum',
      handledCount: 'sum',
      unhandledCount: 'sum',
      falseCount: 'sum',
      handleRate: 'ratio',
      timelyCount: 'sum',
      timelyRate: 'ratio',
      avgHandleMin: 'ratio',
      msgCount: 'sum',
      phoneCount: 'sum',
      autoCount: 'sum',
    },
    chart: { type: 'line', x: 'statDate', y: ['handleRate', 'timelyRate'] },
    drills: [
      {
        column: 'handledCount',
        report: 404007,
        takes: { deptId: 'row.deptId', alarmTypes: 'row.needed', timeRange: 'row.day' },
      },
      {
        column: 'unhandledCount',
        report: 404008,
        takes: { deptId: 'row.deptId', alarmTypes: 'alarmTypes', timeRange: 'row.day' },
      },
    ],
    order: ['statDate', 'desc'],
    query: (request) =>
      withIds(
        rollup(request, {
          by: ['dept', 'day'],
          measures: [
            ...(['alarmCount', 'needCount', 'handledCount', 'falseCount', 'timelyCount', 'msgCount', 'phoneCount'] as const),
            ...(['autoCount', '_handleSec'] as const),
          ],
          ...filterAlarms(request),
          formulas: ['unhandledCount', 'handleRate', 'timelyRate', 'avgHandleMin'],
        }),
        { needed: sql`${formatNeededTypes(request)}::text` },
      ),
  },
  {
    id: 404010,
    page: `${PAGE}/overspeedSummary`,
    filters: [company, vehicles, carTypes, days('-7,-1'), groupBy('GROUP_DCD', 'car')],
    columns: [
      ...[
        'deptName',
        { key: 'carNo', fixed: true },
        'driverName',
        'mileage',
        'overCount',
        'overSec',
        'grade1',
        'grade2',
        'grade3',
      ],
      ...['grade4', 'maxSpeed', 'onlineCount', 'overCars', 'overPerCar'],
    ],
    sums: {
      mileage: 'sum',
      overCount: 'sum',
      overSec: 'sum',
      grade1: 'sum',
      grade2: 'sum',
      grade3: 'sum',
      grade4: 'sum',
      maxSpeed: 'max',
    },
    chart: { type: 'bar', x: 'carNo', y: ['grade1', 'grade2', 'grade3', 'grade4'] },
    drills: [
      {
        column: 'overCount',
        report: 404009,
        takes: {
          deptId: 'row.deptId',
          carIds: 'row.carId',
          driverIds: 'row.driverId',
          timeRange: 'range',
          durationMin: '=0',
        },
      },
    ],
    order: ['overCount', 'desc'],
    query: overspeeds,
  },
  {
    id: 404012,
    page: `${PAGE}/fatigueSummary`,
    filters: [company, vehicles, drivers, days('-7,-1'), groupBy('GROUP_DCD', 'car')],
    columns: [
      ...['deptName', { key: 'carNo', fixed: true }, 'driverName', 'driveSec', 'fatigueCount', 'fatigueSec', 'longestSec'],
      ...['over8Days', 'fatigueCars', 'onlineCount', 'fatiguePerCar'],
    ],
    sums: { driveSec: 'sum', fatigueCount: 'sum', fatigueSec: 'sum', longestSec: 'max' },
    chart: { type: 'bar', x: 'carNo', y: ['fatigueCount'] },
    drills: [
      {
        column: 'fatigueCount',
        report: 404011,
        takes: { deptId: 'row.deptId', carIds: 'row.carId', driverIds: 'row.driverIds', timeRange: 'range' },
      },
    ],
    order: ['fatigueCount', 'desc'],
    query: fatigues,
  },
  {
    id: 404015,
    page: `${PAGE}/alarmTrend`,
    filters: [company, alarmTypes, days('-7,-1')],
    columns: [
      ...[{ key: 'statDate', fixed: true }, { key: 'alarmType', fixed: true }, 'alarmCount', 'alarmCars', 'alarmSec'],
      ...[...HOUR_KEYS, 'prevCount', 'momRate'],
    ],
    sums: { alarmCount: 'sum', alarmSec: 'sum', ...hourSums, prevCount: 'sum', momRate: 'ratio' },
    chart: { type: 'line', x: 'statDate', y: ['alarmCount'] },
    drills: [
      {
        column: 'alarmCount',
        report: ALL,
        takes: { deptId: 'deptId', alarmTypes: 'row.alarmType', timeRange: 'row.day' },
      },
    ],
    order: ['statDate', 'desc'],
    query: (request) =>
      withPreviousPeriod(request, {
        by: ['day', 'type'],
        measures: ['alarmCount', 'alarmCars', 'alarmSec', ...HOUR_KEYS],
        ...filterAlarms(request),
      }),
  },
];
