import { tracksCalls } from '@fleetwarden/contract/tracks/routes';
import type { QueryClient } from '@tanstack/react-query';
import { useQueries } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** Past days do not change; today may get data, ms. */
const FRESH_MS = 60_000;

type Day = { readonly day: string; readonly km: number };

const daysQuery = (targId: string, month: string) => ({
  queryKey: ['track days', targId, month],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly Day[]> =>
    (await call(tracksCalls.listTrackDay, { targId, month }, { signal, quiet: true })).list,
  staleTime: FRESH_MS,
  networkMode: 'always' as const,
});

/** Days of a month (yyyy-MM) with data of any vehicle, with the total kilometres. */
export function useTrackDays(targIds: readonly string[], month: string): ReadonlyMap<string, number> {
  const results = useQueries({ queries: targIds.map((targId) => daysQuery(targId, month)) });
  const days = new Map<string, number>();
  for (const { data = [] } of results) for (const { day, km } of data) days.set(day, (days.get(day) ?? 0) + km);
  return days;
}

/** Days of a month with data of any vehicle. */
export async function trackDays(queries: QueryClient, targIds: readonly string[], month: string): Promise<readonly string[]> {
  const lists = await Promise.all(targIds.map((targId) => queries.fetchQuery(daysQuery(targId, month))));
  return lists.flat().map(({ day }) => day);
}
