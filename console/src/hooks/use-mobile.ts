import { useSyncExternalStore } from 'react';

/** Below this width the console counts as mobile, px (specification 9). */
const MOBILE_BREAKPOINT = 992;

const WIDE = `(min-width: ${MOBILE_BREAKPOINT}px)`;

function follow(changed: () => void): () => void {
  const media = matchMedia(WIDE);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

/** Whether the window is narrower than 992 px. */
export const useMobile = (): boolean => useSyncExternalStore(follow, () => !matchMedia(WIDE).matches);
