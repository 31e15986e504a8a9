import type { Values } from './model.ts';

/** A requested change; the records decide whether it is possible. */
export type WriteRequest =
  | { readonly kind: 'add'; readonly values: Values }
  | { readonly kind: 'edit'; readonly id: number; readonly version?: number; readonly values: Values }
  | { readonly kind: 'remove'; readonly id: number; readonly reason?: string }
  /** Restores a removed record; rejected if another record has its unique values now. */
  | { readonly kind: 'restore'; readonly id: number }
  /** Deletes a removed record for good. */
  | { readonly kind: 'purge'; readonly id: number };

/** Whether the request concerns a live record or a removed one. */
export const targetsLiveRecord = ({ kind }: WriteRequest): boolean => kind === 'edit' || kind === 'remove';
export const targetsRemovedRecord = ({ kind }: WriteRequest): boolean => kind === 'restore' || kind === 'purge';
