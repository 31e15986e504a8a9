import { useCallback } from 'react';
import { listOf, useUrlState } from '../../../hooks/use-url-state.ts';

/** Screen catalogue 3.5. */
export const MAX_WINDOWS = 4;

const PARAMS = { targIds: { ...listOf(/^[1-9]\d{0,9}$/, MAX_WINDOWS), name: 'targId' } };

/** The vehicles of the address (`targId`, commas between several), four at most, and what changes them. */
export function useTracked(): [targIds: readonly string[], change: (targIds: readonly string[]) => void] {
  const [{ targIds }, change] = useUrlState(PARAMS);
  return [targIds, useCallback((next) => change({ targIds: next }), [change])];
}
