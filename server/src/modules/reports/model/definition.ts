import type { RoutePath } from '@fleetwarden/contract/console-routes';
import type { ReportAction } from '@fleetwarden/contract/reports/schemas';
import type { Region } from '@fleetwarden/domain/region';
import type { Queryable } from '../../../platform/db/database.ts';
import type { ReportDocument } from './document.ts';
import type { Filter } from './filter.ts';
import type { QueryContext } from './query-context.ts';
import type { RowOrder } from './query-result.ts';
import type { Aggregate, Relation } from './relation.ts';
import type { ReportRequest } from './report-request.ts';

/** A column of a report: its key in `columns/dictionary.ts`, and how the report shows it. */
export type ShownColumn = { readonly key: string; readonly hidden?: boolean };

/** A link from a figure to another report. */
export type DrillDown = {
  readonly column: string;
  readonly report: number;
  /** Filter there -> `row.<id>`, a filter of this report, `range`, `=<value>`, or `dynamic`: the value of a dynamic column. */
  readonly takes: Readonly<Record<string, string>>;
  /** Ids that a row must have. */
  readonly needs?: readonly string[];
};

/** A report without its query. */
export type ReportShape = {
  readonly id: number;
  /** The page; its permission opens the report. */
  readonly page: RoutePath;
  readonly filters: readonly Filter[];
  readonly columns: readonly (string | ShownColumn)[];
  readonly sums?: Readonly<Record<string, Aggregate>>;
  readonly chart?: {
    /** `radar`: `y` are its axes, each of the first rows is a shape with the name `x`. */
    readonly type: 'bar' | 'line' | 'pie' | 'radar';
    readonly x: string;
    readonly y: readonly string[];
    /** The columns along the axis, each with the sum of its rows; `x` is their common name then. */
    readonly across?: readonly string[];
    /** One line per value of this column. */
    readonly by?: string;
    /** How rows at the same place aggregate; absent: as in the sums below the table. */
    readonly of?: Aggregate;
  };
  readonly drills?: readonly DrillDown[];
  /** Figures above the table, in their order: columns with a sum, or figures of `Relation.cards`. */
  readonly cards?: readonly string[];
  /** Actions on the vehicle of a row, in menu order. */
  readonly actions?: readonly ReportAction[];
  /** Columns that are replaced by others, depending on the request: the keys that replace them, in order. */
  readonly dynamicColumns?: Readonly<
    Record<string, (request: ReportRequest, db: Pick<Queryable, 'query'>) => Promise<readonly string[]>>
  >;
  readonly order: RowOrder;
  /** The layout of a workbook or PDF that shows more than the rows. A csv has the rows only. */
  readonly layout?: ReportDocument;
  /** The region to search before the query; null: none. Throws CallError. */
  readonly searchedRegion?: (request: ReportRequest) => Region | null;
};
export type ReportDefinition = ReportShape & {
  readonly query: ReportQuery;
  /** One row with the figures of the cards, if the rows of the report do not tell them. */
  readonly cardsQuery?: (request: ReportRequest) => Relation;
};
export type ReportQuery = (request: ReportRequest, context: QueryContext) => Relation | Promise<Relation>;

/** Data that another part must deliver before a report has rows. */
export type AwaitedFacts = 'sensorReadings' | AwaitedColumnFacts;
/** Facts that only columns of served reports await: appeals against handled alarms, and answers of terminals to 0x8107. */
export type AwaitedColumnFacts = 'appeals' | 'terminalAttributes';
/** A report without a data source yet: it has a number, but no user can open it. */
export type AwaitingReport = ReportShape & { readonly awaits: readonly AwaitedFacts[] };
