const FIRST_BYTES = 65_536;
const FIRST_COUNT = 4_096;

/**
 * The texts that cells refer to by number (sharedStrings), held as UTF-8 in one buffer: millions of them take little more than
 * their bytes, where strings would take some 40 bytes each on top.
 */
export class SharedTexts {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #ends = new Uint32Array(FIRST_COUNT);
  #used = 0;
  #count = 0;

  add(text: string): void {
    // UTF-8 takes three bytes at most for a UTF-16 code unit
    this.#reserve(text.length * 3);
    this.#used += this.#bytes.write(text, this.#used, 'utf8');
    if (this.#count === this.#ends.length) this.#ends = grown(this.#ends);
    this.#ends[this.#count++] = this.#used;
  }

  /** The text of a number, undefined where there is none. */
  at(index: number): string | undefined {
    const end = index < this.#count ? this.#ends[index] : undefined;
    if (end === undefined) return undefined;
    return this.#bytes.toString('utf8', index === 0 ? 0 : this.#ends[index - 1], end);
  }

  #reserve(bytes: number): void {
    if (this.#used + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#used + bytes));
    this.#bytes.copy(larger, 0, 0, this.#used);
    this.#bytes = larger;
  }
}

function grown(ends: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(ends.length * 2);
  larger.set(ends);
  return larger;
}
