import { businessDay } from '@fleetwarden/domain/business-day';
import { countedKm } from '@fleetwarden/domain/mileage';
import { REACH_MS } from '../days/open-days.ts';
import type { TrackPoint } from '../drift.ts';
import type { GeofenceSnapshot, VisitPlace } from './geofence-snapshot.ts';

/** A visit of a vehicle within one day; the columns of `area_visit` without the vehicle. Epoch ms, km, km/h. */
export type Visit = {
  readonly placeId: number;
  readonly enterAt: number;
  /** Last known time inside, if the visit has not ended. */
  readonly leaveAt: number;
  readonly distanceKm: number;
  /** Null: no point of the visit lies in this day. */
  readonly maxKmh: number | null;
  /** Continues from the day before. */
  readonly continued: boolean;
  /** The vehicle left; otherwise the visit continues on the next day or is open. */
  readonly ended: boolean;
  /** Of a route: ends reached since the visit started, 1 the first, 2 the last. */
  readonly ends: number;
};

/** State of a vehicle towards a geofence. Times epoch ms. */
type Presence = {
  id: number;
  /** Confirmed: a single point inside may be noise. */
  sure: boolean;
  /** Of the current part, and the end of its day. */
  startAt: number;
  dayEnd: number;
  continued: boolean;
  /** Last known time inside. */
  knownAt: number;
  km: number;
  maxKmh: number | null;
  /** The single point outside after it (0: none), and the distance to it. */
  outAt: number;
  outKm: number;
  /** Consecutive single points on alternating sides. */
  waver: number;
  ends: number;
};

/** Visit state of a vehicle. Plain JSON; the functions here change it. `at`: the newest point, 0: none. */
export type VisitsState = { at: number; open: Presence[] };

/** The vehicle, and its geofences. */
export type Visiting = { readonly vehicleId: number; readonly ground: GeofenceSnapshot; readonly timeZone: string };

/** Enter and leave are debounced: two consecutive fixes, or one for this long, ms (report catalogue 1.2). */
const SURE_MS = 30_000;
/** Maximum points that alternate across the edge; then the newest counts. Bounds the state. */
const MAX_WAVERING = 4;

export const emptyVisits = (): VisitsState => ({ at: 0, open: [] });

/**
 * Processes the step between two consecutive believed points, `km` by the great circle. `fresh`: the track restarted (drift.ts).
 * A visit lasts from the first point inside to the first one outside, divided at midnight. Changes `state`.
 */
export function updateVisits(
  state: VisitsState,
  { vehicleId, ground, timeZone }: Visiting,
  a: TrackPoint,
  b: TrackPoint,
  km: number,
  fresh: boolean,
  out: Visit[],
): void {
  const { open } = state;
  if (state.at !== a.at) {
    endAll(open, out);
    come(open, vehicleId, ground, null, a, timeZone);
  }
  state.at = b.at;
  const apart = fresh || b.at - a.at > REACH_MS;
  if (apart) endAll(open, out);
  else if (open.length > 0) {
    const counted = countedKm(km, b.speedKmh);
    let kept = 0;
    for (const presence of open) {
      const place = ground.place(presence.id);
      const stays =
        place?.holds(vehicleId, b.at) === true
          ? goOn(presence, place, a, b, counted, timeZone, out)
          : end(presence, presence.knownAt, 0, out, timeZone);
      if (stays) open[kept++] = presence;
    }
    open.length = kept;
  }
  come(open, vehicleId, ground, apart ? null : a, b, timeZone);
}

/** Open visits, up to their last known time. */
export function openVisits({ open }: VisitsState): Visit[] {
  return open.flatMap((presence) => (presence.sure && presence.knownAt > presence.startAt ? [visitOf(presence, false)] : []));
}

/** By geofence: the start of visits owned by this state, epoch ms. */
export const visitsOpenSince = ({ open }: VisitsState): ReadonlyMap<number, number> =>
  new Map(open.map(({ id, startAt }) => [id, startAt]));

