import { type RefObject, useEffect, useRef, useState } from 'react';

/** Calls `hide` after a time; another `key` restarts it. The timer pauses while the element has the pointer or the focus. */
export function useHideAfter(ms: number, key: unknown, hide: () => void): [shown: RefObject<HTMLElement | null>, held: boolean] {
  const shown = useRef<HTMLElement>(null);
  const held = useHeld(shown);
  const left = useRef(ms);
  const latest = useRef(hide);
  useEffect(() => {
    latest.current = hide;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key restarts the timer
  useEffect(() => {
    left.current = ms;
  }, [ms, key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key restarts the timer
  useEffect(() => {
    if (held) return;
    const since = Date.now();
    const timer = setTimeout(() => latest.current(), Math.max(left.current, 0));
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - since;
    };
  }, [ms, key, held]);
  return [shown, held];
}

/** Whether an element has the pointer or the focus. */
export function useHeld(shown: RefObject<HTMLElement | null>): boolean {
  const [under, setUnder] = useState(false);
  const [within, setWithin] = useState(false);
  useEffect(() => {
    const element = shown.current;
    if (!element) return;
    const on = { pointerenter: () => setUnder(true), pointerleave: () => setUnder(false) };
    const focus = { focusin: () => setWithin(true), focusout: () => setWithin(false) };
    const listeners = Object.entries({ ...on, ...focus });
    for (const [name, listener] of listeners) element.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of listeners) element.removeEventListener(name, listener);
    };
  }, [shown]);
  return under || within;
}
