import { KEY_POINT } from '@fleetwarden/contract/geofences/area-resource';
import { SHAPE } from '@fleetwarden/domain/area-geometry';
import { countedAlarms } from '../../../platform/db/counted-alarms.ts';
import { at, type Sql, sql } from '../../../platform/db/database.ts';
import {
  countVisits,
  enteredInTimes,
  GEOFENCE_COLUMNS,
  JOIN_GEOFENCE,
  requestedGeofences,
  STAY_S,
  visitStart,
  wholeVisits,
} from '../facts/geofence-visits.ts';
import { inTimes, timesAround } from '../facts/row-times.ts';
import { JOIN_VEHICLE, requestedVehicles, secondsBetween, VEHICLE_FACTS, VEHICLE_IDS } from '../facts/vehicle-columns.ts';
import type { DrillDown, ReportDefinition } from '../model/definition.ts';
import { areas, company, days, groupBy, MAX_DETAIL_DAYS, minutes, times, vehicles } from '../model/filters.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';

const PAGE = '/report/caroperationreport';
/** A stop within a geofence counts from this duration. */
const STOP_S = 180;
/** AREA_ALARM: off route. Alarm types: of terminals, and of the platform. */
const OFF_ROUTE = '5';
const OFF_ROUTE_TYPES = [23, 114];

const { deptName, carNo, driverName } = VEHICLE_FACTS;
const { areaName, areaType } = GEOFENCE_COLUMNS;
const chosenAreas = { ...areas, required: true };
const toVisits: DrillDown = {
  column: 'visitCount',
  report: 405011,
  takes: { deptId: 'deptId', areaIds: 'row.areaId', carIds: 'row.carId', timeRange: 'range' },
};

/** Visits of the requested geofences, vehicles and days. */
const visits = (request: ReportRequest): Pick<Relation, 'from'> & { readonly where: readonly Sql[] } => ({
  from: sql`area_visit f ${JOIN_GEOFENCE} ${JOIN_VEHICLE}`,
  where: [...requestedVehicles(request), ...requestedGeofences(request), enteredInTimes(request)],
});
/** One row per geofence and vehicle, whatever its outlines were. */
const GROUP = {
  area: [sql`o.area_id`, sql`o.department_id`, sql`o.name`],
  vehicle: [sql`v.id`, sql`v.department_id`, sql`v.plate`, sql`v.plate_colour`, sql`d.name`],
} as const;
const IDS = { areaId: sql`o.area_id`, ...VEHICLE_IDS };
const staySec = sql`round(sum(${STAY_S}))::integer`;
const areaKm = sql`sum(f.distance_km)`;

