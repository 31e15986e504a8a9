import type { ReportCell, ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { cellText, type Words } from './cells.tsx';
import type { OwnColumn } from './columns.ts';

const WAYS = { max: 'reports.sumMax', min: 'reports.sumMin', avg: 'reports.sumAvg' } as const;

/** Total of a column for the table footer, with its kind unless it is a sum or ratio. '' without a total. */
export function sumText(
  { sumColCfgList }: Pick<ReportTemplate, 'sumColCfgList'>,
  sums: Readonly<Record<string, ReportCell>>,
  column: OwnColumn,
  words: Words,
): string {
  const way = sumColCfgList.find(({ colEName }) => colEName === column.colEName)?.agg;
  const text = way === undefined ? '' : cellText(column, sums[column.colEName], words);
  if (text === '' || way === undefined || way === 'sum' || way === 'ratio') return text;
  return `${words.t(WAYS[way])} ${text}`;
}
