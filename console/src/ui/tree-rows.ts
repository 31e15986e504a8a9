/** A visible row of the tree. */
export type TreeRow = {
  readonly key: string;
  /** Starts at 1. */
  readonly level: number;
  readonly text: string;
  /** undefined: a leaf. */
  readonly open?: boolean | undefined;
  /** undefined: no check boxes. */
  readonly checked?: boolean | 'mixed' | undefined;
  readonly position: number;
  readonly siblings: number;
};

/** Rows by index, as functions: 100,000 rows need no list. */
export type TreeModel = {
  readonly length: number;
  row(index: number): TreeRow;
  /** -1: a root. */
  parentOf(index: number): number;
  setOpen(index: number, open: boolean): void;
  toggleCheck(index: number): void;
};
