/**
 * `percent` is a share of 100, `span` a duration in seconds, `date` 'YYYY-MM-DD', `instant` UTC epoch ms. A spreadsheet shows
 * percents as `0.00%` and spans as `[h]:mm:ss`, both as numbers; csv has the raw values.
 */
export type ColumnKind = 'text' | 'number' | 'percent' | 'span' | 'date' | 'instant';

/** A value of the column's kind; null and '' leave the cell empty. Text is never read as a number or formula. */
export type Cell = string | number | null;

export type Row = readonly Cell[];

/** Batches cost a fraction of single rows. */
export type Rows = AsyncIterable<Row> | Iterable<Row> | { readonly batches: AsyncIterable<readonly Row[]> };

export type Column = {
  readonly title: string;
  readonly kind: ColumnKind;
  /** Fixed decimals of a number in a spreadsheet; as many as it has if absent. */
  readonly decimals?: 1 | 2 | 6;
  /** In characters. */
  readonly width?: number;
  /** The prompt of a selected cell in a spreadsheet; at most 255 characters. */
  readonly note?: string;
  /** The drop-down list of a spreadsheet, which refuses other values. */
  readonly allowed?: readonly string[];
};

/** A chart on a sheet of its own, beside its data. `labels` are axis categories or pie sectors. */
export type TableChart = {
  readonly sheet: string;
  readonly title: string;
  readonly type: 'bar' | 'line' | 'pie';
  /** The heading of the labels. */
  readonly along: string;
  readonly labels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
};

export type Table = {
  /** The sheet name. */
  readonly sheet: string;
  readonly columns: readonly Column[];
  readonly rows: Rows;
  /** Instants are written in the wall clock of this zone. */
  readonly timeZone: string;
  /** Lines above the headings, the first as title; not in csv. */
  readonly above?: readonly string[];
  /** Adds a filter to the headings; not in csv. */
  readonly filter?: boolean;
  /** A last row of totals. */
  readonly foot?: readonly Cell[];
  /** Rows per sheet, below the limit of the format. */
  readonly sheetRows?: number;
  /** After the sheets of rows; not in csv. */
  readonly chart?: TableChart;
  /** A last sheet with one text per row; not in csv. */
  readonly notes?: { readonly sheet: string; readonly lines: readonly string[] };
};
