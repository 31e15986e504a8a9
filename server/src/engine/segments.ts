import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import { countedKm } from '@fleetwarden/domain/mileage';
import { DRIVING_KMH } from '@fleetwarden/domain/vehicle-status';
import type { TrackPoint } from './drift.ts';
import { addPlace, addPlaces, emptyPlace, medianPlace, type PlaceSample } from './place.ts';

/** A trip; the columns of `trip` without the vehicle. Epoch ms, degrees, km, km/h. */
export type Trip = {
  readonly startAt: number;
  readonly endAt: number;
  readonly startLng: number;
  readonly startLat: number;
  readonly endLng: number;
  readonly endLat: number;
  readonly distanceKm: number;
  readonly maxSpeedKmh: number;
  readonly points: number;
};

/** A stop: time with data between trips; the columns of `stop` without the vehicle. Its place is the median of its points. */
export type Stop = {
  readonly startAt: number;
  readonly endAt: number;
  readonly lng: number;
  readonly lat: number;
  readonly accOnS: number;
};

export type SegmentEvent =
  | { readonly type: 'trip.ended'; readonly trip: Trip }
  | { readonly type: 'stop.ended'; readonly stop: Stop };

/** Time without driving: an open stop, or a break in a trip that may become one. */
type Stand = {
  startAt: number;
  endAt: number;
  /** Idle and parked time, ms. */
  standMs: number;
  /** Time without data, ms: only gaps too short to split. */
  gapMs: number;
  accOnMs: number;
  km: number;
  maxKmh: number;
  points: number;
  place: PlaceSample;
};

/** An open trip; `stand` in the state is the stop before it, until the trip is long enough to keep. */
type Drive = {
  startAt: number;
  startLng: number;
  startLat: number;
  endAt: number;
  endLng: number;
  endLat: number;
  km: number;
  maxKmh: number;
  points: number;
  accOnMs: number;
  /** Positions of the breaks, for the stop if the trip is discarded. */
  place: PlaceSample;
  kept: boolean;
};

export type SegmentState = {
  stand: Stand | null;
  drive: Drive | null;
  pause: Stand | null;
  /** See silence.ts; views of open segments read it. */
  silence?: 0 | 1 | 2 | undefined;
};

/** Kind of the interval between two consecutive believed points. */
export type IntervalKind = 'drive' | 'stand' | 'gap' | 'split';

// Report catalogue 1.2 and 3.6
const DATA_MS = 300_000;
const PARK_MS = DAY_MS;
const PARK_KM = 0.2;
const BREAK_MS = 180_000;
export const SPLIT_MS = 600_000;
const KEEP_MS = 60_000;
const KEEP_KM = 0.2;

export function emptySegments(): SegmentState {
  return { stand: null, drive: null, pause: null };
}

/**
 * Classifies the interval from `a` to `b`, `km` apart. Idling and parking are both stops. Time without data is a gap below ten
 * minutes, and splits segments from there on.
 */
export function classify(a: TrackPoint, b: TrackPoint, km: number): IntervalKind {
  const ms = b.at - a.at;
  if (ms <= DATA_MS) {
    if (a.speedKmh >= DRIVING_KMH || (km * HOUR_MS) / ms >= DRIVING_KMH) return 'drive';
    if (a.accOn) return 'stand';
  }
  // Sleeping terminals report rarely: a long interval is parking if the vehicle has not moved.
  if (!a.accOn && km <= PARK_KM && ms <= PARK_MS) return 'stand';
  return ms < SPLIT_MS ? 'gap' : 'split';
}

/**
 * Adds the interval from `a` to `b`; ended segments are pushed to `out` in order of time. A trip ends after 180 s of standing or
 * ten minutes without data; shorter breaks belong to it. A trip under 60 s or 0.2 km belongs to the surrounding stop. `fresh`:
 * see drift.ts. Changes `state`.
 */
export function addInterval(
  state: SegmentState,
  a: TrackPoint,
  b: TrackPoint,
  km: number,
  fresh: boolean,
  out: SegmentEvent[],
): void {
  if (state.silence !== undefined) state.silence = undefined;
  const kind = fresh ? 'split' : classify(a, b, km);
  if (kind === 'split') {
    endSegments(state, out);
    return;
  }
  if (kind === 'drive') {
    drive(state, a, b, countedKm(km, b.speedKmh), out);
    return;
  }
  if (state.drive === null) {
    state.stand ??= openStand(a.at);
    extend(state.stand, a, b, kind, km);
    return;
  }
  state.pause ??= openStand(a.at);
  extend(state.pause, a, b, kind, km);
  if (state.pause.standMs >= BREAK_MS || state.pause.gapMs >= SPLIT_MS) endDrive(state, out);
}

