import type { TrackPoint } from '../drift.ts';
import type { OpenDay } from './open-days.ts';

/** An ignition segment; the columns of `acc_segment` without the vehicle. Epoch ms, degrees, km. */
export type AccSegment = {
  readonly accOn: boolean;
  readonly startAt: number;
  readonly startLng: number;
  readonly startLat: number;
  readonly endAt: number;
  readonly endLng: number;
  readonly endLat: number;
  readonly distanceKm: number;
  /** Continues from the day before. */
  readonly continued: boolean;
};

/** The current segment. */
export type AccRun = { -readonly [Key in keyof AccSegment]: AccSegment[Key] };

/** A single contrary point is ignored if its neighbours are less than this apart, ms (report catalogue 1.2). */
const FLICKER_MS = 10_000;

/** Whether the ignition was on from `a` to `b`, ignoring a contrary point that is reversed at once. */
export function accBetween(run: AccRun | null, a: TrackPoint, b: TrackPoint): boolean {
  const flickers = run !== null && a.accOn !== run.accOn && b.accOn === run.accOn && b.at - a.at < FLICKER_MS;
  return flickers ? run.accOn : a.accOn;
}

/** Starts a segment at a point. */
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

/** Extends a segment to `b`, `km` long. Changes `run`. */
export function goOn(run: AccRun, b: TrackPoint, km: number): void {
  run.endAt = b.at;
  run.endLng = b.lng;
  run.endLat = b.lat;
  run.distanceKm += km;
}

/** Extends a segment over midnights: emits the part of each of `days` but the last. Returns the current part. */
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

/** Emits a segment that has a duration. */
export function endRun(run: AccRun | null, out: AccSegment[]): void {
  if (run !== null && run.endAt > run.startAt) out.push(run);
}
