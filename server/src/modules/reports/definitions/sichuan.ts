import { ADOPTED_KM, WITH_SOURCE } from '../../../platform/db/adopted-km.ts';
import { name, type Sql, sql } from '../../../platform/db/database.ts';
import { getMarkDay, listMarkKeys } from '../columns/day-marks.ts';
import { share } from '../facts/alarm-statistics.ts';
import { joinedDay } from '../facts/department-days.ts';
import { businessDayOf, inTimes, requestedMonth } from '../facts/row-times.ts';
import { requestedVehicles, VEHICLE_FACTS } from '../facts/vehicle-columns.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { company, groupBy, industries, month, vehicles } from '../model/filters.ts';
import { FORMULAS } from '../model/formulas.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';

const PAGE = '/report/statementchuanreport';
const filters = [company, vehicles, industries, month, groupBy('GROUP_DEPT_CAR', 'dept')];
const ofRow = { deptId: 'row.deptId', carIds: 'row.carId' } as const;

/** Monthly statements of all vehicles, online or not (report catalogue, family 418). */
export const sichuanReports: readonly ReportDefinition[] = [
  {
    id: 418001,
    page: `${PAGE}/chuanVehiclePositioning`,
    filters,
    columns: [
      'statMonth',
      'deptName',
      'carNo',
      'carTotal',
      'onlineCount',
      'posCars',
      'noPosCars',
      'breakCars',
      'gapCount',
      'moveCars',
      'moveCount',
      'validRate',
      'driftCars',
      'trackRate',
      'locatedDayCols',
    ],
    sums: {
      carTotal: 'sum',
      onlineCount: 'sum',
      posCars: 'sum',
      noPosCars: 'sum',
      breakCars: 'sum',
      gapCount: 'sum',
      moveCars: 'sum',
      moveCount: 'sum',
      driftCars: 'sum',
      validRate: 'ratio',
      trackRate: 'ratio',
    },
    chart: { type: 'bar', x: 'deptName', y: ['posCars', 'noPosCars'] },
    drills: [
      { column: 'breakCars', report: 406001, takes: { ...ofRow, timeRange: 'range' } },
      { column: 'moveCars', report: 406003, takes: { ...ofRow, timeRange: 'range' } },
      { column: 'noPosCars', report: 401005, takes: { deptId: 'row.deptId', staticDate: 'range' } },
    ],
    order: ['deptName', 'asc'],
    // companies have no position per day
    dynamicColumns: { locatedDayCols: async (request) => (ofVehicles(request) ? listMarkKeys('locatedDayCols', request) : []) },
    query: (request, { dynamicColumns: { locatedDayCols = [] } = {} }) =>
      byChoice(
        request,
        {
          ...byDay(request, locatedDayCols, (day) => sql`case when f.span @> ${day} then f.located_on @> array[${day}] end`),
          carTotal: sql`1`,
          onlineCount: sql`f.online::integer`,
          posCars: sql`f.located::integer`,
          breakCars: sql`f.broken::integer`,
          gapCount: sql`f.gaps`,
          moveCars: sql`(f.moves > 0)::integer`,
          moveCount: sql`f.moves`,
          driftCars: sql`f.drifted::integer`,
          pointTotal: sql`f.points`,
          pointValid: sql`f.valid`,
          trackOkKm: sql`f.ok_km`,
          trackGapKm: sql`f.gap_km`,
        },
        {
          noPosCars: sql`"onlineCount" - "posCars"`,
          validRate: FORMULAS.validRate,
          trackKm: FORMULAS.trackKm,
          // without online vehicles nothing is complete
          trackRate: sql`case when "onlineCount" > 0 then ${FORMULAS.trackRate} end`,
        },
        ['carNo'],
      ),
  },
  {
    id: 418002,
    page: `${PAGE}/chuanOnlineRateMonth`,
    filters,
    columns: [
      'statMonth',
      'deptName',
      'carNo',
      'plateColor',
      'shouldOnline',
      'onlineCount',
      'onlineRate',
      'onlineDays',
      'onlineSec',
      'onlineTimeRate',
      'mileage',
      'onlineDayCols',
    ],
    sums: {
      shouldOnline: 'sum',
      onlineCount: 'sum',
      onlineSec: 'sum',
      mileage: 'sum',
      onlineRate: 'ratio',
      onlineTimeRate: 'ratio',
      onlineDayCols: 'ratio',
    },
    chart: { type: 'line', x: 'dayCols', y: ['onlineRate'], across: ['onlineDayCols'] },
    drills: ['onlineDays', 'onlineCount'].map((column) => ({ column, report: 401002, takes: { ...ofRow, staticDate: 'range' } })),
    order: ['onlineRate', 'asc'],
    dynamicColumns: { onlineDayCols: async (request) => listMarkKeys('onlineDayCols', request) },
    query: (request, { dynamicColumns: { onlineDayCols = [] } = {} }) =>
      byChoice(
        request,
        // both in vehicle days
        {
          shouldOnline: sql`f.due`,
          onlineCount: sql`f.online_days`,
          onlineSec: sql`f.online_s`,
          mileage: sql`f.km`,
          ...(ofVehicles(request) ? { onlineDays: sql`f.online_days` } : {}),
          ...byDay(request, onlineDayCols, (day) => sql`(f.online_on @> array[${day}])::integer`, '_was_'),
          ...byDay(
            request,
            onlineDayCols,
            (day) => sql`(coalesce(f.span @> ${day}, false) or f.online_on @> array[${day}])::integer`,
            '_due_',
          ),
        },
        {
          ...Object.fromEntries(onlineDayCols.map((key) => [key, share(name(`_was_${key}`), name(`_due_${key}`))])),
          onlineRate: FORMULAS.onlineRate,
          onlineTimeRate: FORMULAS.onlineTimeRate,
        },
        ['carNo', 'plateColor', 'onlineDays'],
      ),
  },
];

