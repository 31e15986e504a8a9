import { CallError } from '@fleetwarden/contract/errors';
import { MAX_REPORT_COMPANIES } from '@fleetwarden/contract/reports/report-filters';
import type { Db } from '../../../platform/db/database.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { MAX_CHART_VALUES, MAX_RADAR_SHAPES } from '../model/limits.ts';
import { findColumnText } from '../model/option-texts.ts';
import type { ResultCache } from '../model/query-context.ts';
import type { Relation } from '../model/relation.ts';
import type { FilterValues } from '../model/report-request.ts';
import { getColumnKind, toShownColumn } from '../model/template.ts';
import { hideColumns } from './hide-columns.ts';
import { formatLabel, hasLabel } from './labels.ts';
import { type ReportReader, type ResolveDeps, resolveReport } from './resolve-report.ts';
import { aggregateByAxis, loadPage } from './sql-builder.ts';

/** One series of a chart. `name`: set if several series share a column; otherwise the column's name applies. */
type Series = { readonly colEName: string; readonly name?: string; readonly values: (number | null)[] };
export type ChartData = {
  /** The column along the axis; undefined if the axis consists of columns. */
  readonly along: string | undefined;
  readonly x: string[];
  readonly series: Series[];
};
type Chart = NonNullable<ReportDefinition['chart']>;
type ChartSource = {
  readonly db: Db;
  readonly report: ReportDefinition;
  readonly relation: Relation;
  readonly cache: ResultCache | undefined;
};

/** The chart of a report for the page. Throws CallError notFound if the report has none. */
export async function drawChart(
  deps: ResolveDeps,
  opened: ReportDefinition,
  filters: FilterValues,
  reader: ReportReader,
  language: ReplyLanguage,
): Promise<Pick<ChartData, 'x' | 'series'>> {
  if (!opened.chart) throw new CallError('notFound', `chart of ${opened.id}`);
  const { definition, relation } = await resolveReport(deps, opened, filters, reader);
  const { x, series } = await loadChart(deps.db, definition, hideColumns(definition, relation), language, deps.context.cache);
  return { x, series };
}

/** Loads the chart of an expanded report. Throws CallError notFound if it has none. */
export async function loadChart(
  db: Db,
  report: ReportDefinition,
  relation: Relation,
  language: ReplyLanguage,
  cache?: ResultCache,
): Promise<ChartData> {
  const { chart, sums = {} } = report;
  if (!chart) throw new CallError('notFound', `chart of ${report.id}`);
  const source = { db, report, relation, cache };
  if (chart.across) return loadColumnChart(source, chart.across, chart.y, language);
  if (chart.type === 'radar') return loadRadarChart(source, chart, language);
  if (chart.by) return loadLineChart(source, chart.x, chart.y[0]!, chart.by);
  // if rows are grouped by driver, company or region, so is the chart
  const shown = report.columns.map((column) => toShownColumn(column).key);
  const x =
    [chart.x, 'driverName', 'deptName', 'regionName'].find((key) => shown.includes(key) && !relation.without?.includes(key)) ??
    chart.x;
  const rows = await aggregateByAxis(db, relation, {
    x,
    y: chart.y,
    limit: MAX_CHART_VALUES,
    sums: chart.of === undefined ? sums : { ...sums, ...Object.fromEntries(chart.y.map((key) => [key, chart.of!])) },
    isTimeAxis: getColumnKind(x)?.type === 'instant',
    ascending: ['statDate', 'statMonth'].includes(x),
    cache,
  });
  return {
    along: x,
    x: rows.map((row) => (hasLabel(x) && formatLabel(x, row['#x'], language)) || String(row['#x'] ?? '')),
    series: toSeries(rows, chart.y),
  };
}

/** One series per column. */
export const toSeries = (rows: readonly Readonly<Record<string, unknown>>[], y: readonly string[]) =>
  y.map((colEName) => ({ colEName, values: rows.map((row) => (row[colEName] ?? null) as number | null) }));

/** A chart whose axis consists of columns: the aggregate of each. */
async function loadColumnChart(
  { db, report, relation, cache }: ChartSource,
  across: readonly string[],
  y: readonly string[],
  language: ReplyLanguage,
): Promise<ChartData> {
  const sums = Object.fromEntries(across.map((key) => [key, report.sums?.[key] ?? 'sum'] as const));
  const result = await loadPage(db, relation, { sums, order: report.order, limit: 0, offset: 0, cache });
  const keys = across.filter((key) => result.sums[key] !== null);
  const values = keys.map((key) => result.sums[key] as number);
  return {
    along: undefined,
    x: keys.map((key) => findColumnText(language, 'reportColumn', key) ?? key),
    series: y.map((colEName) => ({ colEName, values })),
  };
}

/** A radar chart: its axes are columns, and each of the first rows is a shape. */
async function loadRadarChart(
  { db, report, relation }: ChartSource,
  { x, y }: Chart,
  language: ReplyLanguage,
): Promise<ChartData> {
  const { rows } = await loadPage(db, relation, { order: report.order, limit: MAX_RADAR_SHAPES, offset: 0 });
  const series = rows.map(({ cells }) => {
    const values = y.map((key) => (cells[key] ?? null) as number | null);
    return { colEName: y[0]!, name: String(cells[x] ?? ''), values };
  });
  return { along: undefined, x: y.map((key) => findColumnText(language, 'reportColumn', key) ?? key), series };
}

/** A chart with one line per value of a column, at most one per compared company. */
async function loadLineChart({ db, relation }: ChartSource, x: string, y: string, by: string): Promise<ChartData> {
  const limit = MAX_CHART_VALUES * MAX_REPORT_COMPANIES;
  const { rows } = await loadPage(db, relation, { order: [x, 'asc'], limit, offset: 0 });
  const places = [...new Set(rows.map(({ cells }) => String(cells[x] ?? '')))];
  // names may be equal, ids are not
  const lines = Map.groupBy(rows, ({ cells, ids }) => ids['deptId'] ?? String(cells[by]));
  const series = [...lines.values()].slice(0, MAX_REPORT_COMPANIES).map((line) => {
    const values = new Map(line.map(({ cells }) => [String(cells[x] ?? ''), (cells[y] ?? null) as number | null]));
    return { colEName: y, name: String(line[0]!.cells[by] ?? ''), values: places.map((place) => values.get(place) ?? null) };
  });
  return { along: x, x: places, series };
}
