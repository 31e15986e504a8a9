import { businessDay } from '@fleetwarden/domain/business-day';
import { countedKm } from '@fleetwarden/domain/mileage';
import { REACH_MS } from '../days/open-days.ts';
import type { TrackPoint } from '../drift.ts';
import type { VisitGround, VisitPlace } from './ground.ts';

/** A vehicle's time in a place, of one day; the shape of the table `area_visit` without the vehicle. Epoch ms, km, km/h. */
export type Visit = {
  readonly placeId: number;
  readonly enterAt: number;
  /** As far as is known, where it has not ended. */
  readonly leaveAt: number;
  readonly distanceKm: number;
  /** Null: no point of it lies in this day. */
  readonly maxKmh: number | null;
  /** Goes on from the day before. */
  readonly continued: boolean;
  /** The vehicle left; else it goes on the day after, or is under way. */
  readonly ended: boolean;
  /** Of a route: its ends that were reached since the visit began, 1 the first, 2 the last. */
  readonly ends: number;
};

/** Where a vehicle stands with a place. Times epoch ms. */
type Presence = {
  id: number;
  /** It counts: one point inside may be a receiver's mistake. */
  sure: boolean;
  /** Of the part that is under way, and the end of its day. */
  startAt: number;
  dayEnd: number;
  continued: boolean;
  /** Last known inside. */
  knownAt: number;
  km: number;
  maxKmh: number | null;
  /** The one point outside after that, 0: none, and the way to it. */
  outAt: number;
  outKm: number;
  /** Points in a row that came alone. */
  waver: number;
  ends: number;
};

/** What is remembered of a vehicle for its visits. Plain JSON; the functions here change it. `at`: of the newest point, 0 before the first. */
export type VisitsState = { at: number; open: Presence[] };

/** Whose visits, and where it could be. */
export type Visiting = { readonly vehicleId: number; readonly ground: VisitGround; readonly timeZone: string };

/** To have come or gone takes two points, or one for so long, ms (report catalogue 1.2). */
const SURE_MS = 30_000;
/** Points in a row, each alone on its side of the edge, after which the newest counts: what is remembered has an end. */
const MAX_WAVERING = 4;

export const emptyVisits = (): VisitsState => ({ at: 0, open: [] });

/**
 * Takes the way from one believed point to the next, `km` by the great circle, in order; `fresh`: nobody travelled it (drift.ts). A
 * visit is from the first point inside to the first point outside; what lies over midnight is divided by time. Changes `state`.
 */
export function takeVisits(
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

/** Visits under way, as far as they are known. */
export function openVisits({ open }: VisitsState): Visit[] {
  return open.flatMap((presence) => (presence.sure && presence.knownAt > presence.startAt ? [visitOf(presence, false)] : []));
}

/** From when on the visits of each place are those of this state, epoch ms. */
export const visitsOpenSince = ({ open }: VisitsState): ReadonlyMap<number, number> =>
  new Map(open.map(({ id, startAt }) => [id, startAt]));

/** What begins at `b`: the first point inside. */
function come(
  open: Presence[],
  vehicleId: number,
  ground: VisitGround,
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

/** Places near the point at hand; empty between points. */
const FOUND: VisitPlace[] = [];

/** Whether the vehicle is still there at `b`, or may be; told where not. */
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

/** A point inside. */
function see(presence: Presence, { speedKmh }: TrackPoint): void {
  presence.outAt = 0;
  presence.outKm = 0;
  presence.maxKmh = Math.max(presence.maxKmh ?? 0, speedKmh);
}

/** The visit goes on until `at`: what lies before a midnight in between is told. */
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

/** The vehicle was gone at `at`. */
function end(presence: Presence, at: number, km: number, out: Visit[], timeZone: string): false {
  if (!presence.sure) return false;
  extend(presence, at, km, out, timeZone);
  tell(presence, true, out);
  return false;
}

/** The track ends, or starts anew elsewhere. */
function endAll(open: Presence[], out: Visit[]): void {
  for (const presence of open) if (presence.sure) tell(presence, true, out);
  open.length = 0;
}

/** Tells what is more than a moment. */
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
