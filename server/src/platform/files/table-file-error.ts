/** What can be wrong with a file that should be a table. Each has its words in `tableFile` of the locale. */
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

/** Where the fault is, as far as it has a place; what the fault's words name. */
export type TableFaultPlace = {
  /** Cells ('C5') or ranges ('A3:B4') in the order of the sheet, TABLE_LIMITS.named at most. */
  readonly cells?: readonly string[];
  /** The sheet read, or the one asked for and absent. */
  readonly sheet?: string;
  /** The sheets there are, where the one asked for is absent. */
  readonly sheets?: readonly string[];
  /** The limit that was passed, in its own unit: rows, columns, characters, MiB. */
  readonly max?: number;
};

/** The file cannot be taken as it is; a person can mend it. Anything else that goes wrong while reading is not one of these. */
export class TableFileError extends Error {
  override readonly name = 'TableFileError';
  readonly kind: TableFault;
  readonly place: TableFaultPlace;

  constructor(kind: TableFault, place: TableFaultPlace = {}, cause?: unknown) {
    super(`table file: ${kind} ${JSON.stringify(place)}`, { cause });
    this.kind = kind;
    this.place = place;
  }

  /** The key of its words. */
  get textKey(): string {
    return `tableFile.${this.kind}`;
  }

  /** What its words ask for. */
  get params(): Readonly<Record<'cell' | 'sheet' | 'sheets' | 'max', string>> {
    const { cells = [], sheet = '', sheets = [], max } = this.place;
    return { cell: cells.join(', '), sheet, sheets: sheets.join(', '), max: max === undefined ? '' : String(max) };
  }
}
