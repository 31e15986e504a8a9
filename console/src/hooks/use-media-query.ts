import { useCallback, useSyncExternalStore } from 'react';

/** Below this width a drawer fills the window and a table shows cards. */
export const NARROW = '(max-width: 767px)';

/** Last results on the screen by query. */
const onScreen = new Map<string, boolean>();

/** Whether a query matches; while printing, the last result on the screen, because paper must not rearrange the page. */
function holds(query: string): boolean {
  const before = matchMedia('print').matches ? onScreen.get(query) : undefined;
  if (before !== undefined) return before;
  const { matches } = matchMedia(query);
  onScreen.set(query, matches);
  return matches;
}

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listen: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listen);
      return () => media.removeEventListener('change', listen);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => holds(query));
}
