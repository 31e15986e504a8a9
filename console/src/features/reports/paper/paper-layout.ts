import { textWidth } from '../../../ui/table/text-width.ts';

/** A column as paper has to find room for it. */
export type PaperColumn = {
  readonly title: string;
  /** Figures, plates and moments stay in one line; texts may be broken. */
  readonly whole: boolean;
  /** It says whose row it is, and stands in each band. */
  readonly fixed: boolean;
  /** What its cells say, sums too. */
  readonly texts: readonly string[];
};

/** A column of a band: its place among all, and its part of the paper's width, percent. */
export type Placed = { readonly at: number; readonly share: number };

/** How a table is laid out: on a sheet that lies or stands, in letters of so many pt, its columns in one band or several. */
export type PaperLayout = {
  readonly lying: boolean;
  readonly size: number;
  readonly bands: readonly (readonly Placed[])[];
};

/** px within the margins of a sheet that stands or lies: of A4 and Letter whichever is less. */
export const STANDING = 718;
export const LYING = 979;
/** px on each side of it. */
const PX_OF_PT = 4 / 3;
/** pt: letters get smaller in these steps; below the last nobody reads them on paper. */
const SIZES = [9, 8.5, 8, 7.5, 7, 6.5] as const;
/** A sheet is laid on its side before letters are smaller than this. */
const MIN_STANDING = 8;
/** Of a table that is cut into bands: there is room enough then. */
const OF_BANDS = 8;
/** What repeated columns take of each band at the most. */
const MAX_REPEATED = 0.5;

/** By the size of letters: texts are broken into lines no narrower than the first, and want no more than the second. */
const [NARROWEST, WIDEST] = [6, 26];
/** A heading is broken into so many lines, and within words that are longer than so much. */
const [HEADING_LINES, LONGEST_WORD] = [3, 9];
/** Of both sides of a cell together. */
const PADDING = 0.9;
/** px letters of `textWidth` are high. */
const MEASURED = 14;

type Needs = { readonly least: number; readonly full: number };

const widthOf = (text: string): number => textWidth(text) / MEASURED;
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** What a column needs at least and would like to have, by the size of its letters. */
function needsOf({ title, whole, texts }: PaperColumn): Needs {
  const cells = texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);
  const heading = widthOf(title);
  // letters of squares stand in a line of their own where they must
  const word = title.split(/[\s\u2e80-\uffff]+/).reduce((most, part) => Math.max(most, widthOf(part)), 0);
  const narrow = Math.max(Math.min(word, LONGEST_WORD), heading / HEADING_LINES);
  return {
    least: Math.max(whole ? cells : Math.min(cells, NARROWEST), Math.min(narrow, heading)) + PADDING,
    full: Math.max(whole ? cells : Math.min(cells, WIDEST), Math.min(heading, WIDEST)) + PADDING,
  };
}

/** Lays a table out for paper so that all of its columns are on it. */
export function layoutOf(columns: readonly PaperColumn[]): PaperLayout {
  const needs = columns.map(needsOf);
  const all = columns.map((_, at) => at);
  const fits = (size: number, width: number): boolean => sum(needs.map(({ least }) => least)) * size * PX_OF_PT <= width;
  const one = (size: number, lying: boolean): PaperLayout => ({
    size,
    lying,
    bands: [shared(all, needs, (lying ? LYING : STANDING) / (size * PX_OF_PT))],
  });
  const standing = SIZES.find((size) => size >= MIN_STANDING && fits(size, STANDING));
  if (standing !== undefined) return one(standing, false);
  const lying = SIZES.find((size) => fits(size, LYING));
  if (lying !== undefined) return one(lying, true);
  const width = LYING / (OF_BANDS * PX_OF_PT);
  return { lying: true, size: OF_BANDS, bands: bandsOf(columns, needs, width).map((band) => shared(band, needs, width)) };
}

/** Columns in bands that each fit, as many in one as in another; the fixed ones stand in each of them, the first always. */
function bandsOf(columns: readonly PaperColumn[], needs: readonly Needs[], width: number): readonly (readonly number[])[] {
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
  // the least room in which there are no more of them: the last is as full as the first
  const steps = Array.from({ length: BALANCE_STEPS }, (_, step) => (room * (step + 1)) / BALANCE_STEPS);
  const even = packed(steps.find((most) => packed(most).length <= length) ?? room);
  return even.map((band) => [...repeated, ...band]);
}
const BALANCE_STEPS = 40;

/** Gives each column what it needs, and shares out what is left by what they would like to have; `width` by the size of letters. */
function shared(band: readonly number[], needs: readonly Needs[], width: number): readonly Placed[] {
  const least = sum(band.map((at) => needs[at]!.least));
  const wished = sum(band.map((at) => needs[at]!.full - needs[at]!.least)) || 1;
  const spare = Math.max(0, width - least);
  const given = band.map((at) => {
    const { least: own, full } = needs[at]!;
    return own + Math.min(1, spare / wished) * (full - own) + Math.max(0, spare - wished) / band.length;
  });
  return band.map((at, nth) => ({ at, share: (given[nth]! / sum(given)) * 100 }));
}
