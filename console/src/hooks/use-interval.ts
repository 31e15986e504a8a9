import { useEffect, useRef } from 'react';

/** Runs a function at an interval while the page is visible, and at once if a run was missed while hidden. null: off. */
export function useEvery(ms: number | null, work: () => void): void {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => {
    if (ms === null) return;
    let missed = false;
    const turn = () => {
      missed = document.hidden;
      if (!missed) latest.current();
    };
    const shown = () => {
      if (missed && !document.hidden) turn();
    };
    const timer = setInterval(turn, ms);
    document.addEventListener('visibilitychange', shown);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', shown);
    };
  }, [ms]);
}
