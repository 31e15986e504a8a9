import { type RefObject, useEffect, useRef } from 'react';

/**
 * Calls `hide` once something was shown for so long; another `key` begins anew, and while the pointer or the keyboard is on it,
 * time stands still.
 */
export function useHideAfter(ms: number, key: unknown, hide: () => void): RefObject<HTMLElement | null> {
  const shown = useRef<HTMLElement>(null);
  const latest = useRef(hide);
  useEffect(() => {
    latest.current = hide;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key begins anew
  useEffect(() => {
    const element = shown.current;
    let left = ms;
    let since = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const pause = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      left -= performance.now() - since;
    };
    const go = () => {
      if (timer !== undefined || element?.matches(':hover, :focus-within')) return;
      since = performance.now();
      timer = setTimeout(() => latest.current(), Math.max(left, 0));
    };
    go();
    element?.addEventListener('pointerenter', pause);
    element?.addEventListener('focusin', pause);
    element?.addEventListener('pointerleave', go);
    element?.addEventListener('focusout', go);
    return () => {
      pause();
      element?.removeEventListener('pointerenter', pause);
      element?.removeEventListener('focusin', pause);
      element?.removeEventListener('pointerleave', go);
      element?.removeEventListener('focusout', go);
    };
  }, [ms, key]);
  return shown;
}
