import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { LiveState } from '../../../live/connection.ts';
import { useCommonMessage, useLive } from '../../../shared/live-context.ts';
import { TABLE_QUERY } from '../../../ui/table/use-table-query.ts';

/** A list is read anew this long after something of it changed, ms: in a storm each reading brings many. */
const AFTER_MS = 2_000;

/**
 * Reads a list anew once alarms were raised or decided, whoever did it, and once what tells of them is connected: whatever came
 * between the first reading and that is told to nobody. Returns what reads it at once.
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
      // a page that is hidden comes back with what it remembers
      timer.current = undefined;
    },
    [],
  );
  return refresh;
}

/** Hears that a socket was opened which was not before. */
function useOpened(socket: LiveState['sockets']['gpsmsg'] | undefined, opened: () => void): void {
  const cut = useRef(false);
  useEffect(() => {
    if (socket === 'open' && cut.current) opened();
    cut.current = socket !== 'open';
  }, [socket, opened]);
}
