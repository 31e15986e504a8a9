import { type Sql, sql } from '../../../platform/db/database.ts';
import { HOUR_KEYS } from '../columns/hour-columns.ts';
import type { DrillDown } from '../model/definition.ts';
import { GROUPS, SAFETY_TYPES } from '../model/measures.ts';
import type { Aggregate, Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { requestedKinds, requestedTypes } from './alarm-columns.ts';
import { isOfTypes } from './alarm-groups.ts';
import { type Rollup, rollup, whereRequested } from './day-rollup.ts';

export const DEFAULT_TOP = 20;

/** The requested types as a filter of a rollup. */
export function filterAlarms(request: ReportRequest, among: readonly number[] | null = null): Pick<Rollup, 'alarms'> {
  const parts = requestedKinds(request, among);
  return parts.length === 0 ? {} : { alarms: parts.reduce((all, part) => sql`${all} and ${part}`) };
}

const isByDept = (request: Pick<ReportRequest, 'text'>): boolean => request.text('groupBy') === 'dept';

const isByDriver = (request: Pick<ReportRequest, 'text'>): boolean => request.text('groupBy') === 'driver';

/** The grouping by company, vehicle or driver: dimension, key in day tables, and null columns of the other groupings. */
export const getGrouping = (request: Pick<ReportRequest, 'text'>) =>
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
export function ranked(relation: Relation, key: Sql, most: number): Relation {
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

const GRADES = ['grade1', 'grade2', 'grade3', 'grade4'] as const;

export function overspeeds(request: ReportRequest): Relation {
  const byDept = isByDept(request);
  const { by, columns, without } = getGrouping(request);
  const relation = rollup(request, {
    by: [by],
    measures: [
      ...(['overCount', 'overSec', ...GRADES, '_topKmh'] as const),
      ...(by === 'driver' ? (['driverKm'] as const) : (['overCars', 'mileage', 'onlineCount'] as const)),
    ],
    alarms: isOfTypes(GROUPS.overspeed),
    rows: 'alarmDay',
    columns: by === 'driver' ? { ...columns, mileage: sql`coalesce("driverKm", 0)` } : columns,
    ...(byDept ? { formulas: ['overPerCar'] as const } : {}),
  });
  return {
    ...relation,
    columns: {
      ...relation.columns,
      maxSpeed: toTenth(sql`"_topKmh"`),
      ...(byDept ? {} : { overPerCar: sql`null::float8` }),
    },
    // includes short alarms
    ids: { ...relation.ids, atLeast: sql`'0'::text` },
    without: byDept ? without : [...without, 'onlineCount', 'overCars', 'overPerCar'],
  };
}

export const toTenth = (value: Sql): Sql => sql`round(${value}::numeric, 1)::float8`;

/** Days with more than 8 hours of driving. */
const LONG_DAY_S = 28_800;

/** Days of a driver with much driving; with a vehicle, such a day is one row. */
function longDays(request: ReportRequest, by: 'vehicle' | 'driver' | 'dept', key: Sql): Sql {
  const driven = sql`select f.${key} from driver_day f where ${whereRequested('driverDay', request)} and f.driver_id <> 0`;
  return by === 'vehicle'
    ? sql`${driven} and f.drive_s > ${LONG_DAY_S}::integer`
    : sql`${driven} group by f.${key}, f.driver_id, f.day having sum(f.drive_s) > ${LONG_DAY_S}::integer`;
}

export function fatigues(request: ReportRequest): Relation {
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
        body: sql`select ${key}, count(*)::integer as "_days" from (${longDays(request, by, key)}) l group by ${key}`,
      },
    ],
    from: sql`${relation.from} left join long_days using (${key})`,
    columns: { ...relation.columns, ...(byDept ? {} : { fatiguePerCar: sql`null::float8` }) },
    // one driver, or the chosen ones
    ids: { ...relation.ids, driverIds: by === 'driver' ? sql`driver_id` : sql`${chosen?.join() ?? ''}::text` },
    without: byDept ? without : [...without, 'fatigueCars', 'onlineCount', 'fatiguePerCar'],
  };
}

/** Requested alarms per day: `statDate` and `alarmCount`. */
export const alarmsByDay = (request: ReportRequest): Relation =>
  rollup(request, { by: ['day'], measures: ['alarmCount'], ...filterAlarms(request) });
