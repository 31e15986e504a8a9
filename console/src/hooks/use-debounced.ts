import { useEffect, useState } from 'react';

/** Debounce of typing, ms (screen catalogue 3.1). */
const REST_MS = 300;

/** The typed text, debounced. */
export function useRested(typed: string): string {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return rested;
}
