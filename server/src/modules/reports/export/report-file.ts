import type { ReportFormat } from '@fleetwarden/contract/reports/report-formats';
import type { UnitSystem } from '@fleetwarden/domain/units';
import { reportTexts } from '@fleetwarden/locale/reports';
import type { Db } from '../../../platform/db/database.ts';
import type { PdfDocument } from '../../../platform/files/pdf/document.ts';
import type { Cell, ColumnKind, TableChart } from '../../../platform/files/table.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { findColumnText, findReportText } from '../model/option-texts.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { formatPurpose, formatReportName, getColumnKind, isPinned } from '../model/template.ts';
import { loadChart } from '../query/chart-data.ts';
import { describeFilters, loadDepartmentName, loadPlates } from '../query/describe-filters.ts';
import { loadFreshness } from '../query/freshness.ts';
import {
  buildFileColumn,
  convertFigure,
  createInstantFormat,
  type FileColumn,
  formatAxisValue,
  formatHeading,
  type NamePlace,
} from './file-columns.ts';

/** The content of a report file besides its rows. */
export type ReportFile = {
  readonly title: string;
  readonly company: string;
  /** Of a report about a single vehicle. */
  readonly plate: string | undefined;
  /** Filters, author, creation time, and the age of the data. */
  readonly about: readonly string[];
  readonly columns: readonly FileColumn[];
  readonly chart: TableChart | undefined;
  readonly notes: { readonly sheet: string; readonly lines: readonly string[] };
  /** What a document says without rows. */
  readonly empty: string;
};

export async function buildReportFile(
  db: Db,
  report: ReportDefinition,
  request: ReportRequest,
  relation: Relation,
  how: {
    readonly language: ReplyLanguage;
    readonly units: UnitSystem;
    readonly format: ReportFormat;
    readonly columns: readonly string[];
    readonly account: string;
    readonly nameOfPlace: NamePlace;
  },
): Promise<ReportFile> {
  const { language, units, format } = how;
  const { timeZone, now } = request;
  const words = reportTexts[language].reportFile;
  const time = createInstantFormat(timeZone);
  const { asOf } = await loadFreshness(db, request);
  const conditions = await describeFilters(db, report, request, language);
  const plates = request.vehicles?.length === 1 ? await loadPlates(db, request) : [];
  const { without = [] } = relation;
  const meaningful = how.columns.filter((key) => !without.includes(key));
  const keys = meaningful.length > 0 ? meaningful : how.columns;
  return {
    title: formatReportName(report, language),
    company: await loadDepartmentName(db, request.company),
    plate: plates[0],
    about: [
      `${words.conditions}: ${conditions.join('; ')}`,
      `${words.writtenBy}: ${how.account}; ${words.writtenAt}: ${time(now)}; ${words.asOf}: ${time(asOf ?? now)}`,
    ],
    columns: keys.map((key) => buildFileColumn(key, { language, units, format, nameOfPlace: how.nameOfPlace, timeZone })),
    // a csv has no chart
    chart: report.chart && format !== 'csv' ? await buildChart(db, report, request, relation, how) : undefined,
    notes: {
      sheet: findReportText(language, 'reportName', 'columnNotes') ?? '',
      lines: [
        formatPurpose(report, language),
        ...describeColumns(keys, language, units),
        // thresholds are among the filters
        ...conditions,
      ],
    },
    empty: words.empty,
  };
}

/** A line per column; neighbours with the same meaning, as the days of a month, share one. */
function describeColumns(keys: readonly string[], language: ReplyLanguage, units: UnitSystem): string[] {
  const groups: { readonly hint: string; readonly keys: string[] }[] = [];
  for (const key of keys) {
    const hint = findColumnText(language, 'reportHint', key) ?? '';
    const last = groups.at(-1);
    if (last?.hint === hint) last.keys.push(key);
    else groups.push({ hint, keys: [key] });
  }
  const heading = (key: string) => formatHeading(key, language, { units });
  return groups.map(({ hint, keys: [first = '', ...more] }) => {
    const last = more.at(-1);
    return `${heading(first)}${last === undefined ? '' : ` – ${heading(last)}`}: ${hint}`;
  });
}