/** A figure per day column. */
const byDay = (request: ReportRequest, keys: readonly string[], of: (day: Sql) => Sql, before = ''): Record<string, Sql> =>
  Object.fromEntries(keys.map((key) => [before + key, of(sql`${getMarkDay(key, request)}::date`)]));

const ofVehicles = (request: ReportRequest): boolean => request.text('groupBy') === 'car';

/** Figures of vehicles, or their sums per company; `alone`: columns of vehicles only. */
function byChoice(
  request: ReportRequest,
  figures: Readonly<Record<string, Sql>>,
  formulas: Readonly<Record<string, Sql>>,
  alone: readonly string[],
): Relation {
  const shared = {
    with: [{ name: 'cars', body: cars(request) }],
    from: sql`cars f join vehicle v on v.id = f.vehicle_id join department d on d.id = v.department_id`,
    formulas,
  };
  const { deptName, carNo, plateColor } = VEHICLE_FACTS;
  const known = { statMonth: requestedMonth(request), deptName };
  if (ofVehicles(request))
    return {
      ...shared,
      columns: { ...known, carNo, plateColor, ...figures },
      ids: { deptId: sql`v.department_id`, carId: sql`v.id`, color: sql`v.plate_colour` },
      tie: [sql`v.id`],
    };
  return {
    ...shared,
    columns: { ...known, ...Object.fromEntries(Object.entries(figures).map(([key, figure]) => [key, sql`sum(${figure})`])) },
    groupBy: [sql`d.id`],
    ids: { deptId: sql`d.id` },
    tie: [sql`d.id`],
    without: alone,
  };
}

/** Vehicles registered or online in the month, with their data. */
const cars = (request: ReportRequest): Sql => sql`
  select v.id as vehicle_id, w.span, greatest(${dueIn(sql`w.span`)}, coalesce(k.online_days, 0)) as due, coalesce(k.online_on, '{}') as online_on,
    coalesce(k.located_on, '{}') as located_on, coalesce(k.online, false) as online, coalesce(k.located, false) as located,
    coalesce(k.drifted, false) as drifted, coalesce(k.online_days, 0) as online_days, coalesce(k.points, 0) as points,
    coalesce(k.valid, 0) as valid, coalesce(k.ok_km, 0) as ok_km, coalesce(k.gap_km, 0) as gap_km, coalesce(k.gaps, 0) as gaps,
    coalesce(k.km, 0) as km, coalesce(o.online_s, 0) as online_s, coalesce(g.broken, false) as broken, coalesce(g.moves, 0) as moves
  from vehicle v
  -- evaluated once per vehicle, not for each column of a day
  cross join lateral (select ${dueSpan(request)} as span offset 0) w
  left join (
    select f.vehicle_id, array_agg(f.day) filter (where f.point_valid > 0) as online_on,
      array_agg(f.day) filter (where f.point_valid > f.not_fixed) as located_on, bool_or(f.point_valid > 0) as online, bool_or(f.point_valid > f.not_fixed) as located,
      bool_or(f.drift_count >= 3) as drifted, count(*) filter (where f.point_valid > 0) as online_days,
      sum(f.point_total) as points, sum(f.point_valid) as valid, sum(f.track_ok_km) as ok_km, sum(f.track_gap_km) as gap_km,
      sum(f.gap_count) as gaps, sum(${ADOPTED_KM}) as km
    from vehicle_day f ${WITH_SOURCE} where ${inDays(request)} group by f.vehicle_id) k on k.vehicle_id = v.id
  left join (
    select f.vehicle_id, sum(f.online_s) as online_s from online_day f where ${inDays(request)} group by f.vehicle_id) o on o.vehicle_id = v.id
  left join (
    select f.vehicle_id, bool_or(f.kind & 1 <> 0) as broken, count(*) filter (where f.kind & 4 <> 0) as moves
    from position_gap f where ${inTimes(request, sql`f.from_at`)} group by f.vehicle_id) g on g.vehicle_id = v.id
  where ${requestedVehicles(request).reduce((all, part) => sql`${all} and ${part}`)}
    and (${businessDayOf(request, sql`v.created_at`)} <= ${request.days.to}::date or k.online)
    and (v.deleted_at is null or ${businessDayOf(request, sql`v.deleted_at`)} >= ${request.days.from}::date)`;

export const inDays = ({ days }: ReportRequest): Sql => sql`f.day between ${days.from}::date and ${days.to}::date`;

/** The number of due days of a vehicle `v` in a span, without days of filed stops. */
const dueIn = (span: Sql): Sql => sql`(coalesce(upper(${span}) - lower(${span}), 0)
  - (select count(*) from exempt_day e where e.vehicle_id = v.id and e.day <@ ${span})::integer)`;

/** The number of days a vehicle was due; 0 if it never joined. */
export const due = (request: ReportRequest): Sql =>
  sql`(select ${dueIn(sql`d.span`)} from (select ${dueSpan(request)} as span offset 0) d)`;

/**
 * The span in which a vehicle is due: from its first position, while registered; null: never. Without `offset 0`, PostgreSQL would
 * search for the day of that position again at each use.
 */
function dueSpan(request: ReportRequest): Sql {
  const { from, to } = request.days;
  return sql`(
    select case when b.first <= b.last then daterange(b.first, b.last, '[]') end
    from (
      select greatest(${from}::date, n.joined) as first,
        least(${to}::date, ${businessDayOf(request, sql`v.deleted_at`)} - 1) as last
      from (select ${joinedDay(request)} as joined offset 0) n where n.joined is not null offset 0) b)`;
}
