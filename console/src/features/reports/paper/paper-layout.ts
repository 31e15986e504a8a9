import { textWidth } from '../../../ui/table/text-width.ts';

/** A column to lay out on paper. */
export type PaperColumn = {
  readonly title: string;
  /** Figures, plates and times stay on one line; texts may wrap. */
  readonly whole: boolean;
  /** The column identifies the row and is repeated in each band. */
  readonly fixed: boolean;
  /** Texts of its cells and totals. */
  readonly texts: readonly string[];
};

/** A column of a band: its index, and its share of the paper's width in percent. */
export type Placed = { readonly at: number; readonly share: number };

/** Layout of a table: orientation, font size in pt, and columns in one band or several. */
export type PaperLayout = {
  readonly lying: boolean;
  readonly size: number;
  readonly bands: readonly (readonly Placed[])[];
};

/** Width of a page without margins, portrait and landscape, px: the smaller of A4 and Letter. */
export const STANDING = 718;
export const LYING = 979;
/** px per pt */
const PX_PER_PT = 4 / 3;
/** Font sizes in pt, tried in this order. Smaller text is unreadable on paper. */
const SIZES = [9, 8.5, 8, 7.5, 7, 6.5] as const;
/** Smallest font size in portrait, pt; below it the page turns to landscape. */
const MIN_STANDING = 8;
/** Font size of a table with several bands, pt, which have enough room. */
const BAND_SIZE_PT = 8;
/** Most share of a band for repeated columns. */
const MAX_REPEATED = 0.5;

/** Least and most width of wrapping text, in em. */
const [NARROWEST, WIDEST] = [6, 26];
/** Most lines of a heading, and the word length above which words are broken. */
const [HEADING_LINES, LONGEST_WORD] = [3, 9];
/** Padding of a cell, both sides together, in em. */
const PADDING = 0.9;
/** Font size that `textWidth` measures, px. */
const MEASURED = 14;

type Needs = { readonly least: number; readonly full: number };

const measureText = (text: string): number => textWidth(text) / MEASURED;
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** Minimum and preferred width of a column, in em. */
function measureColumn({ title, whole, texts }: PaperColumn): Needs {
  const cells = texts.reduce((most, text) => Math.max(most, measureText(text)), 0);
  const heading = measureText(title);
  // Chinese characters may each start a new line
  const word = title.split(/[\s\u2e80-\uffff]+/).reduce((most, part) => Math.max(most, measureText(part)), 0);
  const narrow = Math.max(Math.min(word, LONGEST_WORD), heading / HEADING_LINES);
  return {
    least: Math.max(whole ? cells : Math.min(cells, NARROWEST), Math.min(narrow, heading)) + PADDING,
    full: Math.max(whole ? cells : Math.min(cells, WIDEST), Math.min(heading, WIDEST)) + PADDING,
  };
}

/** Lays out a table for paper with all its columns. */
export function layOutForPaper(columns: readonly PaperColumn[]): PaperLayout {
  const needs = columns.map(measureColumn);
  const all = columns.map((_, at) => at);
  const fits = (size: number, width: number): boolean => sum(needs.map(({ least }) => least)) * size * PX_PER_PT <= width;
  const one = (size: number, lying: boolean): PaperLayout => ({
    size,
    lying,
    bands: [shareWidth(all, needs, (lying ? LYING : STANDING) / (size * PX_PER_PT))],
  });
  const standing = SIZES.find((size) => size >= MIN_STANDING && fits(size, STANDING));
  if (standing !== undefined) return one(standing, false);
  const lying = SIZES.find((size) => fits(size, LYING));
  if (lying !== undefined) return one(lying, true);
  const width = LYING / (BAND_SIZE_PT * PX_PER_PT);
  return {
    lying: true,
    size: BAND_SIZE_PT,
    bands: splitIntoBands(columns, needs, width).map((band) => shareWidth(band, needs, width)),
  };
}

/** Splits columns into bands that fit, balanced in size. Fixed columns are in every band, the first column always. */
function splitIntoBands(columns: readonly PaperColumn[], needs: readonly Needs[], width: number): readonly (readonly number[])[] {
  const repeated: number[] = [];
  let taken = 0;
  for (const [at, { fixed }] of columns.entries()) {
    const { least } = needs[at]!;
    if (at > 0 && (!fixed || taken + least > width * MAX_REPEATED)) break;
    repeated.push(at);
    taken += least;
  }
  const others = columns.map((_, at) => at).slice(repeated.length);
  const room = Math.max(0, width - taken);
  const packed = (most: number): number[][] => {
    const bands: number[][] = [];
    let used = Number.POSITIVE_INFINITY;
    for (const at of others) {
      const { least } = needs[at]!;
      if (used + least > most) {
        bands.push([]);
        used = 0;
      }
      bands.at(-1)!.push(at);
      used += least;
    }
    return bands;
  };
  const { length } = packed(room);
  // the least width with the same number of bands balances them
  const steps = Array.from({ length: BALANCE_STEPS }, (_, step) => (room * (step + 1)) / BALANCE_STEPS);
  const even = packed(steps.find((most) => packed(most).length <= length) ?? room);
  return even.map((band) => [...repeated, ...band]);
}
const BALANCE_STEPS = 40;

/** Gives each column its minimum, and shares the rest by preferred width; `width` in em. */
function shareWidth(band: readonly number[], needs: readonly Needs[], width: number): readonly Placed[] {
  const least = sum(band.map((at) => needs[at]!.least));
  const wished = sum(band.map((at) => needs[at]!.full - needs[at]!.least)) || 1;
  const spare = Math.max(0, width - least);
  const given = band.map((at) => {
    const { least: own, full } = needs[at]!;
    return own + Math.min(1, spare / wished) * (full - own) + Math.max(0, spare - wished) / band.length;
  });
  return band.map((at, nth) => ({ at, share: (given[nth]! / sum(given)) * 100 }));
}
