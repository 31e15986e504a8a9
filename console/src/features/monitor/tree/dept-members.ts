import type { VehicleStore } from '../../../live/vehicle-store.ts';
import type { DepartmentIndex } from '../department-index.ts';
import { STATUS_COUNT } from '../status.ts';

/**
 * Vehicles of each department by store row, and their order. Departments are sorted on demand: plates are compared once; later a
 * status change only moves the vehicle between buckets.
 */
export class DeptMembers {
  readonly #store: VehicleStore;
  readonly #departments: DepartmentIndex;
  /** Own vehicles of d: `#members` from `#start[d]` to `#start[d + 1]`, so a subtree is one range, too. */
  readonly #start: Int32Array;
  #members = new Int32Array(0);
  /** The same ranges, sorted. */
  #sorted = new Int32Array(0);
  readonly #plateSorted: Uint8Array;
  readonly #rankSorted: Uint8Array;
  #deptOf = new Int32Array(0);
  #statusOf = new Uint8Array(0);

  constructor(store: VehicleStore, departments: DepartmentIndex) {
    this.#store = store;
    this.#departments = departments;
    this.#start = new Int32Array(departments.count + 1);
    this.#plateSorted = new Uint8Array(departments.count);
    this.#rankSorted = new Uint8Array(departments.count);
  }

  /** Number of vehicles. */
  get size(): number {
    return this.#deptOf.length;
  }

  deptOf(row: number): number {
    return this.#deptOf[row]!;
  }

  /** The status used in the counts; the store's may be newer. */
  statusOf(row: number): number {
    return this.#statusOf[row]!;
  }

  /** Vehicles of the department itself, without descendants. */
  ownTotal(d: number): number {
    return this.#start[d + 1]! - this.#start[d]!;
  }

  /** Rows of the department's own vehicles. */
  ownRows(d: number): Int32Array {
    return this.#members.slice(this.#start[d], this.#start[d + 1]);
  }

  /** Visits the department's own vehicles in any order. */
  eachUnsorted(d: number, visit: (row: number) => void): void {
    for (let i = this.#start[d]!; i < this.#start[d + 1]!; i++) visit(this.#members[i]!);
  }

  /** Rows of a department and its descendants. */
  rowsBelow(d: number): Int32Array {
    return this.#members.slice(this.#start[d], this.#start[this.#departments.end[d]!]);
  }

  /** Reloads everything after vehicles were added, removed or moved. */
  read(): void {
    const store = this.#store;
    const { count, indexOf } = this.#departments;
    const { size } = store;
    if (this.#deptOf.length !== size) {
      this.#deptOf = new Int32Array(size);
      this.#statusOf = new Uint8Array(size);
      this.#members = new Int32Array(size);
      this.#sorted = new Int32Array(size);
    }
    this.#start.fill(0);
    for (let row = 0; row < size; row++) {
      const d = indexOf(store.deptId(row));
      this.#deptOf[row] = d;
      this.#statusOf[row] = store.status(row);
      this.#start[d + 1]!++;
    }
    for (let d = 0; d < count; d++) this.#start[d + 1]! += this.#start[d]!;
    const next = this.#start.slice();
    for (let row = 0; row < size; row++) this.#members[next[this.#deptOf[row]!]!++] = row;
    this.#plateSorted.fill(0);
    this.#rankSorted.fill(0);
  }

  /** Updates a vehicle's status from the store. Returns the previous one, or -1 if unchanged. */
  readStatus(row: number): number {
    const status = this.#store.status(row);
    const before = this.#statusOf[row]!;
    if (status === before) return -1;
    this.#statusOf[row] = status;
    this.#rankSorted[this.#deptOf[row]!] = 0;
    return before;
  }

  /** Drops the order after the status ranks changed. */
  forgetRanks(): void {
    this.#rankSorted.fill(0);
  }

  /** Visits the department's own vehicles by status rank (`ranks`), then by plate. */
  eachOwn(d: number, ranks: readonly number[], visit: (row: number) => void): void {
    this.#sort(d, ranks);
    for (let i = this.#start[d]!; i < this.#start[d + 1]!; i++) visit(this.#sorted[i]!);
  }

  #sort(d: number, ranks: readonly number[]): void {
    const [from, to] = [this.#start[d]!, this.#start[d + 1]!];
    if (!this.#plateSorted[d]) {
      const plates = this.#store;
      this.#members.subarray(from, to).sort((a, b) => comparePlates(plates.plate(a), plates.plate(b)));
      this.#plateSorted[d] = 1;
    }
    if (this.#rankSorted[d]) return;
    let at = from;
    for (let rank = 0; rank < STATUS_COUNT; rank++) {
      for (let i = from; i < to; i++) {
        const row = this.#members[i]!;
        if (ranks[this.#statusOf[row]!] === rank) this.#sorted[at++] = row;
      }
    }
    this.#rankSorted[d] = 1;
  }
}

const provinces = new Intl.Collator('zh');

/** Compares plates: the province by pinyin, the rest by code unit. */
function comparePlates(a: string, b: string): number {
  if (a[0] !== b[0]) return provinces.compare(a[0] ?? '', b[0] ?? '');
  return a < b ? -1 : a > b ? 1 : 0;
}
