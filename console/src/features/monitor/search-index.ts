import type { VehicleStore } from '../../live/vehicle-store.ts';
import { TextBlock } from './text-block.ts';

/** Rows indexed in one go: a key that is pressed meanwhile waits for less than half a frame. */
const CHUNK = 1_000;

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

const CHINESE = /[一-鿿]/;
const EACH_CHINESE = /[一-鿿]/g;

/** The texts of some rows, one behind the other: as they stand, and by their sounds, which have fewer letters in fewer bytes. */
type Block = { readonly plain: TextBlock; readonly sounds: TextBlock };

/**
 * Finds vehicles by plate, phone, terminal id, driver, or the pinyin initials of plate and driver. The texts are put together in
 * idle time; until a row has its turn it is found by its texts as they stand, or as they were last read.
 */
export class SearchIndex {
  readonly #store: VehicleStore;
  /** CHUNK rows each, but for the last. */
  #blocks: Block[] = [];
  #numbering = -1;
  #initial: Initial | null = null;
  #cancel = () => {};
  #stopped = false;

  constructor(store: VehicleStore) {
    this.#store = store;
  }

  /** Reads the store anew, in idle time: after vehicles came, went or changed their names. `onDone` when all is readable. */
  rebuild(onDone: () => void = () => {}): void {
    this.#cancel();
    // sounds are a large file: not before there is a name to sound
    if (this.#store.size === 0) return;
    this.#cancel = whenIdle(async () => {
      this.#initial ??= await loadInitials();
      if (!this.#stopped) this.#fill(0, onDone);
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
    let row = 0;
    const chinese = CHINESE.test(text);
    for (const { plain, sounds } of this.#read()) {
      // what has no character that sounds stands among the sounds as it is
      if (chinese) plain.mark(text, found, row);
      sounds.mark(text, found, row);
      row += plain.length;
    }
    for (; row < size; row++) if (this.#plain(row).includes(text)) found[row] = 1;
    return found;
  }

  /** What has been read; nothing of it counts once rows have other numbers. */
  #read(): Block[] {
    if (this.#numbering !== this.#store.numberingVersion) this.#blocks = [];
    this.#numbering = this.#store.numberingVersion;
    return this.#blocks;
  }

  #plain(row: number): string {
    const store = this.#store;
    return [store.plate(row), store.driver(row), store.phone(row), store.terminalNo(row)].join('\n').toLowerCase();
  }

  #fill(n: number, onDone: () => void): void {
    const blocks = this.#read();
    const from = n * CHUNK;
    const to = Math.min(from + CHUNK, this.#store.size);
    const plain = Array.from({ length: to - from }, (_, i) => this.#plain(from + i));
    const sounds = plain.map((text) => text.replace(EACH_CHINESE, (character) => this.#initial?.(character) ?? ''));
    blocks[n] = { plain: new TextBlock(plain), sounds: new TextBlock(sounds) };
    // from the beginning, where rows got other numbers meanwhile
    if (to < this.#store.size) this.#cancel = whenIdle(() => this.#fill(Math.min(n + 1, this.#read().length), onDone));
    else onDone();
  }
}
