import { DAY_MS } from '@fleetwarden/domain/durations';
import { MAX_USABLE_KMH, QUALITY, UNUSABLE } from '@fleetwarden/domain/quality';
import { REACH_MS } from '../engine/days/open-days.ts';
import { RUN_IN_POSITIONS, RUN_IN_USABLE } from '../engine/days/run-in.ts';
import type { StoredReport } from '../engine/days/track-days.ts';
import { type Columns, copyRows, literal, orderColumns, packed, type ReadColumns } from '../platform/db/copy-out.ts';
import { type Db, sql } from '../platform/db/database.ts';
import type { Span } from './day-store.ts';
import { READ_VEHICLE_DAYS, REBUILD_READ_MS } from './limits.ts';

/** Positions of a vehicle in order of time: the requested range with a run-in on both sides. */
type StoredTrack = { readonly vehicleId: number; readonly reports: Iterable<StoredReport> };

/** A bit of `flags` above the quality bits. */
const BACKFILL = 1 << 16;
const COLUMNS = {
  vehicle: ['int4', 'vehicle_id'],
  at: ['timestamptz', 'gnss_at'],
  received: ['timestamptz', 'received_at'],
  lng: ['float8', 'lng'],
  lat: ['float8', 'lat'],
  speed: ['float4', 'speed_kmh'],
  odometer: ['float8', 'odometer_km'],
  status: ['int8', 'status_bits'],
  alarms: ['int8', 'alarm_bits'],
  flags: ['int4', `quality + case when backfill then ${BACKFILL} else 0 end`],
} as const satisfies ReadColumns<string>;
type Track = Columns<keyof typeof COLUMNS>;

/** work_mem of the read. */
const READ_MEMORY = '64MB';

const NAMES = 'vehicle_id, gnss_at, received_at, lng, lat, speed_kmh, odometer_km, status_bits, alarm_bits, quality, backfill';
/** Positions that may form steps; `usable` in the domain decides. */
const FIT = `quality & ${UNUSABLE} = 0 and speed_kmh between 0 and ${MAX_USABLE_KMH}`;

/**
 * Streams the tracks of vehicles from `from` to before `until`, epoch ms. Each track includes enough positions before and after
 * the range to compute the steps at its edges.
 */
export async function* storedTracks(
  db: Db,
  vehicleIds: readonly number[],
  from: number,
  until: number,
): AsyncGenerator<StoredTrack, void> {
  const settings = { statement_timeout: String(REBUILD_READ_MS), work_mem: READ_MEMORY };
  const edges = new Map<number, Track>();
  const around = aroundQuery(toArrayLiteral(vehicleIds), from, until);
  for await (const track of copyRows(db, around, COLUMNS, settings)) edges.set(track.vehicle[0]!, track);
  const size = Math.max(1, Math.floor((READ_VEHICLE_DAYS * DAY_MS) / (until - from)));
  for (let at = 0; at < vehicleIds.length; at += size) {
    // Unsorted: rows are nearly in order, and sorting each vehicle here is faster than sorting all in PostgreSQL.
    const inside = `
      select ${packed(COLUMNS)} from position
      where vehicle_id = any(${toArrayLiteral(vehicleIds.slice(at, at + size))})
        and gnss_at >= ${literal.instant(from)} and gnss_at < ${literal.instant(until)}
      group by vehicle_id`;
    for await (const track of copyRows(db, inside, COLUMNS, settings)) {
      const vehicleId = track.vehicle[0]!;
      yield { vehicleId, reports: joined(edges.get(vehicleId), orderColumns(track, 'at'), until) };
      edges.delete(vehicleId);
    }
  }
  for (const [vehicleId, track] of edges) yield { vehicleId, reports: joined(track, undefined, until) };
}

const toArrayLiteral = (ids: readonly number[]): string => `'{${ids.map(literal.whole).join(',')}}'::integer[]`;

/** Usable positions on either side that a late position may affect: the drift filter looks at those that follow. */
const NEIGHBOURS = 7;

