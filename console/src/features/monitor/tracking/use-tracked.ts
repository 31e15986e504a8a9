import { useSearchParams } from 'react-router';

/** Screen catalogue 3.5. */
export const MOST_WINDOWS = 4;

/** The vehicles of the address (`targId`, commas between several), four at most, and what changes them. */
export function useTracked(): [targIds: readonly string[], change: (targIds: readonly string[]) => void] {
  const [query, setQuery] = useSearchParams();
  const named = query.getAll('targId').flatMap((text) => text.split(','));
  const targIds = [...new Set(named.filter((id) => /^[1-9]\d{0,9}$/.test(id)))].slice(0, MOST_WINDOWS);
  const change = (next: readonly string[]) => setQuery(next.length === 0 ? {} : { targId: next.join() }, { replace: true });
  return [targIds, change];
}
