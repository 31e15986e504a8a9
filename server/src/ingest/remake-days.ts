import { setTimeout as sleep } from 'node:timers/promises';
import type { BusinessDay } from '@fleetwarden/domain/business-day';
import { shiftOf } from '../engine/days/columns.ts';
import { emptyFigures, type Figures, isEmpty } from '../engine/days/figures.ts';
import { createDayFold, type StoredReport, type TrackDays } from '../engine/days/track-days.ts';
import { type EngineState, restoreState } from '../engine/vehicle.ts';
import { visitsOpenSince } from '../engine/visits/fold.ts';
import type { VisitGround } from '../engine/visits/ground.ts';
import { type Db, sql } from '../platform/db/database.ts';
import {
  type AccRow,
  type DayRow,
  type GapRow,
  type RebuiltDay,
  removeEmptyDays,
  replaceAccs,
  replaceGaps,
  type Span,
  saveRebuiltDays,
} from './day-store.ts';
import { REBUILD_LANES, REBUILT_DAYS } from './limits.ts';
import { oddArrivals, storedTracks } from './stored-tracks.ts';
import { type OpenPlace, removeVisits, saveVisits, type VisitRow } from './visit-store.ts';

/** The key of the advisory lock that lets one pass at a time remake days: 'days' in ASCII. */
const LOCK = 0x64_61_79_73;
/** How often who waits for it looks, ms: a pass takes seconds, and a statement may not wait for long. */
const LOOK_MS = 200;

/** The areas whose visits are told of the positions of vehicles within a time, epoch ms, as they were then. */
export type PastGround = (vehicleIds: readonly number[], from: number, until: number) => Promise<VisitGround>;

/**
 * Makes consecutive days of vehicles anew from their positions: figures, ignition, gaps, visits of areas. Of a day that the live stream is still in, its
 * own part is left to it, as it was saved last: what the positions have more is added to whatever it counts (`shift`), so that the two
 * never overwrite each other. A day without any position is left as it is: its positions may be gone by retention.
 */
export async function remakeDays(
  db: Db,
  vehicleIds: readonly number[],
  days: readonly BusinessDay[],
  timeZone: string,
  pastGround?: PastGround,
): Promise<void> {
  for (let first = 0; first < days.length; first += REBUILT_DAYS) {
    const some = days.slice(first, first + REBUILT_DAYS);
    await alone(db, () => inLanes(vehicleIds, (vehicles) => pass(db, vehicles, some, timeZone, pastGround)));
  }
}

/** Divides vehicles among lanes that work side by side: one reads while another writes. All have ended when it resolves or rejects. */
async function inLanes(vehicleIds: readonly number[], work: (vehicleIds: readonly number[]) => Promise<void>): Promise<void> {
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
  pastGround: PastGround | undefined,
): Promise<void> {
  const from = days[0]!.startAt;
  const until = days.at(-1)!.endAt;
  // before the positions: what the stream takes meanwhile is told from what it had taken
  const streams = await savedStreams(db, vehicleIds);
  const odd = await oddOf(db, vehicleIds, days);
  const ground = await pastGround?.(vehicleIds, from, until);
  const made = { days: [] as RebuiltDay[], none: [] as Omit<DayRow, 'figures'>[] };
  const [accs, gaps, spans]: [AccRow[], GapRow[], Span[]] = [[], [], []];
  const [visits, visitSpans, open]: [VisitRow[], Span[], OpenPlace[]] = [[], [], []];
  const take = (vehicleId: number, track: TrackDays) => {
    const stream = streams.get(vehicleId);
    const liveAt = Math.min(until, liveSince(stream));
    spans.push({ vehicleId, from, until: liveAt });
    for (const acc of track.accs)
      if (acc.startAt >= from && acc.startAt < liveAt)
        accs.push({ vehicleId, acc: { ...acc, endAt: Math.min(acc.endAt, liveAt) } });
    for (const gap of track.gaps) if (gap.fromAt >= from && gap.fromAt < liveAt) gaps.push({ vehicleId, gap });
    const told = streamVisits(stream);
    const toldAt = Math.min(until, told.until);
    if (ground !== undefined && toldAt > from) visitSpans.push({ vehicleId, from, until: toldAt });
    for (const [placeId, at] of told.open) open.push({ vehicleId, placeId, at });
    for (const visit of track.visits) {
      const openAt = told.open.get(visit.placeId) ?? Number.POSITIVE_INFINITY;
      if (visit.enterAt < from || visit.enterAt >= Math.min(toldAt, openAt)) continue;
      visits.push({ vehicleId, visit: { ...visit, leaveAt: Math.min(visit.leaveAt, openAt) } });
    }
    const found = new Map(track.days.map(({ startAt, figures }) => [startAt, figures]));
    const oddDays = odd.get(vehicleId);
    odd.delete(vehicleId);
    for (const { startAt, endAt } of days) {
      const oddCount = (track.odd.get(startAt) ?? 0) + (oddDays?.get(startAt) ?? 0);
      const figures = found.get(startAt) ?? emptyFigures();
      const part = streamPart(stream, startAt, endAt);
      if (isEmpty(figures) && oddCount === 0) made.none.push({ vehicleId, startAt, endAt });
      else made.days.push({ vehicleId, startAt, endAt, figures, odd: oddCount, shift: part && shiftOf(figures, part) });
    }
  };
  for await (const { vehicleId, reports } of storedTracks(db, vehicleIds, from, until))
    take(vehicleId, foldTrack(reports, streams.get(vehicleId), timeZone, ground && { vehicleId, ground }));
  for (const vehicleId of [...odd.keys()]) take(vehicleId, { days: [], accs: [], gaps: [], visits: [], odd: new Map() });
  await db.transaction(async (tx) => {
    await removeEmptyDays(tx, made.none, timeZone);
    await saveRebuiltDays(tx, made.days, timeZone);
    await replaceAccs(tx, spans, accs);
    await replaceGaps(tx, spans, gaps);
    await removeVisits(tx, visitSpans, open);
    await saveVisits(tx, visits);
  });
}

