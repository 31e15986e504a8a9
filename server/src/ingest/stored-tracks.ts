import { DAY_MS } from '@fleetwarden/domain/durations';
import { QUALITY } from '@fleetwarden/domain/quality';
import { REACH_MS } from '../engine/days/open-days.ts';
import { RUN_IN_POSITIONS, RUN_IN_USABLE } from '../engine/days/run-in.ts';
import type { StoredReport } from '../engine/days/track-days.ts';
import { type Columns, copyRows, literal, orderColumns, packed, type ReadColumns } from '../platform/db/copy-out.ts';
import { type Db, sql } from '../platform/db/database.ts';
import type { Span } from './day-store.ts';
import { READ_VEHICLE_DAYS, REBUILD_READ_MS } from './limits.ts';

/** The positions of a vehicle in order of time, as far as days need them: those of the time asked for, and some before and behind. */
type StoredTrack = { readonly vehicleId: number; readonly reports: Iterable<StoredReport> };

/** A bit of `flags` beside those of quality. */
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

/** For the positions that are read at once. */
const READ_MEMORY = '64MB';

const NAMES = 'vehicle_id, gnss_at, received_at, lng, lat, speed_kmh, odometer_km, status_bits, alarm_bits, quality, backfill';
/** What no step is made of, but for what lies abroad. */
const UNUSABLE =
  QUALITY.time | QUALITY.speed | QUALITY.heading | QUALITY.altitude | QUALITY.plate | QUALITY.status | QUALITY.noFix;

/**
 * The tracks of vehicles from `from` to before `until`, epoch ms, one after the other. What lies before and behind is as much as steps
 * over the edges need: the last and the next positions of any kind, and as many that can be used, in so far as anything is told of the
 * time between.
 */
export async function* storedTracks(
  db: Db,
  vehicleIds: readonly number[],
  from: number,
  until: number,
): AsyncGenerator<StoredTrack, void> {
  const settings = { statement_timeout: String(REBUILD_READ_MS), work_mem: READ_MEMORY };
  const edges = new Map<number, Track>();
  const around = aroundQuery(listed(vehicleIds), from, until);
  for await (const track of copyRows(db, around, COLUMNS, settings)) edges.set(track.vehicle[0]!, track);
  const size = Math.max(1, Math.floor((READ_VEHICLE_DAYS * DAY_MS) / (until - from)));
  for (let at = 0; at < vehicleIds.length; at += size) {
    // as they lie: they came nearly in order of time, and those of a vehicle are brought to it here sooner than all of them there
    const inside = `
      select ${packed(COLUMNS)} from position
      where vehicle_id = any(${listed(vehicleIds.slice(at, at + size))})
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

const listed = (ids: readonly number[]): string => `'{${ids.map(literal.whole).join(',')}}'::integer[]`;

/** So many usable positions on either side may change by what comes between them: drift is known by those that follow. */
const NEIGHBOURS = 7;

/**
 * The spans with the last usable positions before and the next ones behind them, as far as anything is told of the time between: what
 * comes in a span changes the way from the ones and to the others.
 */
export async function withNeighbours(db: Db, spans: readonly Span[]): Promise<Span[]> {
  const furthest = (of: 'min' | 'max', side: string) => `
    (select ${of}(gnss_at) from (
      select gnss_at from position where vehicle_id = u.vehicle_id and ${side} and quality & ${UNUSABLE} = 0
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

/** How many reports of each vehicle and time of arrival lie apart, because no day's partition holds their time. */
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
  const fit = `and quality & ${UNUSABLE} = 0`;
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

/** One object for all: it holds until the next is asked for. */
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
