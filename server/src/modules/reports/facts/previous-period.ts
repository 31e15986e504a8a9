import { type Sql, sql } from '../../../platform/db/database.ts';
import { addDays, type Days } from '../model/dates.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { type Rollup, rollup } from './day-rollup.ts';

/** The same number of days right before. */
export const daysBefore = ({ days, dayCount }: Pick<ReportRequest, 'days' | 'dayCount'>): Days => ({
  from: addDays(days.from, -dayCount),
  to: addDays(days.from, -1),
});

/** The month before a month. */
export function monthBefore({ from }: Days): Days {
  const to = addDays(from, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}

const listed = (parts: readonly Sql[]): Sql => parts.reduce((all, part) => sql`${all}, ${part}`);

/** Alarm figures with those of the previous period, `prevCount`, and the change, `momRate`. */
export function withPreviousPeriod(request: ReportRequest, spec: Rollup): Relation {
  const now = rollup(request, spec);
  const { by, alarms } = spec;
  const before = rollup(
    { ...request, days: daysBefore(request) },
    { by, measures: ['alarmCount'], ...(alarms === undefined ? {} : { alarms }) },
  );
  // a day is compared with the day dayCount days earlier
  const keys = by.map((dimension, i) => (dimension === 'day' ? sql`day + ${request.dayCount}::integer as day` : now.tie[i]!));
  return {
    ...now,
    with: [
      ...(now.with ?? []),
      {
        name: 'alarms_before',
        body: sql`select ${listed(keys)}, "alarmCount" as "_before" from (${before.with![0]!.body}) b`,
      },
    ],
    from: sql`${now.from} left join alarms_before using (${listed(now.tie)})`,
    columns: { ...now.columns, prevCount: sql`coalesce("_before", 0)` },
    formulas: {
      ...now.formulas,
      momRate: sql`round((100.0 * ("alarmCount" - "prevCount") / nullif("prevCount", 0))::numeric, 2)::float8`,
    },
  };
}
