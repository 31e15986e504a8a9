import type { TrackPoint } from '../drift.ts';
import type { OpenDay } from './open-days.ts';

/** Ignition on or off for a while; the shape of the table `acc_segment` without the vehicle. Epoch ms, degrees, km. */
export type AccSegment = {
  readonly accOn: boolean;
  readonly startAt: number;
  readonly startLng: number;
  readonly startLat: number;
  readonly endAt: number;
  readonly endLng: number;
  readonly endLat: number;
  readonly distanceKm: number;
  /** Goes on from the day before. */
  readonly continued: boolean;
};

/** The segment under way. */
export type AccRun = { -readonly [Key in keyof AccSegment]: AccSegment[Key] };

/** One contrary point between two others is no change when they are less than this apart, ms (report catalogue 1.2). */
const FLICKER_MS = 10_000;

/** Whether the ignition was on from `a` to `b`: a contrary point that takes itself back at once is none. */
export function accBetween(run: AccRun | null, a: TrackPoint, b: TrackPoint): boolean {
  const flickers = run !== null && a.accOn !== run.accOn && b.accOn === run.accOn && b.at - a.at < FLICKER_MS;
  return flickers ? run.accOn : a.accOn;
}

/** A segment that begins at a point. */
export function startRun(a: TrackPoint, accOn: boolean): AccRun {
  const { at, lng, lat } = a;
  return {
    accOn,
    startAt: at,
    startLng: lng,
    startLat: lat,
    endAt: at,
    endLng: lng,
    endLat: lat,
    distanceKm: 0,
    continued: false,
  };
}

/** Takes the way from `a` to `b`, `km` long, into a segment. Changes `run`. */
export function goOn(run: AccRun, b: TrackPoint, km: number): void {
  run.endAt = b.at;
  run.endLng = b.lng;
  run.endLat = b.lat;
  run.distanceKm += km;
}

/** The same over midnights: what ends at each of `days` but the last is told. Returns the part that is under way at `b`. */
export function goOnOver(
  run: AccRun,
  a: TrackPoint,
  b: TrackPoint,
  km: number,
  days: readonly OpenDay[],
  out: AccSegment[],
): AccRun {
  let current = run;
  let done = 0;
  for (const { endAt } of days) {
    if (endAt <= a.at || endAt > b.at) continue;
    const share = (endAt - a.at) / (b.at - a.at);
    const midnight = { ...a, at: endAt, lng: a.lng + (b.lng - a.lng) * share, lat: a.lat + (b.lat - a.lat) * share };
    goOn(current, midnight, km * (share - done));
    done = share;
    endRun(current, out);
    current = { ...startRun(midnight, run.accOn), continued: true };
  }
  goOn(current, b, km * (1 - done));
  return current;
}

/** Tells a segment, unless it is a moment. */
export function endRun(run: AccRun | null, out: AccSegment[]): void {
  if (run !== null && run.endAt > run.startAt) out.push(run);
}
