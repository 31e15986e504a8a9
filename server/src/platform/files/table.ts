/**
 * What a column holds: text; a number; a share of 100; a length of time in seconds; a day as 'YYYY-MM-DD'; an instant as UTC epoch ms.
 * A spreadsheet shows a share as `0.00%` and a length as `[h]:mm:ss`, both to be counted with; csv has them as they are.
 */
export type ColumnKind = 'text' | 'number' | 'percent' | 'span' | 'date' | 'instant';

/** A value of the column's kind; null and '' leave the cell empty. Text stays text whatever it looks like. */
export type Cell = string | number | null;

export type Row = readonly Cell[];

/** Rows as they come; many at a time cost a fraction where there are very many. */
export type Rows = AsyncIterable<Row> | Iterable<Row> | { readonly batches: AsyncIterable<readonly Row[]> };

export type Column = {
  readonly title: string;
  readonly kind: ColumnKind;
  /** Of a number: how many digits behind the point a spreadsheet always shows; absent: as many as it has. */
  readonly decimals?: 1 | 2 | 6;
  /** In characters. */
  readonly width?: number;
  /** Shown by a spreadsheet beside a selected cell of the column; 255 characters at most are. */
  readonly note?: string;
  /** The values a spreadsheet offers, and refuses others. */
  readonly allowed?: readonly string[];
};

/** A chart on a sheet of its own, above the figures it draws. `labels` along its axis, or of the parts of a pie. */
export type TableChart = {
  readonly sheet: string;
  readonly title: string;
  readonly type: 'bar' | 'line' | 'pie';
  /** What the labels are. */
  readonly along: string;
  readonly labels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
};

/** A table to be written: its headings stand in the first row, rows follow as they come. */
export type Table = {
  /** Name of the sheet. */
  readonly sheet: string;
  readonly columns: readonly Column[];
  readonly rows: Rows;
  /** The zone whose clocks instants are written by. */
  readonly timeZone: string;
  /** Lines above the headings, the first a title; csv leaves them out. */
  readonly above?: readonly string[];
  /** Headings offer a filter; csv has none. */
  readonly filter?: boolean;
  /** A last row, of sums. */
  readonly foot?: readonly Cell[];
  /** Rows of a sheet, where it is to have fewer than it could. */
  readonly sheetRows?: number;
  /** Behind the rows; csv leaves it out. */
  readonly chart?: TableChart;
  /** A sheet behind it with a line of text each; csv leaves it out. */
  readonly notes?: { readonly sheet: string; readonly lines: readonly string[] };
};
