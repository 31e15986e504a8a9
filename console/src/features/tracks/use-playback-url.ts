import { MAX_TRACK_MS, type TrackInterval, trackIntervals } from '@fleetwarden/contract/tracks/track-rules';
import { useMemo, useState } from 'react';
import { todaySoFar } from '../../api/business-clock.ts';
import { listOf, oneOf, readUrlState, type UrlParam, type UrlParams, useUrlState } from '../../hooks/use-url-state.ts';

/** Vehicles shown at once. */
export const MAX_VEHICLES = 8;
/** Minutes a stop must have lasted to be shown (screen catalogue 3.6). */
export const MIN_STOP = { least: 1, most: 240, usual: 5 } as const;

/** What is asked for, and how it is shown. Times are epoch ms. */
export type PlaybackQuery = {
  readonly targIds: readonly string[];
  readonly start: number;
  readonly end: number;
  /** s; 0: every point. */
  readonly interval: TrackInterval;
  readonly filterDrift: boolean;
  /** min */
  readonly minStop: number;
  readonly alarms: boolean;
  /** Whether lines have a colour for each vehicle instead of one for each speed. */
  readonly byVehicle: boolean;
};

/** What an address says; null: it does not, or no such. */
type Said = Omit<PlaybackQuery, 'start' | 'end' | 'byVehicle'> & {
  readonly start: number | null;
  readonly end: number | null;
  readonly byVehicle: boolean | null;
};

const number: UrlParam<number | null> = {
  read: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : null),
  write: (value) => (value === null ? '' : String(value)),
};
/** On unless the address says 0. */
const on: UrlParam<boolean> = { read: (text) => text !== '0', write: (value) => (value ? '' : '0') };

const PARAMS: UrlParams<Said> = {
  targIds: { ...listOf(/^\d{1,15}$/, MAX_VEHICLES), name: 'targId' },
  start: number,
  end: number,
  interval: oneOf(trackIntervals, 0),
  filterDrift: { ...on, name: 'drift' },
  minStop: {
    read: (text) => {
      const minutes = number.read(text) ?? 0;
      return minutes >= MIN_STOP.least && minutes <= MIN_STOP.most ? minutes : MIN_STOP.usual;
    },
    write: (minutes) => (minutes === MIN_STOP.usual ? '' : String(minutes)),
  },
  alarms: on,
  byVehicle: {
    name: 'colour',
    read: (text) => (text === '' ? null : text === 'vehicle'),
    write: (value) => (value ? 'vehicle' : 'speed'),
  },
};

/** What is missing or wrong is as usual: today, a colour for each of several vehicles. */
function complete(said: Said, now: number): PlaybackQuery {
  const { start, end, targIds, byVehicle } = said;
  const sound = start !== null && end !== null && start < end && end - start <= MAX_TRACK_MS;
  const range = sound ? { start, end } : todaySoFar(now);
  return { ...said, ...range, byVehicle: byVehicle ?? targIds.length > 1 };
}

/** What an address asks for. */
export const readPlaybackQuery = (query: URLSearchParams, now: number): PlaybackQuery =>
  complete(readUrlState(PARAMS, query), now);

/** What is asked for lives in the address: a link shows what its sender saw, and the back button asks what was asked before. */
export function usePlaybackUrl(): [PlaybackQuery, (change: Partial<PlaybackQuery>, replace?: boolean) => void] {
  const [said, change] = useUrlState(PARAMS);
  // Without a range it is today until now: until when the page was opened, or each look would be another question
  const [now] = useState(() => Date.now());
  return [useMemo(() => complete(said, now), [said, now]), change];
}
