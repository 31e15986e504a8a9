import { QUALITY } from '@fleetwarden/domain/quality';
import { type Sql, sql } from '../../../platform/db/database.ts';
import { joinNotes, NOTE_COLUMNS } from '../facts/offline-notes.ts';
import { inTimes, requestedNumbers, startOfDay, timesAround } from '../facts/row-times.ts';
import { formatPlace, JOIN_VEHICLE, requestedVehicles, VEHICLE_FACTS, VEHICLE_IDS } from '../facts/vehicle-columns.ts';
import type { DrillDown, ReportDefinition } from '../model/definition.ts';
import { company, industries, minutes, number, some, times, vehicles } from '../model/filters.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';

const PAGE = '/report/positionanalysisreport';
const toTrack = (column: string): DrillDown => ({
  column,
  report: 401010,
  takes: { deptId: 'deptId', carId: 'row.carId', timeRange: 'row.about' },
});
const { deptName, carNo, plateColor, terminalNo } = VEHICLE_FACTS;

/** Missing and invalid positions (report catalogue, family 406). */
export const gapReports: readonly ReportDefinition[] = [
  {
    id: 406001,
    page: `${PAGE}/positionGap`,
    filters: [company, vehicles, times('-1'), minutes('durationMin', 5), number('gapKm', 0)],
    columns: [
      'deptName',
      'carNo',
      'plateColor',
      'startTime',
      'endTime',
      'gapSec',
      'gapKm',
      'gapOdoKm',
      'gapSpeed',
      'startPos',
      'endPos',
      'gapKind',
    ],
    sums: { gapSec: 'sum', gapKm: 'sum' },
    drills: [toTrack('startTime')],
    order: ['gapKm', 'desc'],
    query: (request) => {
      const relation = gaps(request, BROKEN | INCOMPLETE);
      return { ...relation, columns: { ...relation.columns, gapKind: sql`f.cause` } };
    },
  },
  {
    id: 406002,
    page: `${PAGE}/driftDetail`,
    filters: [company, vehicles, times('-1')],
    columns: ['deptName', 'carNo', 'gpsTime', 'speed', 'lng', 'lat', 'position', 'startPos', 'gapSec', 'gapKm', 'gapSpeed'],
    drills: [toTrack('gpsTime')],
    order: ['gpsTime', 'desc'],
    query: (request) => ({
      from: sql`drift_point f ${JOIN_VEHICLE}`,
      where: [inTimes(request, sql`f.gnss_at`), ...requestedVehicles(request)],
      columns: {
        deptName,
        carNo,
        gpsTime: sql`f.gnss_at`,
        speed: sql`f.speed_kmh`,
        lng: sql`f.lng`,
        lat: sql`f.lat`,
        position: formatPlace(sql`f.lng`, sql`f.lat`),
        startPos: formatPlace(sql`f.last_lng`, sql`f.last_lat`),
        gapSec: sql`round(extract(epoch from f.gnss_at - f.last_at))::integer`,
        gapKm: sql`f.km`,
      },
      formulas: { gapSpeed: GAP_SPEED },
      ids: { ...VEHICLE_IDS, about: timesAround(request, sql`f.gnss_at`) },
      tie: [sql`f.vehicle_id`],
    }),
  },
  {
    id: 406003,
    page: `${PAGE}/offlineDisplacement`,
    filters: [company, vehicles, industries, times('-1'), number('gapKm', 20), minutes('durationMin', 30)],
    columns: [
      'deptName',
      'carNo',
      'plateColor',
      'startTime',
      'endTime',
      'gapSec',
      'gapKm',
      'gapOdoKm',
      'gapSpeed',
      'startPos',
      'endPos',
      'offlineReason',
      'remark',
    ],
    sums: { gapKm: 'sum' },
    drills: [{ column: 'startTime', report: 401003, takes: { deptId: 'deptId', carIds: 'row.carId', timeRange: 'row.about' } }],
    order: ['gapKm', 'desc'],
    query: (request) => {
      const relation = gaps(request, DISPLACED);
      const { offlineReason, remark } = NOTE_COLUMNS;
      return {
        ...relation,
        from: sql`${relation.from} ${joinNotes(request, sql`f.from_at`, sql`f.to_at`)}`,
        columns: { ...relation.columns, offlineReason, remark },
      };
    },
  },
  {
    id: 406004,
    page: `${PAGE}/invalidPosition`,
    filters: [company, vehicles, times('-1'), some('errKinds', 'ERR_KIND')],
    columns: [
      'deptName',
      'carNo',
      'terminalNo',
      'gpsTime',
      'recvTime',
      'speed',
      'heading',
      'altitude',
      'lng',
      'lat',
      'qualityText',
    ],
    chart: { type: 'pie', x: 'qualityText', y: ['count'] },
    order: ['gpsTime', 'desc'],
    query: (request) => ({
      from: sql`(${invalid(request)}) f ${JOIN_VEHICLE}`,
      columns: {
        deptName,
        carNo,
        terminalNo,
        gpsTime: sql`f.gnss_at`,
        recvTime: sql`f.received_at`,
        speed: sql`f.speed_kmh`,
        heading: sql`f.heading`,
        altitude: sql`round(f.altitude_m)::integer`,
        lng: sql`f.lng`,
        lat: sql`f.lat`,
        qualityText: sql`(select string_agg(fault::text, ',' order by fault) from unnest(${FAULTS}::integer[]) as fault where f.quality & fault <> 0)`,
      },
      ids: VEHICLE_IDS,
      tie: [sql`f.received_at`, sql`f.vehicle_id`],
      isSearched: true,
    }),
  },
];

