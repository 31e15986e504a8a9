import { filterTypes } from '@fleetwarden/contract/reports/report-filters';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { DRIVING_KMH } from '@fleetwarden/domain/vehicle-status';
import { at, type Sql, sql } from '../../../platform/db/database.ts';
import { businessDayOf, timesAround } from '../facts/row-times.ts';
import { formatPlace, JOIN_VEHICLE, requestedVehicles, VEHICLE_FACTS, VEHICLE_IDS } from '../facts/vehicle-columns.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { check, company, MAX_POSITION_DAYS, some, speed, times, vehicle, vehicles } from '../model/filters.ts';

/** Fault bits of `position.quality` (domain/quality). */
const FAULTS = 127;
/** A position received later than this comes from the terminal's memory. */
const LATE_S = 60;
/** How far back the state before a range is searched. */
const BEFORE_MS = DAY_MS;

/** Columns of a stored position `f`. */
const POSITION = {
  gpsTime: sql`f.gnss_at`,
  recvTime: sql`f.received_at`,
  speed: sql`f.speed_kmh`,
  recSpeed: sql`f.recorder_kmh`,
  heading: sql`f.heading`,
  altitude: sql`round(f.altitude_m)::integer`,
  odometer: sql`f.odometer_km`,
  accState: sql`f.status_bits & 1`,
  fixState: sql`(f.status_bits >> 1) & 1`,
  satCount: sql`f.satellites`,
  signalLevel: sql`f.signal`,
  backfill: sql`f.backfill or f.received_at - f.gnss_at > ${LATE_S} * interval '1 second'`,
  statusText: sql`f.status_bits`,
  alarmText: sql`f.alarm_bits`,
  qualityText: sql`f.quality`,
  position: sql`case when f.lng <> 0 or f.lat <> 0 then ${formatPlace(sql`f.lng`, sql`f.lat`)} end`,
  lng: sql`f.lng`,
  lat: sql`f.lat`,
} as const;

/** The bits of STATUS_BIT values: '10', or '8-9'. */
const parseBits = (values: readonly string[]): number =>
  values.reduce((mask, value) => {
    const [first = 0, last = first] = value.split('-').map(Number);
    for (let bit = first; bit <= last; bit++) mask |= 1 << bit;
    return mask;
  }, 0);
/** All bits of STATUS_BIT. */
const EVERY_BIT = parseBits(['0', '1', '4', '5', '8-9', '10', '11', '12', '13-17', '18-21', '22']);

/** Reports that read positions. */
export const trackReports: readonly ReportDefinition[] = [
  {
    id: 401010,
    page: '/report/basicstatementreport/trackDetail',
    filters: [company, vehicle, times('0', MAX_POSITION_DAYS), check('onlyValid', 1), check('withStop', 1), speed('speedMin', 0)],
    columns: [
      'carNo',
      'gpsTime',
      'recvTime',
      'speed',
      'recSpeed',
      'heading',
      'altitude',
      'odometer',
      'accState',
      'fixState',
      'satCount',
      'signalLevel',
      'backfill',
      'statusText',
      'alarmText',
      'qualityText',
      'position',
      'lng',
      'lat',
    ],
    sums: { speed: 'max' },
    chart: { type: 'line', x: 'gpsTime', y: ['speed'] },
    order: ['gpsTime', 'asc'],
    query: (request) => {
      const { from, to } = request.times;
      const slowest = request.number('speedMin') ?? 0;
      return {
        from: sql`position f ${JOIN_VEHICLE}`,
        where: [
          ...requestedVehicles(request),
          sql`f.vehicle_id = any(${[...(request.vehicles ?? [])]})`,
          sql`f.gnss_at >= ${at(from)} and f.gnss_at < ${at(to)}`,
          ...(request.number('onlyValid') === 0 ? [] : [sql`f.quality & ${FAULTS}::integer = 0`]),
          ...(request.number('withStop') === 0 ? [sql`f.speed_kmh >= ${DRIVING_KMH}`] : []),
          ...(slowest > 0 ? [sql`f.speed_kmh >= ${slowest}::float8`] : []),
        ],
        columns: { carNo: VEHICLE_FACTS.carNo, ...POSITION },
        ids: VEHICLE_IDS,
        tie: [sql`f.gnss_at`, sql`f.vehicle_id`],
      };
    },
  },
  {
    id: 700052,
    page: '/report/statusData',
    filters: [
      company,
      vehicles,
      { name: 'timeRange', type: filterTypes.times, required: true, preset: '1', maxDays: MAX_POSITION_DAYS },
      some('statusBits', 'STATUS_BIT'),
      check('onlyChange', 1),
    ],
    columns: [
      'deptName',
      'carNo',
      'gpsTime',
      'accState',
      'fixState',
      'statusText',
      'alarmText',
      'speed',
      'odometer',
      'satCount',
      'signalLevel',
      'position',
      'lng',
      'lat',
    ],
    drills: [{ column: 'gpsTime', report: 401010, takes: { deptId: 'deptId', carId: 'row.carId', timeRange: 'row.around' } }],
    order: ['gpsTime', 'desc'],
    query: (request) => {
      const { from, to } = request.times;
      const inRequestedTimes = sql`f.gnss_at >= ${at(from)} and f.gnss_at < ${at(to)}`;
      const watchedDepartments = request.list('statusBits');
      const changed = (bits: Sql): Sql =>
        sql`(${bits} & ${watchedDepartments === null ? EVERY_BIT : parseBits(watchedDepartments)}::bigint)`;
      return {
        ...(request.number('onlyChange') === 0
          ? { from: sql`position f ${JOIN_VEHICLE}`, where: [...requestedVehicles(request), inRequestedTimes] }
          : {
              // one vehicle at a time, in storage order; the state before the range applies to the first position
              from: sql`(select v.id from vehicle v where ${requestedVehicles(request).reduce((all, each) => sql`${all} and ${each}`)}) c
                cross join lateral (
                  select f.*, coalesce(lag(f.status_bits) over (order by f.gnss_at), (
                    select p.status_bits from position p where p.vehicle_id = c.id and p.gnss_at < ${at(from)}
                      and p.gnss_at >= ${at(from - BEFORE_MS)} order by p.gnss_at desc limit 1)) as bits_before
                  from position f where f.vehicle_id = c.id and ${inRequestedTimes}) f ${JOIN_VEHICLE}`,
              where: [sql`${changed(sql`f.status_bits`)} is distinct from ${changed(sql`f.bits_before`)}`],
            }),
        columns: { deptName: VEHICLE_FACTS.deptName, carNo: VEHICLE_FACTS.carNo, ...POSITION },
        ids: { ...VEHICLE_IDS, day: businessDayOf(request, sql`f.gnss_at`), around: timesAround(request, sql`f.gnss_at`) },
        tie: [sql`f.gnss_at`, sql`f.vehicle_id`],
        isSearched: request.number('onlyChange') !== 0,
      };
    },
  },
];
