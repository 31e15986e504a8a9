/** What the tree must know of one row that is open to view. */
export type TreeRow = {
  readonly key: string;
  /** From 1. */
  readonly level: number;
  readonly text: string;
  /** undefined: a leaf. */
  readonly open?: boolean | undefined;
  /** undefined: the tree has no boxes. */
  readonly checked?: boolean | 'mixed' | undefined;
  readonly position: number;
  readonly siblings: number;
};

/** The rows by index, as functions: with 100,000 of them nobody makes a list. */
export type TreeModel = {
  readonly length: number;
  row(index: number): TreeRow;
  /** -1: a root. */
  parentOf(index: number): number;
  setOpen(index: number, open: boolean): void;
  toggleCheck(index: number): void;
};
