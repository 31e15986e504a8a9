import { useCallback } from 'react';
import { matching, useUrlState } from '../../hooks/use-url-state.ts';

/** A record's ID, or `new`; `from`: the copied record. */
export type OpenRecord = { readonly id: string; readonly from: string | null };

export const NEW = 'new';
const PARAMS = {
  record: matching(new RegExp(`^(${NEW}|[1-9]\\d{0,9})$`)),
  from: matching(/^[1-9]\d{0,9}$/),
};

/** The open record, stored in the URL without a history entry: leaving the page asks for unsaved changes. */
export function useOpenRecord(): [OpenRecord | null, (next: OpenRecord | null) => void] {
  const [{ record, from }, change] = useUrlState(PARAMS);
  const open = useCallback((next: OpenRecord | null) => change({ record: next?.id ?? null, from: next?.from ?? null }), [change]);
  return [record === null ? null : { id: record, from }, open];
}
