import type { Sql } from '../../../platform/db/database.ts';
import type { ReportDefinition } from '../model/definition.ts';
import type { Relation } from '../model/relation.ts';
import { findInSql } from '../model/sql-text.ts';
import { toShownColumn } from '../model/template.ts';

const QUOTED_NAME = /"([^"]+)"/g;

/** Drops the columns that a page does not show, so that the result cache stores fewer. Grouped relations stay: groups may use them. */
export function hideColumns(
  { columns: shown, sums = {}, chart, order }: Pick<ReportDefinition, 'columns' | 'sums' | 'chart' | 'order'>,
  relation: Relation,
): Relation {
  if (relation.groupBy) return relation;
  const needed = new Set([
    ...shown.map((column) => toShownColumn(column).key),
    ...Object.keys(sums),
    ...(chart ? [chart.x, ...chart.y, ...(chart.across ?? []), ...(chart.by ? [chart.by] : [])] : []),
    order[0],
    ...Object.values(relation.formulas ?? {}).flatMap((formula) => findInSql(formula, QUOTED_NAME)),
  ]);
  const keepNeeded = (columns: Readonly<Record<string, Sql>>) =>
    Object.fromEntries(Object.entries(columns).filter(([key]) => needed.has(key)));
  const { columns, names } = relation;
  return {
    ...relation,
    columns: keepNeeded(columns),
    ...(names ? { names: { ...names, columns: keepNeeded(names.columns) } } : {}),
  };
}
