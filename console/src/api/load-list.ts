import type { CallRow } from 'virtual:calls';
import type { Call, CallInput } from '@fleetwarden/contract/call';
import type { Paged, RowOf } from './call-paged.ts';
import { callPaged } from './call-paged.ts';

type PageOptions = {
  readonly signal: AbortSignal;
  readonly quiet: true;
  readonly pageModel: { readonly page: number; readonly limit: number };
};

/** The `load` of a PagedList over a paged call; it may stand over any page. */
export function loadList<C extends Call>(row: CallRow<C>) {
  return (data: CallInput<C>, options: PageOptions): Promise<Paged<RowOf<C>>> =>
    callPaged(row, data, { ...options, anyPage: true });
}
