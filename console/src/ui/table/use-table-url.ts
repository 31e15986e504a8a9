import { useCallback, useMemo } from 'react';
import { useQueryEdit } from '../../hooks/use-url-state.ts';
import type { SearchField, TableColumn } from './table-columns.ts';

export const PAGE_SIZES = [10, 20, 30, 50] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
/** Specification 9. */
const DEFAULT_SIZE = 10;

export type Sort = { readonly key: string; readonly order: 'asc' | 'desc' };
/** Filters by name; times in epoch ms. Unset filters are absent. */
export type Filters = Readonly<Record<string, string | number>>;

export type TableState = {
  readonly filters: Filters;
  /** Starts at 1. */
  readonly page: number;
  readonly size: number;
  readonly sort: Sort | null;
};

/** Filter names of a column. */
export function filterKeys(column: { readonly key: string; readonly search?: SearchField | undefined }): readonly string[] {
  const { key, search } = column;
  if (!search) return [];
  if (search.kind === 'dayRange') return search.keys;
  return search.kind === 'dateRange' ? (search.keys ?? ['startTime', 'endTime']) : [search.key ?? key];
}

function readFilters<Row>(query: URLSearchParams, columns: readonly TableColumn<Row>[]): Filters {
  const filters: Record<string, string | number> = {};
  for (const column of columns) {
    for (const key of filterKeys(column)) {
      const text = query.get(key);
      if (!text) continue;
      if (column.search?.kind !== 'dateRange') filters[key] = text;
      else if (Number.isSafeInteger(Number(text))) filters[key] = Number(text);
    }
  }
  return filters;
}

/** '-at' is newest first. Ignores columns that cannot be sorted, as from an edited URL. */
function readSort<Row>(query: URLSearchParams, columns: readonly TableColumn<Row>[], fallback: Sort | null): Sort | null {
  const text = query.get('sort') ?? '';
  const key = text.replace(/^-/, '');
  if (!columns.some((column) => column.sortable && column.key === key)) return fallback;
  return { key, order: text.startsWith('-') ? 'desc' : 'asc' };
}

function read<Row>(
  query: URLSearchParams,
  columns: readonly TableColumn<Row>[],
  fallback: Sort | null,
  usualSize: PageSize,
): TableState {
  const page = Number(query.get('page'));
  const size = Number(query.get('size'));
  return {
    filters: readFilters(query, columns),
    // 0 and 1 are both the first page (specification 4).
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
    size: PAGE_SIZES.find((known) => known === size) ?? usualSize,
    sort: readSort(query, columns, fallback),
  };
}

/** Keeps filters, page, size and sort in the URL: a reload restores them, the back button undoes a query. */
export function useTableUrl<Row>(
  columns: readonly TableColumn<Row>[],
  defaultSort: Sort | null,
  usualSize: PageSize = DEFAULT_SIZE,
): [TableState, (change: Partial<TableState>) => void] {
  const [query, edit] = useQueryEdit();
  const { key = '', order = 'asc' } = defaultSort ?? {};
  const state = useMemo(
    () => read(query, columns, key === '' ? null : { key, order }, usualSize),
    [query, columns, key, order, usualSize],
  );

  const change = useCallback(
    (changes: Partial<TableState>) =>
      edit(
        (next) => {
          const put = (key: string, value: string | number | undefined | null) =>
            value === undefined || value === null || value === '' ? next.delete(key) : next.set(key, String(value));
          if (changes.filters) for (const key of columns.flatMap(filterKeys)) put(key, changes.filters[key]);
          if (changes.page !== undefined) put('page', changes.page > 1 ? changes.page : null);
          if (changes.size !== undefined) put('size', changes.size === usualSize ? null : changes.size);
          if (changes.sort !== undefined)
            put('sort', changes.sort && (changes.sort.order === 'desc' ? '-' : '') + changes.sort.key);
        },
        { replace: false },
      ),
    [edit, columns, usualSize],
  );
  return [state, change];
}
