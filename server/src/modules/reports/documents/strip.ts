import { parseHourKey } from '../columns/hour-columns.ts';
import type { DocumentContext, StripSection } from '../model/document.ts';
import { findColumnText } from '../model/option-texts.ts';

/** `label` is the column's name, of an hour its number. */
export type FilledStrip = {
  readonly kind: 'strip';
  readonly cells: readonly { readonly label: string; readonly value: number }[];
};

/** Reads the counts of a strip; what is not known is none. */
export async function fillStrip({ from, columns }: StripSection, { read, language }: DocumentContext): Promise<FilledStrip> {
  const { sums, rows } = await read(from, { limit: 1 });
  const cells = columns.map((key) => ({
    label: parseHourKey(key)?.toString() ?? findColumnText(language, 'reportColumn', key) ?? key,
    value: Number((key in sums ? sums[key] : rows[0]?.cells[key]) ?? 0),
  }));
  return { kind: 'strip', cells };
}
