import type { Queryable } from '../../../platform/db/database.ts';
import { typeOfColumn } from '../columns/alarm-type-keys.ts';
import type { Aggregate, Asked, Drill, ReportDefinition, Shown } from '../model/definition.ts';
import { shownOf } from '../model/template.ts';

/** Columns that stand in the place of one, by it. */
export type Heads = Readonly<Record<string, readonly string[]>>;

/** Which columns stand for those of a report that depend on what is asked for. */
export async function headsOf(db: Pick<Queryable, 'query'>, { spread = {} }: ReportDefinition, asked: Asked): Promise<Heads> {
  const entries = Object.entries(spread).map(async ([key, of]) => [key, await of(asked, db)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** Keys with those they stand for in their places. */
export const spreadOver = (keys: readonly string[], heads: Heads): string[] => keys.flatMap((key) => heads[key] ?? [key]);

/** A report with the columns it has under these conditions. */
export const settled = async (db: Pick<Queryable, 'query'>, report: ReportDefinition, asked: Asked): Promise<ReportDefinition> =>
  settledBy(report, await headsOf(db, report, asked));

/** A report with columns in the place of those they stand for: each has their sum, and leads where they lead. */
export function settledBy(report: ReportDefinition, heads: Heads): ReportDefinition {
  if (report.spread === undefined) return report;
  const { columns, sums = {}, drills = [], chart, query, spread: _, ...rest } = report;
  return {
    ...rest,
    ...(chart ? { chart: chart.across ? { ...chart, across: spreadOver(chart.across, heads) } : chart } : {}),
    columns: columns.flatMap((column): (string | Shown)[] => {
      const { key, ...shown } = shownOf(column);
      return heads[key]?.map((each) => ({ ...shown, key: each })) ?? [column];
    }),
    sums: Object.fromEntries(
      Object.entries(sums).flatMap(([key, how]): (readonly [string, Aggregate])[] =>
        spreadOver([key], heads).map((each) => [each, how]),
      ),
    ),
    drills: drills.flatMap((drill) => heads[drill.column]?.map((key) => drillOf(drill, key)) ?? [drill]),
    query: (again, facts) => query(again, { ...facts, heads }),
  };
}

/** Where a column leads that stands for another: `spread` is what it is of. */
export const drillOf = (drill: Drill, key: string): Drill => ({
  ...drill,
  column: key,
  takes: Object.fromEntries(
    Object.entries(drill.takes).map(([condition, from]) => [condition, from === 'spread' ? `=${typeOfColumn(key) ?? ''}` : from]),
  ),
});
