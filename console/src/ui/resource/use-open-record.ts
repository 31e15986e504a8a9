import { useCallback } from 'react';
import { useOwnQuery } from '../use-own-query.ts';

/** A record's id, or `new`; `from`: the record that a new one is made after. */
export type OpenRecord = { readonly id: string; readonly from: string | null };

export const NEW = 'new';
const ID = /^[1-9]\d{0,9}$/;

/** Which record's drawer is open lives in the address, without a step of its own in the history: leaving the page asks there. */
export function useOpenRecord(): [OpenRecord | null, (next: OpenRecord | null) => void] {
  const [query, setQuery] = useOwnQuery();
  const id = query.get('record') ?? '';
  const from = query.get('from') ?? '';
  const open = useCallback(
    (next: OpenRecord | null) =>
      setQuery(
        (now) => {
          const changed = new URLSearchParams(now);
          for (const [key, value] of [
            ['record', next?.id],
            ['from', next?.from],
          ] as const) {
            if (value) changed.set(key, value);
            else changed.delete(key);
          }
          return changed;
        },
        { replace: true },
      ),
    [setQuery],
  );
  return [id === NEW || ID.test(id) ? { id, from: ID.test(from) ? from : null } : null, open];
}
