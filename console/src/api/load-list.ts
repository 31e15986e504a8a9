import type { CallInput, ClientRoute } from '@fleetwarden/contract/call';
import type { Paged, RowOf } from './call-paged.ts';
import { callPaged } from './call-paged.ts';

type PageOptions = {
  readonly signal: AbortSignal;
  readonly quiet: true;
  readonly pageModel: { readonly page: number; readonly limit: number };
};

/** The `load` of a PagedList over a paged call; it may stand over any page. */
export function loadList<R extends ClientRoute>(row: R) {
  return (data: CallInput<R>, options: PageOptions): Promise<Paged<RowOf<R>>> =>
    callPaged(row, data, { ...options, anyPage: true });
}
