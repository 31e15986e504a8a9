import type { ReactNode } from 'react';
import { textWidth } from './text-width.ts';

/** Confirmation before an action; the button shows the action's own verb. */
type Confirm = { readonly title: string; readonly content?: ReactNode };

/** An action for one row. */
export type RowAction = {
  readonly key: string;
  readonly label: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly confirm?: Confirm;
  readonly run: () => unknown;
};

/** An action for the selected rows of all pages; afterwards the table reloads and clears the selection. */
export type BatchAction<Row> = {
  readonly key: string;
  readonly label: string;
  readonly danger?: boolean;
  readonly confirm?: (rows: readonly Row[]) => Confirm;
  /** Rejects if the server refuses: then the selection stays. */
  readonly run: (rows: readonly Row[]) => Promise<unknown>;
};

/** Export formats, default first. */
export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Content of an export. */
export type ExportRequest = {
  /** Filters, `sort` and `order` in the format of the call. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Keys of the selected rows; empty: all matching rows. */
  readonly keys: readonly string[];
  /** Columns to export, in the user's order. */
  readonly columns: readonly string[];
  readonly format: ExportFormat;
};

/** Result of an export: a file, or a task that creates it. */
export type Exported = { readonly url: string } | { readonly taskId: string };

/** Width in px that two actions side by side may need; otherwise one is visible and the rest go into a menu. */
const MAX_ACTIONS_PX = 96;
/** Paddings in px: of a button, of the menu button, and of the cell. */
const BESIDE = 16;
const MENU = 24;
const CELL = 20;

const widthOf = ({ label }: RowAction) => textWidth(label) + BESIDE;
const sumWidths = (actions: readonly RowAction[]) => actions.reduce((sum, action) => sum + widthOf(action), 0);

/**
 * Splits a row's actions into visible ones and a menu. The first harmless action is visible; dangerous ones end the menu. A menu
 * never holds a single harmless action that would fit, nor the only action of a row.
 */
export function splitActions(actions: readonly RowAction[]): readonly [shown: readonly RowAction[], rest: readonly RowAction[]] {
  const harmless = actions.filter(({ danger }) => !danger);
  const fits = actions.length === 1 || (actions.length === 2 && harmless.length === 2 && sumWidths(actions) <= MAX_ACTIONS_PX);
  const shown = fits ? actions : harmless.slice(0, 1);
  const rest = [...harmless, ...actions.filter(({ danger }) => danger)];
  return [shown, rest.filter((action) => !shown.includes(action))];
}

/** Column width in px for the actions of these rows and the column's title. */
export function actionsWidth(rows: readonly (readonly RowAction[])[], title: string): number {
  const widths = rows.map((actions) => {
    const [shown, rest] = splitActions(actions);
    return sumWidths(shown) + (rest.length > 0 ? MENU : 0);
  });
  return Math.max(textWidth(title), ...widths) + CELL;
}
