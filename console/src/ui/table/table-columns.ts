import type { TableSettings } from '@fleetwarden/contract/settings/schemas';
import type { ReactElement, ReactNode } from 'react';
import { textWidth } from './text-width.ts';

export type Option = { readonly value: string; readonly label: string };

/** What the search form offers for a column. `key`: the filter's name where it is not the column's. */
export type SearchField =
  | { readonly kind: 'text'; readonly key?: string; readonly maxLength?: number }
  | { readonly kind: 'select'; readonly key?: string; readonly options: readonly Option[] }
  /** Two filters, epoch ms; `startTime` and `endTime` unless named otherwise. */
  | { readonly kind: 'dateRange'; readonly keys?: readonly [from: string, to: string] }
  /** Two filters, days as yyyy-MM-dd. */
  | { readonly kind: 'dayRange'; readonly keys: readonly [from: string, to: string] }
  /** A control of the page's, given `id`, `value` and `onChange`; its value is a text. */
  | { readonly kind: 'control'; readonly key?: string; readonly control: ReactElement };

/** A column as a row of a table: what it shows, how wide, and what can be asked of it. */
export type TableColumn<Row> = {
  /** The row's property where there is no `render`; the name under which the user's arrangement knows it. */
  readonly key: string;
  readonly title: string;
  /** px; the table grows and shrinks by it. More where its title needs more. */
  readonly width?: number;
  readonly align?: 'left' | 'center' | 'right';
  readonly render?: (row: Row) => ReactNode;
  readonly search?: SearchField;
  /** The server can sort by it, under `key`. */
  readonly sortable?: boolean;
  readonly fixed?: 'left' | 'right';
  /** Goes into exports; true unless told otherwise. */
  readonly exportable?: boolean;
  readonly hiddenByDefault?: boolean;
};

/** A column as the user arranged it. */
export type ArrangedColumn<Row> = TableColumn<Row> & {
  readonly hidden: boolean;
  readonly pinned: 'left' | 'right' | undefined;
};

const DEFAULTS: TableSettings = { order: [], hidden: [], pinned: {}, density: 'middle' };

/**
 * All columns in the user's order, each with whether it is hidden and where it is pinned. Columns the settings do not know yet
 * stand where the table's author put them.
 */
export function arrange<Row>(columns: readonly TableColumn<Row>[], settings: TableSettings = DEFAULTS): ArrangedColumn<Row>[] {
  const { order, hidden, pinned } = settings;
  const known = new Set(order);
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const sorted = order.map((key) => byKey.get(key)).filter((column) => column !== undefined);
  columns.forEach((column, at) => {
    if (!known.has(column.key)) sorted.splice(at, 0, column);
  });
  return sorted.map((column) => ({
    ...column,
    hidden: known.has(column.key) ? hidden.includes(column.key) : column.hiddenByDefault === true,
    pinned: known.has(column.key) ? pinned[column.key] : column.fixed,
  }));
}

/** An arrangement as the settings keep it: every column by name, so that a later change of the defaults moves nothing. */
export function settingsOf<Row>(columns: readonly ArrangedColumn<Row>[], density: TableSettings['density']): TableSettings {
  return {
    order: columns.map(({ key }) => key),
    hidden: columns.filter(({ hidden }) => hidden).map(({ key }) => key),
    pinned: Object.fromEntries(columns.flatMap(({ key, pinned }) => (pinned ? [[key, pinned]] : []))),
    density,
  };
}

/** What is drawn, in order: those pinned left, the others, those pinned right. */
export function visible<Row>(columns: readonly ArrangedColumn<Row>[]): ArrangedColumn<Row>[] {
  const shown = columns.filter(({ hidden }) => !hidden);
  const at = (side: 'left' | 'right' | undefined) => shown.filter(({ pinned }) => pinned === side);
  return [...at('left'), ...at(undefined), ...at('right')];
}

/** px of a column that names no width; of one whose title alone would make it wider, at most. */
const COLUMN_WIDTH = 160;
const WIDEST_TITLE = 240;
/** Titles are bold. */
const BOLD = 1.1;
/** px beside a title in its cell, and of the arrows that sort. */
const BESIDE = 24;
const ARROWS = 18;

/** px of a column: as wide as its author said, and wide enough for its title in whatever language. */
export function columnWidth<Row>({ width = COLUMN_WIDTH, title, sortable }: TableColumn<Row>): number {
  return Math.ceil(Math.max(width, Math.min(textWidth(title) * BOLD + BESIDE + (sortable ? ARROWS : 0), WIDEST_TITLE)));
}
