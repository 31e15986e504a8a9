import { type Sql, sql } from '../../../platform/db/database.ts';
import { driftPoints } from '../facts/drift-points.ts';
import { NOTED, notesBetween } from '../facts/offline-notes.ts';
import { about, beginOf, inTimes, numbersOf } from '../facts/row-times.ts';
import { OF_VEHICLE, ofAsked, placeOf, VEHICLE_FACTS, VEHICLE_IDS } from '../facts/vehicle-columns.ts';
import type { Asked, Drill, Relation, ReportDefinition } from '../model/definition.ts';
import { company, industries, minutes, number, some, times, vehicles } from '../model/filters.ts';

const PAGE = '/report/positionanalysisreport';
const toTrack = (column: string): Drill => ({
  column,
  report: 401010,
  takes: { deptId: 'deptId', carId: 'row.carId', timeRange: 'row.about' },
});
const { deptName, carNo, plateColor, terminalNo } = VEHICLE_FACTS;

/** Where positions are missing or wrong (report catalogue, family 406). */
export const gapReports: readonly ReportDefinition[] = [
  {
    id: 406001,
    page: `${PAGE}/positionGap`,
    conditions: [company, vehicles, times('-1'), minutes('durationMin', 5), number('gapKm', 0)],
    columns: [
      'deptName',
      { key: 'carNo', fixed: true },
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
    query: (asked) => {
      const relation = gaps(asked, BROKEN | INCOMPLETE);
      return { ...relation, columns: { ...relation.columns, gapKind: sql`f.cause` } };
    },
  },
  {
    id: 406002,
    page: `${PAGE}/driftDetail`,
    conditions: [company, vehicles, times('-1')],
    columns: [
      'deptName',
      { key: 'carNo', fixed: true },
      'gpsTime',
      'speed',
      'lng',
      'lat',
      'position',
      'startPos',
      'gapSec',
      'gapKm',
      'gapSpeed',
    ],
    drills: [toTrack('gpsTime')],
    order: ['gpsTime', 'desc'],
    query: (asked) => ({
      from: sql`(${driftPoints(asked, ofAsked(asked))}) f ${OF_VEHICLE}`,
      where: [inTimes(asked, sql`f.gnss_at`)],
      columns: {
        deptName,
        carNo,
        gpsTime: sql`f.gnss_at`,
        speed: sql`f.speed_kmh`,
        lng: sql`f.lng`,
        lat: sql`f.lat`,
        position: placeOf(sql`f.lng`, sql`f.lat`),
        startPos: placeOf(sql`f.last_lng`, sql`f.last_lat`),
        gapSec: sql`f.gap_s`,
        gapKm: sql`f.km`,
      },
      formulas: { gapSpeed: GAP_SPEED },
      ids: { ...VEHICLE_IDS, about: about(asked, sql`f.gnss_at`) },
      tie: [sql`f.vehicle_id`],
    }),
  },
  {
    id: 406003,
    page: `${PAGE}/offlineDisplacement`,
    conditions: [company, vehicles, industries, times('-1'), number('gapKm', 20), minutes('durationMin', 30)],
    columns: [
      'deptName',
      { key: 'carNo', fixed: true },
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
    query: (asked) => {
      const relation = gaps(asked, DISPLACED);
      const { offlineReason, remark } = NOTED;
      return {
        ...relation,
        from: sql`${relation.from} ${notesBetween(asked, sql`f.from_at`, sql`f.to_at`)}`,
        columns: { ...relation.columns, offlineReason, remark },
      };
    },
  },
  {
    id: 406004,
    page: `${PAGE}/invalidPosition`,
    conditions: [company, vehicles, times('-1'), some('errKinds', 'ERR_KIND')],
    columns: [
      'deptName',
      { key: 'carNo', fixed: true },
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
    query: (asked) => ({
      from: sql`(${invalid(asked)}) f ${OF_VEHICLE}`,
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
    }),
  },
];

/** Bits of position_gap.kind. */
const [BROKEN, INCOMPLETE, DISPLACED] = [1, 2, 4];
/** Bits of position.quality that are faults. */
const FAULTS = [1, 2, 4, 8, 16, 32, 64];
const GAP_SPEED = sql`round(("gapKm" * 3600.0 / nullif("gapSec", 0))::numeric, 1)::float8`;

function gaps(asked: Asked, kinds: number): Relation {
  return {
    from: sql`position_gap f ${OF_VEHICLE}`,
    where: [
      ...ofAsked(asked),
      inTimes(asked, sql`f.from_at`),
      sql`f.kind & ${kinds}::integer <> 0`,
      sql`f.gap_s >= ${(asked.number('durationMin') ?? 0) * 60}::float8`,
      sql`f.distance_km >= ${asked.number('gapKm') ?? 0}::float8`,
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
      startPos: placeOf(sql`f.from_lng`, sql`f.from_lat`),
      endPos: placeOf(sql`f.to_lng`, sql`f.to_lat`),
    },
    formulas: { gapSpeed: GAP_SPEED },
    ids: { ...VEHICLE_IDS, about: about(asked, sql`f.from_at`) },
    tie: [sql`f.from_at`, sql`f.vehicle_id`],
  };
}

/**
 * Unqualified positions; those whose own time no partition holds count when they came. Only days that are known to have some are
 * looked through.
 */
function invalid(asked: Asked): Sql {
  const chosen = numbersOf(asked, 'errKinds');
  const wanted = (chosen ?? FAULTS).reduce((bits, bit) => bits | bit, 0);
  const found = sql`p.vehicle_id, p.gnss_at, p.received_at, p.lng, p.lat, p.altitude_m, p.speed_kmh, p.heading, p.quality`;
  const faulty = sql`p.quality & ${wanted}::integer <> 0`;
  return sql`
    select p.* from vehicle v join vehicle_day k on k.vehicle_id = v.id cross join lateral (
      select ${found} from position p where p.vehicle_id = k.vehicle_id and ${faulty} and ${inTimes(asked, sql`p.gnss_at`)}
        and p.gnss_at >= ${beginOf(asked, sql`k.day`)} and p.gnss_at < ${beginOf(asked, sql`k.day + 1`)}) p
    where ${all(ofAsked(asked))} and k.day between ${asked.days.from}::date and ${asked.days.to}::date
      and k.point_total > k.point_valid
    union all
    select ${found} from position_odd p join vehicle v on v.id = p.vehicle_id
    where ${all(ofAsked(asked))} and ${faulty} and ${inTimes(asked, sql`p.received_at`)}`;
}

const all = (parts: readonly Sql[]): Sql => parts.reduce((whole, part) => sql`${whole} and ${part}`, sql`true`);