/** Bits of position_gap.kind. */
const [BROKEN, INCOMPLETE, DISPLACED] = [1, 2, 4];
/** Times ahead of ours have a partition up to this many days after today. */
const AHEAD_DAYS = 3;
/** Fault bits of position.quality. */
const FAULTS = [1, 2, 4, 8, 16, 32, 64];
const GAP_SPEED = sql`round(("gapKm" * 3600.0 / nullif("gapSec", 0))::numeric, 1)::float8`;

function gaps(request: ReportRequest, kinds: number): Relation {
  return {
    from: sql`position_gap f ${JOIN_VEHICLE}`,
    where: [
      ...requestedVehicles(request),
      inTimes(request, sql`f.from_at`),
      sql`f.kind & ${kinds}::integer <> 0`,
      sql`f.gap_s >= ${(request.number('durationMin') ?? 0) * 60}::float8`,
      sql`f.distance_km >= ${request.number('gapKm') ?? 0}::float8`,
    ],
    columns: {
      deptName,
      carNo,
      plateColor,
      startTime: sql`f.from_at`,
      endTime: sql`f.to_at`,
      gapSec: sql`f.gap_s`,
      gapKm: sql`f.distance_km`,
      gapOdoKm: sql`f.odo_diff_km`,
      startPos: formatPlace(sql`f.from_lng`, sql`f.from_lat`),
      endPos: formatPlace(sql`f.to_lng`, sql`f.to_lat`),
    },
    formulas: { gapSpeed: GAP_SPEED },
    ids: { ...VEHICLE_IDS, about: timesAround(request, sql`f.from_at`) },
    tie: [sql`f.from_at`, sql`f.vehicle_id`],
  };
}

/** Invalid positions, found by their index. Where their own time cannot be believed, the time of receipt counts. */
function invalid(request: ReportRequest): Sql {
  const chosen = requestedNumbers(request, 'errKinds');
  const mask = (chosen ?? FAULTS).reduce((bits, bit) => bits | bit, 0);
  const columnList = sql`p.vehicle_id, p.gnss_at, p.received_at, p.lng, p.lat, p.altitude_m, p.speed_kmh, p.heading, p.quality`;
  const faulty = sql`${all(requestedVehicles(request))} and p.quality & ${mask}::integer <> 0`;
  const { from, to } = request.days;
  // the condition of the partial index, in the words of SQL
  const stored = sql`select ${columnList} from position p join vehicle v on v.id = p.vehicle_id where ${faulty} and p.quality & 127 <> 0`;
  return sql`
    ${stored} and ${inTimes(request, sql`p.gnss_at`)} and p.quality & ${QUALITY.time}::integer = 0
    union all
    ${stored} and ${inTimes(request, sql`p.received_at`)} and p.quality & ${QUALITY.time}::integer <> 0
      and p.gnss_at >= ${startOfDay(request, sql`${from}::date`)} and p.gnss_at < ${startOfDay(request, sql`${to}::date + ${AHEAD_DAYS}::integer`)}
    union all
    select ${columnList} from position_odd p join vehicle v on v.id = p.vehicle_id where ${faulty} and ${inTimes(request, sql`p.received_at`)}`;
}

const all = (parts: readonly Sql[]): Sql => parts.reduce((whole, part) => sql`${whole} and ${part}`, sql`true`);
