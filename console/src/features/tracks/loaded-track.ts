import { type AlarmClassName, classOfType } from '@fleetwarden/contract/alarms/alarm-rights';
import type { Track, TrackStop } from '@fleetwarden/contract/tracks/schemas';
import { type TrackData, unpackTrack } from '@fleetwarden/contract/tracks/track-columns';
import { kilometresAlong } from './distances.ts';

/** A track with its points as columns, and the kilometres at each point. */
export type LoadedTrack = Omit<Track, 'points'> & { readonly data: TrackData; readonly kmAt: Float64Array };

export function loadTrack({ points, ...rest }: Track): LoadedTrack {
  const data = unpackTrack(points);
  return { ...rest, data, kmAt: kilometresAlong(data) };
}

/** Stops of a minimum duration in minutes. */
export const filterStops = ({ stops }: Pick<LoadedTrack, 'stops'>, minutes: number): readonly TrackStop[] =>
  stops.filter(({ start, end }) => end - start >= minutes * 60_000);

/** Classes of alarms that the user hides. */
export type HiddenClasses = ReadonlySet<AlarmClassName>;

/** Alarms without those of hidden classes. */
export const filterAlarms = ({ alarms }: Pick<LoadedTrack, 'alarms'>, hidden: HiddenClasses): LoadedTrack['alarms'] =>
  hidden.size === 0 ? alarms : alarms.filter(({ bit }) => !hidden.has(classOfType(bit)));

/** Start times to seek to: trips, or the first point without any. */
export function segmentStarts({ trips, data }: Pick<LoadedTrack, 'trips' | 'data'>): readonly number[] {
  if (trips.length > 0) return trips.map(({ start }) => start);
  return data.at.length > 0 ? [data.at[0]!] : [];
}

/** From the first to the last point of all tracks, epoch ms; null without points. */
export function computeSpan(tracks: readonly Pick<LoadedTrack, 'data'>[]): { start: number; end: number } | null {
  const filled = tracks.filter(({ data }) => data.at.length > 0);
  if (filled.length === 0) return null;
  return {
    start: Math.min(...filled.map(({ data }) => data.at[0]!)),
    end: Math.max(...filled.map(({ data }) => data.at.at(-1)!)),
  };
}
