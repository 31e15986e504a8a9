import type { ReplyLanguage } from '../../http/language.ts';

/** An A4 document: a header with platform, company and title, blocks below one another, page numbers in the footer. */
export type PdfDocument = {
  readonly title: string;
  readonly company: string;
  readonly platformName: string;
  /** PNG or JPEG; ignored if it cannot be read. */
  readonly logo?: Buffer | undefined;
  /** The document language; also formats figures. */
  readonly language: ReplyLanguage;
  readonly landscape: boolean;
  readonly blocks: readonly PdfBlock[];
};

export type PdfBlock = PdfHeading | PdfText | PdfFigures | PdfTable | PdfChart | PdfStrip | PdfPictures;

/** Starts a section; stays on the page of the next block. */
export type PdfHeading = { readonly kind: 'heading'; readonly text: string; readonly level?: 1 | 2 };

/** A paragraph; keeps its line breaks. `faint`: small and grey, for filters and notes. */
export type PdfText = { readonly kind: 'text'; readonly text: string; readonly faint?: boolean };

/** Key figures in a row, each below its label. */
export type PdfFigures = {
  readonly kind: 'figures';
  readonly figures: readonly { readonly label: string; readonly value: string }[];
};

export type PdfColumn = {
  readonly title: string;
  /** Left by default; figures are right-aligned. */
  readonly align?: 'left' | 'right' | 'center';
  /** A relative width; by content if absent. */
  readonly width?: number;
};

/** Pictures beside one another, each with its caption below. */
export type PdfPictures = { readonly kind: 'pictures'; readonly pictures: readonly PdfPicture[] };
/** `read` gives a JPEG or PNG when the file is written, so that only one is in memory; undefined: its place stays empty. */
export type PdfPicture = {
  readonly caption: string;
  readonly width: number;
  readonly height: number;
  readonly read: () => Promise<Buffer | undefined>;
};

/** Repeats its heading on every page; a row never breaks over two pages. A wide table has bands of columns below one another. */
export type PdfTable = {
  readonly kind: 'table';
  readonly columns: readonly PdfColumn[];
  /** Leading columns that each band repeats; one if absent. */
  readonly pinned?: number;
  /** One text per column. */
  readonly rows: readonly (readonly string[])[];
  /** Totals below the last row. */
  readonly foot?: readonly string[];
};

/** `labels` are axis categories or pie sectors; a pie has one series. null is a missing value. */
export type PdfChart = {
  readonly kind: 'chart';
  readonly type: 'bar' | 'line' | 'pie';
  readonly labels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
};

/** A heat strip over the page width: each cell is the darker, the closer its value is to the maximum. */
export type PdfStrip = { readonly kind: 'strip'; readonly cells: readonly { readonly label: string; readonly value: number }[] };
