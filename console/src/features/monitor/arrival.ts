import { useState } from 'react';
import { useLocation } from 'react-router';

/** State of a navigation to the monitoring centre that asks for the address's vehicle to be located. */
export type Arrival = { readonly locate: true };

/**
 * Whether the address's vehicle is to be located, under a key that tells one arrival from the next: by the address the page was
 * opened at, or wherever a vehicle was chosen outside of it. What the page itself writes into its address asks for nothing, nor
 * does coming back to it by its tag. The second part says that it was located: an arrival is one only once.
 */
export function useArrival(): [arrival: string | null, markArrived: () => void] {
  const { key, state } = useLocation();
  const [opened] = useState(key);
  const [arrived, setArrived] = useState<string | null>(null);
  const wanted = key === opened || (state as Arrival | null)?.locate;
  return [wanted && key !== arrived ? key : null, () => setArrived(key)];
}
