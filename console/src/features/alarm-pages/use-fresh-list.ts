import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useCommonMessage, useLive } from '../../ui/live-context.ts';
import { TABLE_QUERY } from '../../ui/use-table-query.ts';

/** A list is read anew this long after something of it changed, ms: in a storm each reading brings many. */
const AFTER_MS = 2_000;

/** Reads a list anew once alarms were raised or decided, whoever did it; returns what reads it at once. */
export function useFreshList(name: string): () => Promise<void> {
  const queries = useQueryClient();
  const { alarms } = useLive();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: [TABLE_QUERY, name] }), [queries, name]);
  const soon = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void refresh();
    }, AFTER_MS);
  }, [refresh]);
  useCommonMessage('cases', soon);
  useEffect(() => alarms.hear((news) => news.some(({ raised }) => raised) && soon()), [alarms, soon]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return refresh;
}
