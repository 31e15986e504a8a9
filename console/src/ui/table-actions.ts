import type { ReactNode } from 'react';

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

/** What an export is to hold. */
export type ExportRequest = {
  /** Filters, `sort` and `order`, as the call's data has them. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The selected rows' keys; none selected: everything that matches. */
  readonly keys: readonly string[];
  /** The columns to export, in the user's order. */
  readonly columns: readonly string[];
};

/** What an export comes to: a file, or a task that makes it. */
export type Exported = { readonly url: string } | { readonly taskId: string };
