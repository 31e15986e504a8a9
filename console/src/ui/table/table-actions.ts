import type { ReactNode } from 'react';
import { textWidth } from './text-width.ts';

/** What is asked before an action: the verb on its button is the action's own. */
type Confirm = { readonly title: string; readonly content?: ReactNode };

/** What can be done with one row. */
export type RowAction = {
  readonly key: string;
  readonly label: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly confirm?: Confirm;
  readonly run: () => unknown;
};

/** What can be done with the selected rows, from whatever pages; afterwards the table is read anew and nothing is selected. */
export type BatchAction<Row> = {
  readonly key: string;
  readonly label: string;
  readonly danger?: boolean;
  readonly confirm?: (rows: readonly Row[]) => Confirm;
  /** Rejects when the server refuses: then the selection stays. */
  readonly run: (rows: readonly Row[]) => Promise<unknown>;
};

/** What files an export makes, the usual one first. */
export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What an export is to hold. */
export type ExportRequest = {
  /** Filters, `sort` and `order`, as the call's data has them. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The selected rows' keys; none selected: everything that matches. */
  readonly keys: readonly string[];
  /** The columns to export, in the user's order. */
  readonly columns: readonly string[];
  readonly format: ExportFormat;
};

/** What an export comes to: a file, or a task that makes it. */
export type Exported = { readonly url: string } | { readonly taskId: string };

/** More than these hide behind a menu, and all that would make the column wider than a list can spare. */
const VISIBLE = 3;
const ROOM = 224;
/** px beside a name in its button, of the button of the menu, and beside all of them in the cell. */
const BESIDE = 16;
const MENU = 24;
const CELL = 20;

const widthOf = ({ label }: RowAction) => textWidth(label) + BESIDE;

/** The actions of a row: those at sight, and those in a menu. One at least is at sight, and no menu holds a single one that fits. */
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

/** px the column needs for the actions of these rows, and for its own name. */
export function actionsWidth(rows: readonly (readonly RowAction[])[], title: string): number {
  const widths = rows.map((actions) => {
    const [shown, rest] = splitActions(actions);
    return shown.reduce((sum, action) => sum + widthOf(action), rest.length > 0 ? MENU : 0);
  });
  return Math.max(textWidth(title), ...widths) + CELL;
}
