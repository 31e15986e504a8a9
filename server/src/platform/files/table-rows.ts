import { cellName } from './cell-name.ts';
import { type TableFault, TableFileError } from './table-file-error.ts';
import { TABLE_LIMITS } from './table-limits.ts';

/** A row that holds something. `row` counts from 1 as the sheet shows it; `cells` begin at column A and end with the last that holds something. */
export type TableRow = { readonly row: number; readonly cells: readonly string[] };

/** The faults of cells: the first one met decides the kind, and the cells that have it are collected to be named together. */
export class CellFaults {
  readonly #sheet: string | undefined;
  readonly #cells: string[] = [];
  #kind: TableFault | undefined;
  #max: number | undefined;

  constructor(sheet?: string) {
    this.#sheet = sheet;
  }

  get any(): boolean {
    return this.#kind !== undefined;
  }

  /** Notes a fault of a cell or range; throws when as many are known as are named. */
  add(kind: TableFault, cell: string, max?: number): void {
    this.#kind ??= kind;
    if (this.#kind !== kind) return;
    this.#max = max;
    this.#cells.push(cell);
    if (this.#cells.length >= TABLE_LIMITS.named) this.throwIfAny();
  }

  throwIfAny(): void {
    if (this.#kind === undefined) return;
    throw new TableFileError(this.#kind, {
      cells: this.#cells,
      ...(this.#sheet === undefined ? {} : { sheet: this.#sheet }),
      ...(this.#max === undefined ? {} : { max: this.#max }),
    });
  }
}

/** Holds rows to the limits. Returns the row to give, or undefined where it is blank or a fault makes giving pointless. */
export class RowGate {
  readonly faults: CellFaults;
  /** The last row that held something, 0 for none. */
  last = 0;
  #count = 0;

  constructor(faults: CellFaults) {
    this.faults = faults;
  }

  pass(row: number, cells: readonly string[]): TableRow | undefined {
    let length = cells.length;
    while (length > 0 && !cells[length - 1]) length--;
    if (length === 0) return undefined;
    this.last = row;
    if (length > TABLE_LIMITS.columns) {
      this.faults.add('tooManyColumns', cellName(row, length - 1), TABLE_LIMITS.columns);
    }
    // one more: the row of headings
    if (++this.#count > TABLE_LIMITS.rows + 1) throw new TableFileError('tooManyRows', { max: TABLE_LIMITS.rows });
    const given = length === cells.length ? cells : cells.slice(0, length);
    for (const [column, text] of given.entries()) {
      if (text.length > TABLE_LIMITS.characters) {
        this.faults.add('cellTooLong', cellName(row, column), TABLE_LIMITS.characters);
      }
    }
    return this.faults.any ? undefined : { row, cells: given };
  }

  /** After the last row. */
  end(): void {
    this.faults.throwIfAny();
    if (this.#count === 0) throw new TableFileError('empty');
  }
}

const COPIED_FROM = 13;

/** A text that does not keep the chunk alive it was cut from (V8 keeps slices of 13 characters and more as views). */
export function detached(text: string): string {
  return text.length < COPIED_FROM ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}
