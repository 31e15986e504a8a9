import { formatCellName, parseCellName, parseColumn } from '../cell-name.ts';
import { TABLE_LIMITS } from '../table-limits.ts';
import { CellFaults, copyString, RowValidator, type TableRow } from '../table-rows.ts';
import type { Archive } from './archive.ts';
import { decodeCellText } from './cell-text.ts';
import { GENERAL } from './number-format.ts';
import { formatStoredNumber, TOO_LONG } from './number-text.ts';
import type { Workbook } from './workbook.ts';
import { scanPart } from './xml-part.ts';
import { readAttribute, XmlError, type XmlEvents } from './xml-scanner.ts';

/** Streams the rows of a sheet. Throws TableFileError. */
export async function* readSheetRows(
  archive: Archive,
  workbook: Workbook,
  sheet: Workbook['sheets'][number],
): AsyncGenerator<TableRow> {
  const reader = new SheetReader(workbook, sheet.name);
  for await (const _ of scanPart(archive, sheet.part, TABLE_LIMITS.unpackedBytes, reader)) yield* reader.takeRows();
  yield* reader.takeRows();
  reader.end();
}

/** ECMA-376 part 1, 18.3.1.73 and 18.3.1.13. */
const MAX_SHEET_ROWS = 1_048_576;
const MAX_SHEET_COLUMNS = 16_384;

/** Handles the XML of a sheet: sheetData > row > c > v, is, f; then mergeCells. */
class SheetReader implements XmlEvents {
  readonly #workbook: Workbook;
  readonly #faults: CellFaults;
  readonly #validator: RowValidator;
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
    this.#validator = new RowValidator(this.#faults);
  }

  /** Returns and clears the rows read so far. */
  takeRows(): readonly TableRow[] {
    const rows = this.#rows;
    if (rows.length > 0) this.#rows = [];
    return rows;
  }

  /** Call after the end of the sheet. */
  end(): void {
    this.#validator.end();
  }

  open(name: string, attributes: string): void {
    if (this.#inCell) this.#openInCell(name);
    else if (!this.#inData) this.#openOutside(name, attributes);
    else if (name === 'c') this.#openCell(attributes);
    else if (name === 'row') this.#openRow(attributes);
  }

  text(text: string): void {
    // up to twice the limit: enough to see that the cell is too long
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
    else if (name === 'mergeCell') this.#addMerged(readAttribute(attributes, 'ref') ?? '');
  }

  /** Merged cells follow the data; those below it do no harm. */
  #addMerged(range: string): void {
    const first = parseCellName(range.split(':', 1)[0] ?? '');
    if (first && first.row <= this.#validator.lastRow) this.#faults.add('merged', range);
  }

  /** A row without a number follows the previous one. */
  #openRow(attributes: string): void {
    const stated = readAttribute(attributes, 'r');
    const row = stated === undefined ? this.#row + 1 : Number(stated);
    if (!(Number.isInteger(row) && row > this.#row && row <= MAX_SHEET_ROWS)) throw new XmlError(`row ${stated}`);
    this.#row = row;
    this.#cells = [];
    this.#column = -1;
  }

  /** A cell without a name follows the previous one. */
  #openCell(attributes: string): void {
    const stated = readAttribute(attributes, 'r');
    const column = stated === undefined ? this.#column + 1 : parseColumn(stated);
    if (column < 0 || column >= MAX_SHEET_COLUMNS) throw new XmlError(`cell ${stated}`);
    this.#column = column;
    this.#inCell = true;
    this.#type = readAttribute(attributes, 't') ?? 'n';
    this.#style = Number(readAttribute(attributes, 's') ?? 0);
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
    const text = this.#formula ? '' : this.#formatCell();
    if (this.#formula) this.#faults.add('formula', formatCellName(this.#row, this.#column));
    if (text === '') return;
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = text;
  }

  /** The text of the cell by its type (ECMA-376 part 1, 18.18.11). */
  #formatCell(): string {
    const stored = this.#value;
    switch (this.#type) {
      case 's':
        return stored === '' ? '' : this.#shared(Number(stored));
      case 'inlineStr':
      case 'str':
        return copyString(decodeCellText(stored));
      case 'b':
        return stored === '' ? '' : /^(1|true)$/.test(stored.trim()) ? 'TRUE' : 'FALSE';
      case 'd':
        return copyString(
          stored
            .trim()
            .replace('T', ' ')
            .replace(/(\.\d+)?Z?$/, ''),
        );
      case 'e':
        this.#faults.add('errorCell', formatCellName(this.#row, this.#column));
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
    const text = formatStoredNumber(stored, this.#workbook.formats[this.#style] ?? GENERAL, this.#workbook.since1904);
    if (text === undefined) throw new XmlError(`number ${stored}`);
    if (text !== TOO_LONG) return text;
    this.#faults.add('numberTooLong', formatCellName(this.#row, this.#column));
    return '';
  }

  #closeRow(): void {
    const row = this.#validator.check(this.#row, this.#cells);
    if (row) this.#rows.push(row);
  }
}
