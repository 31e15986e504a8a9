import { screensCalls } from '@fleetwarden/contract/screens/routes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call } from '../../api/call.ts';
import { useLive } from '../../shared/live-context.ts';

/** Screen catalogue 2.2: how often the server's figures correct the bells. */
export const BELLS_REFRESH_MS = 60_000;
const BELLS = ['bells'] as const;

type Counts = { readonly alarmCnt: number; readonly asalarmCnt: number };
const NONE: Counts = { alarmCnt: 0, asalarmCnt: 0 };

/** Alarms by bell: the server's figures, and what was pushed since. `reset`: to zero on demand, until the server corrects it. */
export function useBellCounts(): { readonly counts: Counts; readonly reset: (bell: keyof Counts) => void } {
  const queries = useQueryClient();
  const { alarms } = useLive();
  const pushed = useSyncExternalStore(alarms.subscribe, () => alarms.counts);
  const { data = NONE } = useQuery({
    queryKey: BELLS,
    queryFn: async ({ signal }) => {
      const counts = await call(screensCalls.getBellPageNum, {}, { signal, quiet: true });
      // they are in its figures
      alarms.reset();
      return counts;
    },
    refetchInterval: BELLS_REFRESH_MS,
    refetchIntervalInBackground: true,
  });
  const reset = (bell: keyof Counts) => {
    // an answer under way is of before
    void queries.cancelQueries({ queryKey: BELLS });
    queries.setQueryData<Counts>(BELLS, (counts) => ({ ...(counts ?? NONE), [bell]: 0 }));
    alarms.reset(bell === 'alarmCnt' ? 'ordinary' : 'safety');
  };
  const counts = { alarmCnt: data.alarmCnt + pushed.ordinary, asalarmCnt: data.asalarmCnt + pushed.safety };
  return { counts, reset };
}
