import { CallError } from '@fleetwarden/contract/errors';
import type { Db } from '../../platform/db/database.ts';
import type { ReplyLanguage } from '../../platform/http/language.ts';
import { MOST_DRAWN } from './limits.ts';
import { byAxis, page as pageOf } from './query.ts';
import type { Asked, ReportDefinition } from './report.ts';
import { kindOf } from './template.ts';
import { columnText } from './words.ts';

export type ReportDrawing = {
  /** The column along the axis; undefined where the axis are columns. */
  readonly along: string | undefined;
  readonly x: string[];
  readonly series: { readonly colEName: string; readonly values: (number | null)[] }[];
};

/** What the chart of a report draws: rows by its axis, or what columns come to. Throws CallError notFound where it has none. */
export async function chartOf(db: Db, report: ReportDefinition, asked: Asked, language: ReplyLanguage): Promise<ReportDrawing> {
  const { chart, sums = {} } = report;
  if (!chart) throw new CallError('notFound', `chart of ${report.id}`);
  if (chart.across) return acrossOf(db, report, asked, chart.across, chart.y, language);
  const relation = report.query(asked);
  // rows that are companies are drawn by those
  const x = relation.without?.includes(chart.x) ? 'deptName' : chart.x;
  const rows = await byAxis(db, relation, {
    ...{ x, y: chart.y, sums, most: MOST_DRAWN },
    along: kindOf(x)?.type === 'instant',
    ascending: ['statDate', 'statMonth'].includes(x),
  });
  return {
    along: x,
    x: rows.map((row) => String(row['#x'] ?? '')),
    series: chart.y.map((colEName) => ({ colEName, values: rows.map((row) => (row[colEName] ?? null) as number | null) })),
  };
}

/** A chart along columns: of each what all rows of it come to. */
async function acrossOf(
  db: Db,
  report: ReportDefinition,
  asked: Asked,
  across: readonly string[],
  y: readonly string[],
  language: ReplyLanguage,
): Promise<ReportDrawing> {
  const sums = Object.fromEntries(across.map((key) => [key, report.sums?.[key] ?? 'sum'] as const));
  const found = await pageOf(db, report.query(asked), { sums, order: report.order, limit: 0, offset: 0 });
  const drawn = across.filter((key) => found.sums[key] !== null);
  const values = drawn.map((key) => found.sums[key] as number);
  return {
    along: undefined,
    x: drawn.map((key) => columnText(language, 'reportColumn', key) ?? key),
    series: y.map((colEName) => ({ colEName, values })),
  };
}
