const INITIAL_BYTES = 65_536;
const INITIAL_COUNT = 4_096;

/** The shared strings of a workbook as UTF-8 in one buffer: JavaScript strings would take some 40 bytes more each. */
export class SharedStrings {
  #bytes = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  #ends = new Uint32Array(INITIAL_COUNT);
  #used = 0;
  #count = 0;

  add(text: string): void {
    // at most three UTF-8 bytes per UTF-16 code unit
    this.#reserve(text.length * 3);
    this.#used += this.#bytes.write(text, this.#used, 'utf8');
    if (this.#count === this.#ends.length) this.#ends = growArray(this.#ends);
    this.#ends[this.#count++] = this.#used;
  }

  /** undefined if the index is out of range. */
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

function growArray(ends: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(ends.length * 2);
  larger.set(ends);
  return larger;
}
