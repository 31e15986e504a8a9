import type { CallInput, CallReply, ClientRoute } from '@fleetwarden/contract/call';
import { request } from './call.ts';
import type { CallOptions } from './client.ts';

/** Row of a paged call's list. */
export type RowOf<R> = CallReply<R> extends { readonly list: readonly (infer Row)[] } ? Row : never;

export type Paged<Row> = { readonly list: readonly Row[]; readonly total: number };

/** Makes a paged call: the rows of one page (the first is 1), and how many there are in all. Fails as `call` does. */
export async function callPaged<R extends ClientRoute>(
  row: R,
  data: CallInput<R>,
  options: CallOptions & { readonly pageModel: { readonly page: number; readonly limit: number } },
): Promise<Paged<RowOf<R>>> {
  const { data: reply, pageModel } = await request(row, data, options);
  const { list } = reply as { list: RowOf<R>[] };
  return { list, total: pageModel?.total ?? list.length };
}
