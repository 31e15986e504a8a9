import { HOUR_MS } from '@fleetwarden/domain/durations';
import { greatCircleKm } from '@fleetwarden/domain/geometry';

/** A usable point as trips, stops and mileage see it: UTC epoch ms, WGS-84 degrees, km/h. */
export type TrackPoint = {
  readonly at: number;
  readonly lng: number;
  readonly lat: number;
  readonly speedKmh: number;
  readonly accOn: boolean;
};

/** The drift filter's memory: the last point believed, and the suspects after it, oldest first. */
export type DriftState = { last: TrackPoint | null; held: TrackPoint[] };

/**
 * Takes the way from one believed point to the next. `fresh` means the two do not belong together: `to` is real, but nobody
 * travelled from `from` to there (a jump faster than any vehicle), so the step has no kilometres and no duration of its own.
 */
export type OnStep<T> = (target: T, from: TrackPoint, to: TrackPoint, km: number, fresh: boolean) => void;

/** Takes a point that was drift; told before the step that passes over it. */
type OnDrift<T> = (target: T, point: TrackPoint) => void;

// Report catalogue 3.3
const IMPOSSIBLE_KMH = 200;
const SUSPECT_KM = 0.5;
const RETURN_KM = 1;
const MAX_HELD = 5;

export function emptyDrift(): DriftState {
  return { last: null, held: [] };
}

/**
 * Admits the next usable point, later in time than all before (others are ignored), and hands on the steps that are now certain.
 *
 * A point that implies over 200 km/h and over 0.5 km from the last believed one is held. When a later point is back where the
 * vehicle can be, what was held was drift and is dropped; when the suspects go on for more than five, or the next point goes on
 * from them at a possible speed, they were real and the track starts anew there. `state` is changed in place.
 */
export function admit<T>(state: DriftState, point: TrackPoint, target: T, onStep: OnStep<T>, onDrift?: OnDrift<T>): void {
  const { last, held } = state;
  if (last === null) {
    state.last = point;
    return;
  }
  const suspect = held.length > 0 ? held[held.length - 1]! : null;
  if (point.at <= (suspect ?? last).at) return;
  const km = greatCircleKm(last.lng, last.lat, point.lng, point.lat);
  const far = km > SUSPECT_KM && kmh(km, point.at - last.at) > IMPOSSIBLE_KMH;
  if (suspect === null) {
    if (far) held.push(point);
    else believe(state, point, km, false, target, onStep);
    return;
  }
  if (km <= RETURN_KM || (!far && leaves(suspect, point))) {
    state.held = [];
    if (onDrift !== undefined) for (const wild of held) onDrift(target, wild);
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

/** Believes all that is held, in order; where one does not follow from the one before, the track starts anew once more. */
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

/** Whether the way from a suspect to the next point is as impossible as the way to it was. */
function leaves(suspect: TrackPoint, next: TrackPoint): boolean {
  return kmh(greatCircleKm(suspect.lng, suspect.lat, next.lng, next.lat), next.at - suspect.at) > IMPOSSIBLE_KMH;
}

/** Implied speed; the durations here are never zero. */
function kmh(km: number, ms: number): number {
  return (km * HOUR_MS) / ms;
}
