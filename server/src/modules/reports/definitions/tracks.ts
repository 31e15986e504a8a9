import { filterTypes } from '@fleetwarden/contract/reports/report-filters';
import { DRIVING_KMH } from '@fleetwarden/domain/vehicle-status';
import { at, type Sql, sql } from '../../../platform/db/database.ts';
import { listChangeColumns, selectStatusChanges, WATCHED_BITS } from '../../../platform/db/status-changes.ts';
import { businessDayOf, timesAround } from '../facts/row-times.ts';
import { formatPlace, JOIN_VEHICLE, requestedVehicles, VEHICLE_FACTS, VEHICLE_IDS } from '../facts/vehicle-columns.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { check, company, MAX_POSITION_DAYS, some, speed, times, vehicle, vehicles } from '../model/filters.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';

/** Fault bits of `position.quality` (domain/quality). */
const FAULTS = 127;
/** A position received later than this comes from the terminal's memory. */
const LATE_S = 60;

/** Columns of a stored position or status change `f`. */
const STATUS = {
  gpsTime: sql`f.gnss_at`,
  speed: sql`f.speed_kmh`,
  odometer: sql`f.odometer_km`,
  accState: sql`f.status_bits & 1`,
  fixState: sql`(f.status_bits >> 1) & 1`,
  satCount: sql`f.satellites`,
  signalLevel: sql`f.signal`,
  statusText: sql`f.status_bits`,
  alarmText: sql`f.alarm_bits`,
  position: sql`case when f.lng <> 0 or f.lat <> 0 then ${formatPlace(sql`f.lng`, sql`f.lat`)} end`,
  lng: sql`f.lng`,
  lat: sql`f.lat`,
} as const;
/** Columns of a stored position `f`. */
const POSITION = {
  ...STATUS,
  recvTime: sql`f.received_at`,
  recSpeed: sql`f.recorder_kmh`,
  heading: sql`f.heading`,
  altitude: sql`round(f.altitude_m)::integer`,
  backfill: sql`f.backfill or f.received_at - f.gnss_at > ${LATE_S} * interval '1 second'`,
  qualityText: sql`f.quality`,
} as const;

/** The bits of STATUS_BIT values: '10', or '8-9'. */
const parseBits = (values: readonly string[]): number =>
  values.reduce((mask, value) => {
    const [first = 0, last = first] = value.split('-').map(Number);
    for (let bit = first; bit <= last; bit++) mask |= 1 << bit;
    return mask;
  }, 0);

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
      if (request.number('onlyChange') !== 0) return statusChanges(request);
      const { from, to } = request.times;
      return {
        from: sql`position f ${JOIN_VEHICLE}`,
        where: [...requestedVehicles(request), sql`f.gnss_at >= ${at(from)} and f.gnss_at < ${at(to)}`],
        columns: { deptName: VEHICLE_FACTS.deptName, carNo: VEHICLE_FACTS.carNo, ...STATUS },
        ids: statusIds(request),
        tie: STATUS_TIE,
      };
    },
  },
];

const statusIds = (request: ReportRequest): Record<string, Sql> => ({
  ...VEHICLE_IDS,
  day: businessDayOf(request, sql`f.gnss_at`),
  around: timesAround(request, sql`f.gnss_at`),
});
const STATUS_TIE = [sql`f.gnss_at`, sql`f.vehicle_id`];

/** Positions at which a watched bit changed: as stored, and of days that are not stored from the positions, one vehicle at a time. */
function statusChanges(request: ReportRequest): Relation {
  const { from, to } = request.times;
  const bits = request.list('statusBits');
  const watched = (column: Sql): Sql => sql`(${column} & ${bits === null ? WATCHED_BITS : parseBits(bits)}::bigint)`;
  const compare = (first: Sql, last: Sql): Sql =>
    selectStatusChanges({ vehicle: sql`c.id`, from: first, until: last, within: { from, until: to } });
  const [begin, end] = [sql`${at(from)}::timestamptz`, sql`${at(to)}::timestamptz`];
  return {
    from: sql`(select v.id from vehicle v where ${requestedVehicles(request).reduce((all, each) => sql`${all} and ${each}`)}) c
      left join status_change_range k on k.vehicle_id = c.id
      cross join lateral (
        select ${listChangeColumns(sql`s`)} from status_change s
          where s.vehicle_id = c.id and s.gnss_at >= greatest(${begin}, k.from_at) and s.gnss_at < least(${end}, k.until_at)
        union all (${compare(sql`greatest(${begin}, k.until_at)`, end)})
        union all (${compare(begin, sql`least(${end}, coalesce(k.from_at, ${begin}))`)})) s
      cross join lateral (select c.id as vehicle_id, s.*) f ${JOIN_VEHICLE}`,
    where: [sql`${watched(sql`f.status_bits`)} is distinct from ${watched(sql`f.bits_before`)}`],
    columns: { deptName: VEHICLE_FACTS.deptName, carNo: VEHICLE_FACTS.carNo, ...STATUS },
    ids: statusIds(request),
    tie: STATUS_TIE,
    isSearched: true,
  };
}
