import { SearchIndex } from '../features/monitor/search-index.ts';
import type { VehicleStore } from '../live/vehicle-store.ts';

/** How well a plate fits: 0 it begins so, 1 it ends so, 2 it contains it, 3 only its driver, phone or sounds do. */
function rankOf(plate: string, text: string): 0 | 1 | 2 | 3 {
  const at = plate.indexOf(text);
  if (at < 0) return 3;
  // People know a plate by its number: 京A12345 begins with 12, too.
  if (at <= 2) return 0;
  return at + text.length === plate.length ? 1 : 2;
}

/**
 * Finds vehicles of the live store by plate, phone, terminal id, driver or the pinyin initials of plate and driver. Over 100,000
 * vehicles a search takes some milliseconds; texts are read in idle time, and again after vehicles came, went or changed their names.
 */
export class VehicleFinder {
  readonly #store: VehicleStore;
  readonly #index: SearchIndex;
  #structure = -1;

  constructor(store: VehicleStore) {
    this.#store = store;
    this.#index = new SearchIndex(store);
  }

  /** The ids of the best hits, at most `limit`. */
  find(wanted: string, limit: number): readonly string[] {
    this.refresh();
    const text = wanted.trim().toLowerCase();
    const found = this.#index.find(text);
    if (!found) return [];
    const ranks: number[][] = [[], [], [], []];
    for (let row = 0; row < found.length && ranks[0]!.length < limit; row++) {
      if (found[row] !== 1) continue;
      const rows = ranks[rankOf(this.#store.plate(row).toLowerCase(), text)]!;
      if (rows.length < limit) rows.push(row);
    }
    return ranks
      .flat()
      .slice(0, limit)
      .map((row) => this.#store.idOf(row));
  }

  /** Reads the texts anew where the store's vehicles are not those that were read. */
  refresh(onDone?: () => void): void {
    if (this.#structure === this.#store.structureVersion) return;
    this.#structure = this.#store.structureVersion;
    this.#index.rebuild(onDone);
  }

  stop(): void {
    this.#index.stop();
  }
}
