import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Paged } from '../../api/call-paged.ts';
import type { TableState } from './use-table-url.ts';

/** All tables' queries begin with this: `queries.invalidateQueries({ queryKey: [TABLE_QUERY, name] })` draws one anew. */
export const TABLE_QUERY = 'table';

export type TableQuery<Row> = {
  /** The newest rows there are: those asked for, or while they come or fail the last ones. */
  readonly shown: Paged<Row> | null;
  /** What was asked for is not there yet. */
  readonly pending: boolean;
  /** Rows are being fetched, be it the same ones again. */
  readonly fetching: boolean;
  readonly failure: Error | null;
  readonly refetch: () => void;
};

/** The rows of a table's state. What was shown last stays until there is something newer. */
export function useTableQuery<Row>(
  name: string,
  state: TableState,
  load: (state: TableState, signal: AbortSignal) => Promise<Paged<Row>>,
): TableQuery<Row> {
  const { data, isPending, isFetching, error, refetch } = useQuery({
    queryKey: [TABLE_QUERY, name, state],
    queryFn: ({ signal }) => load(state, signal),
    // A browser that believes to be offline may well reach a server in the same building.
    networkMode: 'always',
  });
  const [last, setLast] = useState<Paged<Row> | null>(null);
  if (data && data !== last) setLast(data);
  return { shown: data ?? last, pending: isPending, fetching: isFetching, failure: error, refetch: () => void refetch() };
}
