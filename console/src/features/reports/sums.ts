import type { ReportCell, ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { cellText, type Words } from './cells.tsx';
import type { OwnColumn } from './columns.ts';

const WAYS = { max: 'reports.sumMax', min: 'reports.sumMin', avg: 'reports.sumAvg' } as const;

/** What a column comes to, as the foot of its table says it: what is neither added up nor a share by its way. '' where it has no sum. */
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
