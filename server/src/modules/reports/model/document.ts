import type { Db } from '../../../platform/db/database.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { Days } from './dates.ts';
import type { QueryResult, RowOrder } from './query-result.ts';
import type { Aggregate, QueryContext, Relation } from './relation.ts';
import type { FilterValues, ReportRequest } from './report-request.ts';

/**
 * A document of several sections, one below the other: `title` and those of its sections are texts `reportDocument.<title>`. One that a
 * report is laid out as has the report's name, and no title.
 */
export type ReportDocument = {
  readonly title?: string;
  readonly sections: readonly Section[];
};

/**
 * A section. `sheet`: a workbook begins a further sheet with it, named by `reportDocument.<sheet>`; without it the section stands below
 * the one before.
 */
export type Section = {
  readonly title: string;
  readonly sheet?: string;
} & (FiguresSection | ComparedSection | TableSection | ChartSection | StripSection | WordsSection);

/** Where rows of a section come from: a report under conditions, or a relation of its own. */
export type Source = SourceReport | SourceQuery;
/** Company, vehicles and days are those of the document; `given` says the rest, and what differs. */
export type SourceReport = { readonly report: number; readonly given?: FilterValues | ((of: DocumentContext) => FilterValues) };
export type SourceQuery = {
  readonly query: (request: ReportRequest, context: QueryContext, of: DocumentContext) => Relation | Promise<Relation>;
  readonly sums?: Readonly<Record<string, Aggregate>>;
};

/** Figures beside one another: what all rows come to, and of what is not summed up the first row's. Columns of the dictionary. */
export type FiguresSection = { readonly kind: 'figures'; readonly from: Source; readonly columns: readonly string[] };

/** Counts side by side, shaded by size: the sums of columns, or the first row's value. */
export type StripSection = { readonly kind: 'strip'; readonly from: Source; readonly columns: readonly string[] };

/** Figures, one a line, each beside that of as many days before and by how much it changed. */
export type ComparedSection = {
  readonly kind: 'compared';
  readonly from: readonly { readonly from: Source; readonly columns: readonly string[] }[];
};

/** Rows. `most` of them at the most; how many more there are is told. `foot`: sums stand below. */
export type TableSection = {
  readonly kind: 'table';
  readonly from: Source;
  readonly columns: readonly string[];
  readonly order: RowOrder;
  readonly most?: number;
  readonly foot?: boolean;
};

/**
 * A chart: `x` names the place of a row along the axis, each of `y` is a series; or the axis are columns (`across`), each with what all
 * rows of it come to.
 */
export type ChartSection = {
  readonly kind: 'chart';
  readonly type: 'bar' | 'line' | 'pie';
  readonly from: Source;
} & (
  | { readonly x: string; readonly y: readonly string[]; readonly order: RowOrder; readonly most?: number }
  /** `of`: the column that says what they count. */
  | { readonly across: readonly string[]; readonly of: string }
);

/** Lines of text. */
export type WordsSection = { readonly kind: 'words'; readonly lines: (of: DocumentContext) => Promise<readonly string[]> };

/** What a document is about, for its sections. */
export type DocumentContext = {
  readonly db: Db;
  readonly request: ReportRequest;
  readonly context: QueryContext;
  readonly language: ReplyLanguage;
  /** Rows of a source as sections read them; `days`: of other days than the document's. Throws CallError. */
  readonly read: (from: Source, options: ReadOptions) => Promise<QueryResult>;
};
export type ReadOptions = { readonly order?: RowOrder; readonly limit: number; readonly days?: Days };
