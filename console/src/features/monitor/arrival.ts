import { useState } from 'react';
import { useLocation } from 'react-router';

/** Navigation state that asks the monitoring centre to locate the URL's vehicle. */
export type Arrival = { readonly locate: true };

/**
 * Whether to locate the URL's vehicle, with a key per arrival: the page was opened with it, or a vehicle was chosen elsewhere.
 * URL changes by the page itself, and returning by tag, do not count. The second element marks the arrival as done.
 */
export function useArrival(): [arrival: string | null, markArrived: () => void] {
  const { key, state } = useLocation();
  const [opened] = useState(key);
  const [arrived, setArrived] = useState<string | null>(null);
  const wanted = key === opened || (state as Arrival | null)?.locate;
  return [wanted && key !== arrived ? key : null, () => setArrived(key)];
}
