import { TableFileError } from './table-file-error.ts';
import { TABLE_LIMITS } from './table-limits.ts';
import { copyString } from './table-rows.ts';

const QUOTE = '"';
const SEPARATORS = [',', ';', '\t'];

/** `start` of a cell, `bare` or `quoted` cell, or after a `quote` that ends the cell or is doubled. */
type State = 'start' | 'bare' | 'quoted' | 'quote';

/**
 * Parses csv (RFC 4180; also lone CR or LF, and quotes within bare cells). Every line end ends a record, so the n-th record is
 * the n-th row of a spreadsheet; a blank line is a record of one empty cell.
 */
export class CsvParser {
  readonly #separator: string;
  readonly #onRecord: (cells: string[]) => void;
  /** Matches the end of bare text. */
  readonly #bareEnd: RegExp;
  #cells: string[] = [];
  #cell = '';
  #state: State = 'start';
  #afterCr = false;

  constructor(separator: string, onRecord: (cells: string[]) => void) {
    this.#separator = separator;
    this.#onRecord = onRecord;
    this.#bareEnd = new RegExp(`[${separator}\\r\\n]`, 'g');
  }

  write(text: string): void {
    let at = 0;
    while (at < text.length) at = this.#step(text, at);
  }

  /** Call after the last text. Throws TableFileError if a quote is open. */
  end(): void {
    if (this.#state === 'quoted') throw new TableFileError('damaged');
    if (this.#state !== 'start' || this.#cells.length > 0) this.#endRecord();
  }

  /** Consumes text at `at`; returns the next position. */
  #step(text: string, at: number): number {
    if (this.#state === 'quoted') return this.#readQuoted(text, at);
    const character = text[at] as string;
    if (character === '\n' && this.#afterCr) {
      this.#afterCr = false;
      return at + 1;
    }
    this.#afterCr = false;
    if (character === QUOTE && this.#state !== 'bare') {
      // a doubled quote is a quote of the text
      if (this.#state === 'quote') this.#cell += QUOTE;
      this.#state = 'quoted';
      return at + 1;
    }
    if (character === this.#separator) {
      this.#endCell();
      return at + 1;
    }
    if (character === '\n' || character === '\r') {
      this.#afterCr = character === '\r';
      this.#endRecord();
      return at + 1;
    }
    this.#state = 'bare';
    this.#bareEnd.lastIndex = at;
    const end = this.#bareEnd.exec(text)?.index ?? text.length;
    this.#add(text.slice(at, end));
    return end;
  }

  #readQuoted(text: string, at: number): number {
    const quote = text.indexOf(QUOTE, at);
    const end = quote < 0 ? text.length : quote;
    this.#add(text.slice(at, end));
    if (quote < 0) return end;
    this.#state = 'quote';
    return end + 1;
  }

  /** Keeps one character above the limit, which shows that the cell is too long. */
  #add(text: string): void {
    if (this.#cell.length <= TABLE_LIMITS.characters) this.#cell += text.slice(0, TABLE_LIMITS.characters + 1);
  }

  /** Keeps one non-empty cell above the limit, which shows that the record is too long. */
  #endCell(): void {
    const over = this.#cells.length - TABLE_LIMITS.columns;
    if (over < 0 || (over < 1 && this.#cell !== '')) this.#cells.push(copyString(this.#cell));
    this.#cell = '';
    this.#state = 'start';
  }

  #endRecord(): void {
    this.#endCell();
    const cells = this.#cells;
    this.#cells = [];
    this.#onRecord(cells);
  }
}

/** The most frequent separator of the first line outside quotes; a comma if there is none. */
export function detectSeparator(text: string): string {
  const counts = new Map(SEPARATORS.map((separator) => [separator, 0]));
  let quoted = false;
  let hasContent = false;
  for (const character of text) {
    if (character === QUOTE) quoted = !quoted;
    else if (quoted) continue;
    else if (character === '\n' || character === '\r') {
      // skip blank lines above the headings
      if (hasContent) break;
    } else counts.set(character, (counts.get(character) ?? -1) + 1);
    hasContent ||= character.trim() !== '';
  }
  return SEPARATORS.reduce((most, separator) => ((counts.get(separator) ?? 0) > (counts.get(most) ?? 0) ? separator : most));
}
