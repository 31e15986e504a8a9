import { MAX_TRACK_POINTS, TRACK_GAP_MS } from '@fleetwarden/contract/tracks/track-rules';
import { simplifyTrack } from '@fleetwarden/domain/simplify-track';
import { accOn } from '@fleetwarden/domain/status-bits';
import type { Stop } from '../../engine/segments.ts';
import { MAX_THIN_M, THIN_M } from './limits.ts';
import type { StoredTrack } from './store.ts';

export type Thinned = {
  readonly places: Int32Array /** Metres; null: nothing was left out. */;
  readonly toleranceM: number | null;
};

/** The first point of each interval (s), and all that must stay. */
export function sampled(track: StoredTrack, places: Int32Array, intervalS: number): Int32Array {
  if (intervalS === 0) return places;
  const must = mustStay(track, places);
  const sample = new Int32Array(places.length);
  let kept = 0;
  let slot = -1;
  places.forEach((place, i) => {
    const now = Math.floor(track.at[place]! / (intervalS * 1_000));
    if (now !== slot || must[i] === 1) sample[kept++] = place;
    slot = now;
  });
  return sample.subarray(0, kept);
}

/**
 * Thins a track to the limit of a call, except for points that must stay: ends, both sides of a gap, changes of ignition or alarms.
 * The points of a stop are dropped; its first and last point stay.
 */
export function thinned(track: StoredTrack, places: Int32Array, stops: readonly Stop[]): Thinned {
  if (places.length <= MAX_TRACK_POINTS) return { places, toleranceM: null };
  const awake = outsideStops(track, places, mustStay(track, places), stops);
  const must = mustStay(track, awake);
  markEnds(track, awake, stops, must);
  const of = (column: Float64Array) => valuesAt(column, awake);
  const columns = { at: of(track.at), lng: of(track.lng), lat: of(track.lat) };
  for (let toleranceM = THIN_M; ; toleranceM *= 2) {
    const keep = must.slice();
    const kept = simplifyTrack(columns, toleranceM, keep);
    if (kept <= MAX_TRACK_POINTS || toleranceM >= MAX_THIN_M) return { places: keptOf(awake, keep), toleranceM };
  }
}

/** 1 for each point where a relevant change starts or ends. */
function mustStay({ at, statusBits, alarmBits }: StoredTrack, places: Int32Array): Uint8Array {
  const must = new Uint8Array(places.length);
  for (let i = 1; i < places.length; i++) {
    const [before, now] = [places[i - 1]!, places[i]!];
    if (alarmBits[now] !== alarmBits[before] || accOn(statusBits[now]!) !== accOn(statusBits[before]!)) must[i] = 1;
    if (at[now]! - at[before]! > TRACK_GAP_MS) {
      must[i - 1] = 1;
      must[i] = 1;
    }
  }
  if (places.length > 0) must[0] = must[places.length - 1] = 1;
  return must;
}

/** The points but for those within a stop that need not stay. Stops are in order of time. */
function outsideStops({ at }: StoredTrack, places: Int32Array, must: Uint8Array, stops: readonly Stop[]): Int32Array {
  const keep = new Uint8Array(places.length);
  let next = 0;
  for (let i = 0; i < places.length; i++) {
    const now = at[places[i]!]!;
    while (next < stops.length && stops[next]!.endAt <= now) next++;
    const stop = stops[next];
    if (must[i] === 1 || !stop || now <= stop.startAt) keep[i] = 1;
  }
  return keptOf(places, keep);
}

/** Both ends of each stop stay. */
function markEnds({ at }: StoredTrack, places: Int32Array, stops: readonly Stop[], must: Uint8Array): void {
  const ends = new Set(stops.flatMap(({ startAt, endAt }) => [startAt, endAt]));
  for (let i = 0; i < places.length; i++) if (ends.has(at[places[i]!]!)) must[i] = 1;
}

// Plain loops: the methods of typed arrays that take a function cost ten times as much, and a month has a quarter of a million points.

function keptOf(places: Int32Array, keep: Uint8Array): Int32Array {
  const kept = new Int32Array(places.length);
  let count = 0;
  for (let i = 0; i < places.length; i++) if (keep[i] === 1) kept[count++] = places[i]!;
  return kept.subarray(0, count);
}

function valuesAt(column: Float64Array, places: Int32Array): Float64Array {
  const values = new Float64Array(places.length);
  for (let i = 0; i < places.length; i++) values[i] = column[places[i]!]!;
  return values;
}
