/** Shared SQL of lists: optional conditions, order, and a page with the total. */
import { at, type Queryable, type Sql, sql } from './database.ts';

export type Order = 'asc' | 'desc';
const direction = { asc: sql`asc`, desc: sql`desc` } as const satisfies Record<Order, Sql>;
const NOTHING = sql``;

/** `and` the column contains the text, ignoring case; empty without a text. */
export function contains(column: Sql, text: string | undefined): Sql {
  if (!text) return NOTHING;
  // Digits and Chinese have no case; lower() would cost more than the search.
  const hasCase = text.toLowerCase() !== text.toUpperCase();
  return hasCase ? sql`and lower(${column}) like lower(${patternOf(text)})` : containsText(column, text);
}

/** As `contains`, case-sensitive. A LIKE pattern, because PostgreSQL can estimate its rows. */
export const containsText = (column: Sql, text: string): Sql => sql`and ${column} like ${patternOf(text)}`;

const patternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** `and` the column lies between two instants (epoch ms), both included; a missing end is open. */
export const between = (column: Sql, start: number | undefined, end: number | undefined): Sql => sql`
  ${start === undefined ? NOTHING : sql`and ${column} >= ${at(start)}`}
  ${end === undefined ? NOTHING : sql`and ${column} <= ${at(end)}`}`;

/** Equal values are ordered by key in the same direction, so that one index scan is enough. */
export const orderBy = (column: Sql, key: Sql, order: Order): Sql =>
  sql`order by ${column} ${direction[order]}, ${key} ${direction[order]}`;

/** One page of `columns` from `from` (with its conditions), and the total. */
export async function pageOf<Row>(
  db: Queryable,
  query: { readonly columns: Sql; readonly from: Sql; readonly order: Sql },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: Row[]; readonly total: number }> {
  const { columns, from, order } = query;
  const [rows, count] = await Promise.all([
    db.query<Row>(sql`select ${columns} ${from} ${order} limit ${limit} offset ${offset}`),
    db.first<{ total: number }>(sql`select count(*) as total ${from}`),
  ]);
  return { rows, total: count!.total };
}
