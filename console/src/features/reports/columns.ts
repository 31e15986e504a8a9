import { reportsCalls } from '@fleetwarden/contract/reports/routes';
import type { ReportColumn, ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../api/call.ts';
import { changeAtOnce } from './change-at-once.ts';

/** A column with the user's setting. Fixed columns are always visible and come first. */
export type OwnColumn = ReportColumn & { readonly hidden: boolean };
type SavedColumns = readonly { readonly colEName: string; readonly isPageShow: 0 | 1 }[];

/** The report's columns in the user's order. Columns missing from the user's settings keep their default place. */
export function arrangeColumns(columns: readonly ReportColumn[], saved: SavedColumns): readonly OwnColumn[] {
  const shown = new Map(saved.map(({ colEName, isPageShow }) => [colEName, isPageShow === 1]));
  const byName = new Map(columns.map((column) => [column.colEName, column]));
  const sorted = saved.flatMap(({ colEName }) => byName.get(colEName) ?? []);
  columns.forEach((column, at) => {
    if (!shown.has(column.colEName)) sorted.splice(at, 0, column);
  });
  const own = sorted.map((column) => ({
    ...column,
    hidden: column.isfixed === 0 && !(shown.get(column.colEName) ?? column.isPageShow === 1),
  }));
  return [...own.filter(({ isfixed }) => isfixed === 1), ...own.filter(({ isfixed }) => isfixed === 0)];
}

const NONE: SavedColumns = [];

/** The user's columns of a report. Changes apply at once and are saved; `null` restores the defaults. */
export function useOwnColumns(template: ReportTemplate): [readonly OwnColumn[], (next: readonly OwnColumn[] | null) => void] {
  const { reportId, colCfgList } = template;
  const queries = useQueryClient();
  const queryKey = ['report', 'columns', reportId];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(reportsCalls.getCustomCols, { reportId }, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });

  async function change(next: readonly OwnColumn[] | null) {
    const list = (next ?? []).map(({ colEName, hidden }) => ({ colEName, isPageShow: hidden ? (0 as const) : (1 as const) }));
    await changeAtOnce(queries, queryKey, { list }, () => call(reportsCalls.updateCustomCols, { reportId, list }));
  }
  const columns = useMemo(() => arrangeColumns(colCfgList, data?.list ?? NONE), [colCfgList, data]);
  return [columns, (next) => void change(next)];
}
