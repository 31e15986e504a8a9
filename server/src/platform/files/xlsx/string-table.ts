import { encodeCellText } from './cell-text.ts';
import { SPREADSHEET, XML } from './xml-names.ts';

/** Bounds of the memory that a table takes: some MiB. */
const MAX_TEXTS = 16_384;
const MAX_CHARACTERS = 64;

/**
 * The shared strings of a workbook (ECMA-376 part 1, 18.4): cells hold the index of a text, so repeated texts are encoded, deflated
 * and stored once. Long texts, and those after the first MAX_TEXTS, stay in their cells.
 */
export class StringTable {
  readonly #indexes = new Map<string, number>();

  /** The index of a text, added if absent; undefined: it stays in its cell. */
  indexOf(text: string): number | undefined {
    const known = this.#indexes.get(text);
    if (known !== undefined) return known;
    const index = this.#indexes.size;
    if (index === MAX_TEXTS || text.length > MAX_CHARACTERS) return undefined;
    this.#indexes.set(text, index);
    return index;
  }

  /** The part `xl/sharedStrings.xml`. */
  render(): string {
    const texts = [...this.#indexes.keys()].map((text) => `<si><t xml:space="preserve">${encodeCellText(text)}</t></si>`);
    return `${XML}<sst xmlns="${SPREADSHEET}" uniqueCount="${texts.length}">${texts.join('')}</sst>`;
  }
}
