import type { TableSettings } from '@fleetwarden/contract/settings/schemas';
import type { ReactElement, ReactNode } from 'react';

export type Option = { readonly value: string; readonly label: string };

/** Search field of a column. `key`: name of the filter, if it is not the column's. */
export type SearchField =
  | { readonly kind: 'text'; readonly key?: string; readonly maxLength?: number }
  | { readonly kind: 'select'; readonly key?: string; readonly options: readonly Option[] }
  /** Two filters in epoch ms; default names `startTime` and `endTime`. */
  | { readonly kind: 'dateRange'; readonly keys?: readonly [from: string, to: string] }
  /** Two filters with days as yyyy-MM-dd. */
  | { readonly kind: 'dayRange'; readonly keys: readonly [from: string, to: string] }
  /** A custom control with `id`, `value` and `onChange`; its value is a string. */
  | { readonly kind: 'control'; readonly key?: string; readonly control: ReactElement };

/** A column: content, width, sorting and search. */
export type TableColumn<Row> = {
  /** Name of the column in settings; also the row's property, unless there is a `render`. */
  readonly key: string;
  readonly title: string;
  /** Width in px, from which the table scales; wider if the title needs it. */
  readonly width?: number;
  readonly align?: 'left' | 'center' | 'right';
  readonly render?: (row: Row) => ReactNode;
  readonly search?: SearchField;
  /** The server can sort by `key`. */
  readonly sortable?: boolean;
  readonly fixed?: 'left' | 'right';
  /** Included in exports; default true. */
  readonly exportable?: boolean;
  readonly hiddenByDefault?: boolean;
  /** On narrow screens a row is a card with these columns; without any, with the first ones. */
  readonly onCard?: boolean;
};

/** How a table with pictures shows its rows. */
export type TableView = 'gallery' | 'table';

/** A column with the user's layout. */
export type ArrangedColumn<Row> = TableColumn<Row> & {
  readonly hidden: boolean;
  readonly pinned: 'left' | 'right' | undefined;
};

const DEFAULTS: TableSettings = { order: [], hidden: [], pinned: {}, density: 'middle' };

/** All columns in the user's order, hidden or pinned. Columns unknown to the settings keep their default place. */
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

/** A layout as stored: it names every column, so that later defaults change nothing. */
export function toTableSettings<Row>(columns: readonly ArrangedColumn<Row>[], density: TableSettings['density']): TableSettings {
  return {
    order: columns.map(({ key }) => key),
    hidden: columns.filter(({ hidden }) => hidden).map(({ key }) => key),
    pinned: Object.fromEntries(columns.flatMap(({ key, pinned }) => (pinned ? [[key, pinned]] : []))),
    density,
  };
}

/** The visible columns in order: pinned left, others, pinned right. */
export function visible<Row>(columns: readonly ArrangedColumn<Row>[]): ArrangedColumn<Row>[] {
  const shown = columns.filter(({ hidden }) => !hidden);
  const at = (side: 'left' | 'right' | undefined) => shown.filter(({ pinned }) => pinned === side);
  return [...at('left'), ...at(undefined), ...at('right')];
}

/** Fields of a card, beside its title. */
const MAX_CARD_FIELDS = 5;

/** The columns of a card: the first one is its title. */
export function cardFields<Row>(columns: readonly ArrangedColumn<Row>[]) {
  const [title, ...others] = columns;
  const named = others.filter(({ onCard }) => onCard);
  return { title, fields: (named.length > 0 ? named : others).slice(0, MAX_CARD_FIELDS) };
}
