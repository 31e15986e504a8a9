import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { LoadedTrack } from './loaded-track.ts';
import { requestTrack } from './track-calls.ts';
import type { PlaybackQuery } from './use-playback-url.ts';

/** Cache time, ms: a track of 50,000 points takes some megabytes. */
const KEPT_MS = 60_000;

export type TrackRequestState = {
  readonly targId: string;
  /** undefined: loading or failed. */
  readonly track: LoadedTrack | undefined;
  readonly error: Error | null;
  readonly retry: () => unknown;
};

/** The tracks in the order of their vehicles; stable until one changes. */
export function useTracks(query: PlaybackQuery): readonly TrackRequestState[] {
  const { start, end, interval, filterDrift } = query;
  const text = query.targIds.join(',');
  const targIds = useMemo(() => (text === '' ? [] : text.split(',')), [text]);
  const combine = useCallback(
    (results: UseQueryResult<LoadedTrack>[]): readonly TrackRequestState[] =>
      results.map(({ data, error, refetch }, i) => ({
        targId: targIds[i]!,
        track: data,
        error,
        retry: refetch,
      })),
    [targIds],
  );
  return useQueries({
    queries: targIds.map((targId) => ({
      queryKey: ['track', targId, start, end, interval, filterDrift],
      queryFn: ({ signal }: { signal: AbortSignal }) => requestTrack({ targId, start, end, interval, filterDrift }, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: KEPT_MS,
      structuralSharing: false,
      networkMode: 'always' as const,
    })),
    combine,
  });
}
