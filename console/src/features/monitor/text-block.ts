/** Separator of texts; no database text contains it. */
const END = '\0';

/** Texts joined into one string: a search jumps from match to match. */
export class TextBlock {
  readonly #joined: string;
  /** End offset of each text. */
  readonly #ends: Uint32Array;

  constructor(texts: readonly string[]) {
    // join() gives a flat string; the first search would have to flatten a concatenation
    this.#joined = texts.join(END);
    this.#ends = new Uint32Array(texts.length);
    let at = -1;
    for (let i = 0; i < texts.length; i++) this.#ends[i] = at += texts[i]!.length + 1;
  }

  /** Number of texts. */
  get length(): number {
    return this.#ends.length;
  }

  /** Marks each text that contains `wanted` (not empty) with 1, from index `from` on. */
  mark(wanted: string, found: Uint8Array, from: number): void {
    if (wanted.includes(END)) return;
    let i = 0;
    for (let at = this.#joined.indexOf(wanted); at >= 0; at = this.#joined.indexOf(wanted, this.#ends[i])) {
      while (this.#ends[i]! < at) i++;
      found[from + i] = 1;
    }
  }
}
