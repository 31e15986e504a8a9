import { CallError } from '@fleetwarden/contract/errors';
import { MAX_REPORT_COMPANIES } from '@fleetwarden/contract/reports/report-filters';
import type { Db } from '../../../platform/db/database.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { Relation, ReportDefinition } from '../model/definition.ts';
import { MAX_DRAWN, MAX_SHAPES } from '../model/limits.ts';
import { columnText } from '../model/option-texts.ts';
import { kindOf, shownOf } from '../model/template.ts';
import { isWorded, worded } from './labels.ts';
import type { KeptRows } from './result-cache.ts';
import { byAxis, page as pageOf } from './sql-builder.ts';

export type ReportDrawing = {
  /** The column along the axis; undefined where the axis are columns. */
  readonly along: string | undefined;
  readonly x: string[];
  /** `name`: of whom it is where there are several of a column; otherwise it is the column's. */
  readonly series: { readonly colEName: string; readonly name?: string; readonly values: (number | null)[] }[];
};
type Chart = NonNullable<ReportDefinition['chart']>;
type Drawn = {
  readonly db: Db;
  readonly report: ReportDefinition;
  readonly relation: Relation;
  readonly kept: KeptRows | undefined;
};

/**
 * What the chart of a report (one that is settled) draws of its rows: by its axis, a line or a shape of each, or what columns come to.
 * Throws CallError notFound where it has none.
 */
export async function chartOf(
  db: Db,
  report: ReportDefinition,
  relation: Relation,
  language: ReplyLanguage,
  kept?: KeptRows,
): Promise<ReportDrawing> {
  const { chart, sums = {} } = report;
  if (!chart) throw new CallError('notFound', `chart of ${report.id}`);
  const drawn = { db, report, relation, kept };
  if (chart.across) return acrossOf(drawn, chart.across, chart.y, language);
  if (chart.type === 'radar') return shapesOf(drawn, chart, language);
  if (chart.by) return linesOf(drawn, chart.x, chart.y[0]!, chart.by);
  // rows that are drivers, companies or regions are drawn by those
  const shown = report.columns.map((column) => shownOf(column).key);
  const x =
    [chart.x, 'driverName', 'deptName', 'regionName'].find((key) => shown.includes(key) && !relation.without?.includes(key)) ??
    chart.x;
  const rows = await byAxis(db, relation, {
    x,
    y: chart.y,
    most: MAX_DRAWN,
    sums: chart.of === undefined ? sums : { ...sums, ...Object.fromEntries(chart.y.map((key) => [key, chart.of!])) },
    along: kindOf(x)?.type === 'instant',
    ascending: ['statDate', 'statMonth'].includes(x),
    ...(kept ? { kept } : {}),
  });
  return {
    along: x,
    x: rows.map((row) => (isWorded(x) && worded(x, row['#x'], language)) || String(row['#x'] ?? '')),
    series: chart.y.map((colEName) => ({ colEName, values: rows.map((row) => (row[colEName] ?? null) as number | null) })),
  };
}

/** A chart along columns: of each what all rows of it come to. */
async function acrossOf(
  { db, report, relation, kept }: Drawn,
  across: readonly string[],
  y: readonly string[],
  language: ReplyLanguage,
): Promise<ReportDrawing> {
  const sums = Object.fromEntries(across.map((key) => [key, report.sums?.[key] ?? 'sum'] as const));
  const found = await pageOf(db, relation, { sums, order: report.order, limit: 0, offset: 0, ...(kept ? { kept } : {}) });
  const drawn = across.filter((key) => found.sums[key] !== null);
  const values = drawn.map((key) => found.sums[key] as number);
  return {
    along: undefined,
    x: drawn.map((key) => columnText(language, 'reportColumn', key) ?? key),
    series: y.map((colEName) => ({ colEName, values })),
  };
}

/** A radar goes round its columns, with a shape for each of the first rows. */
async function shapesOf({ db, report, relation }: Drawn, { x, y }: Chart, language: ReplyLanguage): Promise<ReportDrawing> {
  const { rows } = await pageOf(db, relation, { order: report.order, limit: MAX_SHAPES, offset: 0 });
  const series = rows.map(({ cells }) => {
    const values = y.map((key) => (cells[key] ?? null) as number | null);
    return { colEName: y[0]!, name: String(cells[x] ?? ''), values };
  });
  return { along: undefined, x: y.map((key) => columnText(language, 'reportColumn', key) ?? key), series };
}

/** A chart with a line for each value of a column: as many as reports compare. */
async function linesOf({ db, relation }: Drawn, x: string, y: string, by: string): Promise<ReportDrawing> {
  const found = await pageOf(db, relation, { order: [x, 'asc'], limit: MAX_DRAWN * MAX_REPORT_COMPANIES, offset: 0 });
  const places = [...new Set(found.rows.map(({ cells }) => String(cells[x] ?? '')))];
  // names may be alike, those they are of are not
  const lines = Map.groupBy(found.rows, ({ cells, ids }) => ids['deptId'] ?? String(cells[by]));
  const series = [...lines.values()].slice(0, MAX_REPORT_COMPANIES).map((rows) => {
    const values = new Map(rows.map(({ cells }) => [String(cells[x] ?? ''), (cells[y] ?? null) as number | null]));
    return { colEName: y, name: String(rows[0]!.cells[by] ?? ''), values: places.map((place) => values.get(place) ?? null) };
  });
  return { along: x, x: places, series };
}
