import type { ReportColumn, ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import type { OwnColumn } from './columns.ts';

/** Columns that replace a placeholder column of the template, by the placeholder's name. */
export type DynamicColumns = ReadonlyMap<string, readonly ReportColumn[]>;

/** Whether a report has columns that depend on the conditions. */
export const hasDynamicColumns = ({ colCfgList }: Pick<ReportTemplate, 'colCfgList'>): boolean =>
  colCfgList.some(({ type }) => type === 'several');

/** Replaces placeholders in the user's columns. Placeholders whose columns are not loaded yet are left out. */
export const expandColumns = (columns: readonly OwnColumn[], dynamic: DynamicColumns): readonly OwnColumn[] =>
  columns.flatMap((column) =>
    column.type === 'several'
      ? (dynamic.get(column.colEName) ?? []).map((each) => ({ ...each, hidden: column.hidden }))
      : [column],
  );

/** Replaces placeholders in the template: each column inherits the total and the drill-down of its placeholder. */
export function expandTemplate(template: ReportTemplate, dynamic: DynamicColumns): ReportTemplate {
  const expand = <T extends { readonly colEName: string }>(rows: readonly T[]): T[] =>
    rows.flatMap((row) => dynamic.get(row.colEName)?.map(({ colEName }) => ({ ...row, colEName })) ?? [row]);
  return {
    ...template,
    colCfgList: template.colCfgList.flatMap((column) => dynamic.get(column.colEName) ?? [column]),
    sumColCfgList: expand(template.sumColCfgList),
    reportRedirector: expand(template.reportRedirector),
  };
}
