import type { Sql } from '../../../platform/db/database.ts';

/** All matches of a pattern's first group in an SQL fragment and the fragments nested in it. Parameter values do not count. */
export function findInSql({ strings, values }: Sql, pattern: RegExp): string[] {
  const own = strings.flatMap((text) => [...text.matchAll(pattern)].map(([, match]) => match!));
  return [...own, ...values.flatMap((value) => (isSql(value) ? findInSql(value, pattern) : []))];
}
const isSql = (value: unknown): value is Sql => typeof value === 'object' && value !== null && 'strings' in value;
