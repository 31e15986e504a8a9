import { tracksCalls } from '@fleetwarden/contract/tracks/routes';
import type { QueryClient } from '@tanstack/react-query';
import { useQueries } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** Days that are over do not change; today may begin to have data, ms. */
const FRESH_MS = 60_000;

type Day = { readonly day: string; readonly km: number };

const daysQuery = (targId: string, month: string) => ({
  queryKey: ['track days', targId, month],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly Day[]> =>
    (await call(tracksCalls.listTrackDay, { targId, month }, { signal, quiet: true })).list,
  staleTime: FRESH_MS,
  networkMode: 'always' as const,
});

/** The days of a month (yyyy-MM) on which any of the vehicles has data, with the kilometres of all of them. */
export function useTrackDays(targIds: readonly string[], month: string): ReadonlyMap<string, number> {
  const results = useQueries({ queries: targIds.map((targId) => daysQuery(targId, month)) });
  const days = new Map<string, number>();
  for (const { data = [] } of results) for (const { day, km } of data) days.set(day, (days.get(day) ?? 0) + km);
  return days;
}

/** The days of a month on which any of the vehicles has data. */
export async function trackDays(queries: QueryClient, targIds: readonly string[], month: string): Promise<readonly string[]> {
  const lists = await Promise.all(targIds.map((targId) => queries.fetchQuery(daysQuery(targId, month))));
  return lists.flat().map(({ day }) => day);
}