/** Ends open segments at their last point: before time without data, or at the end of a list. Changes `state`. */
export function endSegments(state: SegmentState, out: SegmentEvent[]): void {
  if (state.drive !== null) endDrive(state, out);
  if (state.stand !== null) emitStop(state.stand, state.stand.endAt, out);
  state.stand = null;
}

function openStand(startAt: number): Stand {
  return { startAt, endAt: startAt, standMs: 0, gapMs: 0, accOnMs: 0, km: 0, maxKmh: 0, points: 0, place: emptyPlace() };
}

function extend(stand: Stand, a: TrackPoint, b: TrackPoint, kind: 'stand' | 'gap', km: number): void {
  const ms = b.at - a.at;
  stand.endAt = b.at;
  stand.km += countedKm(km, b.speedKmh);
  stand.maxKmh = Math.max(stand.maxKmh, b.speedKmh);
  stand.points++;
  if (kind === 'gap') {
    stand.gapMs += ms;
    return;
  }
  stand.standMs += ms;
  if (a.accOn) stand.accOnMs += ms;
  if (stand.place.seen === 0) addPlace(stand.place, a.lng, a.lat);
  addPlace(stand.place, b.lng, b.lat);
}

function drive(state: SegmentState, a: TrackPoint, b: TrackPoint, km: number, out: SegmentEvent[]): void {
  state.drive ??= {
    startAt: a.at,
    startLng: a.lng,
    startLat: a.lat,
    endAt: a.at,
    endLng: a.lng,
    endLat: a.lat,
    km: 0,
    maxKmh: a.speedKmh,
    points: 1,
    accOnMs: 0,
    place: emptyPlace(),
    kept: false,
  };
  const trip = state.drive;
  const { pause } = state;
  if (pause !== null) {
    trip.km += pause.km;
    trip.maxKmh = Math.max(trip.maxKmh, pause.maxKmh);
    trip.points += pause.points;
    trip.accOnMs += pause.accOnMs;
    if (!trip.kept) addPlaces(trip.place, pause.place);
    state.pause = null;
  }
  trip.endAt = b.at;
  trip.endLng = b.lng;
  trip.endLat = b.lat;
  trip.km += km;
  trip.maxKmh = Math.max(trip.maxKmh, b.speedKmh);
  trip.points++;
  if (a.accOn) trip.accOnMs += b.at - a.at;
  if (trip.kept || trip.endAt - trip.startAt < KEEP_MS || trip.km < KEEP_KM) return;
  trip.kept = true;
  trip.place = emptyPlace();
  // The trip is long enough to keep: the stop before it is final.
  if (state.stand !== null) emitStop(state.stand, trip.startAt, out);
  state.stand = null;
}

/** Ends the trip at its last driving point; a break after it becomes the open stop. */
function endDrive(state: SegmentState, out: SegmentEvent[]): void {
  const { drive: trip, pause } = state;
  state.drive = null;
  state.pause = null;
  if (trip === null) return;
  if (trip.kept) {
    out.push({ type: 'trip.ended', trip: tripOf(trip) });
    state.stand = pause;
    return;
  }
  const stand = state.stand ?? openStand(trip.startAt);
  stand.endAt = pause?.endAt ?? trip.endAt;
  stand.accOnMs += trip.accOnMs;
  addPlaces(stand.place, trip.place);
  if (pause !== null) {
    stand.accOnMs += pause.accOnMs;
    stand.standMs += pause.standMs;
    stand.gapMs += pause.gapMs;
    addPlaces(stand.place, pause.place);
  }
  state.stand = stand;
}

/** A stop needs observed standing time: the fragment of a trip alone is none. */
function emitStop(stand: Stand, endAt: number, out: SegmentEvent[]): void {
  const stop = stopOf(stand, endAt);
  if (stop !== null) out.push({ type: 'stop.ended', stop });
}

function stopOf(stand: Stand, endAt: number): Stop | null {
  const place = medianPlace(stand.place);
  if (place === null) return null;
  return { startAt: stand.startAt, endAt, lng: place.lng, lat: place.lat, accOnS: Math.round(stand.accOnMs / 1000) };
}

function tripOf(trip: Drive): Trip {
  return {
    startAt: trip.startAt,
    endAt: trip.endAt,
    startLng: trip.startLng,
    startLat: trip.startLat,
    endLng: trip.endLng,
    endLat: trip.endLat,
    distanceKm: trip.km,
    maxSpeedKmh: trip.maxKmh,
    points: trip.points,
  };
}
