import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Paged } from '../../api/call-paged.ts';
import type { TableState } from './use-table-url.ts';

/** First part of all tables' query keys: `queries.invalidateQueries({ queryKey: [TABLE_QUERY, name] })` reloads one. */
export const TABLE_QUERY = 'table';

export type TableQuery<Row> = {
  /** The latest rows: the requested ones, or the previous ones while those load or fail. */
  readonly shown: Paged<Row> | null;
  /** Whether the requested rows are still loading. */
  readonly pending: boolean;
  /** Whether a request is running, also a reload. */
  readonly fetching: boolean;
  readonly failure: Error | null;
  readonly refetch: () => void;
};

/** Loads the rows of a table's state; the last rows stay until newer ones arrive. */
export function useTableQuery<Row>(
  name: string,
  state: TableState,
  load: (state: TableState, signal: AbortSignal) => Promise<Paged<Row>>,
): TableQuery<Row> {
  const { data, isPending, isFetching, error, refetch } = useQuery({
    queryKey: [TABLE_QUERY, name, state],
    queryFn: ({ signal }) => load(state, signal),
    // A browser that reports offline may still reach a server in the local network.
    networkMode: 'always',
  });
  const [last, setLast] = useState<Paged<Row> | null>(null);
  if (data && data !== last) setLast(data);
  const repeat = useCallback(() => void refetch(), [refetch]);
  return { shown: data ?? last, pending: isPending, fetching: isFetching, failure: error, refetch: repeat };
}
