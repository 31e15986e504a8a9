import { growTypedArray } from './grow-typed-array.ts';
import type { VehicleBatch } from './vehicle-batch.ts';

const FIRST_CAPACITY = 1024;

type Store = { readonly numberingVersion: number; rowOf(id: string): number };

/** Maps the slots of one packer to store rows; cached until rows are renumbered. */
export class SlotRows {
  readonly #store: Store;
  readonly #ids: string[] = [];
  #rows = new Int32Array(FIRST_CAPACITY).fill(-1);
  #numbering: number;

  constructor(store: Store) {
    this.#store = store;
    this.#numbering = store.numberingVersion;
  }

  get ids(): readonly string[] {
    return this.#ids;
  }

  /** Rows by slot; -1: unknown vehicle or not looked up yet. The array is replaced when it grows. */
  get rows(): Int32Array {
    return this.#rows;
  }

  /** Registers the new slots of a batch. */
  learn({ newIds, firstNewSlot }: VehicleBatch): void {
    for (let i = 0; i < newIds.length; i++) this.#ids[firstNewSlot + i] = newIds[i]!;
    if (this.#ids.length > this.#rows.length) {
      this.#rows = growTypedArray(this.#rows, Math.max(this.#ids.length, this.#rows.length * 2), -1);
    }
    if (this.#numbering !== this.#store.numberingVersion) {
      this.#rows.fill(-1);
      this.#numbering = this.#store.numberingVersion;
    }
  }

  /** Looks up the rows of unresolved slots; returns whether some stay unresolved. */
  resolve(slots: Int32Array, count: number): boolean {
    const rows = this.#rows;
    let unknown = false;
    for (let i = 0; i < count; i++) {
      const slot = slots[i]!;
      if (rows[slot]! >= 0) continue;
      const row = this.#store.rowOf(this.#ids[slot]!);
      rows[slot] = row;
      if (row < 0) unknown = true;
    }
    return unknown;
  }
}
