import type { CallInput, ClientRoute } from '@fleetwarden/contract/call';
import type { Paged, RowOf } from './call-paged.ts';
import { callPaged } from './call-paged.ts';

type PageOptions = {
  readonly signal: AbortSignal;
  readonly quiet: true;
  readonly pageModel: { readonly page: number; readonly limit: number };
};

/** Creates the `load` function of a PagedList from a paged call; it belongs to no page. */
export function loadList<R extends ClientRoute>(row: R) {
  return (data: CallInput<R>, options: PageOptions): Promise<Paged<RowOf<R>>> =>
    callPaged(row, data, { ...options, anyPage: true });
}
