import { HOUR_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import { greatCircleKm } from '@fleetwarden/domain/geometry';

/** A usable point for trips, stops and mileage: UTC epoch ms, WGS-84 degrees, km/h. */
export type TrackPoint = {
  readonly at: number;
  readonly lng: number;
  readonly lat: number;
  readonly speedKmh: number;
  readonly accOn: boolean;
};

/** State of the drift filter: the last believed point, and the suspects after it, oldest first. */
export type DriftState = { last: TrackPoint | null; held: TrackPoint[] };

/**
 * Receives the step between two believed points. `fresh`: the track restarted with an impossible jump, so the step has no
 * kilometres and no duration.
 */
export type OnStep<T> = (target: T, from: TrackPoint, to: TrackPoint, km: number, fresh: boolean) => void;

/** Receives a drift point and the last believed point before it, before the step that skips it. */
type OnDrift<T> = (target: T, point: TrackPoint, last: TrackPoint) => void;

// Report catalogue 3.3
const IMPOSSIBLE_KMH = 200;
const SUSPECT_KM = 0.5;
const RETURN_KM = 1;
const MAX_HELD = 5;

export function emptyDrift(): DriftState {
  return { last: null, held: [] };
}

/**
 * Processes the next usable point; ignores one that is not newer, and another one of the same second. A point over 200 km/h and 0.5 km from the last believed one is
 * held as a suspect. A later point within reach proves that the suspects were drift. More than five suspects, or a plausible step
 * between suspects, prove that they were real: the track restarts there. Changes `state`.
 */
export function admit<T>(state: DriftState, point: TrackPoint, target: T, onStep: OnStep<T>, onDrift?: OnDrift<T>): void {
  const { last, held } = state;
  if (last === null) {
    state.last = point;
    return;
  }
  const suspect = held.length > 0 ? held[held.length - 1]! : null;
  const before = (suspect ?? last).at;
  if (point.at <= before || isSameSecond(point.at, before)) return;
  const km = greatCircleKm(last.lng, last.lat, point.lng, point.lat);
  const far = km > SUSPECT_KM && kmh(km, point.at - last.at) > IMPOSSIBLE_KMH;
  if (suspect === null) {
    if (far) held.push(point);
    else believe(state, point, km, false, target, onStep);
    return;
  }
  if (km <= RETURN_KM || (!far && leaves(suspect, point))) {
    state.held = [];
    if (onDrift !== undefined) for (const wild of held) onDrift(target, wild, last);
    believe(state, point, km, far, target, onStep);
    return;
  }
  held.push(point);
  if (!far || held.length > MAX_HELD) startAnew(state, target, onStep);
}

function believe<T>(state: DriftState, point: TrackPoint, km: number, fresh: boolean, target: T, onStep: OnStep<T>): void {
  const from = state.last!;
  state.last = point;
  onStep(target, from, point, km, fresh);
}

/** Believes all suspects, in order; the track restarts at each further jump. */
function startAnew<T>(state: DriftState, target: T, onStep: OnStep<T>): void {
  const { held } = state;
  state.held = [];
  for (const point of held) {
    const from = state.last!;
    const km = greatCircleKm(from.lng, from.lat, point.lng, point.lat);
    const fresh = km > SUSPECT_KM && kmh(km, point.at - from.at) > IMPOSSIBLE_KMH;
    believe(state, point, km, fresh, target, onStep);
  }
}

/** Device times are whole seconds; more points of one second lie a millisecond apart. */
const isSameSecond = (a: number, b: number): boolean => Math.floor(a / SECOND_MS) === Math.floor(b / SECOND_MS);

/** Whether the step from a suspect to the next point is impossible too. */
function leaves(suspect: TrackPoint, next: TrackPoint): boolean {
  return kmh(greatCircleKm(suspect.lng, suspect.lat, next.lng, next.lat), next.at - suspect.at) > IMPOSSIBLE_KMH;
}

/** Implied speed; the durations are never zero. */
function kmh(km: number, ms: number): number {
  return (km * HOUR_MS) / ms;
}
