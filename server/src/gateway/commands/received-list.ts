import type { ListPart } from './read-answer.ts';

/** A list that a terminal sends in one or several messages with the same serial. */
export class ReceivedList {
  readonly #maxBytes: number;
  readonly #bodies = new Set<string>();
  readonly #items: unknown[] = [];
  #count = 0;
  #listed = 0;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Adds a message; true: the list is complete, or too long to go on. A repeated message changes nothing. */
  add(body: Uint8Array, { count, listed, items }: ListPart): boolean {
    const text = Buffer.from(body).toString('latin1');
    if (!this.#bodies.has(text)) {
      this.#bodies.add(text);
      this.#bytes += body.length;
      this.#count = count;
      this.#listed += listed;
      if (this.#bytes <= this.#maxBytes) this.#items.push(...items);
    }
    return this.#listed >= this.#count || this.#bytes > this.#maxBytes || listed === 0;
  }

  /** What is stored of it: of a longer list its bytes. */
  get data(): object {
    if (this.#bytes > this.#maxBytes) return { bytes: this.#bytes };
    return { count: Math.max(this.#count - (this.#listed - this.#items.length), this.#items.length), items: this.#items };
  }
}
