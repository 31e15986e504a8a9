import { figureText } from '@fleetwarden/contract/reports/figures';
import type { Cell, Column, TableChart } from '../../../platform/files/table.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import { buildFileColumn, type FileColumn, formatAxisValue, formatHeading, type NamePlace } from '../export/file-columns.ts';
import { buildFooter } from '../export/report-file.ts';
import type {
  ChartSection,
  ComparedSection,
  DocumentContext,
  FiguresSection,
  ReportDocument,
  Section,
  TableSection,
} from '../model/document.ts';
import { MAX_CHART_VALUES } from '../model/limits.ts';
import { findColumnText, findReportText } from '../model/option-texts.ts';
import type { QueryResult } from '../model/query-result.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { getColumnKind } from '../model/template.ts';
import { type ContextDeps, createDocumentContext, previousPeriod } from './context.ts';
import { listSectionReports } from './document-reports.ts';
import { type FilledStrip, fillStrip } from './strip.ts';

/** A document with its content, ready to be written in any format. */
export type FilledDocument = {
  readonly title: string;
  readonly company: string;
  readonly platformName: string;
  readonly language: ReplyLanguage;
  readonly timeZone: string;
  /** Lines below the title: period and creation time. */
  readonly about: readonly string[];
  readonly sections: readonly FilledSection[];
};

/** `sheet`: a workbook starts a new worksheet here. */
export type FilledSection = { readonly title: string; readonly sheet: string | undefined } & FilledPart;
export type FilledPart =
  | { readonly kind: 'figures'; readonly figures: readonly FilledFigure[] }
  | FilledTable
  | { readonly kind: 'chart'; readonly chart: TableChart }
  | FilledStrip
  | { readonly kind: 'words'; readonly lines: readonly string[] };
export type FilledFigure = { readonly column: Column; readonly cell: Cell; readonly text: string };
export type FilledTable = {
  readonly kind: 'table';
  readonly columns: readonly Pick<FileColumn, 'column' | 'text'>[];
  readonly rows: readonly (readonly Cell[])[];
  readonly foot: readonly Cell[] | undefined;
  /** A line below the rows. */
  readonly note: string | undefined;
};

/** The default row limit of a table. */
export const MAX_TABLE_ROWS = 200;

export type FillDeps = ContextDeps & { readonly nameOfPlace: NamePlace };

/** The reader and the head of a document. It shows nothing beyond the scope of `departmentId`. */
export type FillRequest = {
  readonly departmentId: number;
  /** Whether the reader may see a report. A section with another report only says that it is withheld. */
  readonly maySee: (reportId: number) => boolean;
  readonly request: ReportRequest;
  readonly company: string;
  readonly platformName: string;
  readonly language: ReplyLanguage;
  readonly about: readonly string[];
  /** Replaces the document's own title. */
  readonly title?: string;
  /** Row limit of all tables. */
  readonly mostRows?: number;
};

/** Reads all sections of a document. `signal` cancels. Throws CallError if a report refuses its filters. */
export async function fillDocument(
  deps: FillDeps,
  document: ReportDocument,
  fillRequest: FillRequest,
  signal?: AbortSignal,
): Promise<FilledDocument> {
  const { request, language, company, platformName, about } = fillRequest;
  const { mostRows = Number.POSITIVE_INFINITY } = fillRequest;
  const writing: Writing = { context: createDocumentContext(deps, fillRequest), nameOfPlace: deps.nameOfPlace, mostRows };
  const sections: FilledSection[] = [];
  for (const section of document.sections) {
    signal?.throwIfAborted();
    const { title, sheet } = section;
    const named = {
      title: documentText(language, title),
      sheet: sheet === undefined ? undefined : documentText(language, sheet),
    };
    sections.push({
      ...named,
      ...(listSectionReports(section).every(fillRequest.maySee) ? await fillSection(section, writing) : withheldPart(language)),
    });
  }
  return {
    title: fillRequest.title ?? documentText(language, document.title ?? ''),
    company,
    platformName,
    language,
    timeZone: request.timeZone,
    about,
    sections,
  };
}

export const documentText = (language: ReplyLanguage, key: string): string =>
  findReportText(language, 'reportDocument', key) ?? key;

/** The replacement for a section that the reader may not see. */
const withheldPart = (language: ReplyLanguage): FilledPart => ({ kind: 'words', lines: [documentText(language, 'keptBack')] });

type Writing = { readonly context: DocumentContext; readonly nameOfPlace: NamePlace; readonly mostRows: number };

function fillSection(section: Section, writing: Writing): Promise<FilledPart> {
  switch (section.kind) {
    case 'figures':
      return fillFigures(section, writing);
    case 'compared':
      return fillCompared(section, writing);
    case 'table':
      return fillTable(section, writing);
    case 'chart':
      return fillChart(section, writing);
    case 'strip':
      return fillStrip(section, writing.context);
    case 'words':
      return section.lines(writing.context).then((lines) => ({ kind: 'words', lines }));
  }
}

/** Documents are records of a company that many users read and authorities check: km, as the law has limits. */
const DOCUMENT_UNITS = 'metric';

