import { name, type Sql, sql } from '../../../platform/db/database.ts';
import { findInSql } from '../query/sql-text.ts';

/** What rows of alarm_day count, and the types that sums of it still fit in. */
const COUNTED = {
  cnt: sql`integer`,
  dur_s: sql`bigint`,
  needed: sql`integer`,
  handled: sql`integer`,
  timely: sql`integer`,
  false_cnt: sql`integer`,
  auto_cnt: sql`integer`,
  message_cnt: sql`integer`,
  phone_cnt: sql`integer`,
  handle_s: sql`bigint`,
  turned_cnt: sql`integer`,
  soon_cnt: sql`integer`,
} as const;
export type CountedColumn = keyof typeof COUNTED;

/** What tells one kind of row from another besides what sums are of. */
const TOLD_BY = ['type_id', 'level'] as const;
/** What is read of the table `f`. */
const READ = /\bf\.(\w+)/g;

/** What has to be counted for some figures; null: they read more of a row than that. */
export function findCountedColumns(figures: readonly Sql[]): CountedColumn[] | null {
  const columns = new Set(figures.flatMap((figure) => findInSql(figure, READ)));
  const counted = [...columns].filter((column): column is CountedColumn => Object.hasOwn(COUNTED, column));
  const known: readonly string[] = [...counted, ...TOLD_BY, 'vehicle_id'];
  return [...columns].every((column) => known.includes(column)) ? counted : null;
}

const listed = (parts: readonly Sql[]): Sql => parts.reduce((all, part) => sql`${all}, ${part}`);

/**
 * Rows of alarm_day `f` added up by kind and level, and by `keys` (expressions by the names of columns): they have the columns of the
 * table, and are far fewer than its days, so that it costs little to ask each of them what it is of.
 */
export function preAggregate(
  keys: Readonly<Record<string, Sql>>,
  counted: readonly CountedColumn[],
  { join = sql``, where }: { readonly join?: Sql; readonly where: Sql },
): Sql {
  const by = { ...Object.fromEntries(TOLD_BY.map((column) => [column, sql`f.${name(column)}`])), ...keys };
  const parts = [
    ...Object.entries(by).map(([column, of]) => sql`${of} as ${name(column)}`),
    ...counted.map((column) => sql`sum(f.${name(column)})::${COUNTED[column]} as ${name(column)}`),
  ];
  return sql`(select ${listed(parts)} from alarm_day f ${join} where ${where} group by ${listed(Object.values(by))}) f`;
}
