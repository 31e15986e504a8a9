import { name, type Sql, sql } from '../../../platform/db/database.ts';
import { findInSql } from '../model/sql-text.ts';

/** Counters of alarm_day, and types wide enough for their sums. */
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
  evid_expected: sql`integer`,
  evid_received: sql`integer`,
} as const;
export type CountedColumn = keyof typeof COUNTED;

/** Columns that figures may filter by. */
const TOLD_BY = ['type_id', 'level'] as const;
/** Columns of the table `f` in an SQL fragment. */
const READ = /\bf\.(\w+)/g;

/** The counters that some figures need; null: they read other columns too. */
export function findCountedColumns(figures: readonly Sql[]): CountedColumn[] | null {
  const columns = new Set(figures.flatMap((figure) => findInSql(figure, READ)));
  const counted = [...columns].filter((column): column is CountedColumn => Object.hasOwn(COUNTED, column));
  const known: readonly string[] = [...counted, ...TOLD_BY, 'vehicle_id'];
  return [...columns].every((column) => known.includes(column)) ? counted : null;
}

const listed = (parts: readonly Sql[]): Sql => parts.reduce((all, part) => sql`${all}, ${part}`);

/**
 * Pre-aggregates alarm_day `f` by type, level and `keys` (expressions by column name). The result has the columns of the table
 * but far fewer rows, so filters per figure are cheap.
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
