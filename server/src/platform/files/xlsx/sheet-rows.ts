import { cellAt, cellName, columnAt } from '../cell-name.ts';
import { TABLE_LIMITS } from '../table-limits.ts';
import { CellFaults, detached, RowGate, type TableRow } from '../table-rows.ts';
import type { Archive } from './archive.ts';
import { GENERAL } from './number-format.ts';
import { numberText, TOO_LONG } from './number-text.ts';
import { plainText } from './plain-text.ts';
import type { Workbook } from './workbook.ts';
import { scanned } from './xml-part.ts';
import { attribute, XmlError, type XmlEvents } from './xml-scanner.ts';

/** The rows of a sheet's part. Throws TableFileError. */
export async function* sheetRows(
  archive: Archive,
  workbook: Workbook,
  sheet: Workbook['sheets'][number],
): AsyncGenerator<TableRow> {
  const reader = new SheetReader(workbook, sheet.name);
  for await (const _ of scanned(archive, sheet.part, TABLE_LIMITS.unpackedBytes, reader)) yield* reader.taken();
  yield* reader.taken();
  reader.end();
}

/** Beyond what a sheet can be (ECMA-376 part 1, 18.3.1.73 and 18.3.1.13). */
const SHEET_ROWS = 1_048_576;
const SHEET_COLUMNS = 16_384;

/** Listens to a sheet's XML: sheetData > row > c > v, is, f; then mergeCells. */
class SheetReader implements XmlEvents {
  readonly #workbook: Workbook;
  readonly #faults: CellFaults;
  readonly #gate: RowGate;
  #rows: TableRow[] = [];
  #inData = false;
  #row = 0;
  #cells: string[] = [];
  #column = -1;
  #inCell = false;
  #type = '';
  #style = 0;
  #formula = false;
  #collecting = false;
  #phonetic = false;
  #value = '';

  constructor(workbook: Workbook, sheet: string) {
    this.#workbook = workbook;
    this.#faults = new CellFaults(sheet);
    this.#gate = new RowGate(this.#faults);
  }

  /** The rows since it was last asked. */
  taken(): readonly TableRow[] {
    const rows = this.#rows;
    if (rows.length > 0) this.#rows = [];
    return rows;
  }

  /** After the sheet's end. */
  end(): void {
    this.#gate.end();
  }

  open(name: string, attributes: string): void {
    if (this.#inCell) this.#openInCell(name);
    else if (!this.#inData) this.#openOutside(name, attributes);
    else if (name === 'c') this.#openCell(attributes);
    else if (name === 'row') this.#openRow(attributes);
  }

  text(text: string): void {
    // a little more than a cell may hold tells that it is too long
    if (this.#collecting && this.#value.length <= TABLE_LIMITS.characters * 2) this.#value += text;
  }

  close(name: string): void {
    if (this.#inCell) {
      if (name === 'v' || name === 't') this.#collecting = false;
      else if (name === 'rPh') this.#phonetic = false;
      else if (name === 'c') this.#closeCell();
    } else if (name === 'row' && this.#inData) this.#closeRow();
    else if (name === 'sheetData') this.#inData = false;
  }

  #openOutside(name: string, attributes: string): void {
    if (name === 'sheetData') this.#inData = true;
    else if (name === 'mergeCell') this.#merged(attribute(attributes, 'ref') ?? '');
  }

  /** Merged cells are told after the data; those beneath it do no harm. */
  #merged(range: string): void {
    const first = cellAt(range.split(':', 1)[0] ?? '');
    if (first && first.row <= this.#gate.last) this.#faults.add('merged', range);
  }

  /** A row without its number follows the one before. */
  #openRow(attributes: string): void {
    const stated = attribute(attributes, 'r');
    const row = stated === undefined ? this.#row + 1 : Number(stated);
    if (!(Number.isInteger(row) && row > this.#row && row <= SHEET_ROWS)) throw new XmlError(`row ${stated}`);
    this.#row = row;
    this.#cells = [];
    this.#column = -1;
  }

  /** A cell without its name follows the one before. */
  #openCell(attributes: string): void {
    const stated = attribute(attributes, 'r');
    const column = stated === undefined ? this.#column + 1 : columnAt(stated);
    if (column < 0 || column >= SHEET_COLUMNS) throw new XmlError(`cell ${stated}`);
    this.#column = column;
    this.#inCell = true;
    this.#type = attribute(attributes, 't') ?? 'n';
    this.#style = Number(attribute(attributes, 's') ?? 0);
    this.#formula = false;
    this.#phonetic = false;
    this.#collecting = false;
    this.#value = '';
  }

  #openInCell(name: string): void {
    if (name === 'v') this.#collecting = true;
    else if (name === 't') this.#collecting = !this.#phonetic;
    else if (name === 'rPh') this.#phonetic = true;
    else if (name === 'f') this.#formula = true;
  }

  #closeCell(): void {
    this.#inCell = false;
    const text = this.#formula ? '' : this.#text();
    if (this.#formula) this.#faults.add('formula', cellName(this.#row, this.#column));
    if (text === '') return;
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = text;
  }

  /** The cell's text by its type (ECMA-376 part 1, 18.18.11). */
  #text(): string {
    const stored = this.#value;
    switch (this.#type) {
      case 's':
        return stored === '' ? '' : this.#shared(Number(stored));
      case 'inlineStr':
      case 'str':
        return detached(plainText(stored));
      case 'b':
        return stored === '' ? '' : /^(1|true)$/.test(stored.trim()) ? 'TRUE' : 'FALSE';
      case 'd':
        return detached(
          stored
            .trim()
            .replace('T', ' ')
            .replace(/(\.\d+)?Z?$/, ''),
        );
      case 'e':
        this.#faults.add('errorCell', cellName(this.#row, this.#column));
        return '';
      case 'n':
        return stored === '' ? '' : this.#number(stored);
      default:
        throw new XmlError(`cell type ${this.#type}`);
    }
  }

  #shared(index: number): string {
    const text = this.#workbook.texts.at(index);
    if (text === undefined) throw new XmlError(`no text ${index}`);
    return text;
  }

  #number(stored: string): string {
    const text = numberText(stored, this.#workbook.formats[this.#style] ?? GENERAL, this.#workbook.since1904);
    if (text === undefined) throw new XmlError(`number ${stored}`);
    if (text !== TOO_LONG) return text;
    this.#faults.add('numberTooLong', cellName(this.#row, this.#column));
    return '';
  }

  #closeRow(): void {
    const given = this.#gate.pass(this.#row, this.#cells);
    if (given) this.#rows.push(given);
  }
}
