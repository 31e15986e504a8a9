import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { at, type Sql, sql } from '../../../platform/db/database.ts';
import type { Asked } from '../model/definition.ts';

/** What a figure of a moment shows of the time before and after it. */
const ABOUT = sql`interval '5 minutes'`;
/** The longest of a track that a row leads to. */
const LONGEST = sql`interval '1 day'`;

/** Rows whose instant lies in the times that were asked for. */
export const inTimes = ({ times }: Pick<Asked, 'times'>, instant: Sql): Sql =>
  sql`${instant} >= ${at(times.from)}::timestamptz and ${instant} < ${at(times.to)}::timestamptz`;

/** The business day of an instant. */
export const dayOf = ({ timeZone }: Pick<Asked, 'timeZone'>, instant: Sql): Sql =>
  sql`(${instant} at time zone ${timeZone}::text)::date`;

/** The first instant of a day. */
export const beginOf = ({ timeZone }: Pick<Asked, 'timeZone'>, day: Sql): Sql =>
  sql`(${day})::timestamp at time zone ${timeZone}::text`;

/** Times, as a condition of times takes them over. */
export function timesOf({ timeZone }: Pick<Asked, 'timeZone'>, from: Sql, to: Sql): Sql {
  const clock = (instant: Sql) => sql`to_char(${instant} at time zone ${timeZone}::text, 'YYYY-MM-DD HH24:MI:SS')`;
  return sql`${clock(from)} || ',' || ${clock(to)}`;
}

/** Whoever asks again within a minute asks the same: it is kept. */
const nextMinute = (now: number): number => Math.ceil(now / MINUTE_MS) * MINUTE_MS;

/** A row's times with some minutes before and after. */
export const about = (asked: Pick<Asked, 'timeZone' | 'now'>, from: Sql, to: Sql = from): Sql =>
  timesOf(
    asked,
    sql`(${from} - ${ABOUT})`,
    sql`least(${to} + ${ABOUT}, ${from} + ${LONGEST}, ${at(nextMinute(asked.now))}::timestamptz)`,
  );

/** Numbers of a condition with several values; null: none was chosen, which means all. */
export const numbersOf = (asked: Pick<Asked, 'list'>, condition: string): number[] | null =>
  asked.list(condition)?.map(Number).filter(Number.isSafeInteger) ?? null;

/** `where` of a column that may be one of some numbers. */
export const among = (column: Sql, values: readonly number[] | null): Sql[] =>
  values === null ? [] : [sql`${column} = any(${[...values]}::integer[])`];
