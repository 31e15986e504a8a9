import type { VehicleStore } from '../../live/vehicle-store.ts';

/** Rows indexed in one go: well under a frame. */
const CHUNK = 4_000;

/** The first letter of a Chinese character's sound, lower case. */
type Initial = (character: string) => string;

/** When the browser has nothing better to do; soon, where it cannot say. */
const whenIdle = (run: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run, { timeout: 1_000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, 1);
  return () => clearTimeout(timer);
};

/** Characters repeat (thirty provinces, a few hundred names): each one's sound is looked up once. */
async function loadInitials(): Promise<Initial> {
  const { pinyin } = await import('pinyin-pro');
  const known = new Map<string, string>();
  return (character) => {
    let letter = known.get(character);
    if (letter === undefined) {
      letter = pinyin(character, { pattern: 'first', toneType: 'none' }).toLowerCase();
      known.set(character, letter);
    }
    return letter;
  };
}

const CHINESE = /[一-鿿]/g;

/**
 * Finds vehicles by plate, phone, terminal id, driver, or the pinyin initials of plate and driver. The texts are put together in
 * idle time; until a row has its turn it is found by its texts as they stand.
 */
export class SearchIndex {
  readonly #store: VehicleStore;
  #texts: string[] = [];
  #initial: Initial | null = null;
  #cancel = () => {};
  #stopped = false;

  constructor(store: VehicleStore) {
    this.#store = store;
  }

  /** Reads the store anew, in idle time: after vehicles came, went or changed their names. `onDone` when all is readable. */
  rebuild(onDone: () => void = () => {}): void {
    this.#cancel();
    this.#texts = [];
    // sounds are a large file: not before there is a name to sound
    if (this.#store.size === 0) return;
    this.#cancel = whenIdle(async () => {
      this.#initial ??= await loadInitials();
      if (!this.#stopped) this.#fill(onDone);
    });
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  /** 1 for each row that contains the text; null: nothing was asked for. */
  find(wanted: string): Uint8Array | null {
    const text = wanted.trim().toLowerCase();
    if (text === '') return null;
    const { size } = this.#store;
    const found = new Uint8Array(size);
    for (let row = 0; row < size; row++) if ((this.#texts[row] ?? this.#plain(row)).includes(text)) found[row] = 1;
    return found;
  }

  #plain(row: number): string {
    const store = this.#store;
    return [store.plate(row), store.driver(row), store.phone(row), store.terminalNo(row)].join('\n').toLowerCase();
  }

  #fill(onDone: () => void): void {
    const to = Math.min(this.#texts.length + CHUNK, this.#store.size);
    for (let row = this.#texts.length; row < to; row++) {
      const plain = this.#plain(row);
      const sounds = plain.replace(CHINESE, (character) => this.#initial?.(character) ?? '');
      // join() makes one flat text; a concatenation would be flattened by the first search, for all rows at once.
      this.#texts[row] = sounds === plain ? plain : [plain, sounds].join('\n');
    }
    if (to < this.#store.size) this.#cancel = whenIdle(() => this.#fill(onDone));
    else onDone();
  }
}
