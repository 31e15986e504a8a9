import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useThrottled } from '../../../hooks/use-throttled.ts';
import { useCommonMessage, useLive, useOpened } from '../../../shared/live-context.ts';
import { reloadQueries } from '../../../shared/reload-queries.ts';
import { TABLE_QUERY } from '../../../ui/table/use-table-query.ts';

/** Delay of reloads after changes, ms: a storm brings many. */
const AFTER_MS = 2_000;

/**
 * Reloads a list after alarms were raised or handled by any user, and when the socket opens, because earlier changes were not
 * pushed. Returns the function that reloads at once.
 */
export function useFreshList(name: string): () => Promise<void> {
  const queries = useQueryClient();
  const { alarms } = useLive();
  const refresh = useCallback(() => reloadQueries(queries, [TABLE_QUERY, name]), [queries, name]);
  const soon = useThrottled(() => void refresh(), AFTER_MS);
  useCommonMessage('cases', soon);
  useOpened(soon);
  useOpened(soon, 'gpsmsg');
  useEffect(() => alarms.hear((news) => news.some(({ raised }) => raised) && soon()), [alarms, soon]);
  useEffect(() => alarms.onGap(soon), [alarms, soon]);
  return refresh;
}
