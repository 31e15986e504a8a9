import { setTimeout as sleep } from 'node:timers/promises';
import type { BusinessDay } from '@fleetwarden/domain/business-day';
import { shiftOf } from '../engine/days/columns.ts';
import { emptyFigures, type Figures, isEmpty } from '../engine/days/figures.ts';
import { createDayFold, type StoredReport, type TrackDays } from '../engine/days/track-days.ts';
import { type EngineState, restoreState } from '../engine/vehicle-state.ts';
import { visitsOpenSince } from '../engine/visits/fold.ts';
import type { GeofenceSnapshot } from '../engine/visits/geofence-snapshot.ts';
import { type Db, sql } from '../platform/db/database.ts';
import {
  type AccRow,
  type DayRow,
  type DriftRow,
  type GapRow,
  type RecalculatedDay,
  removeEmptyDays,
  replaceAccs,
  replaceDrifts,
  replaceGaps,
  type Span,
  saveRecalculatedDays,
} from './day-store.ts';
import { REBUILD_LANES, REBUILT_DAYS } from './limits.ts';
import { recountStatusChanges } from './status-changes.ts';
import { oddArrivals, storedTracks } from './stored-tracks.ts';
import { type OpenPlace, removeVisits, saveVisits, type VisitRow } from './visit-store.ts';

/** Key of the advisory lock that allows one recalculation pass at a time: 'days' in ASCII. */
const LOCK = 0x64_61_79_73;
/** Polling interval for the lock, ms: a pass takes seconds, and statements have a time limit. */
const LOCK_POLL_MS = 200;

/** Loads the geofences that applied to the vehicles in a time range, epoch ms. */
export type LoadGeofenceSnapshot = (vehicleIds: readonly number[], from: number, until: number) => Promise<GeofenceSnapshot>;

/**
 * Recalculates consecutive days of vehicles from their positions: figures, ignition, gaps, drift points, geofence visits, status changes.
 * In a day that the live stream is still in, its part (as last saved) stays and only the difference is stored (`shift`). Days without
 * positions stay: retention may have deleted them.
 */
export async function recalculateDays(
  db: Db,
  vehicleIds: readonly number[],
  days: readonly BusinessDay[],
  timeZone: string,
  loadGeofenceSnapshot?: LoadGeofenceSnapshot,
): Promise<void> {
  for (let first = 0; first < days.length; first += REBUILT_DAYS) {
    const some = days.slice(first, first + REBUILT_DAYS);
    await withAdvisoryLock(db, () =>
      runInLanes(vehicleIds, (vehicles) => pass(db, vehicles, some, timeZone, loadGeofenceSnapshot)),
    );
  }
}

/** Splits vehicles between parallel workers. Settles when all of them have. */
async function runInLanes(vehicleIds: readonly number[], work: (vehicleIds: readonly number[]) => Promise<void>): Promise<void> {
  const size = Math.ceil(vehicleIds.length / REBUILD_LANES);
  const lanes: Promise<void>[] = [];
  for (let at = 0; at < vehicleIds.length; at += size) lanes.push(work(vehicleIds.slice(at, at + size)));
  for (const lane of await Promise.allSettled(lanes)) if (lane.status === 'rejected') throw lane.reason;
}

async function pass(
  db: Db,
  vehicleIds: readonly number[],
  days: readonly BusinessDay[],
  timeZone: string,
  loadGeofenceSnapshot: LoadGeofenceSnapshot | undefined,
): Promise<void> {
  const from = days[0]!.startAt;
  const until = days.at(-1)!.endAt;
  // Load the saved states before the positions, so that no position counts twice.
  const streams = await savedStreams(db, vehicleIds);
  const odd = await countOddPositions(db, vehicleIds, days);
  const ground = await loadGeofenceSnapshot?.(vehicleIds, from, until);
  const made = { days: [] as RecalculatedDay[], none: [] as Omit<DayRow, 'figures'>[] };
  const [accs, gaps, drifts, spans]: [AccRow[], GapRow[], DriftRow[], Span[]] = [[], [], [], []];
  const [visits, visitSpans, open]: [VisitRow[], Span[], OpenPlace[]] = [[], [], []];
  const take = (vehicleId: number, track: TrackDays) => {
    const stream = streams.get(vehicleId);
    const liveAt = Math.min(until, liveSince(stream));
    spans.push({ vehicleId, from, until: liveAt });
    for (const acc of track.accs)
      if (acc.startAt >= from && acc.startAt < liveAt)
        accs.push({ vehicleId, acc: { ...acc, endAt: Math.min(acc.endAt, liveAt) } });
    for (const gap of track.gaps) if (gap.fromAt >= from && gap.fromAt < liveAt) gaps.push({ vehicleId, gap });
    for (const drift of track.drifts) if (drift.at >= from && drift.at < liveAt) drifts.push({ vehicleId, drift });
    const live = streamVisits(stream);
    const liveUntil = Math.min(until, live.until);
    if (ground !== undefined && liveUntil > from) visitSpans.push({ vehicleId, from, until: liveUntil });
    for (const [placeId, at] of live.open) open.push({ vehicleId, placeId, at });
    for (const visit of track.visits) {
      const openAt = live.open.get(visit.placeId) ?? Number.POSITIVE_INFINITY;
      if (visit.enterAt < from || visit.enterAt >= Math.min(liveUntil, openAt)) continue;
      visits.push({ vehicleId, visit: { ...visit, leaveAt: Math.min(visit.leaveAt, openAt) } });
    }
    const found = new Map(track.days.map(({ startAt, figures }) => [startAt, figures]));
    const oddDays = odd.get(vehicleId);
    odd.delete(vehicleId);
    for (const { startAt, endAt } of days) {
      const oddCount = (track.odd.get(startAt) ?? 0) + (oddDays?.get(startAt) ?? 0);
      const figures = found.get(startAt) ?? emptyFigures();
      const part = findStreamFigures(stream, startAt, endAt);
      if (isEmpty(figures) && oddCount === 0) made.none.push({ vehicleId, startAt, endAt });
      else made.days.push({ vehicleId, startAt, endAt, figures, odd: oddCount, shift: part && shiftOf(figures, part) });
    }
  };
  for await (const { vehicleId, reports } of storedTracks(db, vehicleIds, from, until))
    take(vehicleId, foldTrack(reports, streams.get(vehicleId), timeZone, ground && { vehicleId, ground }));
  for (const vehicleId of [...odd.keys()])
    take(vehicleId, { days: [], accs: [], gaps: [], drifts: [], visits: [], odd: new Map() });
  await db.transaction(async (tx) => {
    await removeEmptyDays(tx, made.none, timeZone);
    await saveRecalculatedDays(tx, made.days, timeZone);
    await replaceAccs(tx, spans, accs);
    await replaceGaps(tx, spans, gaps);
    await replaceDrifts(tx, spans, drifts);
    await removeVisits(tx, visitSpans, open);
    await saveVisits(tx, visits);
    await recountStatusChanges(tx, vehicleIds, from, until);
  });
}