/** Starts visits at `b`, the first point inside. */
function come(
  open: Presence[],
  vehicleId: number,
  ground: GeofenceSnapshot,
  from: TrackPoint | null,
  b: TrackPoint,
  timeZone: string,
): void {
  const { at, lng, lat } = b;
  ground.find(vehicleId, lng, lat, FOUND);
  for (let i = 0; i < FOUND.length; i++) {
    const place = FOUND[i]!;
    if (open.some(({ id }) => id === place.id) || !place.isInside(lng, lat) || !place.holds(vehicleId, at)) continue;
    open.push({
      id: place.id,
      sure: false,
      startAt: at,
      dayEnd: businessDay(at, timeZone).endAt,
      continued: false,
      knownAt: at,
      km: 0,
      maxKmh: b.speedKmh,
      outAt: 0,
      outKm: 0,
      waver: 0,
      ends: passed(place, from ?? b, b),
    });
  }
  FOUND.length = 0;
}

/** Geofences near the current point; empty between points. */
const FOUND: VisitPlace[] = [];

/** Whether the vehicle is, or may be, still inside at `b`; emits the visit otherwise. */
function goOn(
  presence: Presence,
  place: VisitPlace,
  a: TrackPoint,
  b: TrackPoint,
  km: number,
  timeZone: string,
  out: Visit[],
): boolean {
  const isInside = place.isInside(b.lng, b.lat);
  if (presence.outAt > 0) {
    const isGone = !isInside || b.at - presence.outAt >= SURE_MS || ++presence.waver > MAX_WAVERING;
    if (isGone) return end(presence, presence.outAt, presence.outKm, out, timeZone);
    extend(presence, b.at, presence.outKm + km, out, timeZone);
    see(presence, b);
    return true;
  }
  presence.ends |= passed(place, a, b);
  if (isInside) {
    presence.sure = true;
    presence.waver = 0;
    extend(presence, b.at, km, out, timeZone);
    see(presence, b);
    return true;
  }
  const stood = b.at - a.at >= SURE_MS;
  if (!presence.sure && !stood) return false;
  if (stood) presence.waver = 0;
  presence.sure = true;
  presence.outAt = b.at;
  presence.outKm = km;
  if (++presence.waver > MAX_WAVERING) return end(presence, b.at, km, out, timeZone);
  return true;
}

/** Processes a point inside. */
function see(presence: Presence, { speedKmh }: TrackPoint): void {
  presence.outAt = 0;
  presence.outKm = 0;
  presence.maxKmh = Math.max(presence.maxKmh ?? 0, speedKmh);
}

/** Extends the visit to `at`; emits the parts before each midnight. */
function extend(presence: Presence, at: number, km: number, out: Visit[], timeZone: string): void {
  const { knownAt } = presence;
  let done = 0;
  while (at > presence.dayEnd) {
    const share = (presence.dayEnd - knownAt) / (at - knownAt);
    presence.knownAt = presence.dayEnd;
    presence.km += km * (share - done);
    done = share;
    tell(presence, false, out);
    presence.startAt = presence.dayEnd;
    presence.dayEnd = businessDay(presence.dayEnd, timeZone).endAt;
    presence.continued = true;
    presence.km = 0;
    presence.maxKmh = null;
  }
  presence.knownAt = at;
  presence.km += km * (1 - done);
}

/** Ends the visit at `at`. */
function end(presence: Presence, at: number, km: number, out: Visit[], timeZone: string): false {
  if (!presence.sure) return false;
  extend(presence, at, km, out, timeZone);
  tell(presence, true, out);
  return false;
}

/** Ends all visits, because the track ends or restarts. */
function endAll(open: Presence[], out: Visit[]): void {
  for (const presence of open) if (presence.sure) tell(presence, true, out);
  open.length = 0;
}

/** Emits a visit that has a duration. */
function tell(presence: Presence, ended: boolean, out: Visit[]): void {
  if (presence.knownAt > presence.startAt) out.push(visitOf(presence, ended));
}

const visitOf = ({ id, startAt, knownAt, km, maxKmh, continued, ends }: Presence, ended: boolean): Visit => ({
  placeId: id,
  enterAt: startAt,
  leaveAt: knownAt,
  distanceKm: km,
  maxKmh,
  continued,
  ended,
  ends,
});

const passed = ({ passes }: VisitPlace, a: TrackPoint, b: TrackPoint): number =>
  passes === null ? 0 : passes([a.lng, a.lat], [b.lng, b.lat]);
