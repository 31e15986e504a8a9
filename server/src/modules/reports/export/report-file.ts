import type { ReportFormat } from '@fleetwarden/contract/reports/report-formats';
import { reportTexts } from '@fleetwarden/locale/reports';
import type { Db } from '../../../platform/db/database.ts';
import type { PdfDocument } from '../../../platform/files/pdf/document.ts';
import type { Cell, ColumnKind, TableChart } from '../../../platform/files/table.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { Asked, Relation, ReportDefinition } from '../model/definition.ts';
import { columnText, reportText } from '../model/option-texts.ts';
import { kindOf, nameOf, purposeOf } from '../model/template.ts';
import { chartOf } from '../query/chart.ts';
import { departmentName, platesOf, toldConditions } from '../query/describe-filters.ts';
import { freshness } from '../query/freshness.ts';
import { axisName, type FileColumn, fileColumn, headingOf, instantText, type PlaceNamer } from './file-columns.ts';

/** What a file of a report says besides its rows. */
export type ReportFile = {
  readonly title: string;
  readonly company: string;
  /** Of the one vehicle it is about. */
  readonly plate: string | undefined;
  /** Conditions, and who had it written, when, and of data until when. */
  readonly about: readonly string[];
  readonly columns: readonly FileColumn[];
  readonly chart: TableChart | undefined;
  readonly notes: { readonly sheet: string; readonly lines: readonly string[] };
};

export async function reportFile(
  db: Db,
  report: ReportDefinition,
  asked: Asked,
  relation: Relation,
  how: {
    readonly language: ReplyLanguage;
    readonly format: ReportFormat;
    readonly columns: readonly string[];
    readonly account: string;
    readonly nameOfPlace: PlaceNamer;
  },
): Promise<ReportFile> {
  const { language, format } = how;
  const { timeZone, now } = asked;
  const words = reportTexts[language].reportFile;
  const time = instantText(timeZone);
  const { asOf } = await freshness(db, asked);
  const conditions = await toldConditions(db, report, asked, language);
  const plates = asked.vehicles?.length === 1 ? await platesOf(db, asked) : [];
  const { without = [] } = relation;
  const saying = how.columns.filter((key) => !without.includes(key));
  const told = saying.length > 0 ? saying : how.columns;
  return {
    title: nameOf(report, language),
    company: await departmentName(db, asked.company),
    plate: plates[0],
    about: [
      `${words.conditions}: ${conditions.join('; ')}`,
      `${words.writtenBy}: ${how.account}; ${words.writtenAt}: ${time(now)}; ${words.asOf}: ${time(asOf ?? now)}`,
    ],
    columns: told.map((key) => fileColumn(key, { language, format, nameOfPlace: how.nameOfPlace, timeZone })),
    // a csv has no place for one
    chart: report.chart && format !== 'csv' ? await drawnChart(db, report, asked, relation, language) : undefined,
    notes: {
      sheet: reportText(language, 'reportName', 'columnNotes') ?? '',
      lines: [
        purposeOf(report, language),
        ...told.map((key) => `${headingOf(key, language)}: ${columnText(language, 'reportHint', key) ?? ''}`),
        // thresholds are among what it was asked for
        ...conditions,
      ],
    },
  };
}

async function drawnChart(
  db: Db,
  report: ReportDefinition,
  asked: Asked,
  relation: Relation,
  language: ReplyLanguage,
): Promise<TableChart | undefined> {
  const { along, x, series } = await chartOf(db, report, relation, language);
  const isDrawn = x.length > 0 && series.some(({ values }) => values.some((value) => value !== null));
  if (!isDrawn) return undefined;
  const columnName = (key: string): string => {
    if (key === 'count') return reportTexts[language].reportFile.count;
    if (kindOf(key) === undefined) return key;
    return isLength(key)
      ? `${columnText(language, 'reportColumn', key)} (${reportText(language, 'reportUnit', 'min')})`
      : headingOf(key, language);
  };
  return {
    sheet: reportTexts[language].reportFile.chart,
    title: nameOf(report, language),
    // sheets and pages have no radar: its shapes stand beside each other
    type: report.chart!.type === 'radar' ? 'bar' : report.chart!.type,
    along: along === undefined ? '' : columnName(along),
    labels: along === undefined ? x : x.map((value) => axisName(along, value, language, asked.timeZone)),
    series: series.map(({ colEName, name, values }) => ({
      name: name ?? columnName(colEName),
      values: isLength(colEName) ? values.map((value) => value && Math.round(value / (MINUTE_S / 10)) / 10) : values,
    })),
  };
}

/** Lengths of time are drawn in minutes: an axis of seconds is read by nobody. */
const isLength = (key: string): boolean => kindOf(key)?.type === 'seconds';
const MINUTE_S = 60;

const FIGURES: ReadonlySet<ColumnKind> = new Set(['number', 'percent', 'span']);

/** The row of sums, its name in the first column that has none of its own. */
export function footOf(
  columns: readonly FileColumn[],
  report: Pick<ReportDefinition, 'sums'>,
  sums: Readonly<Record<string, unknown>>,
  name: string,
): Cell[] | undefined {
  const { sums: wanted = {} } = report;
  if (!columns.some(({ key }) => key in wanted)) return undefined;
  const foot = columns.map(({ key }) => (key in wanted ? ((sums[key] ?? null) as Cell) : null));
  // a name among figures would be one of them
  const free = columns.findIndex(({ key, column }) => !(key in wanted) && !FIGURES.has(column.kind));
  if (free >= 0) foot[free] = name;
  return foot;
}

/** Figures of the head of a document at the most. */
const MAX_FIGURES = 6;

/** A report as a document that is read on paper. */
export function reportDocument(
  file: ReportFile,
  rows: readonly (readonly string[])[],
  foot: readonly Cell[] | undefined,
  of: Pick<PdfDocument, 'language' | 'platformName' | 'logo'>,
): PdfDocument {
  const { title, company, about, columns, chart, notes } = file;
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
        columns: columns.map(({ column }) => ({
          title: column.title,
          align: FIGURES.has(column.kind) ? 'right' : 'left',
        })),
        rows,
        ...(footTexts ? { foot: footTexts } : {}),
      },
      { kind: 'heading', text: notes.sheet, level: 2 },
      ...notes.lines.map((text) => ({ kind: 'text', text, faint: true }) as const),
    ],
  };
}
