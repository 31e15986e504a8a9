import { hourOfColumn } from '../columns/hour-columns.ts';
import { columnText } from '../model/option-texts.ts';
import type { DocumentContext, Source } from './document.ts';

/** Counts beside one another, each the darker the more it is: of columns, what all rows come to or the first row has. */
export type StripSection = { readonly kind: 'strip'; readonly from: Source; readonly columns: readonly string[] };

/** `label` is the column's name, of an hour its number. */
export type FilledStrip = {
  readonly kind: 'strip';
  readonly cells: readonly { readonly label: string; readonly value: number }[];
};

/** Reads the counts of a strip; what is not known is none. */
export async function stripOf({ from, columns }: StripSection, { read, language }: DocumentContext): Promise<FilledStrip> {
  const { sums, rows } = await read(from, { limit: 1 });
  const cells = columns.map((key) => ({
    label: hourOfColumn(key)?.toString() ?? columnText(language, 'reportColumn', key) ?? key,
    value: Number((key in sums ? sums[key] : rows[0]?.cells[key]) ?? 0),
  }));
  return { kind: 'strip', cells };
}
