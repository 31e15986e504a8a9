import { formatCellName } from './cell-name.ts';
import { type TableFault, TableFileError } from './table-file-error.ts';
import { TABLE_LIMITS } from './table-limits.ts';

/** A row with content. `row` counts from 1; `cells` run from column A to the last cell with content. */
export type TableRow = { readonly row: number; readonly cells: readonly string[] };

/** Collects the cells with the same kind of fault; the first fault decides the kind. */
export class CellFaults {
  readonly #sheet: string | undefined;
  readonly #cells: string[] = [];
  #kind: TableFault | undefined;
  #max: number | undefined;

  constructor(sheet?: string) {
    this.#sheet = sheet;
  }

  get hasAny(): boolean {
    return this.#kind !== undefined;
  }

  /** Adds a fault of a cell or range; throws once TABLE_LIMITS.named are known. */
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

/** Checks rows against TABLE_LIMITS. */
export class RowValidator {
  readonly faults: CellFaults;
  /** The number of the last row with content, or 0. */
  lastRow = 0;
  #count = 0;

  constructor(faults: CellFaults) {
    this.faults = faults;
  }

  /** Trims a row; undefined if it is blank or after a fault. */
  check(row: number, cells: readonly string[]): TableRow | undefined {
    let length = cells.length;
    while (length > 0 && !cells[length - 1]) length--;
    if (length === 0) return undefined;
    this.lastRow = row;
    if (length > TABLE_LIMITS.columns) {
      this.faults.add('tooManyColumns', formatCellName(row, length - 1), TABLE_LIMITS.columns);
    }
    // plus the headings
    if (++this.#count > TABLE_LIMITS.rows + 1) throw new TableFileError('tooManyRows', { max: TABLE_LIMITS.rows });
    const trimmed = length === cells.length ? cells : cells.slice(0, length);
    for (const [column, text] of trimmed.entries()) {
      if (text.length > TABLE_LIMITS.characters) {
        this.faults.add('cellTooLong', formatCellName(row, column), TABLE_LIMITS.characters);
      }
    }
    return this.faults.hasAny ? undefined : { row, cells: trimmed };
  }

  /** Call after the last row. */
  end(): void {
    this.faults.throwIfAny();
    if (this.#count === 0) throw new TableFileError('empty');
  }
}

const MIN_SLICE_LENGTH = 13;

/** Copies a string so that it does not retain its chunk: V8 keeps slices of 13 characters and more as views. */
export function copyString(text: string): string {
  return text.length < MIN_SLICE_LENGTH ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}
