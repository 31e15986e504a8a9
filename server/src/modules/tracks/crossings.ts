import type { TrackCrossing } from '@fleetwarden/contract/tracks/schemas';
import { areaTest } from '@fleetwarden/domain/area-geometry';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { greatCircleKm } from '@fleetwarden/domain/geometry';
import type { JudgedArea, StoredTrack } from './store.ts';

/** Report catalogue 1.2: entering and leaving need two points, or one that lasts this long, ms. */
const CERTAIN_MS = 30_000;
const CERTAIN_POINTS = 2;

/**
 * Ways of a track through areas, by when they begin. `places`: the points that are believed, in order of time. One point beyond the
 * edge is no crossing: receivers tremble.
 */
export function crossingsOf(track: StoredTrack, places: ArrayLike<number>, areas: readonly JudgedArea[]): TrackCrossing[] {
  return areas.flatMap((area) => ofArea(track, places, area)).sort((a, b) => a.start - b.start);
}

type Side = { inside: boolean; from: number };

function ofArea(track: StoredTrack, places: ArrayLike<number>, area: JudgedArea): TrackCrossing[] {
  const isInside = areaTest(area.geo);
  const crossings: TrackCrossing[] = [];
  if (places.length === 0) return crossings;
  const insideAt = (i: number) => isInside(track.lng[places[i]!]!, track.lat[places[i]!]!);
  const timeAt = (i: number) => track.at[places[i]!]!;
  let side: Side = { inside: insideAt(0), from: 0 };
  /** First point on the other side; -1: none. */
  let other = -1;
  for (let i = 1; i < places.length; i++) {
    if (insideAt(i) === side.inside) {
      other = -1;
      continue;
    }
    if (other < 0) other = i;
    if (i - other + 1 < CERTAIN_POINTS && timeAt(i) - timeAt(other) < CERTAIN_MS) continue;
    if (side.inside) crossings.push(wayOf(track, places, area, side.from, other - 1, true));
    side = { inside: !side.inside, from: other };
    other = -1;
  }
  // a last point beyond the edge may be a beginning of leaving or none
  if (side.inside) crossings.push(wayOf(track, places, area, side.from, (other < 0 ? places.length : other) - 1, false));
  return crossings;
}

/** `first` and `last`: its end points, both inside except for jitter. */
function wayOf(
  track: StoredTrack,
  places: ArrayLike<number>,
  { id, name, use_for, stay_minutes }: JudgedArea,
  first: number,
  last: number,
  left: boolean,
): TrackCrossing {
  let [km, sp] = [0, 0];
  for (let i = first; i <= last; i++) {
    const place = places[i]!;
    sp = Math.max(sp, track.speedKmh[place]!);
    if (i === first) continue;
    const before = places[i - 1]!;
    km += greatCircleKm(track.lng[before]!, track.lat[before]!, track.lng[place]!, track.lat[place]!);
  }
  const [start, end] = [track.at[places[first]!]!, track.at[places[last]!]!];
  return {
    areaId: String(id),
    areaName: name,
    useFor: use_for,
    start,
    end,
    entered: first > 0,
    left,
    x: track.lng[places[first]!]!,
    y: track.lat[places[first]!]!,
    km: Math.round(km * 100) / 100,
    sp,
    tooLong: Boolean(stay_minutes) && end - start > stay_minutes! * MINUTE_MS,
  };
}
