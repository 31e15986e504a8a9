import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Shows a change before it is saved. The client shows failures; the stored data are then loaded again. */
export async function changeAtOnce<Data>(
  queries: QueryClient,
  queryKey: QueryKey,
  data: Data,
  save: () => Promise<unknown>,
): Promise<void> {
  // the answer of a load under way would be older
  await queries.cancelQueries({ queryKey });
  queries.setQueryData<Data>(queryKey, data);
  await save().catch(() => queries.invalidateQueries({ queryKey }));
}
