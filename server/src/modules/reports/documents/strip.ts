import { parseHourKey } from '../columns/hour-columns.ts';
import type { DocumentContext, StripSection } from '../model/document.ts';
import { findColumnText } from '../model/option-texts.ts';

/** `label`: the column's name, or the number of an hour column. */
export type FilledStrip = {
  readonly kind: 'strip';
  readonly cells: readonly { readonly label: string; readonly value: number }[];
};

/** Fills a strip; unknown counts are 0. */
export async function fillStrip({ from, columns }: StripSection, { read, language }: DocumentContext): Promise<FilledStrip> {
  const { sums, rows } = await read(from, { limit: 1 });
  const cells = columns.map((key) => ({
    label: parseHourKey(key)?.toString() ?? findColumnText(language, 'reportColumn', key) ?? key,
    value: Number((key in sums ? sums[key] : rows[0]?.cells[key]) ?? 0),
  }));
  return { kind: 'strip', cells };
}
