import { useCallback } from 'react';
import { listOf, useUrlState } from '../../../hooks/use-url-state.ts';

/** Screen catalogue 3.5. */
export const MAX_WINDOWS = 4;

const PARAMS = { targIds: { ...listOf(/^[1-9]\d{0,9}$/, MAX_WINDOWS), name: 'targId' } };

/** The vehicles in the URL (`targId`, separated by commas), at most four, and a setter. */
export function useTracked(): [targIds: readonly string[], change: (targIds: readonly string[]) => void] {
  const [{ targIds }, change] = useUrlState(PARAMS);
  return [targIds, useCallback((next) => change({ targIds: next }), [change])];
}
