import type { CallInput, ClientRoute } from '@fleetwarden/contract/call';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callPaged, type RowOf } from '../../../api/call-paged.ts';
import { reloadQueries } from '../../../shared/reload-queries.ts';
import { PAGE_SIZE } from '../Pager.tsx';

/** A paged list of the drawer: a new query starts at the first page. `refresh` reloads the page. */
export function usePaged<R extends ClientRoute>(name: string, row: R, data: CallInput<R>) {
  const queries = useQueryClient();
  const queryKey = ['drawer', name];
  const question = JSON.stringify(data);
  const [place, setPlace] = useState({ question, page: 1 });
  const page = place.question === question ? place.page : 1;
  const { data: shown, ...query } = useQuery({
    queryKey: [...queryKey, question, page],
    queryFn: ({ signal }) => callPaged(row, data, { signal, quiet: true, pageModel: { page, limit: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  const rows: readonly RowOf<R>[] = shown?.list ?? [];
  return {
    rows,
    total: shown?.total ?? 0,
    more: shown?.more ?? false,
    page,
    setPage: (next: number) => setPlace({ question, page: next }),
    pending: query.isPending,
    busy: query.isFetching,
    failed: query.isError,
    queryKey,
    refresh: () => void reloadQueries(queries, queryKey),
  };
}
