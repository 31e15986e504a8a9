import type { VehicleStore } from '../../live/vehicle-store.ts';
import { whenIdle } from '../../ui/when-idle.ts';
import { TextBlock } from './text-block.ts';

/** Rows indexed per idle slot: less than half a frame. */
const CHUNK = 1_000;

/** The first pinyin letter of a character, lower case. */
type Initial = (character: string) => string;

/** Caches the pinyin of characters, which repeat often (provinces, names). */
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

/** The texts of some rows: original, and as pinyin initials, which are shorter. */
type Block = { readonly plain: TextBlock; readonly sounds: TextBlock };

/**
 * Searches vehicles by plate, phone, terminal ID, driver, or pinyin initials. Texts are indexed in idle time; until then the
 * original or last indexed texts are searched.
 */
export class SearchIndex {
  readonly #store: VehicleStore;
  /** CHUNK rows each, except the last. */
  #blocks: Block[] = [];
  #numbering = -1;
  #initial: Initial | null = null;
  #cancel = () => {};
  #stopped = false;

  constructor(store: VehicleStore) {
    this.#store = store;
  }

  /** Rebuilds the index in idle time after vehicles changed. Calls `onDone` when it is complete. */
  rebuild(onDone: () => void = () => {}): void {
    this.#cancel();
    // the pinyin table is large: load it only if there are names
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

  /** 1 for each matching row; null: no query. */
  find(wanted: string): Uint8Array | null {
    const text = wanted.trim().toLowerCase();
    if (text === '') return null;
    const { size } = this.#store;
    const found = new Uint8Array(size);
    let row = 0;
    const chinese = CHINESE.test(text);
    for (const { plain, sounds } of this.#read()) {
      // texts without Chinese are in the pinyin block unchanged
      if (chinese) plain.mark(text, found, row);
      sounds.mark(text, found, row);
      row += plain.length;
    }
    for (; row < size; row++) if (this.#plain(row).includes(text)) found[row] = 1;
    return found;
  }

  /** Indexed blocks; void once rows are renumbered. */
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
    // from the beginning, if rows were renumbered meanwhile
    if (to < this.#store.size) this.#cancel = whenIdle(() => this.#fill(Math.min(n + 1, this.#read().length), onDone));
    else onDone();
  }
}
