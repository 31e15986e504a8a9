import { CallError } from '@fleetwarden/contract/errors';
import { MAX_REPORT_REGION_KM2 } from '@fleetwarden/contract/reports/report-filters';
import { regionAreaKm2, regionCrossesItself } from '@fleetwarden/domain/region';
import { readRegionText } from '@fleetwarden/domain/region-text';
import { at, type Sql, sql } from '../../../platform/db/database.ts';
import { JOIN_GEOFENCE, MAX_VISIT_ROW, requestedGeofences, visitStart } from '../facts/geofence-visits.ts';
import { timesAround } from '../facts/row-times.ts';
import { formatPlace, JOIN_VEHICLE, requestedVehicles, VEHICLE_FACTS, VEHICLE_IDS } from '../facts/vehicle-columns.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { areas, carTypes, company, drawn, times } from '../model/filters.ts';
import type { ReportRequest } from '../model/report-request.ts';

const { deptName, carNo, plateColor, carType, driverName } = VEHICLE_FACTS;

/** Stays in a drawn region, a row per vehicle. */
const stays = ({ stays: rows = [] }: Pick<ReportRequest, 'stays'>): Sql => sql`(
  select s.vehicle_id, to_timestamp(s.first_ms / 1000.0) as enter_at, to_timestamp(s.last_ms / 1000.0) as leave_at, s.stay_ms / 1000.0 as stay_s,
    s.km, s.max_kmh, s.lng, s.lat
  from unnest(${rows.map(({ vehicleId }) => vehicleId)}::int[], ${rows.map(({ firstAt }) => firstAt)}::float8[],
    ${rows.map(({ lastAt }) => lastAt)}::float8[], ${rows.map(({ stayMs }) => stayMs)}::float8[], ${rows.map(({ km }) => km)}::float8[],
    ${rows.map(({ maxKmh }) => maxKmh)}::float8[], ${rows.map(({ lng }) => lng)}::float8[], ${rows.map(({ lat }) => lat)}::float8[])
    as s (vehicle_id, first_ms, last_ms, stay_ms, km, max_kmh, lng, lat))`;

/** The same for stored geofences: visits, cut to the requested times, with distance in proportion. */
const visits = (request: ReportRequest): Sql => {
  const [from, to] = [sql`${at(request.times.from)}::timestamptz`, sql`${at(request.times.to)}::timestamptz`];
  const seconds = sql`extract(epoch from least(f.leave_at, ${to}) - greatest(f.enter_at, ${from}))::float8`;
  return sql`(
    select b.*, p.lng, p.lat from (
      select f.vehicle_id, min(${visitStart(sql`f`)}) as enter_at,
        (array_agg(case when f.ended then f.leave_at end order by f.enter_at desc))[1] as leave_at,
        sum(${seconds}) as stay_s, sum(f.distance_km * ${seconds} / extract(epoch from f.leave_at - f.enter_at)::float8) as km,
        max(f.max_speed)::float8 as max_kmh, min(greatest(f.enter_at, ${from})) as seen_at
      from area_visit f ${JOIN_GEOFENCE}
      where ${requestedGeofences(request).reduce((all, each) => sql`${all} and ${each}`)}
        and f.enter_at > ${from} - ${MAX_VISIT_ROW} and f.enter_at < ${to} and f.leave_at > ${from}
      group by f.vehicle_id) b
    left join lateral (
      select q.lng, q.lat from position q where q.vehicle_id = b.vehicle_id and q.gnss_at >= b.seen_at and q.gnss_at < ${to}
      order by q.gnss_at limit 1) p on true)`;
};

/** Vehicles in a region, drawn or stored (report catalogue, family 406). */
export const regionSearchReports: readonly ReportDefinition[] = [
  {
    id: 406005,
    page: '/report/positionanalysisreport/areaVehicleSearch',
    filters: [company, carTypes, drawn, areas, times('0', 1)],
    columns: [
      'deptName',
      'carNo',
      'plateColor',
      'carType',
      'driverName',
      'enterTime',
      'leaveTime',
      'staySec',
      'areaKm',
      'maxSpeed',
      'startPos',
    ],
    drills: [{ column: 'enterTime', report: 401010, takes: { deptId: 'deptId', carId: 'row.carId', timeRange: 'row.about' } }],
    order: ['enterTime', 'asc'],
    searchedRegion: (request) => {
      const region = readRegionText(request.text('region'));
      const cache = request.list('areaIds') !== null;
      // exactly one of both must be given
      if (cache === (region !== null)) throw new CallError('chooseRegion');
      if (region === null) return null;
      if (regionAreaKm2(region) > MAX_REPORT_REGION_KM2) throw new CallError('regionTooLarge');
      if (regionCrossesItself(region)) throw new CallError('recheckInput', 'region: edges cross');
      return region;
    },
    query: (request) => ({
      from: sql`${request.stays === undefined ? visits(request) : stays(request)} f ${JOIN_VEHICLE}`,
      where: requestedVehicles(request),
      columns: {
        deptName,
        carNo,
        plateColor,
        carType,
        driverName,
        enterTime: sql`f.enter_at`,
        leaveTime: sql`f.leave_at`,
        staySec: sql`round(f.stay_s)::integer`,
        areaKm: sql`f.km`,
        maxSpeed: sql`f.max_kmh`,
        startPos: sql`case when f.lng is not null then ${formatPlace(sql`f.lng`, sql`f.lat`)} end`,
      },
      ids: { ...VEHICLE_IDS, about: timesAround(request, sql`f.enter_at`, sql`coalesce(f.leave_at, f.enter_at)`) },
      tie: [sql`f.enter_at`, sql`f.vehicle_id`],
    }),
  },
];
