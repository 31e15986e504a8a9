import { useEffect, useState } from 'react';

/** Typing rests so long before what was typed is looked for, ms (screen catalogue 3.1). */
const REST_MS = 300;

/** What was typed last, once typing rests. */
export function useRested(typed: string): string {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return rested;
}
