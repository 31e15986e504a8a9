import { onEarth, UNPLACED } from '@fleetwarden/domain/quality';
import { accOn } from '@fleetwarden/domain/status-bits';
import { admit, emptyDrift, type TrackPoint } from '../../engine/drift.ts';
import type { StoredTrack } from './store.ts';

/** Places of the points that can be drawn, and how many were left out because of what. */
export type Drawable = { readonly places: Int32Array; readonly unfixed: number; readonly drift: number };

type PlacedPoint = TrackPoint & { readonly place: number };

/** The points of a track with valid coordinates, at home or abroad; optionally without drift, judged like trips. */
export function drawable(track: StoredTrack, filterDrift: boolean): Drawable {
  const located = new Int32Array(track.rows);
  let found = 0;
  for (let i = 0; i < track.rows; i++)
    if ((track.quality[i]! & UNPLACED) === 0 && onEarth(track.lng[i]!, track.lat[i]!)) located[found++] = i;
  const places = located.subarray(0, found);
  const unfixed = track.rows - found;
  if (!filterDrift || found === 0) return { places, unfixed, drift: 0 };
  const believed = new Int32Array(found);
  let kept = 0;
  const state = emptyDrift();
  for (const place of places) {
    const first = state.last === null;
    admit(state, placed(track, place), believed, (into, _from, to) => {
      into[kept++] = (to as PlacedPoint).place;
    });
    if (first) believed[kept++] = place;
  }
  return { places: believed.subarray(0, kept), unfixed, drift: found - kept };
}

const placed = (track: StoredTrack, place: number): PlacedPoint => ({
  at: track.at[place]!,
  lng: track.lng[place]!,
  lat: track.lat[place]!,
  speedKmh: track.speedKmh[place]!,
  accOn: accOn(track.statusBits[place]!),
  place,
});
