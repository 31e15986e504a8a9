import { useCallback } from 'react';
import { matching, useUrlState } from '../../hooks/use-url-state.ts';

/** A record's id, or `new`; `from`: the record that a new one is made after. */
export type OpenRecord = { readonly id: string; readonly from: string | null };

export const NEW = 'new';
const PARAMS = {
  record: matching(new RegExp(`^(${NEW}|[1-9]\\d{0,9})$`)),
  from: matching(/^[1-9]\d{0,9}$/),
};

/** Which record's drawer is open lives in the address, without a step of its own in the history: leaving the page asks there. */
export function useOpenRecord(): [OpenRecord | null, (next: OpenRecord | null) => void] {
  const [{ record, from }, change] = useUrlState(PARAMS);
  const open = useCallback((next: OpenRecord | null) => change({ record: next?.id ?? null, from: next?.from ?? null }), [change]);
  return [record === null ? null : { id: record, from }, open];
}
