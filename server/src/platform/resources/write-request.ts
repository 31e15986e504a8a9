import type { Values } from './model.ts';

/** A change as it is asked for: what becomes of it is known once the records are read. */
export type WriteRequest =
  | { readonly kind: 'add'; readonly values: Values }
  | { readonly kind: 'edit'; readonly id: number; readonly version?: number; readonly values: Values }
  | { readonly kind: 'remove'; readonly id: number; readonly reason?: string }
  /** Brings a removed record back, as it was; refused where others have its unique values by now. */
  | { readonly kind: 'restore'; readonly id: number }
  /** Ends a removed record for good. */
  | { readonly kind: 'purge'; readonly id: number };

/** Whether a wish is about a record that is there, or about a removed one. */
export const targetsLiveRecord = ({ kind }: WriteRequest): boolean => kind === 'edit' || kind === 'remove';
export const targetsRemovedRecord = ({ kind }: WriteRequest): boolean => kind === 'restore' || kind === 'purge';
