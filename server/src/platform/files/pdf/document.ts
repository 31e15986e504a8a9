import type { ReplyLanguage } from '../../http/language.ts';

/** A document to be written as PDF: A4, a head with platform, company and title, blocks one below the other, pages counted in the foot. */
export type PdfDocument = {
  readonly title: string;
  readonly company: string;
  readonly platformName: string;
  /** Beside its name: a PNG or JPEG; one that cannot be read is left out. */
  readonly logo?: Buffer | undefined;
  /** Of the writer's own words: the count of pages. */
  readonly language: ReplyLanguage;
  /** Reports lie on their side, documents stand. */
  readonly landscape: boolean;
  readonly blocks: readonly PdfBlock[];
};

export type PdfBlock = PdfHeading | PdfText | PdfFigures | PdfTable | PdfChart | PdfStrip;

/** Begins a part; stays with what follows it. */
export type PdfHeading = { readonly kind: 'heading'; readonly text: string; readonly level?: 1 | 2 };

/** A paragraph; a line break in it is one. `faint`: small and grey, for conditions and notes. */
export type PdfText = { readonly kind: 'text'; readonly text: string; readonly faint?: boolean };

/** Figures beside one another, each under its label. */
export type PdfFigures = {
  readonly kind: 'figures';
  readonly figures: readonly { readonly label: string; readonly value: string }[];
};

export type PdfColumn = {
  readonly title: string;
  /** Left where nothing is said; figures stand right. */
  readonly align?: 'left' | 'right' | 'center';
  /** Its share of the page beside the others'; absent: by what stands in it. */
  readonly width?: number;
};

/** The heading is repeated on every page; a row never breaks over two. */
export type PdfTable = {
  readonly kind: 'table';
  readonly columns: readonly PdfColumn[];
  /** A text for each column. */
  readonly rows: readonly (readonly string[])[];
  /** Sums, below the last row. */
  readonly foot?: readonly string[];
};

/** `labels` along the axis, or of the parts of a pie, which has one series. null: no value there. */
export type PdfChart = {
  readonly kind: 'chart';
  readonly type: 'bar' | 'line' | 'pie';
  readonly labels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
};

/** Counts beside one another over the width of the page, each the darker the more it is beside the most of them. */
export type PdfStrip = { readonly kind: 'strip'; readonly cells: readonly { readonly label: string; readonly value: number }[] };
