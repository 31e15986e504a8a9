import { screensCalls } from '@fleetwarden/contract/screens/routes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call } from '../../api/call.ts';
import { useLive } from '../../shared/live-context.ts';

/** Screen catalogue 2.2: how often the server's counts replace the local ones. */
export const BELLS_REFRESH_MS = 60_000;
const BELLS = ['bells'] as const;

type Counts = { readonly alarmCnt: number; readonly asalarmCnt: number };
const NONE: Counts = { alarmCnt: 0, asalarmCnt: 0 };

/** Alarms per bell: the server's counts plus pushed alarms. `reset`: sets a count to zero until the server's next reply. */
export function useBellCounts(): { readonly counts: Counts; readonly reset: (bell: keyof Counts) => void } {
  const queries = useQueryClient();
  const { alarms } = useLive();
  const pushed = useSyncExternalStore(alarms.subscribe, () => alarms.counts);
  const { data = NONE } = useQuery({
    queryKey: BELLS,
    queryFn: async ({ signal }) => {
      const counts = await call(screensCalls.getBellPageNum, {}, { signal, quiet: true });
      // the server's counts include them
      alarms.reset();
      return counts;
    },
    refetchInterval: BELLS_REFRESH_MS,
    refetchIntervalInBackground: true,
  });
  const reset = (bell: keyof Counts) => {
    // a reply in flight is older than the reset
    void queries.cancelQueries({ queryKey: BELLS });
    queries.setQueryData<Counts>(BELLS, (counts) => ({ ...(counts ?? NONE), [bell]: 0 }));
    alarms.reset(bell === 'alarmCnt' ? 'ordinary' : 'safety');
  };
  const counts = { alarmCnt: data.alarmCnt + pushed.ordinary, asalarmCnt: data.asalarmCnt + pushed.safety };
  return { counts, reset };
}
