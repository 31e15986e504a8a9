import type { PdfColumn, PdfTable } from './document.ts';
import type { TextLayout } from './text-layout.ts';

/** Font sizes of a table; the largest that fits all columns wins. */
const FONT_SIZES = [8, 7.5, 7, 6.5, 6, 5.5, 5, 4.5] as const;
/** Widths in ems: the widest column, and the narrowest that text is wrapped into. */
const MAX_WIDTH = 26;
const MIN_WIDTH = 7;
/** Rows sampled to measure the columns. */
const SAMPLE_ROWS = 400;

export type TableMetrics = { readonly size: number; readonly padding: number; readonly widths: readonly number[] };

/** Width of a column's title and of its widest cell, in ems. */
export type ColumnContent = { readonly title: number; readonly cells: number };

export function measureContent({ columns, rows, foot }: PdfTable, text: TextLayout): readonly ColumnContent[] {
  const step = Math.max(1, Math.floor(rows.length / SAMPLE_ROWS));
  const sample = rows.filter((_, at) => at % step === 0);
  if (foot) sample.push(foot);
  return columns.map(({ title }, at) => {
    const cells = sample.map((row) => text.measureWidth(row[at] ?? '', 1));
    return { title: text.measureWidth(title, 1), cells: cells.reduce((max, one) => Math.max(max, one), 0) };
  });
}

/** Chooses the font size of columns, and their widths. */
export function fitColumns(columns: readonly PdfColumn[], wanted: readonly ColumnContent[], width: number): TableMetrics {
  for (const size of FONT_SIZES) {
    const padding = size * 0.45;
    const full = wanted.map(({ title, cells }) => Math.min(Math.max(title, cells), MAX_WIDTH) * size + 2 * padding);
    const min = wanted.map(({ title, cells }, at) => {
      // figures stay in one line; headings and texts wrap
      const figures = columns[at]!.align === 'right' ? cells : Math.min(cells, MIN_WIDTH);
      return Math.max(figures, Math.min(title, MIN_WIDTH / 2)) * size + 2 * padding;
    });
    const isLast = size === FONT_SIZES.at(-1);
    if (!isLast && sum(min) > width) continue;
    return { size, padding, widths: distributeWidth(columns, full, min, width) };
  }
  throw new RangeError('no font size for a table');
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

/** Gives each column its minimum, then shares out the rest by what the columns want. */
function distributeWidth(
  columns: readonly PdfColumn[],
  full: readonly number[],
  min: readonly number[],
  width: number,
): readonly number[] {
  if (columns.some((column) => column.width !== undefined)) {
    const weights = columns.map((column) => column.width ?? 1);
    return weights.map((one) => (one / sum(weights)) * width);
  }
  const [wanted, needed] = [sum(full), sum(min)];
  if (needed >= width) return min.map((one) => (one / needed) * width);
  if (wanted <= width) {
    const share = (width - wanted) / columns.length;
    return full.map((one) => one + share);
  }
  const extra = full.map((one, at) => Math.max(0, one - min[at]!));
  const factor = (width - needed) / sum(extra);
  return min.map((one, at) => one + extra[at]! * factor);
}
