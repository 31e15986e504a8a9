import type { Track, TrackStop } from '@fleetwarden/contract/tracks/schemas';
import { type TrackData, unpackTrack } from '@fleetwarden/contract/tracks/track-columns';
import { kilometresAlong } from './distances.ts';

/** A track as it came, its points as columns, and by point the kilometres since the first. */
export type LoadedTrack = Omit<Track, 'points'> & { readonly data: TrackData; readonly kmAt: Float64Array };

export function loadTrack({ points, ...rest }: Track): LoadedTrack {
  const data = unpackTrack(points);
  return { ...rest, data, kmAt: kilometresAlong(data) };
}

/** Stops that lasted so many minutes at least. */
export const stopsOf = ({ stops }: Pick<LoadedTrack, 'stops'>, minutes: number): readonly TrackStop[] =>
  stops.filter(({ start, end }) => end - start >= minutes * 60_000);

/** When something of it begins that one may want to go to: trips, or where it has none, its first point. */
export function segmentStarts({ trips, data }: Pick<LoadedTrack, 'trips' | 'data'>): readonly number[] {
  if (trips.length > 0) return trips.map(({ start }) => start);
  return data.at.length > 0 ? [data.at[0]!] : [];
}

/** From the first point of any to the last of any, epoch ms; null where none has one. */
export function spanOf(tracks: readonly Pick<LoadedTrack, 'data'>[]): { start: number; end: number } | null {
  const filled = tracks.filter(({ data }) => data.at.length > 0);
  if (filled.length === 0) return null;
  return {
    start: Math.min(...filled.map(({ data }) => data.at[0]!)),
    end: Math.max(...filled.map(({ data }) => data.at.at(-1)!)),
  };
}
