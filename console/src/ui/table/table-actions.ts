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

/** Limits of visible actions in number and width; the rest go into a menu. */
const VISIBLE = 3;
const ROOM = 224;
/** Paddings in px: of a button, of the menu button, and of the cell. */
const BESIDE = 16;
const MENU = 24;
const CELL = 20;

const widthOf = ({ label }: RowAction) => textWidth(label) + BESIDE;

/**
 * Splits a row's actions into visible ones and a menu. At least one is visible, and a menu never holds a single action that would
 * fit.
 */
export function splitActions(actions: readonly RowAction[]): readonly [shown: readonly RowAction[], rest: readonly RowAction[]] {
  let used = 0;
  let count = 0;
  for (const action of actions.slice(0, VISIBLE)) {
    used += widthOf(action);
    if (count > 0 && used > ROOM) break;
    count++;
  }
  return [actions.slice(0, count), actions.slice(count)];
}

/** Column width in px for the actions of these rows and the column's title. */
export function actionsWidth(rows: readonly (readonly RowAction[])[], title: string): number {
  const widths = rows.map((actions) => {
    const [shown, rest] = splitActions(actions);
    return shown.reduce((sum, action) => sum + widthOf(action), rest.length > 0 ? MENU : 0);
  });
  return Math.max(textWidth(title), ...widths) + CELL;
}
