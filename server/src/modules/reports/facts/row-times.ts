import { type BusinessDay, parseDayKey } from '@fleetwarden/domain/business-day';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { at, type Sql, sql } from '../../../platform/db/database.ts';
import { addDays } from '../model/dates.ts';
import type { ReportRequest } from '../model/report-request.ts';

/** The window around a single instant. */
const ABOUT = sql`interval '5 minutes'`;
/** The longest track that a row links to. */
const LONGEST = sql`interval '1 day'`;

/** Rows whose instant lies in the requested times. */
export const inTimes = ({ times }: Pick<ReportRequest, 'times'>, instant: Sql): Sql =>
  sql`${instant} >= ${at(times.from)}::timestamptz and ${instant} < ${at(times.to)}::timestamptz`;

/** The business day of an instant. */
export const businessDayOf = ({ timeZone }: Pick<ReportRequest, 'timeZone'>, instant: Sql): Sql =>
  sql`(${instant} at time zone ${timeZone}::text)::date`;

/** The first instant of a day. */
export const startOfDay = ({ timeZone }: Pick<ReportRequest, 'timeZone'>, day: Sql): Sql =>
  sql`(${day})::timestamp at time zone ${timeZone}::text`;

/** Times as a filter of times takes them. */
export function formatTimes({ timeZone }: Pick<ReportRequest, 'timeZone'>, from: Sql, to: Sql): Sql {
  const clock = (instant: Sql) => sql`to_char(${instant} at time zone ${timeZone}::text, 'YYYY-MM-DD HH24:MI:SS')`;
  return sql`${clock(from)} || ',' || ${clock(to)}`;
}

/** Rounds up to a minute, so that repeated queries hit the result cache. */
const nextMinute = (now: number): number => Math.ceil(now / MINUTE_MS) * MINUTE_MS;

/** A row's times with some minutes around them. */
export const timesAround = (request: Pick<ReportRequest, 'timeZone' | 'now'>, from: Sql, to: Sql = from): Sql =>
  formatTimes(
    request,
    sql`(${from} - ${ABOUT})`,
    sql`least(${to} + ${ABOUT}, ${from} + ${LONGEST}, ${at(nextMinute(request.now))}::timestamptz)`,
  );

/** The numbers of a list filter; null: all. */
export const requestedNumbers = (request: Pick<ReportRequest, 'list'>, filter: string): number[] | null =>
  request.list(filter)?.map(Number).filter(Number.isSafeInteger) ?? null;

/** `where` for a column that may have one of some values. */
export const whereAmong = (column: Sql, values: readonly number[] | null): Sql[] =>
  values === null ? [] : [sql`${column} = any(${[...values]}::integer[])`];

export const requestedMonth = ({ days }: Pick<ReportRequest, 'days'>) => sql`${days.from.slice(0, 'yyyy-MM'.length)}::text`;

/** `where` for a range filter on a column. */
export const whereInRange = ([from, to]: ReturnType<ReportRequest['range']>, column: ReturnType<typeof sql>) =>
  sql`(${from}::float8 is null or ${column} >= ${from}::float8) and (${to}::float8 is null or ${column} <= ${to}::float8)`;

/** The requested days as text. */
export function formatRequestedDays({ days: { from, to } }: ReportRequest) {
  return sql`${from}::text || '~' || ${to}::text`;
}

/** The requested days with their times. */
export const requestedDays = ({ days: { from }, dayCount, timeZone }: ReportRequest): BusinessDay[] =>
  Array.from({ length: dayCount }, (_, index) => parseDayKey(addDays(from, index), timeZone));
