import type { CallInput, CallReply, ClientRoute } from '@fleetwarden/contract/call';
import { request } from './call.ts';
import type { CallOptions } from './client.ts';

/** A row of a paged call. */
export type RowOf<R> = CallReply<R> extends { readonly list: readonly (infer Row)[] } ? Row : never;

/** `more`: there are more rows than the total, which the server stopped counting. */
export type Paged<Row> = { readonly list: readonly Row[]; readonly total: number; readonly more?: boolean };

/** Calls a paged route: the rows of one page (from 1) and the total. Fails like `call`. */
export async function callPaged<R extends ClientRoute>(
  row: R,
  data: CallInput<R>,
  options: CallOptions & { readonly pageModel: { readonly page: number; readonly limit: number } },
): Promise<Paged<RowOf<R>>> {
  const { data: reply, pageModel } = await request(row, data, options);
  const { list, more } = reply as { list: RowOf<R>[]; more?: boolean };
  return { list, total: pageModel?.total ?? list.length, ...(more === true ? { more } : {}) };
}
