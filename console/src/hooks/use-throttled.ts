import { useCallback, useEffect, useRef } from 'react';
import { useStableCallback } from './use-stable-callback.ts';

/**
 * A stable function that runs another one some time after its first call, once for all calls until then. It is no debounce: during a
 * storm of calls it keeps running. A component that is unmounted or hidden drops the run that waits.
 */
export function useThrottled(run: () => void, afterMs: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useStableCallback(run);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      // a hidden page keeps its refs
      timer.current = undefined;
    },
    [],
  );
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest();
    }, afterMs);
  }, [afterMs, latest]);
}