/** Vehicles in geofences and on routes (report catalogue, family 405). */
export const visitReports: readonly ReportDefinition[] = [
  {
    id: 405011,
    page: `${PAGE}/areaInOut`,
    filters: [company, vehicles, chosenAreas, times('-1'), minutes('durationMin', 0)],
    columns: [
      'deptName',
      'carNo',
      'driverName',
      'areaName',
      'areaType',
      'enterTime',
      'leaveTime',
      'staySec',
      'areaKm',
      'stopCount',
      'maxSpeed',
    ],
    sums: { staySec: 'sum', areaKm: 'sum', stopCount: 'sum', maxSpeed: 'max' },
    drills: [{ column: 'enterTime', report: 401010, takes: { deptId: 'deptId', carId: 'row.carId', timeRange: 'row.about' } }],
    order: ['enterTime', 'desc'],
    query: (request) => {
      const least = (request.number('durationMin') ?? 0) * 60;
      const stay = secondsBetween(sql`f.enter_at`, sql`f.leave_at`);
      const ofVehicles = sql`f.vehicle_id in (select v.id from vehicle v
        where ${requestedVehicles(request).reduce((all, each) => sql`${all} and ${each}`)})`;
      return {
        from: sql`${wholeVisits(request, [...requestedGeofences(request), ofVehicles])} f ${JOIN_GEOFENCE} ${JOIN_VEHICLE}`,
        where: [...requestedVehicles(request), ...(least > 0 ? [sql`${stay} >= ${least}::float8`] : [])],
        columns: {
          deptName,
          carNo,
          driverName,
          areaName,
          areaType,
          enterTime: sql`f.enter_at`,
          leaveTime: sql`case when f.ended then f.leave_at end`,
          staySec: stay,
          areaKm: sql`f.distance_km`,
          stopCount: sql`(select count(*) from stop s where s.vehicle_id = f.vehicle_id
            and s.start_at >= f.enter_at and s.start_at < f.leave_at
            and s.end_at - s.start_at >= ${STOP_S} * interval '1 second')`,
          maxSpeed: sql`f.max_speed`,
        },
        ids: { ...IDS, about: timesAround(request, sql`f.enter_at`, sql`f.leave_at`) },
        tie: [sql`f.enter_at`, sql`f.vehicle_id`, sql`f.place_id`],
      };
    },
  },
  {
    id: 405012,
    page: `${PAGE}/areaSummary`,
    filters: [company, vehicles, chosenAreas, days('-7,-1', MAX_DETAIL_DAYS), groupBy('GROUP_AREA', 'area')],
    columns: ['areaName', 'areaType', 'deptName', 'carNo', 'visitCount', 'visitCars', 'staySec', 'areaKm'],
    sums: { visitCount: 'sum', staySec: 'sum', areaKm: 'sum' },
    chart: { type: 'bar', x: 'areaName', y: ['visitCount'] },
    drills: [toVisits],
    order: ['visitCount', 'desc'],
    query: (request) => {
      const ofVehicle = request.text('groupBy') === 'car';
      const kind = sql`min(${areaType})`;
      const figures = { areaName, areaType: kind, visitCount: countVisits(request), staySec, areaKm };
      return {
        ...visits(request),
        ...(ofVehicle
          ? {
              columns: { ...figures, deptName, carNo },
              groupBy: [...GROUP.area, ...GROUP.vehicle],
              ids: IDS,
              tie: [sql`o.area_id`, sql`v.id`],
              without: ['visitCars'],
            }
          : {
              columns: { ...figures, visitCars: sql`count(distinct f.vehicle_id)` },
              groupBy: GROUP.area,
              ids: { areaId: IDS.areaId },
              tie: [sql`o.area_id`],
              without: ['deptName', 'carNo'],
            }),
      };
    },
  },
  {
    id: 405013,
    page: `${PAGE}/passPointStatistics`,
    filters: [company, vehicles, chosenAreas, days('-1', MAX_DETAIL_DAYS)],
    columns: ['deptName', 'carNo', 'areaName', 'visitCount', 'enterTime', 'leaveTime', 'staySec'],
    sums: { visitCount: 'sum', staySec: 'sum' },
    chart: { type: 'bar', x: 'areaName', y: ['visitCount'] },
    drills: [toVisits],
    order: ['areaName', 'asc'],
    query: (request) => {
      const { from, where } = visits(request);
      return {
        from,
        where: [...where, sql`o.use_for = ${KEY_POINT}::integer`],
        columns: {
          deptName,
          carNo,
          areaName,
          visitCount: countVisits(request),
          staySec,
          enterTime: sql`min(f.enter_at)`,
          leaveTime: sql`max(f.leave_at) filter (where f.ended)`,
        },
        groupBy: [...GROUP.area, ...GROUP.vehicle],
        ids: IDS,
        tie: [sql`-(${countVisits(request)})`, sql`o.area_id`, sql`v.id`],
      };
    },
  },
  {
    id: 405015,
    page: `${PAGE}/routeRun`,
    filters: [company, vehicles, chosenAreas, days('-7,-1', MAX_DETAIL_DAYS)],
    columns: ['deptName', 'carNo', 'areaName', 'runTimes', 'onTimeRate', 'areaKm', 'staySec', 'devCount', 'devSec'],
    sums: { runTimes: 'sum', onTimeRate: 'ratio', areaKm: 'sum', staySec: 'sum', devCount: 'sum', devSec: 'sum' },
    chart: { type: 'bar', x: 'areaName', y: ['runTimes'] },
    drills: [
      {
        column: 'devCount',
        report: 404014,
        takes: {
          deptId: 'deptId',
          carIds: 'row.carId',
          areaIds: 'row.areaId',
          timeRange: 'range',
          areaAlarmKinds: `=${OFF_ROUTE}`,
        },
      },
    ],
    order: ['areaName', 'asc'],
    query: (request) => {
      const { from, where } = visits(request);
      // a full run from end to end, counted where it ends
      const isRun = sql`f.ended and f.ends = 3`;
      const deviations = (figure: Sql) => sql`(select ${figure} from alarm a where a.vehicle_id = v.id and a.source = o.area_id
        and a.type_id = any(${OFF_ROUTE_TYPES}::smallint[]) and ${countedAlarms(sql`a`)} and ${inTimes(request, sql`a.start_at`)})`;
      return {
        from: sql`${from} cross join lateral (
          select case when ${isRun} and p.whole then ${visitStart(sql`f`)} end as began_at, p.least_s, p.most_s
          from (
            select coalesce(sum((s ->> 'minSec')::float8), 0) as least_s, sum((s ->> 'maxSec')::float8) as most_s,
              bool_and(s ? 'maxSec') as whole
            from jsonb_array_elements(o.geo -> 'segments') s) p) p`,
        where: [...where, sql`(o.geo ->> 'shape')::integer = ${SHAPE.route}::integer`],
        columns: {
          deptName,
          carNo,
          areaName,
          staySec,
          areaKm,
          runTimes: sql`count(*) filter (where ${isRun})`,
          _planned: sql`count(p.began_at)`,
          _onTime: sql`count(*) filter (where extract(epoch from f.leave_at - p.began_at) between p.least_s and p.most_s)`,
          devCount: deviations(sql`count(*)`),
          devSec: deviations(
            sql`coalesce(sum(${secondsBetween(
              sql`a.start_at`,
              sql`coalesce(a.end_at, least(a.last_at, ${at(request.now)}::timestamptz))`,
            )}), 0)`,
          ),
        },
        formulas: {
          onTimeRate: sql`case when "_planned" > 0 then round(100.0 * "_onTime" / "_planned", 2)::float8 end`,
        },
        groupBy: [...GROUP.area, ...GROUP.vehicle],
        ids: IDS,
        tie: [sql`v.plate`, sql`o.area_id`, sql`v.id`],
      };
    },
  },
];
