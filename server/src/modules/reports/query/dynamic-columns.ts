import type { Queryable } from '../../../platform/db/database.ts';
import { parseTypeKey } from '../columns/alarm-type-keys.ts';
import type { DrillDown, ReportDefinition, ShownColumn } from '../model/definition.ts';
import type { Aggregate } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { toShownColumn } from '../model/template.ts';

/** The columns that replace each dynamic column, by its key. */
export type DynamicColumns = Readonly<Record<string, readonly string[]>>;

/** Loads the columns that replace the dynamic columns of a report under a request. */
export async function loadDynamicColumns(
  db: Pick<Queryable, 'query'>,
  { dynamicColumns = {} }: ReportDefinition,
  request: ReportRequest,
): Promise<DynamicColumns> {
  const entries = Object.entries(dynamicColumns).map(async ([key, load]) => [key, await load(request, db)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** Replaces dynamic columns among keys. */
export const expandKeys = (keys: readonly string[], dynamicColumns: DynamicColumns): string[] =>
  keys.flatMap((key) => dynamicColumns[key] ?? [key]);

/** Replaces the dynamic columns of a report. The new columns take over sums and drill-downs of the one they replace. */
export function expandDynamicColumns(report: ReportDefinition, dynamicColumns: DynamicColumns): ReportDefinition {
  if (report.dynamicColumns === undefined) return report;
  const { columns, sums = {}, drills = [], chart, query, dynamicColumns: _, ...rest } = report;
  return {
    ...rest,
    ...(chart ? { chart: chart.across ? { ...chart, across: expandKeys(chart.across, dynamicColumns) } : chart } : {}),
    columns: columns.flatMap((column): (string | ShownColumn)[] => {
      const { key, ...shown } = toShownColumn(column);
      return dynamicColumns[key]?.map((each) => ({ ...shown, key: each })) ?? [column];
    }),
    sums: Object.fromEntries(
      Object.entries(sums).flatMap(([key, how]): (readonly [string, Aggregate])[] =>
        expandKeys([key], dynamicColumns).map((each) => [each, how]),
      ),
    ),
    drills: drills.flatMap((drill) => dynamicColumns[drill.column]?.map((key) => drillFromColumn(drill, key)) ?? [drill]),
    query: (request, context) => query(request, { ...context, dynamicColumns }),
  };
}

/** The drill-down of a column that replaces a dynamic one: `dynamic` becomes the value of the column. */
export const drillFromColumn = (drill: DrillDown, key: string): DrillDown => ({
  ...drill,
  column: key,
  takes: Object.fromEntries(
    Object.entries(drill.takes).map(([filter, from]) => [filter, from === 'dynamic' ? `=${parseTypeKey(key) ?? ''}` : from]),
  ),
});
