import { reportsCalls } from '@fleetwarden/contract/reports/routes';
import type { ReportColumn, ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** A column as the user has it. What identifies a row is always shown, and stands first. */
export type OwnColumn = ReportColumn & { readonly hidden: boolean };
type Kept = readonly { readonly colEName: string; readonly isPageShow: 0 | 1 }[];

/** The report's columns in the user's order; those the user's list does not know stand where the report has them. */
export function arranged(columns: readonly ReportColumn[], kept: Kept): readonly OwnColumn[] {
  const shown = new Map(kept.map(({ colEName, isPageShow }) => [colEName, isPageShow === 1]));
  const byName = new Map(columns.map((column) => [column.colEName, column]));
  const sorted = kept.flatMap(({ colEName }) => byName.get(colEName) ?? []);
  columns.forEach((column, at) => {
    if (!shown.has(column.colEName)) sorted.splice(at, 0, column);
  });
  const own = sorted.map((column) => ({
    ...column,
    hidden: column.isfixed === 0 && !(shown.get(column.colEName) ?? column.isPageShow === 1),
  }));
  return [...own.filter(({ isfixed }) => isfixed === 1), ...own.filter(({ isfixed }) => isfixed === 0)];
}

const NONE: Kept = [];

/** The user's columns of a report. A change holds at once and is kept; `null`: as the report has them. */
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
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, { list });
    // told by the client where it fails; what is kept is asked for then
    await call(reportsCalls.updateCustomCols, { reportId, list }).catch(() => queries.invalidateQueries({ queryKey }));
  }
  return [arranged(colCfgList, data?.list ?? NONE), (next) => void change(next)];
}
