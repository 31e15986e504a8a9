import { SearchIndex } from '../features/monitor/search-index.ts';
import type { VehicleStore } from '../live/vehicle-store.ts';

/** Rank of a plate match: 0 prefix, 1 suffix, 2 substring, 3 driver, phone or pinyin only. */
function rankOf(plate: string, text: string): 0 | 1 | 2 | 3 {
  const at = plate.indexOf(text);
  if (at < 0) return 3;
  // Users know a plate by its number: 京A12345 begins with 12, too.
  if (at <= 2) return 0;
  return at + text.length === plate.length ? 1 : 2;
}

/**
 * Searches the live store by plate, phone, terminal ID, driver or pinyin initials. A search over 100,000 vehicles takes some
 * milliseconds; texts are indexed in idle time, and again after changes.
 */
export class VehicleFinder {
  readonly #store: VehicleStore;
  readonly #index: SearchIndex;
  #structure = -1;

  constructor(store: VehicleStore) {
    this.#store = store;
    this.#index = new SearchIndex(store);
  }

  /** IDs of the best matches, at most `limit`. */
  find(wanted: string, limit: number): readonly string[] {
    this.refresh();
    const text = wanted.trim().toLowerCase();
    const matches = this.#index.find(text);
    if (!matches) return [];
    const ranks: number[][] = [[], [], [], []];
    for (let row = 0; row < matches.length && ranks[0]!.length < limit; row++) {
      if (matches[row] !== 1) continue;
      const rows = ranks[rankOf(this.#store.plate(row).toLowerCase(), text)]!;
      if (rows.length < limit) rows.push(row);
    }
    return ranks
      .flat()
      .slice(0, limit)
      .map((row) => this.#store.idOf(row));
  }

  /** Rebuilds the index if the store's vehicles changed. */
  refresh(onDone?: () => void): void {
    if (this.#structure === this.#store.structureVersion) return;
    this.#structure = this.#store.structureVersion;
    this.#index.rebuild(onDone);
  }

  stop(): void {
    this.#index.stop();
  }
}
