import type { PdfTable } from './document.ts';
import type { Letters } from './letters.ts';

/** Letters of a table, the largest that lets its columns stand beside one another. */
const SIZES = [8, 7.5, 7, 6.5, 6, 5.5, 5, 4.5] as const;
/** A column is as wide as what stands in it, up to this by the size of its letters. */
const WIDEST = 26;
/** Texts are broken into lines no narrower than this. */
const NARROWEST = 7;
/** Rows that say how wide a column is. */
const LOOKED_AT = 400;

export type Measures = { readonly size: number; readonly padding: number; readonly widths: readonly number[] };

/** How large a table's letters are and how wide its columns. */
export function measuresOf({ columns, rows, foot }: PdfTable, width: number, letters: Letters): Measures {
  const step = Math.max(1, Math.floor(rows.length / LOOKED_AT));
  const looked = rows.filter((_, at) => at % step === 0);
  if (foot) looked.push(foot);
  // by the size of letters: 1 is as wide as a letter is high
  const wanted = columns.map(({ title }, at) => {
    const cells = looked.map((row) => letters.widthOf(row[at] ?? '', 1));
    return { title: letters.widthOf(title, 1), cells: cells.reduce((most, one) => Math.max(most, one), 0) };
  });
  for (const size of SIZES) {
    const padding = size * 0.45;
    const full = wanted.map(({ title, cells }) => Math.min(Math.max(title, cells), WIDEST) * size + 2 * padding);
    const least = wanted.map(({ title, cells }, at) => {
      // figures stay in one line, headings and texts are broken
      const figures = columns[at]!.align === 'right' ? cells : Math.min(cells, NARROWEST);
      return Math.max(figures, Math.min(title, NARROWEST / 2)) * size + 2 * padding;
    });
    const isLast = size === SIZES.at(-1);
    if (!isLast && sum(least) > width) continue;
    return { size, padding, widths: shared(columns, full, least, width) };
  }
  throw new RangeError('a table without a size');
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** Gives each column its least, and of what is left as much as it wants; the rest is shared out. */
function shared(
  columns: PdfTable['columns'],
  full: readonly number[],
  least: readonly number[],
  width: number,
): readonly number[] {
  if (columns.some((column) => column.width !== undefined)) {
    const given = columns.map((column) => column.width ?? 1);
    return given.map((one) => (one / sum(given)) * width);
  }
  const [all, needed] = [sum(full), sum(least)];
  if (needed >= width) return least.map((one) => (one / needed) * width);
  if (all <= width) {
    const share = (width - all) / columns.length;
    return full.map((one) => one + share);
  }
  const wished = full.map((one, at) => Math.max(0, one - least[at]!));
  const factor = (width - needed) / sum(wished);
  return least.map((one, at) => one + wished[at]! * factor);
}
