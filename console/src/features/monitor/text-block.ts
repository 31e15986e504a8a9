/** Between the texts of a block: no database keeps it in one. */
const END = '\0';

/** Texts that stand one behind the other, as one: a search jumps from hit to hit and does not look into each. */
export class TextBlock {
  readonly #joined: string;
  /** Where each text ends. */
  readonly #ends: Uint32Array;

  constructor(texts: readonly string[]) {
    // join() makes one flat text; a concatenation would be flattened by the first search
    this.#joined = texts.join(END);
    this.#ends = new Uint32Array(texts.length);
    let at = -1;
    for (let i = 0; i < texts.length; i++) this.#ends[i] = at += texts[i]!.length + 1;
  }

  /** How many texts there are. */
  get length(): number {
    return this.#ends.length;
  }

  /** Writes a 1 for each text that contains `wanted`, which is not empty, at `from` and behind. */
  mark(wanted: string, found: Uint8Array, from: number): void {
    if (wanted.includes(END)) return;
    let i = 0;
    for (let at = this.#joined.indexOf(wanted); at >= 0; at = this.#joined.indexOf(wanted, this.#ends[i])) {
      while (this.#ends[i]! < at) i++;
      found[from + i] = 1;
    }
  }
}
