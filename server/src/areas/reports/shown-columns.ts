import type { Sql } from '../../platform/db/database.ts';
import type { Relation, ReportDefinition } from './report.ts';
import { shownOf } from './template.ts';

const NAMED = /"([^"]+)"/g;

/** What a piece of SQL names in double quotes. */
function namesIn({ strings, values }: Sql): string[] {
  const own = [...strings.join('').matchAll(NAMED)].map(([, name]) => name!);
  return [...own, ...values.flatMap((value) => (isSql(value) ? namesIn(value) : []))];
}
const isSql = (value: unknown): value is Sql => typeof value === 'object' && value !== null && 'strings' in value;

/**
 * A relation of a report without columns that nobody sees: what is found of vehicles is more than each report tells, and rows that are
 * kept are kept with all they have. What is grouped stays as it is, for its groups may go by the names of columns.
 */
export function withShown(
  { columns: shown, sums = {}, chart, order }: Pick<ReportDefinition, 'columns' | 'sums' | 'chart' | 'order'>,
  relation: Relation,
): Relation {
  if (relation.groupBy) return relation;
  const wanted = new Set([
    ...shown.map((column) => shownOf(column).key),
    ...Object.keys(sums),
    ...(chart ? [chart.x, ...chart.y, ...(chart.across ?? []), ...(chart.by ? [chart.by] : [])] : []),
    order[0],
    ...Object.values(relation.formulas ?? {}).flatMap(namesIn),
  ]);
  const columns = Object.fromEntries(Object.entries(relation.columns).filter(([key]) => wanted.has(key)));
  return { ...relation, columns };
}
