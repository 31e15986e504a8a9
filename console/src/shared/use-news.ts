import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useThrottled } from '../hooks/use-throttled.ts';
import { useCommonMessage, useOpened } from './live-context.ts';
import { reloadQueries } from './reload-queries.ts';

/** Delay of a reload after a message, ms: a fleet with timed photos, or a storm of alarms, sends many. */
const AFTER_MS = 1_000;

/**
 * Reloads queries some time after messages of a type on `commonmsg`, and when its socket opens, because earlier ones may have been
 * missed; once for those that come together. `concerns` selects messages.
 */
export function useNews<News = unknown>(
  type: string,
  queryKeys: readonly QueryKey[],
  { concerns, afterMs = AFTER_MS }: { concerns?: (news: News) => boolean; afterMs?: number } = {},
): void {
  const queries = useQueryClient();
  const soon = useThrottled(() => void reloadQueries(queries, ...queryKeys), afterMs);
  useCommonMessage(type, (news) => {
    if (concerns?.(news as News) ?? true) soon();
  });
  useOpened(soon);
}
