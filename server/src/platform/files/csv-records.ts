import { TableFileError } from './table-file-error.ts';
import { TABLE_LIMITS } from './table-limits.ts';
import { detached } from './table-rows.ts';

const QUOTE = '"';
const SEPARATORS = [',', ';', '\t'];

/** Where the reading stands: at a cell's beginning, in a bare cell, in a quoted one, or behind a quote that closes it or is doubled. */
type State = 'start' | 'bare' | 'quoted' | 'quote';

/**
 * Records of csv text (RFC 4180, and what is about: lone CR or LF as line end, quotes within bare cells). Every line end ends
 * a record, so that the n-th record is the n-th row of a spreadsheet; a blank line is a record of one empty cell.
 */
export class CsvRecords {
  readonly #separator: string;
  readonly #out: (cells: string[]) => void;
  /** Ends a stretch of bare text. */
  readonly #special: RegExp;
  #cells: string[] = [];
  #cell = '';
  #state: State = 'start';
  #afterCr = false;

  constructor(separator: string, out: (cells: string[]) => void) {
    this.#separator = separator;
    this.#out = out;
    this.#special = new RegExp(`[${separator}\\r\\n]`, 'g');
  }

  write(text: string): void {
    let at = 0;
    while (at < text.length) at = this.#step(text, at);
  }

  /** After the last text. Throws TableFileError where a quoted cell is open. */
  end(): void {
    if (this.#state === 'quoted') throw new TableFileError('damaged');
    if (this.#state !== 'start' || this.#cells.length > 0) this.#endRecord();
  }

  /** Takes what stands at `at`; returns where to go on. */
  #step(text: string, at: number): number {
    if (this.#state === 'quoted') return this.#quoted(text, at);
    const character = text[at] as string;
    if (character === '\n' && this.#afterCr) {
      this.#afterCr = false;
      return at + 1;
    }
    this.#afterCr = false;
    if (character === QUOTE && this.#state !== 'bare') {
      // behind the closing quote a second one: a quote of the text
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
    this.#special.lastIndex = at;
    const end = this.#special.exec(text)?.index ?? text.length;
    this.#add(text.slice(at, end));
    return end;
  }

  #quoted(text: string, at: number): number {
    const quote = text.indexOf(QUOTE, at);
    const end = quote < 0 ? text.length : quote;
    this.#add(text.slice(at, end));
    if (quote < 0) return end;
    this.#state = 'quote';
    return end + 1;
  }

  /** No more of a cell is kept than tells that it is too long. */
  #add(text: string): void {
    if (this.#cell.length <= TABLE_LIMITS.characters) this.#cell += text.slice(0, TABLE_LIMITS.characters + 1);
  }

  /** No more of a record either: of what lies beyond the limit only that it is not empty. */
  #endCell(): void {
    const over = this.#cells.length - TABLE_LIMITS.columns;
    if (over < 0 || (over < 1 && this.#cell !== '')) this.#cells.push(detached(this.#cell));
    this.#cell = '';
    this.#state = 'start';
  }

  #endRecord(): void {
    this.#endCell();
    const cells = this.#cells;
    this.#cells = [];
    this.#out(cells);
  }
}

/** The separator of a csv file by its first line: the one that stands there most outside quotes, a comma where none does. */
export function separatorOf(text: string): string {
  const counts = new Map(SEPARATORS.map((separator) => [separator, 0]));
  let quoted = false;
  let content = false;
  for (const character of text) {
    if (character === QUOTE) quoted = !quoted;
    else if (quoted) continue;
    else if (character === '\n' || character === '\r') {
      // blank lines above the headings tell nothing
      if (content) break;
    } else counts.set(character, (counts.get(character) ?? -1) + 1);
    content ||= character.trim() !== '';
  }
  return SEPARATORS.reduce((most, separator) => ((counts.get(separator) ?? 0) > (counts.get(most) ?? 0) ? separator : most));
}