/** The saved states of the live streams. */
async function savedStreams(db: Db, vehicleIds: readonly number[]): Promise<Map<number, EngineState>> {
  const rows = await db.query<{ vehicle_id: number; engine: unknown }>(
    sql`select vehicle_id, engine from vehicle_latest where vehicle_id = any(${[...vehicleIds]})`,
  );
  return new Map(rows.map(({ vehicle_id, engine }) => [vehicle_id, restoreState(engine)]));
}

/** Positions outside all partitions: their number per vehicle and day of arrival. */
async function countOddPositions(
  db: Db,
  vehicleIds: readonly number[],
  days: readonly BusinessDay[],
): Promise<Map<number, Map<number, number>>> {
  const counts = new Map<number, Map<number, number>>();
  for (const { vehicleId, receivedAt } of await oddArrivals(db, vehicleIds, days[0]!.startAt, days.at(-1)!.endAt)) {
    const { startAt } = days.findLast((day) => day.startAt <= receivedAt)!;
    const ofVehicle = counts.get(vehicleId) ?? new Map<number, number>();
    ofVehicle.set(startAt, (ofVehicle.get(startAt) ?? 0) + 1);
    counts.set(vehicleId, ofVehicle);
  }
  return counts;
}

/** Skips live positions newer than the saved state: the stream will count them itself. */
function foldTrack(
  reports: Iterable<StoredReport>,
  stream: EngineState | undefined,
  timeZone: string,
  visiting: { readonly vehicleId: number; readonly ground: GeofenceSnapshot } | undefined,
): TrackDays {
  const takenAt = stream?.newestAt ?? Number.POSITIVE_INFINITY;
  const fold = createDayFold(timeZone, visiting);
  for (const report of reports) if (report.backfill || report.at <= takenAt) fold.add(report);
  return fold.end();
}

/** The stream's figures of a day it is in or has not reached; null once it has left the day. */
function findStreamFigures(stream: EngineState | undefined, startAt: number, endAt: number): Figures | null {
  const open = stream?.days.open ?? [];
  const [first] = open;
  if (first !== undefined && first.startAt >= endAt) return null;
  return open.find((day) => day.startAt === startAt)?.figures ?? emptyFigures();
}

/** Start of the stream's own ignition segments and gaps. */
function liveSince(stream: EngineState | undefined): number {
  return stream?.days.acc?.startAt ?? stream?.drift.last?.at ?? Number.POSITIVE_INFINITY;
}

/** Visits owned by the stream: open ones by geofence, and all that start from `until` on. */
function streamVisits(stream: EngineState | undefined): { readonly open: ReadonlyMap<number, number>; readonly until: number } {
  return {
    open: stream?.visits === undefined ? new Map() : visitsOpenSince(stream.visits),
    until: (stream?.drift.last?.at ?? Number.POSITIVE_INFINITY) + 1,
  };
}

/** Runs `work` while no other process recalculates days, so that an older snapshot cannot overwrite a newer one. */
async function withAdvisoryLock(db: Db, work: () => Promise<void>): Promise<void> {
  const client = await db.connect();
  let broken = true;
  try {
    while (!(await client.query(`select pg_try_advisory_lock(${LOCK}) as held`)).rows[0].held) await sleep(LOCK_POLL_MS);
    await work();
    await client.query(`select pg_advisory_unlock(${LOCK})`);
    broken = false;
  } finally {
    client.release(broken);
  }
}
