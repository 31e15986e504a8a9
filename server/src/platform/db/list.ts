/** What lists have in common: conditions that stand only where they are asked for, order, and a page with the number of all rows. */
import { at, type Queryable, type Sql, sql } from './database.ts';

export type Order = 'asc' | 'desc';
const direction = { asc: sql`asc`, desc: sql`desc` } as const satisfies Record<Order, Sql>;
const NOTHING = sql``;

/** `and` the column holds the text somewhere, whatever its case; nothing where no text is asked for. */
export function contains(column: Sql, text: string | undefined): Sql {
  if (!text) return NOTHING;
  // figures and Chinese have no case: the column need not be turned, which takes longer than the search
  const hasCase = text.toLowerCase() !== text.toUpperCase();
  return hasCase ? sql`and lower(${column}) like lower(${patternOf(text)})` : containsText(column, text);
}

/** The same of a text as it is written. A pattern, where a function would do: how many rows have it can be guessed. */
export const containsText = (column: Sql, text: string): Sql => sql`and ${column} like ${patternOf(text)}`;

const patternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** `and` the column's time lies between two instants (epoch ms), both included; an end that is not given is open. */
export const between = (column: Sql, start: number | undefined, end: number | undefined): Sql => sql`
  ${start === undefined ? NOTHING : sql`and ${column} >= ${at(start)}`}
  ${end === undefined ? NOTHING : sql`and ${column} <= ${at(end)}`}`;

/** Rows of equal value by their key, in the same direction: one walk along one index. */
export const orderBy = (column: Sql, key: Sql, order: Order): Sql =>
  sql`order by ${column} ${direction[order]}, ${key} ${direction[order]}`;

/** One page of `columns` `from` somewhere (with its conditions), and how many rows there are in all. */
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
