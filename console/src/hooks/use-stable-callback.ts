import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function for memoized children: always the same one, which calls the newest. Not for use while rendering. */
export function useStableCallback<Args extends unknown[], Result>(run: (...args: Args) => Result): (...args: Args) => Result {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
