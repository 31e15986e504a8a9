import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import type { CallReply } from '@fleetwarden/contract/call';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import { callPaged } from '../../../api/call-paged.ts';
import { useEvery } from '../../../hooks/use-interval.ts';
import { useThrottled } from '../../../hooks/use-throttled.ts';
import { useLive } from '../../../shared/live-context.ts';
import { reloadQueries } from '../../../shared/reload-queries.ts';
import { useNews } from '../../../shared/use-news.ts';

export type SafetyFigures = CallReply<typeof alarmsCalls.getSafetyScreen>;

/** Screen catalogue 9.2: figures every 10 s, lists turn every 5 s, six alarms on the wall. */
const [REFRESH_MS, TURN_MS, SHOWN] = [10_000, 5_000, 6] as const;
/** Delay of a reload after pushed alarms, ms. */
const AFTER_MS = 1_000;
const WALL = ['safety', 'screen', 'wall'] as const;

/** All figures of the screen; the last good ones while calls fail. */
export function useScreenFigures() {
  return useQuery({
    queryKey: ['safety', 'screen', 'figures'],
    queryFn: ({ signal }) => call(alarmsCalls.getSafetyScreen, {}, { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: true,
  });
}

/** The latest alarms with files; reloaded when files arrive and when alarms are raised. */
export function useWallAlarms() {
  const queries = useQueryClient();
  const { alarms } = useLive();
  const soon = useThrottled(() => void reloadQueries(queries, WALL), AFTER_MS);
  useNews('asAttachment', [WALL], { afterMs: AFTER_MS });
  useNews('cases', [WALL], { afterMs: AFTER_MS });
  useEffect(() => alarms.onGap(soon), [alarms, soon]);
  return useQuery({
    queryKey: WALL,
    queryFn: ({ signal }) =>
      callPaged(
        alarmsCalls.safetyListNew,
        { sort: 'newest', hasFiles: true },
        { signal, quiet: true, pageModel: { page: 1, limit: SHOWN } },
      ),
  });
}

/** The rows of the current turn: long lists show their parts one after the other. */
export function useTurns<Row>(rows: readonly Row[], size: number): readonly Row[] {
  const [turn, setTurn] = useState(0);
  const turns = Math.max(1, Math.ceil(rows.length / size));
  useEvery(turns > 1 ? TURN_MS : null, () => setTurn((now) => (now + 1) % turns));
  const from = (turn % turns) * size;
  return rows.slice(from, from + size);
}
