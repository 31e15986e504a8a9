import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { LiveState } from '../../../live/connection.ts';
import { useCommonMessage, useLive } from '../../../shared/live-context.ts';
import { TABLE_QUERY } from '../../../ui/table/use-table-query.ts';

/** Debounce of reloads after changes, ms: a storm brings many. */
const AFTER_MS = 2_000;

/**
 * Reloads a list after alarms were raised or handled by any user, and when the socket opens, because earlier changes were not
 * pushed. Returns the function that reloads at once.
 */
export function useFreshList(name: string): () => Promise<void> {
  const queries = useQueryClient();
  const { alarms, state } = useLive();
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
  useEffect(() => alarms.onGap(soon), [alarms, soon]);
  useOpened(state?.sockets.gpsmsg, soon);
  useOpened(state?.sockets.commonmsg, soon);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      // a hidden page keeps its state
      timer.current = undefined;
    },
    [],
  );
  return refresh;
}

/** Calls back when a socket opens. */
function useOpened(socket: LiveState['sockets']['gpsmsg'] | undefined, opened: () => void): void {
  const cut = useRef(false);
  useEffect(() => {
    if (socket === 'open' && cut.current) opened();
    cut.current = socket !== 'open';
  }, [socket, opened]);
}
