import { DAY_MS } from '@fleetwarden/domain/durations';
import { CLOCK_TOLERANCE_MS } from '@fleetwarden/domain/quality';
import { createSegmenter, type Segmenter, type Segments } from '../engine/rebuild.ts';
import type { Stop, Trip } from '../engine/segments.ts';
import type { Queryable } from '../platform/db/database.ts';
import { saveSegments } from './latest-store.ts';
import { LATE_RUN_IN_MS } from './limits.ts';
import { coverStart, isWholePage, readPositions, removeSegments, type StoredSegment, storedSegments } from './rebuild-store.ts';

/** From `from` to before `until`, epoch ms. */
export type Stretch = { readonly from: number; readonly until: number };

export type Rebuilt = {
  /**
   * Before this instant (epoch ms) trips and stops are what they would be had everything come in time; Infinity: all the stretch
   * holds. What lies after it waits for the live stream to move on.
   */
  readonly finalUntil: number;
  /** Where trips and stops were replaced; null where none were. */
  readonly replaced: Stretch | null;
};

/** Longer than this without data and no segment goes on, parked or not (report catalogue 1.2). */

/**
 * Makes the trips and stops of a stretch anew from the stored positions, in the caller's transaction.
 *
 * What is replaced reaches beyond the stretch to where no segment, old or new, crosses: a trip over midnight is one trip, of the day
 * it starts in. Reading begins a day before, or where the stored segment over that instant began, and ends where all that begins in
 * the replaced range has ended.
 *
 * The live stream's part begins at `liveSince`, the start of its oldest segment under way: nothing that starts there or later is
 * written or removed, for the live stream will tell it. Where a segment would go on from before into that part (late positions
 * closed the gap between them), it is ended at the border for the time being; once the live segment has ended and `liveSince` moved,
 * the next rebuild makes one of the two.
 */
export async function rebuildStretch(
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
  /** All that begins in the range, and more around it. */
  readonly segments: readonly Segment[];
  /** Where the first segment begins that positions still to come may change; null when there is none. */
  readonly openAt: number | null;
};

/** Reads positions before `readUntil` as far as it needs them. */
async function findSegments({ tx, vehicleId, stretch, readFrom, liveSince }: Scope, readUntil: number): Promise<Found> {
  const track = createTrack(tx, vehicleId, readFrom, readUntil);
  // what ends with the stretch's very first position was another segment before that position came
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

/** The range with every segment that reaches into it. */
function widen({ from, until }: Stretch, segments: readonly StoredSegment[]): Stretch {
  const inside = segments.filter(({ startAt, endAt }) => startAt < until && endAt > from);
  return {
    from: inside.reduce((least, { startAt }) => Math.min(least, startAt), from),
    until: inside.reduce((most, { endAt }) => Math.max(most, endAt), until),
  };
}

type Track = {
  /** Reads until all that begins before `instant` has ended, or nothing is left to read. */
  readOn(instant: number): Promise<void>;
  readonly segments: readonly Segment[];
  readonly openAt: number | null;
};

function createTrack(tx: Queryable, vehicleId: number, readFrom: number, readUntil: number): Track {
  const segmenter: Segmenter = createSegmenter();
  const segments: Segment[] = [];
  let cursor = readFrom;
  /** All that begins before has ended. */
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
    // a day without data ends all
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
