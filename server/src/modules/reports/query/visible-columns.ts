import type { Sql } from '../../../platform/db/database.ts';
import type { Relation, ReportDefinition } from '../model/definition.ts';
import { shownOf } from '../model/template.ts';
import { textsIn } from './sql-text.ts';

/** What is named in double quotes. */
const NAMED = /"([^"]+)"/g;

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
    ...Object.values(relation.formulas ?? {}).flatMap((formula) => textsIn(formula, NAMED)),
  ]);
  const those = (columns: Readonly<Record<string, Sql>>) =>
    Object.fromEntries(Object.entries(columns).filter(([key]) => wanted.has(key)));
  const { columns, names } = relation;
  return {
    ...relation,
    columns: those(columns),
    ...(names ? { names: { ...names, columns: those(names.columns) } } : {}),
  };
}
