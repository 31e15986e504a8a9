import type { Sql } from '../../../platform/db/database.ts';

/** What the first group of a pattern finds in a piece of SQL and all pieces in it; values are none of it. */
export function textsIn({ strings, values }: Sql, pattern: RegExp): string[] {
  const own = strings.flatMap((text) => [...text.matchAll(pattern)].map(([, found]) => found!));
  return [...own, ...values.flatMap((value) => (isSql(value) ? textsIn(value, pattern) : []))];
}
const isSql = (value: unknown): value is Sql => typeof value === 'object' && value !== null && 'strings' in value;
