import { MAX_TRACK_MS, type TrackInterval, trackIntervals } from '@fleetwarden/contract/track-rules';
import { useCallback, useMemo, useState } from 'react';
import { useOwnQuery } from '../../ui/use-own-query.ts';

/** Vehicles shown at once. */
export const MOST_VEHICLES = 8;
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

const ID = /^\d{1,15}$/;

/** The first moment of the day `now` lies in, as the user's clock counts it. */
const startOfDay = (now: number): number => new Date(now).setHours(0, 0, 0, 0);

/** What an address asks for; what is missing or wrong in it is as usual: today, every point, without drift. */
export function readPlaybackQuery(query: URLSearchParams, now: number): PlaybackQuery {
  const number = (name: string) => {
    const text = query.get(name);
    const value = Number(text);
    return text !== null && text !== '' && Number.isSafeInteger(value) && value >= 0 ? value : null;
  };
  const targIds = [...new Set((query.get('targId') ?? '').split(',').filter((id) => ID.test(id)))].slice(0, MOST_VEHICLES);
  const [start, end] = [number('start'), number('end')];
  const sound = start !== null && end !== null && start < end && end - start <= MAX_TRACK_MS;
  const minStop = number('minStop');
  return {
    targIds,
    start: sound ? start : startOfDay(now),
    end: sound ? end : now,
    interval: trackIntervals.find((known) => known === number('interval')) ?? 0,
    filterDrift: query.get('drift') !== '0',
    minStop: minStop !== null && minStop >= MIN_STOP.least && minStop <= MIN_STOP.most ? minStop : MIN_STOP.usual,
    alarms: query.get('alarms') !== '0',
    byVehicle: query.has('colour') ? query.get('colour') === 'vehicle' : targIds.length > 1,
  };
}

/** How each part is written; null: not at all, for it is as usual. */
const WRITTEN: {
  readonly [K in keyof PlaybackQuery]: (value: PlaybackQuery[K]) => readonly [name: string, text: string | null];
} = {
  targIds: (ids) => ['targId', ids.length > 0 ? ids.join(',') : null],
  start: (at) => ['start', String(at)],
  end: (at) => ['end', String(at)],
  interval: (seconds) => ['interval', seconds === 0 ? null : String(seconds)],
  filterDrift: (on) => ['drift', on ? null : '0'],
  minStop: (minutes) => ['minStop', minutes === MIN_STOP.usual ? null : String(minutes)],
  alarms: (on) => ['alarms', on ? null : '0'],
  byVehicle: (on) => ['colour', on ? 'vehicle' : 'speed'],
};

/** What is asked for lives in the address: a link shows what its sender saw, and the back button asks what was asked before. */
export function usePlaybackUrl(): [PlaybackQuery, (change: Partial<PlaybackQuery>, replace?: boolean) => void] {
  const [query, setQuery] = useOwnQuery();
  // Without a range it is today until now: until when the page was opened, or each look would be another question
  const [now] = useState(() => Date.now());
  const asked = useMemo(() => readPlaybackQuery(query, now), [query, now]);
  const change = useCallback(
    (wish: Partial<PlaybackQuery>, replace = false) =>
      setQuery(
        (before) => {
          const next = new URLSearchParams(before);
          for (const key of Object.keys(wish) as (keyof PlaybackQuery)[]) {
            const write = WRITTEN[key] as (value: unknown) => readonly [string, string | null];
            const [name, text] = write(wish[key]);
            if (text === null) next.delete(name);
            else next.set(name, text);
          }
          return next;
        },
        { replace },
      ),
    [setQuery],
  );
  return [asked, change];
}
