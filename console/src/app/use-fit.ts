import type { RefObject } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Chooses the widest layout of a row that fits: 0 is the widest, `narrowest` the fallback. Render the row in `inner` at its
 * natural width, inside `outer`. A new `key` measures again.
 */
export function useFit(
  outer: RefObject<HTMLElement | null>,
  inner: RefObject<HTMLElement | null>,
  key: string,
  narrowest: number,
): number {
  const [way, setWay] = useState(0);
  const needed = useRef<{ key: string; px: number[] }>({ key, px: [] });

  useLayoutEffect(() => {
    if (needed.current.key !== key) needed.current = { key, px: [] };
    const { px } = needed.current;
    const fit = () => {
      const room = outer.current?.clientWidth ?? 0;
      // not laid out yet, or hidden
      if (room === 0) return;
      px[way] = inner.current?.offsetWidth ?? 0;
      let next = 0;
      // Tries a layout that was not measured yet
      while (next < narrowest && (px[next] ?? 0) > room) next++;
      if (next !== way) setWay(next);
    };
    fit();
    if (!outer.current || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(fit);
    observer.observe(outer.current);
    return () => observer.disconnect();
  }, [outer, inner, key, narrowest, way]);

  return way;
}
