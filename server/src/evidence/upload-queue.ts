/** Reads up to this size are messages, not contents of files, mostly. They do not wait for files. */
export const MESSAGE_BYTES = 4_096;

type Waiting = { readonly rank: number; readonly begin: () => void };

/**
 * Lets `atOnce` works run. The upload with the fewest bytes left is next, and of equal ones the earlier. So uploads of a whole fleet end
 * one after another, and their commits do not come in a burst.
 */
export class UploadQueue {
  readonly #atOnce: number;
  /** In the order of their turn. */
  readonly #waiting: Waiting[] = [];
  #running = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** `bytesLeft`: of its upload, when these bytes came. */
  async run(bytes: number, bytesLeft: number, work: () => Promise<void>): Promise<void> {
    if (this.#running < this.#atOnce) this.#running++;
    else await new Promise<void>((begin) => this.#insert({ rank: bytes <= MESSAGE_BYTES ? 0 : bytesLeft, begin }));
    try {
      await work();
    } finally {
      // the next one takes over the turn
      const next = this.#waiting.shift();
      if (next) next.begin();
      else this.#running--;
    }
  }

  #insert(wanted: Waiting): void {
    const behind = this.#waiting.findIndex(({ rank }) => rank > wanted.rank);
    this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, wanted);
  }
}
