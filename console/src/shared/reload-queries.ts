import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Loads queries again after news. A load under way may have been answered before, so it ends first: a plain `invalidateQueries`
 * keeps a first load, and a storm of news that cancelled each load would let none end.
 */
export async function reloadQueries(queries: QueryClient, ...queryKeys: readonly QueryKey[]): Promise<void> {
  const reload = async (queryKey: QueryKey) => {
    const loading = queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
    await Promise.allSettled(loading.map(({ promise }) => promise));
    // others that waited for the same load share the next one
    await queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
  };
  await Promise.all(queryKeys.map(reload));
}
