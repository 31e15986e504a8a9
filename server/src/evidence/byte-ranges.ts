/** `end` is not included. */
type Range = { start: number; end: number };

/** Received ranges of a file, merged. */
export class ByteRanges {
  readonly #ranges: Range[] = [];

  get count(): number {
    return this.#ranges.length;
  }

  add(start: number, end: number): void {
    if (end <= start) return;
    let from = this.#ranges.findIndex((range) => range.end >= start);
    if (from < 0) from = this.#ranges.length;
    let to = from;
    const merged = { start, end };
    for (let range = this.#ranges[to]; range && range.start <= end; range = this.#ranges[++to]) {
      merged.start = Math.min(merged.start, range.start);
      merged.end = Math.max(merged.end, range.end);
    }
    this.#ranges.splice(from, to - from, merged);
  }

  /** The missing ranges of a file of `size` bytes, at most `max`. */
  findGaps(size: number, max: number): { readonly offset: number; readonly length: number }[] {
    const gaps = [];
    let at = 0;
    for (const { start, end } of [...this.#ranges, { start: size, end: size }]) {
      if (start > at && at < size) gaps.push({ offset: at, length: Math.min(start, size) - at });
      if (gaps.length === max) break;
      at = Math.max(at, end);
    }
    return gaps;
  }
}
