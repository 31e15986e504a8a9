/** What a column holds: text; a number; a day as 'YYYY-MM-DD'; an instant as UTC epoch ms. */
export type ColumnKind = 'text' | 'number' | 'date' | 'instant';

/** A value of the column's kind; null and '' leave the cell empty. Text stays text whatever it looks like. */
export type Cell = string | number | null;

export type Column = {
  readonly title: string;
  readonly kind: ColumnKind;
  /** In characters. */
  readonly width?: number;
  /** Shown by a spreadsheet beside a selected cell of the column; 255 characters at most are. */
  readonly note?: string;
  /** The values a spreadsheet offers, and refuses others. */
  readonly allowed?: readonly string[];
};

/** A table to be written: its headings stand in the first row, rows follow as they come. */
export type Table = {
  /** Name of the sheet. */
  readonly sheet: string;
  readonly columns: readonly Column[];
  readonly rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;
  /** The zone whose clocks instants are written by. */
  readonly timeZone: string;
  /** A sheet behind it with a line of text each; csv leaves it out. */
  readonly notes?: { readonly sheet: string; readonly lines: readonly string[] };
};