const buildColumns = (keys: readonly string[], { context: { language, request }, nameOfPlace }: Writing): FileColumn[] =>
  keys.map((key) =>
    buildFileColumn(key, { language, units: DOCUMENT_UNITS, format: 'xlsx', nameOfPlace, timeZone: request.timeZone }),
  );

/** The sum of a column, or the first row's value if it has no sum. */
const findFigure = ({ sums, rows }: QueryResult, key: string): unknown => (key in sums ? sums[key] : rows[0]?.cells[key]) ?? null;

async function fillFigures({ from, columns }: FiguresSection, writing: Writing): Promise<FilledPart> {
  const result = await writing.context.read(from, { limit: 1 });
  const figures = buildColumns(columns, writing).map(async ({ key, column, cell, text }) => {
    const value = await cell(findFigure(result, key));
    return { column, cell: value, text: text(value) };
  });
  return { kind: 'figures', figures: await Promise.all(figures) };
}

async function fillCompared({ from }: ComparedSection, { context }: Writing): Promise<FilledPart> {
  const { language, request } = context;
  const rows: Cell[][] = [];
  for (const { from: source, columns } of from) {
    const now = await context.read(source, { limit: 1 });
    const before = await context.read(source, { limit: 1, days: previousPeriod(request) });
    for (const key of columns) {
      const [one, other] = [toNumber(findFigure(now, key), key), toNumber(findFigure(before, key), key)];
      rows.push([formatHeading(key, language), one, other, one === null || other === null ? null : rounded(one - other)]);
    }
  }
  const columns = (['indicator', 'thisPeriod', 'periodBefore', 'change'] as const).map((key, at) => ({
    column: {
      title: documentText(language, key),
      kind: at === 0 ? ('text' as const) : ('number' as const),
      width: at === 0 ? 28 : 14,
    },
    text: (cell: Cell) => (typeof cell === 'number' ? figureText(language, cell, HUNDREDTHS_DIGITS, 0) : (cell ?? '')),
  }));
  return { kind: 'table', columns, rows, foot: undefined, note: undefined };
}

const MINUTE_S = 60;
const HUNDREDTHS = 100;
const HUNDREDTHS_DIGITS = 2;
const rounded = (value: number): number => Math.round(value * HUNDREDTHS) / HUNDREDTHS;
/** A number for comparison with other figures: durations are in minutes. */
function toNumber(value: unknown, key: string): number | null {
  if (value === null || value === undefined) return null;
  return rounded(getColumnKind(key).type === 'seconds' ? Number(value) / MINUTE_S : Number(value));
}

async function fillTable(section: TableSection, writing: Writing): Promise<FilledTable> {
  const { from, order, most = MAX_TABLE_ROWS, foot = false } = section;
  const { language } = writing.context;
  const result = await writing.context.read(from, { order, limit: Math.min(most, writing.mostRows) });
  const columns = buildColumns(section.columns, writing);
  const rows = result.rows.map(({ cells }) => Promise.all(columns.map(({ key, cell }) => cell(cells[key]))));
  const hidden = result.total - result.rows.length;
  const sums = Object.fromEntries(Object.keys(result.sums).map((key) => [key, 'sum'] as const));
  const sumsName = findReportText(language, 'reportFile', 'sums') ?? '';
  return {
    kind: 'table',
    columns,
    rows: await Promise.all(rows),
    foot: foot && result.total > 0 ? buildFooter(columns, { sums }, result.sums, sumsName) : undefined,
    note:
      result.total === 0
        ? documentText(language, 'nothing')
        : hidden > 0
          ? `${documentText(language, 'further')}: ${figureText(language, hidden, 0)}`
          : undefined,
  };
}

async function fillChart(section: ChartSection & Pick<Section, 'title'>, writing: Writing): Promise<FilledPart> {
  const { from, type, title } = section;
  const { language } = writing.context;
  const sheet = documentText(language, title);
  const drawn =
    'across' in section
      ? fillColumnChart(section, await writing.context.read(from, { limit: 0 }), language)
      : fillAxisChart(section, writing);
  return { kind: 'chart', chart: { sheet, title: sheet, type, ...(await drawn) } };
}

type Drawn = Pick<TableChart, 'along' | 'labels' | 'series'>;

function fillColumnChart(
  { across, of }: { readonly across: readonly string[]; readonly of: string },
  result: QueryResult,
  language: ReplyLanguage,
): Drawn {
  const labels = across.map((key) => findColumnText(language, 'reportColumn', key) ?? key);
  const values = across.map((key) => toNumber(result.sums[key], key));
  return { along: '', labels, series: [{ name: formatHeading(of, language), values }] };
}

async function fillAxisChart(section: Extract<ChartSection, { x: string }>, { context }: Writing): Promise<Drawn> {
  const { from, x, y, order, most = MAX_CHART_VALUES } = section;
  const { language, request } = context;
  const { rows } = await context.read(from, { order, limit: most });
  return {
    along: formatHeading(x, language),
    labels: rows.map(({ cells }) => formatAxisValue(x, String(cells[x] ?? ''), language, request.timeZone)),
    series: y.map((key) => ({ name: formatHeading(key, language), values: rows.map(({ cells }) => toNumber(cells[key], key)) })),
  };
}
