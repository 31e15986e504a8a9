import type { Db } from '../../../platform/db/database.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { Days } from './dates.ts';
import type { QueryContext } from './query-context.ts';
import type { QueryResult, RowOrder } from './query-result.ts';
import type { Aggregate, Relation } from './relation.ts';
import type { FilterValues, ReportRequest } from './report-request.ts';

/**
 * A document of sections. Titles are texts `reportDocument.<title>`. A report layout has no title: it takes the report's name.
 */
export type ReportDocument = {
  readonly title?: string;
  readonly sections: readonly Section[];
};

/** A section. `sheet`: a workbook starts a new worksheet with the name `reportDocument.<sheet>`. */
export type Section = {
  readonly title: string;
  readonly sheet?: string;
} & (FiguresSection | ComparedSection | TableSection | ChartSection | StripSection | WordsSection);

/** The rows of a section: a report with filters, or a relation of its own. */
export type Source = SourceReport | SourceQuery;
/** Company, vehicles and days come from the document; `given` adds or replaces filters. */
export type SourceReport = { readonly report: number; readonly given?: FilterValues | ((of: DocumentContext) => FilterValues) };
export type SourceQuery = {
  readonly query: (request: ReportRequest, context: QueryContext, of: DocumentContext) => Relation | Promise<Relation>;
  readonly sums?: Readonly<Record<string, Aggregate>>;
};

/** Figures side by side: sums of columns, or the first row's values. Column keys of the dictionary. */
export type FiguresSection = { readonly kind: 'figures'; readonly from: Source; readonly columns: readonly string[] };

/** Counts side by side, shaded by size: the sums of columns, or the first row's value. */
export type StripSection = { readonly kind: 'strip'; readonly from: Source; readonly columns: readonly string[] };

/** Figures, one per row, each with that of the previous period and the change. */
export type ComparedSection = {
  readonly kind: 'compared';
  readonly from: readonly { readonly from: Source; readonly columns: readonly string[] }[];
};

/** Rows, at most `most`, with the number of omitted rows. `foot`: with sums. */
export type TableSection = {
  readonly kind: 'table';
  readonly from: Source;
  readonly columns: readonly string[];
  readonly order: RowOrder;
  readonly most?: number;
  readonly foot?: boolean;
};

/** A chart. `x` is the column along the axis, `y` are the series; or the axis consists of columns (`across`) with their sums. */
export type ChartSection = {
  readonly kind: 'chart';
  readonly type: 'bar' | 'line' | 'pie';
  readonly from: Source;
} & (
  | { readonly x: string; readonly y: readonly string[]; readonly order: RowOrder; readonly most?: number }
  /** `of`: the column that names the count. */
  | { readonly across: readonly string[]; readonly of: string }
);

/** Lines of text. */
export type WordsSection = { readonly kind: 'words'; readonly lines: (of: DocumentContext) => Promise<readonly string[]> };

/** What sections read. */
export type DocumentContext = {
  readonly db: Db;
  readonly request: ReportRequest;
  readonly context: QueryContext;
  readonly language: ReplyLanguage;
  /** Loads rows of a source. `days` replaces the document's days. Throws CallError. */
  readonly read: (from: Source, options: ReadOptions) => Promise<QueryResult>;
};
export type ReadOptions = { readonly order?: RowOrder; readonly limit: number; readonly days?: Days };
