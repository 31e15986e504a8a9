import { MAX_TRACK_MS, type TrackInterval, trackIntervals } from '@fleetwarden/contract/tracks/track-rules';
import { useMemo, useState } from 'react';
import { todaySoFar } from '../../api/business-clock.ts';
import { listOf, oneOf, readUrlState, type UrlParam, type UrlParams, useUrlState } from '../../hooks/use-url-state.ts';

/** Maximum number of vehicles. */
export const MAX_VEHICLES = 8;
/** Minimum duration of shown stops, minutes (screen catalogue 3.6). */
export const MIN_STOP = { least: 1, most: 240, usual: 5 } as const;

/** Query and display options. Times are epoch ms. */
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
  /** Whether lines are coloured by vehicle instead of by speed. */
  readonly byVehicle: boolean;
};

/** Values in the URL; null: absent or invalid. */
type ParsedUrl = Omit<PlaybackQuery, 'start' | 'end' | 'byVehicle'> & {
  readonly start: number | null;
  readonly end: number | null;
  readonly byVehicle: boolean | null;
};

const number: UrlParam<number | null> = {
  read: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : null),
  write: (value) => (value === null ? '' : String(value)),
};
/** On unless the URL says 0. */
const on: UrlParam<boolean> = { read: (text) => text !== '0', write: (value) => (value ? '' : '0') };

const PARAMS: UrlParams<ParsedUrl> = {
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

/** Fills in defaults: today, and colours by vehicle for several vehicles. */
function complete(parsed: ParsedUrl, now: number): PlaybackQuery {
  const { start, end, targIds, byVehicle } = parsed;
  const sound = start !== null && end !== null && start < end && end - start <= MAX_TRACK_MS;
  const range = sound ? { start, end } : todaySoFar(now);
  return { ...parsed, ...range, byVehicle: byVehicle ?? targIds.length > 1 };
}

/** Parses the query of a URL. */
export const readPlaybackQuery = (query: URLSearchParams, now: number): PlaybackQuery =>
  complete(readUrlState(PARAMS, query), now);

/** The query in the URL, for links and the back button. */
export function usePlaybackUrl(): [PlaybackQuery, (change: Partial<PlaybackQuery>, replace?: boolean) => void] {
  const [parsed, change] = useUrlState(PARAMS);
  // The default range ends when the page was opened; otherwise each render would be a new query
  const [now] = useState(() => Date.now());
  return [useMemo(() => complete(parsed, now), [parsed, now]), change];
}
