import { textWidth } from './text-width.ts';

/** Default width of a column, and the limit of widening by its title, px. */
const COLUMN_WIDTH = 160;
const WIDEST_TITLE = 240;
/** Width factor of bold titles. */
const BOLD = 1.2;
/** Padding of a title in its cell, and width of the sort arrows, px. */
const BESIDE = 24;
const ARROWS = 18;

type SizedColumn = { readonly width?: number; readonly title: string; readonly sortable?: boolean };

/** Width of a column in px: its configured width, but enough for its title in the current language. */
export function columnWidth({ width = COLUMN_WIDTH, title, sortable }: SizedColumn): number {
  return Math.ceil(Math.max(width, Math.min(textWidth(title) * BOLD + BESIDE + (sortable ? ARROWS : 0), WIDEST_TITLE)));
}