/** What was saved of these vehicles' live streams. */
async function savedStreams(db: Db, vehicleIds: readonly number[]): Promise<Map<number, EngineState>> {
  const rows = await db.query<{ vehicle_id: number; engine: unknown }>(
    sql`select vehicle_id, engine from vehicle_latest where vehicle_id = any(${[...vehicleIds]})`,
  );
  return new Map(rows.map(({ vehicle_id, engine }) => [vehicle_id, restoreState(engine)]));
}

/** Positions whose time no partition holds: how many of each vehicle, by the start of the day they came. */
async function oddOf(
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

/** All but what the stream had not taken yet when it was saved: it will count that itself. */
function foldTrack(
  reports: Iterable<StoredReport>,
  stream: EngineState | undefined,
  timeZone: string,
  visiting: { readonly vehicleId: number; readonly ground: VisitGround } | undefined,
): TrackDays {
  const takenAt = stream?.newestAt ?? Number.POSITIVE_INFINITY;
  const fold = createDayFold(timeZone, visiting);
  for (const report of reports) if (report.backfill || report.at <= takenAt) fold.add(report);
  return fold.end();
}

/** What the stream has of a day it is in, or may come to; null where it is behind it. */
function streamPart(stream: EngineState | undefined, startAt: number, endAt: number): Figures | null {
  const open = stream?.days.open ?? [];
  const [first] = open;
  if (first !== undefined && first.startAt >= endAt) return null;
  return open.find((day) => day.startAt === startAt)?.figures ?? emptyFigures();
}

/** From where on ignition and gaps are the stream's to tell. */
function liveSince(stream: EngineState | undefined): number {
  return stream?.days.acc?.startAt ?? stream?.drift.last?.at ?? Number.POSITIVE_INFINITY;
}

/** The visits that are the stream's to tell: of places it is in from some time on, of others what begins from `until` on. */
function streamVisits(stream: EngineState | undefined): { readonly open: ReadonlyMap<number, number>; readonly until: number } {
  return {
    open: stream?.visits === undefined ? new Map() : visitsOpenSince(stream.visits),
    until: (stream?.drift.last?.at ?? Number.POSITIVE_INFINITY) + 1,
  };
}

/** Runs while no other process remakes days: an older picture must not come after a newer one. */
async function alone(db: Db, work: () => Promise<void>): Promise<void> {
  const client = await db.connect();
  let broken = true;
  try {
    while (!(await client.query(`select pg_try_advisory_lock(${LOCK}) as held`)).rows[0].held) await sleep(LOOK_MS);
    await work();
    await client.query(`select pg_advisory_unlock(${LOCK})`);
    broken = false;
  } finally {
    client.release(broken);
  }
}
