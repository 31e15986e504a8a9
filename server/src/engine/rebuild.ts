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

/** A stored point. `deviceAt` in UTC epoch ms. */
export type StoredPoint = Pick<Location, 'lng' | 'lat' | 'speedKmh' | 'statusBits'> & {
  readonly deviceAt: number;
  readonly quality: number;
};

/** Segments of a track, in order of time. */
export type Segments = { readonly trips: Trip[]; readonly stops: Stop[] };

/** Computes segments from points that come in pages. */
export type Segmenter = {
  /** Adds the next point; ignores unusable points and points that are not newer. */
  add(point: StoredPoint): void;
  /** Segments that ended since the last call. */
  take(): Segments;
  /** Ends open segments, as ten minutes without data would. */
  end(): void;
  /** Segments that started before this instant have ended (epoch ms); null before the first point. */
  readonly openSince: number | null;
  /** Open segments, ended at their last point. */
  readonly open: Segments;
};

/** A segmenter without points. */
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
 * Trips and stops from points sorted by `deviceAt`, unusable ones included. Equals the output of the live engine. `open`:
 * segments that have not ended (at most one trip and a stop on either side).
 */
export function segment(points: Iterable<StoredPoint>): Segments & { readonly open: Segments } {
  const segmenter = createSegmenter();
  for (const point of points) segmenter.add(point);
  return { ...segmenter.take(), open: segmenter.open };
}

/**
 * Start of the oldest open or possible segment: later events start there or later, earlier ones have ended by then. Epoch ms;
 * null before the first usable point.
 */
export function openSince({ stand, drive }: SegmentState, { last }: DriftState): number | null {
  return stand?.startAt ?? drive?.startAt ?? last?.at ?? null;
}

/** Open segments, ended at their last point. Does not change `state`. */
export function openSegments(state: SegmentState): Segments {
  const events: SegmentEvent[] = [];
  endSegments(structuredClone(state), events);
  return collect(events);
}

/** Fields of a location that the track rules need. */
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