/** Extends spans to their last usable positions before and first ones after, because late positions change the steps to both. */
export async function expandToNeighbours(db: Db, spans: readonly Span[]): Promise<Span[]> {
  const furthest = (of: 'min' | 'max', side: string) => `
    (select ${of}(gnss_at) from (
      select gnss_at from position where vehicle_id = u.vehicle_id and ${side} and ${FIT}
      order by gnss_at ${of === 'min' ? 'desc' : 'asc'} limit ${NEIGHBOURS}) as near)`;
  const reach = `interval '${REACH_MS} milliseconds'`;
  const rows = await db.query<{ before: number | null; behind: number | null; place: number }>(
    `select ${furthest('min', `gnss_at < u.from_at and gnss_at >= u.from_at - ${reach}`)} as before,
       ${furthest('max', `gnss_at >= u.until_at and gnss_at < u.until_at + ${reach}`)} as behind, u.place::integer
     from unnest($1::int[], $2::timestamptz[], $3::timestamptz[]) with ordinality as u (vehicle_id, from_at, until_at, place)`,
    [spans.map(({ vehicleId }) => vehicleId), spans.map(({ from }) => new Date(from)), spans.map(({ until }) => new Date(until))],
  );
  return rows.map(({ before, behind, place }) => {
    const { vehicleId, from, until } = spans[place - 1]!;
    return { vehicleId, from: before ?? from, until: behind === null ? until : behind + 1 };
  });
}

/** Reports outside all day partitions, with their time of arrival. */
export function oddArrivals(
  db: Db,
  vehicleIds: readonly number[],
  from: number,
  until: number,
): Promise<{ vehicleId: number; receivedAt: number }[]> {
  return db.query(sql`
    select vehicle_id as "vehicleId", received_at as "receivedAt" from position_odd
    where received_at >= ${new Date(from)} and received_at < ${new Date(until)} and vehicle_id = any(${[...vehicleIds]})
      and quality & ${QUALITY.time}::integer <> 0`);
}

function aroundQuery(ids: string, from: number, until: number): string {
  const some = (side: string, order: string, more: string, most = RUN_IN_POSITIONS) => `
    (select ${NAMES} from position where vehicle_id = v.id and ${side} and quality & ${QUALITY.time} = 0 ${more}
     order by gnss_at ${order} limit ${most})`;
  const before = `gnss_at >= ${literal.instant(from - REACH_MS)} and gnss_at < ${literal.instant(from)}`;
  const behind = `gnss_at >= ${literal.instant(until)} and gnss_at < ${literal.instant(until + REACH_MS)}`;
  const fit = `and ${FIT}`;
  const parts = [
    some(before, 'desc', ''),
    some(before, 'desc', fit, RUN_IN_USABLE),
    some(behind, 'asc', ''),
    some(behind, 'asc', fit),
  ];
  return `
    select ${packed(COLUMNS, 'gnss_at')} from unnest(${ids}) as v (id) cross join lateral (${parts.join(' union all ')}) as p
    group by vehicle_id`;
}

/** Reuses one object: it is valid until the next iteration. */
function* joined(around: Track | undefined, inside: Track | undefined, until: number): Generator<StoredReport, void> {
  const report = {
    at: 0,
    receivedAt: 0,
    lng: 0,
    lat: 0,
    speedKmh: 0,
    statusBits: 0,
    alarmBits: 0,
    quality: 0,
    backfill: false,
    odometerKm: null as number | null,
  };
  const read = (track: Track, i: number) => {
    const flags = track.flags[i]!;
    const odometer = track.odometer[i]!;
    report.at = track.at[i]!;
    report.receivedAt = track.received[i]!;
    report.lng = track.lng[i]!;
    report.lat = track.lat[i]!;
    report.speedKmh = track.speed[i]!;
    report.statusBits = track.status[i]!;
    report.alarmBits = track.alarms[i]!;
    report.quality = flags & (BACKFILL - 1);
    report.backfill = (flags & BACKFILL) !== 0;
    report.odometerKm = Number.isNaN(odometer) ? null : odometer;
    return report;
  };
  let next = 0;
  for (; around !== undefined && next < around.rows && around.at[next]! < until; next++) yield read(around, next);
  for (let i = 0; inside !== undefined && i < inside.rows; i++) yield read(inside, i);
  for (; around !== undefined && next < around.rows; next++) yield read(around, next);
}
