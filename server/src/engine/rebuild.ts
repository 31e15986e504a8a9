import type { Location } from '@fleetwarden/domain/location';
import { usable } from '@fleetwarden/domain/quality';
import { accOn } from '@fleetwarden/domain/status-bits';
import { admit, type DriftState, emptyDrift, type TrackPoint } from './drift.ts';
import {
  addInterval,
  emptySegments,
  endSegments,
  type SegmentEvent,
  type SegmentState,
  type Stop,
  type Trip,
} from './segments.ts';

/** A stored point as a rebuild reads it. `deviceAt` in UTC epoch ms. */
export type StoredPoint = Pick<Location, 'lng' | 'lat' | 'speedKmh' | 'statusBits'> & {
  readonly deviceAt: number;
  readonly quality: number;
};

/** The segments of a stretch of track, each list in order of time. */
export type Segments = { readonly trips: Trip[]; readonly stops: Stop[] };

/** Makes segments of points that come a page at a time. */
export type Segmenter = {
  /** Takes the next point; unusable ones, and those that are not later than all before, change nothing. */
  add(point: StoredPoint): void;
  /** What has ended since the last call. */
  take(): Segments;
  /** Ends what is under way, as ten minutes without data would. */
  end(): void;
  /** What has begun before this instant has ended (epoch ms): where the oldest segment under way began; null before the first point. */
  readonly openSince: number | null;
  /** What is under way, as if it ended at its last point. */
  readonly open: Segments;
};

/** A segmenter that knows of no points yet. */
export function createSegmenter(): Segmenter {
  const run = { segments: emptySegments(), events: [] as SegmentEvent[] };
  const drift = emptyDrift();
  return {
    add: (point) => {
      if (usable(point)) admit(drift, trackPoint(point, point.deviceAt), run, takeStep);
    },
    take: () => collect(run.events.splice(0)),
    end: () => endSegments(run.segments, run.events),
    get openSince() {
      return openSince(run.segments, drift);
    },
    get open() {
      return openSegments(run.segments);
    },
  };
}

/**
 * Trips and stops of one vehicle from points sorted by `deviceAt`; unusable points may be among them. The result is what the live
 * engine reports when it is fed the same points one by one; `open` is what would end too if nothing followed (at most one trip
 * and a stop on either side): a rebuild of a past stretch takes both, one that reaches the present leaves `open` to the live engine.
 */
export function segment(points: Iterable<StoredPoint>): Segments & { readonly open: Segments } {
  const segmenter = createSegmenter();
  for (const point of points) segmenter.add(point);
  return { ...segmenter.take(), open: segmenter.open };
}

/**
 * Where the oldest segment under way began, or could begin: every segment told from now on begins there or later, every one told
 * before ended by then. Epoch ms; null before the first usable point.
 */
export function openSince({ stand, drive }: SegmentState, { last }: DriftState): number | null {
  return stand?.startAt ?? drive?.startAt ?? last?.at ?? null;
}

/** What is under way, as it would be reported if it ended at its last point. Leaves `state` alone. */
export function openSegments(state: SegmentState): Segments {
  const events: SegmentEvent[] = [];
  endSegments(structuredClone(state), events);
  return collect(events);
}

/** The part of a location that track rules need. */
export function trackPoint(location: Pick<Location, 'lng' | 'lat' | 'speedKmh' | 'statusBits'>, at: number): TrackPoint {
  return { at, lng: location.lng, lat: location.lat, speedKmh: location.speedKmh, accOn: accOn(location.statusBits) };
}

function takeStep(
  run: { segments: SegmentState; events: SegmentEvent[] },
  from: TrackPoint,
  to: TrackPoint,
  km: number,
  fresh: boolean,
): void {
  addInterval(run.segments, from, to, km, fresh, run.events);
}

function collect(events: readonly SegmentEvent[]): Segments {
  const trips: Trip[] = [];
  const stops: Stop[] = [];
  for (const event of events) {
    if (event.type === 'trip.ended') trips.push(event.trip);
    else stops.push(event.stop);
  }
  return { trips, stops };
}
