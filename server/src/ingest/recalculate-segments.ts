import { DAY_MS } from '@fleetwarden/domain/durations';
import { CLOCK_TOLERANCE_MS } from '@fleetwarden/domain/quality';
import { createSegmenter, type Segmenter, type Segments } from '../engine/rebuild.ts';
import type { Stop, Trip } from '../engine/segments.ts';
import type { Queryable } from '../platform/db/database.ts';
import { coverStart, isWholePage, readPositions, removeSegments, type StoredSegment, storedSegments } from './late-day-store.ts';
import { saveSegments } from './latest-store.ts';
import { LATE_RUN_IN_MS } from './limits.ts';

/** `from` included, `until` excluded, epoch ms. */
export type Stretch = { readonly from: number; readonly until: number };

export type Rebuilt = {
  /** Segments before this instant (epoch ms) are final; Infinity: all of the range. Later ones wait for the live stream. */
  readonly finalUntil: number;
  /** The replaced range; null: none. */
  readonly replaced: Stretch | null;
};

/**
 * Recalculates the trips and stops of a range from stored positions, in the caller's transaction. The range is widened until no
 * segment crosses its borders. Segments from `liveSince` on belong to the live stream and are not touched. A segment that would
 * cross `liveSince` ends there until the next recalculation.
 */
export async function recalculateSegments(
  tx: Queryable,
  vehicleId: number,
  stretch: Stretch,
  liveSince: number,
  now: number,
): Promise<Rebuilt> {
  if (stretch.from >= liveSince) return { finalUntil: liveSince, replaced: null };
  const runInAt = stretch.from - LATE_RUN_IN_MS;
  const readFrom = (await coverStart(tx, vehicleId, runInAt)) ?? runInAt;
  const scope: Scope = { tx, vehicleId, stretch, readFrom, liveSince };
  const whole = await findSegments(scope, now + CLOCK_TOLERANCE_MS + 1);
  const crossing = whole.segments.find(({ startAt, endAt }) => startAt < liveSince && endAt > liveSince);
  const found = crossing === undefined ? whole : await findSegments(scope, liveSince + 1);
  const { from } = found.range;
  const until = Math.min(found.range.until, liveSince);
  await removeSegments(tx, vehicleId, from, until);
  await saveSegments(tx, writable(vehicleId, found.segments, from, until));
  const replaced = { from, until };
  if (crossing !== undefined) return { finalUntil: crossing.startAt, replaced };
  return {
    replaced,
    finalUntil: liveSince === Number.POSITIVE_INFINITY && whole.openAt !== null ? whole.openAt : Number.POSITIVE_INFINITY,
  };
}

type Scope = {
  readonly tx: Queryable;
  readonly vehicleId: number;
  readonly stretch: Stretch;
  readonly readFrom: number;
  readonly liveSince: number;
};

type Segment = Trip | Stop;

type Found = {
  readonly range: Stretch;
  /** All segments that start in the range, and some around it. */
  readonly segments: readonly Segment[];
  /** Start of the first segment that future positions may change; null: none. */
  readonly openAt: number | null;
};

/** Reads positions before `readUntil`, as far as needed. */
async function findSegments({ tx, vehicleId, stretch, readFrom, liveSince }: Scope, readUntil: number): Promise<Found> {
  const track = createTrack(tx, vehicleId, readFrom, readUntil);
  // A segment that ends at the first position of the range was a different one before that position arrived.
  for (let range: Stretch = { ...stretch, from: stretch.from - 1 }; ; ) {
    await track.readOn(Math.min(range.until, liveSince));
    const { segments } = track;
    const stored = await storedSegments(tx, vehicleId, readFrom, Math.min(range.until, liveSince));
    const ours = [...segments, ...stored].filter(({ startAt }) => startAt < liveSince);
    const wider = widen(range, ours);
    if (wider.from === range.from && wider.until === range.until) return { range, segments, openAt: track.openAt };
    range = wider;
  }
}

/** Widens the range to every segment that overlaps it. */
function widen({ from, until }: Stretch, segments: readonly StoredSegment[]): Stretch {
  const inside = segments.filter(({ startAt, endAt }) => startAt < until && endAt > from);
  return {
    from: inside.reduce((least, { startAt }) => Math.min(least, startAt), from),
    until: inside.reduce((most, { endAt }) => Math.max(most, endAt), until),
  };
}

type Track = {
  /** Reads until all segments that start before `instant` have ended, or no positions are left. */
  readOn(instant: number): Promise<void>;
  readonly segments: readonly Segment[];
  readonly openAt: number | null;
};

function createTrack(tx: Queryable, vehicleId: number, readFrom: number, readUntil: number): Track {
  const segmenter: Segmenter = createSegmenter();
  const segments: Segment[] = [];
  let cursor = readFrom;
  /** All segments that start before this have ended. */
  let settledAt = Number.NEGATIVE_INFINITY;
  let openAt: number | null = null;
  let pointAt = Number.NEGATIVE_INFINITY;

  const take = () => {
    const { trips, stops } = segmenter.take();
    segments.push(...trips, ...stops);
  };
  const readPage = async () => {
    const pageEnd = Math.min(cursor + DAY_MS, readUntil);
    const points = await readPositions(tx, vehicleId, cursor, pageEnd);
    for (const point of points) segmenter.add(point);
    pointAt = points.at(-1)?.deviceAt ?? pointAt;
    const whole = isWholePage(points);
    // A day without data ends all segments.
    if (points.length === 0 && pageEnd - cursor === DAY_MS) {
      segmenter.end();
      settledAt = pageEnd;
    } else settledAt = Math.max(settledAt, segmenter.openSince ?? settledAt);
    cursor = whole ? pointAt + 1 : pageEnd;
    take();
    if (cursor < readUntil) return;
    if (pointAt > readUntil - DAY_MS && hasAny(segmenter.open)) openAt = segmenter.openSince;
    segmenter.end();
    take();
    settledAt = Number.POSITIVE_INFINITY;
  };

  return {
    readOn: async (instant) => {
      while (settledAt < instant && cursor < readUntil) await readPage();
    },
    segments,
    get openAt() {
      return openAt;
    },
  };
}

const hasAny = ({ trips, stops }: Segments): boolean => trips.length + stops.length > 0;

function writable(vehicleId: number, segments: readonly Segment[], from: number, until: number) {
  const own = segments.filter(({ startAt }) => startAt >= from && startAt < until);
  return {
    trips: own.flatMap((segment) => ('distanceKm' in segment ? [{ vehicleId, trip: segment }] : [])),
    stops: own.flatMap((segment) => ('distanceKm' in segment ? [] : [{ vehicleId, stop: segment }])),
  };
}
