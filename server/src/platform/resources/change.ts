import type { ErrorName, FieldFault } from '@fleetwarden/contract/errors';
import type { Values } from './model.ts';
import type { Stored } from './read.ts';

/** A change of one record: added, edited, removed or restored. `after` has all values, including unchanged ones. */
export type Change =
  | { readonly kind: 'add'; readonly id: number; readonly before: null; readonly after: Values }
  | { readonly kind: 'edit'; readonly id: number; readonly before: Stored; readonly after: Values }
  | { readonly kind: 'restore'; readonly id: number; readonly before: Stored; readonly after: Values }
  | {
      readonly kind: 'remove';
      readonly id: number;
      readonly before: Stored;
      readonly after: null;
      readonly reason: string | null;
    }
  /** Deletes a removed record for good. */
  | { readonly kind: 'purge'; readonly id: number; readonly before: Stored; readonly after: null };

/** Why a change is refused; `kind`: a reason other than its values. */
export type Refusal = {
  readonly at: number;
  readonly faults: readonly FieldFault[];
  readonly kind?: Extract<ErrorName, 'notFound' | 'staleVersion' | 'inUse' | 'everybodys' | 'beyondOwnRights'>;
};
