import { useCallback, useSyncExternalStore } from 'react';

/** Narrower than this a drawer fills the window and a table pins its first column only. */
export const NARROW = '(max-width: 767px)';

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
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
