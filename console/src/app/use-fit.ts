import type { RefObject } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Which of several ways to draw a row fits into its place: 0 is the widest, `narrowest` is taken where nothing fits. Draw the
 * row in `inner`, as wide as it wants to be, inside `outer`. Another `key` (texts, entries, sizes) measures anew.
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
      px[way] = inner.current?.offsetWidth ?? 0;
      let next = 0;
      // A way not drawn yet is tried
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
