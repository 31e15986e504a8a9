import type { ReportColumn, ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import type { OwnColumn } from './columns.ts';

/** Columns that stand in the place of one, by its name. */
export type Heads = ReadonlyMap<string, readonly ReportColumn[]>;

/** Whether a report has columns that depend on what is asked for. */
export const isSpread = ({ colCfgList }: Pick<ReportTemplate, 'colCfgList'>): boolean =>
  colCfgList.some(({ type }) => type === 'several');

/** The user's columns with those that stand in the place of one; one whose columns are not known yet is not shown. */
export const spreadColumns = (columns: readonly OwnColumn[], heads: Heads): readonly OwnColumn[] =>
  columns.flatMap((column) =>
    column.type === 'several' ? (heads.get(column.colEName) ?? []).map((each) => ({ ...each, hidden: column.hidden })) : [column],
  );

/** The template with those columns: each has the sum of the one it stands for, and leads where that leads. */
export function spreadTemplate(template: ReportTemplate, heads: Heads): ReportTemplate {
  const over = <T extends { readonly colEName: string }>(rows: readonly T[]): T[] =>
    rows.flatMap((row) => heads.get(row.colEName)?.map(({ colEName }) => ({ ...row, colEName })) ?? [row]);
  return {
    ...template,
    colCfgList: template.colCfgList.flatMap((column) => heads.get(column.colEName) ?? [column]),
    sumColCfgList: over(template.sumColCfgList),
    reportRedirector: over(template.reportRedirector),
  };
}
