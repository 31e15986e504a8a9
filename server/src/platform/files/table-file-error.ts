/** Errors of table files; their texts are in `tableFile` of the locale. */
export const TABLE_FAULTS = [
  'notTable',
  'oldXls',
  'password',
  'damaged',
  'tooLarge',
  'empty',
  'noSheet',
  'encoding',
  'formula',
  'errorCell',
  'numberTooLong',
  'cellTooLong',
  'merged',
  'tooManyRows',
  'tooManyColumns',
] as const;

export type TableFault = (typeof TABLE_FAULTS)[number];

/** The place of the fault, and the parameters of its text. */
export type TableFaultPlace = {
  /** Cells ('C5') or ranges ('A3:B4') in sheet order, at most TABLE_LIMITS.named. */
  readonly cells?: readonly string[];
  /** The sheet read, or the requested sheet that is missing. */
  readonly sheet?: string;
  /** The existing sheets if the requested one is missing. */
  readonly sheets?: readonly string[];
  /** The limit exceeded, in rows, columns, characters or MiB. */
  readonly max?: number;
};

/** A fault of the file that its author can correct; other errors are never of this class. */
export class TableFileError extends Error {
  override readonly name = 'TableFileError';
  readonly kind: TableFault;
  readonly place: TableFaultPlace;

  constructor(kind: TableFault, place: TableFaultPlace = {}, cause?: unknown) {
    super(`table file: ${kind} ${JSON.stringify(place)}`, { cause });
    this.kind = kind;
    this.place = place;
  }

  get textKey(): string {
    return `tableFile.${this.kind}`;
  }

  get params(): Readonly<Record<'cell' | 'sheet' | 'sheets' | 'max', string>> {
    const { cells = [], sheet = '', sheets = [], max } = this.place;
    return { cell: cells.join(', '), sheet, sheets: sheets.join(', '), max: max === undefined ? '' : String(max) };
  }
}