async function buildChart(
  db: Db,
  report: ReportDefinition,
  request: ReportRequest,
  relation: Relation,
  { language, units }: { readonly language: ReplyLanguage; readonly units: UnitSystem },
): Promise<TableChart | undefined> {
  const { along, x, series } = await loadChart(db, report, relation, language);
  const isDrawn = x.length > 0 && series.some(({ values }) => values.some((value) => value !== null));
  if (!isDrawn) return undefined;
  // durations are drawn in hours, short ones in minutes
  const longest = Math.max(0, ...series.flatMap(({ colEName, values }) => (isDuration(colEName) ? values.map(Number) : [])));
  const [unit, unitS] = longest > MIN_HOURS * HOUR_S ? (['h', HOUR_S] as const) : (['min', MINUTE_S] as const);
  const texts = reportTexts[language].reportFile;
  const columnName = (key: string): string => {
    if (key === 'count') return texts.count;
    if (getColumnKind(key) === undefined) return key;
    return isDuration(key)
      ? `${findColumnText(language, 'reportColumn', key)} (${findReportText(language, 'reportUnit', unit)})`
      : formatHeading(key, language, { units });
  };
  return {
    sheet: texts.chart,
    title: formatReportName(report, language),
    // workbooks and PDFs have no radar chart: its shapes become bars
    type: report.chart!.type === 'radar' ? 'bar' : report.chart!.type,
    along: along === undefined ? '' : columnName(along),
    labels:
      along === undefined ? x : x.map((value) => formatAxisValue(along, value, language, request.timeZone) || texts.chartBlank),
    series: series.map(({ colEName, name, values }) => ({
      name: name ?? columnName(colEName),
      values: isDuration(colEName)
        ? values.map((value) => value && Math.round(value / (unitS / 10)) / 10)
        : values.map((value) => convertFigure(colEName, value, units)),
    })),
  };
}

const isDuration = (key: string): boolean => getColumnKind(key)?.type === 'seconds';
const [MINUTE_S, HOUR_S] = [60, 3_600];
/** A longer duration is drawn in hours. */
const MIN_HOURS = 2;

const FIGURES: ReadonlySet<ColumnKind> = new Set(['number', 'percent', 'span']);

/** The row of sums, with its name in the first text column. */
export function buildFooter(
  columns: readonly FileColumn[],
  report: Pick<ReportDefinition, 'sums'>,
  sums: Readonly<Record<string, unknown>>,
  name: string,
): Cell[] | undefined {
  const { sums: summed = {} } = report;
  if (!columns.some(({ key }) => key in summed)) return undefined;
  const foot = columns.map(({ key, figure }) => (key in summed ? figure((sums[key] ?? null) as Cell) : null));
  // in a numeric column the name would look like a figure
  const free = columns.findIndex(({ key, column }) => !(key in summed) && !FIGURES.has(column.kind));
  if (free >= 0) foot[free] = name;
  return foot;
}

const MAX_FIGURES = 6;

const countPinned = (columns: readonly FileColumn[]): number => {
  const first = columns.findIndex(({ key }, place) => !isPinned(key, place));
  return first < 0 ? columns.length : first;
};

/** A report as a printable document. */
export function buildPdfDocument(
  file: ReportFile,
  rows: readonly (readonly string[])[],
  foot: readonly Cell[] | undefined,
  of: Pick<PdfDocument, 'language' | 'platformName' | 'logo'>,
): PdfDocument {
  const { title, company, about, columns, chart, notes, empty } = file;
  const footTexts = foot && columns.map(({ text }, at) => text(foot[at] ?? null));
  const figures = columns.flatMap(({ column }, at) =>
    typeof foot?.[at] === 'number' ? [{ label: column.title, value: footTexts![at]! }] : [],
  );
  return {
    title,
    company,
    ...of,
    landscape: true,
    blocks: [
      ...about.map((text) => ({ kind: 'text', text, faint: true }) as const),
      ...(figures.length > 0 ? [{ kind: 'figures', figures: figures.slice(0, MAX_FIGURES) } as const] : []),
      ...(chart ? [{ kind: 'chart', type: chart.type, labels: chart.labels, series: chart.series } as const] : []),
      {
        kind: 'table',
        pinned: Math.max(1, countPinned(columns)),
        columns: columns.map(({ column }) => ({
          title: column.title,
          align: FIGURES.has(column.kind) ? 'right' : 'left',
        })),
        rows,
        ...(footTexts ? { foot: footTexts } : {}),
      },
      ...(rows.length === 0 ? [{ kind: 'text', text: empty } as const] : []),
      { kind: 'heading', text: notes.sheet, level: 2 },
      { kind: 'text', text: notes.lines.join(' · '), faint: true },
    ],
  };
}
