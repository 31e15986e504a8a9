import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { VehicleStore } from '../../../live/vehicle-store.ts';

/** Minimum interval of re-rendering, ms. */
const REDRAW_MS = 1_000;

/** Re-renders after changes of the store, at most once a second. */
export function useEachSecond(store: VehicleStore): void {
  const seen = useRef({ at: 0, version: -1 });
  const subscribe = useCallback(
    (notify: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const tell = () => {
        timer = undefined;
        seen.current = { at: performance.now(), version: store.version };
        notify();
      };
      const stop = store.subscribe(() => {
        timer ??= setTimeout(tell, Math.max(0, seen.current.at + REDRAW_MS - performance.now()));
      });
      return () => {
        stop();
        clearTimeout(timer);
      };
    },
    [store],
  );
  useSyncExternalStore(subscribe, () => seen.current.version);
}
