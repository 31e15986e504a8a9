import type { VehicleStore } from '../../live/vehicle-store.ts';
import type { DepartmentIndex } from './department-index.ts';
import { STATUS_COUNT, STATUS_RANK } from './status.ts';

/** The order of the tree follows the vehicles at most this often. */
const RESORT_MS = 1_000;

/** What narrows the tree; all three at once. */
export type TreeFilter = {
  /** Bit n: vehicles of status n. 0: any. */
  readonly statuses: number;
  readonly followedOnly: boolean;
  /** 1 for each row the search found; null: no search. */
  readonly found: Uint8Array | null;
};

export const NO_FILTER: TreeFilter = { statuses: 0, followedOnly: false, found: null };

export type Check = 'none' | 'some' | 'all';

/**
 * Departments and 100,000 vehicles as one list of what is open. Counts of each department are kept by differences, checks
 * cost the depth of the tree, and the vehicles of a department are sorted only where they can be seen.
 */
export class FleetTree {
  readonly departments: DepartmentIndex;
  readonly #store: VehicleStore;
  readonly #statusChanges;
  /** Vehicles of the whole subtree by status: `[d * STATUS_COUNT + status]`. */
  readonly #counts: Int32Array;
  readonly #followed: Int32Array;
  readonly #matches: Int32Array;
  /** Own vehicles of d: `#members` from `#start[d]` to `#start[d + 1]`, so a subtree is one range too. */
  readonly #start: Int32Array;
  #members = new Int32Array(0);
  /** The same ranges by rank, where they have been asked for. */
  #sorted = new Int32Array(0);
  readonly #plateSorted: Uint8Array;
  readonly #rankSorted: Uint8Array;
  #deptOf = new Int32Array(0);
  #statusOf = new Uint8Array(0);
  /** The check boxes: what the user wants, which the store follows a moment later. */
  #wanted = new Uint8Array(0);
  readonly #unsettled = new Set<number>();
  #structureVersion = -1;
  #numberingVersion = -1;
  #followVersion = -1;
  #sortedAt = Number.NEGATIVE_INFINITY;
  #unsorted = false;
  #filter = NO_FILTER;
  readonly #open = new Set<number>();
  readonly #closedInFilter = new Set<number>();
  #visible = new Int32Array(64);
  #length = 0;
  readonly #indexOfDept: Int32Array;
  /** Where the own vehicles of an open department begin and end in the list. */
  readonly #firstVehicle: Int32Array;
  readonly #lastVehicle: Int32Array;
  #version = 0;
  readonly #listeners = new Set<() => void>();
  #matched = 0;

  /** `before`: the tree this one replaces, whose open departments stay open. */
  constructor(store: VehicleStore, departments: DepartmentIndex, before?: FleetTree) {
    const { count } = departments;
    this.departments = departments;
    this.#store = store;
    this.#statusChanges = store.statusChanges();
    this.#counts = new Int32Array(count * STATUS_COUNT);
    this.#followed = new Int32Array(count);
    this.#matches = new Int32Array(count);
    this.#start = new Int32Array(count + 1);
    this.#plateSorted = new Uint8Array(count);
    this.#rankSorted = new Uint8Array(count);
    this.#indexOfDept = new Int32Array(count);
    this.#firstVehicle = new Int32Array(count);
    this.#lastVehicle = new Int32Array(count);
    if (before) for (const d of before.#open) this.#open.add(departments.indexOf(before.departments.id[d]!));
    else for (let d = 0; d < count; d = departments.end[d]!) this.#open.add(d);
    if (before) this.#filter = before.#filter;
    this.sync(0);
  }

  /** Grows with everything that can be seen. */
  get version(): number {
    return this.#version;
  }

  /** Of the vehicles' list as the tree has taken it over. */
  get structureVersion(): number {
    return this.#structureVersion;
  }

  /** A new order is due but not yet shown: sync again soon. */
  get waiting(): boolean {
    return this.#unsorted;
  }

  /** Hears of what the user changes here; what the store changes is seen after `sync`. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Rows that are open to view. */
  get length(): number {
    return this.#length;
  }

  /** A vehicle's store row, or `~d` of a department. */
  at(index: number): number {
    return this.#visible[index]!;
  }

  get filtered(): boolean {
    const { statuses, followedOnly, found } = this.#filter;
    return statuses !== 0 || followedOnly || found !== null;
  }

  /** Vehicles that pass the filter; all where there is none. */
  get matched(): number {
    return this.filtered ? this.#matched : this.#store.size;
  }

  total(d: number): number {
    let total = 0;
    for (let status = 0; status < STATUS_COUNT; status++) total += this.#counts[d * STATUS_COUNT + status]!;
    return total;
  }

  online(d: number): number {
    return this.total(d) - this.#counts[d * STATUS_COUNT]!;
  }

  deptOf(row: number): number {
    return this.#deptOf[row]!;
  }

  isOpen(d: number): boolean {
    return this.filtered ? !this.#closedInFilter.has(d) : this.#open.has(d);
  }

  wanted(row: number): boolean {
    return this.#wanted[row] === 1;
  }

  checkOf(d: number): Check {
    const followed = this.#followed[d]!;
    if (followed === 0) return 'none';
    return followed === this.total(d) ? 'all' : 'some';
  }

  /** Where a department stands in the list; -1: inside a closed one. */
  indexOfDept(d: number): number {
    return this.#indexOfDept[d]!;
  }

  /** Of a vehicle's row in the list: its place among the department's vehicles there, from 1, and how many they are. */
  placeOf(index: number): readonly [position: number, siblings: number] {
    const d = this.#deptOf[this.at(index)]!;
    const first = this.#firstVehicle[d]!;
    return [index - first + 1, this.#lastVehicle[d]! - first + 1];
  }

  /** Where a vehicle stands in the list; -1: not open to view. */
  indexOfRow(row: number): number {
    return this.#visible.subarray(0, this.#length).indexOf(row);
  }

  /** The first vehicle in the list's order; -1: none. */
  firstVehicle(): number {
    for (let i = 0; i < this.#length; i++) if (this.#visible[i]! >= 0) return this.#visible[i]!;
    return -1;
  }

  setOpen(d: number, open: boolean): void {
    const set = this.filtered ? this.#closedInFilter : this.#open;
    if (this.filtered === open) set.delete(d);
    else set.add(d);
    this.#flatten();
    this.#tell();
  }

  /** Opens what is above a vehicle. */
  reveal(row: number): void {
    for (let d = this.#deptOf[row]!; d >= 0; d = this.departments.parent[d]!) {
      this.#open.add(d);
      this.#closedInFilter.delete(d);
    }
    this.#flatten();
    this.#tell();
  }

  setFilter(filter: TreeFilter): void {
    const before = this.filtered;
    this.#filter = filter;
    if (!before && !this.filtered) return;
    this.#closedInFilter.clear();
    this.#flatten();
    this.#tell();
  }

  /** Checks or unchecks a vehicle; counts of the departments above follow, nothing else is touched. */
  want(row: number, on: boolean): void {
    if (this.wanted(row) === on) return;
    this.#unsettled.add(row);
    this.#wanted[row] = on ? 1 : 0;
    this.#addUp(this.#followed, this.#deptOf[row]!, on ? 1 : -1);
    this.#touch();
    this.#tell();
  }

  /** Checks or unchecks a department and everything below it. Returns its vehicles' rows. */
  wantDept(d: number, on: boolean): Int32Array {
    const { end, parent } = this.departments;
    const rows = this.rowsOf(d);
    for (const row of rows) {
      this.#wanted[row] = on ? 1 : 0;
      this.#unsettled.add(row);
    }
    const before = this.#followed[d]!;
    for (let below = d; below < end[d]!; below++) this.#followed[below] = on ? this.total(below) : 0;
    this.#addUp(this.#followed, parent[d]!, this.#followed[d]! - before);
    this.#touch();
    this.#tell();
    return rows;
  }

  /** The check boxes of these rows follow the store again. */
  settle(rows: Iterable<number>): void {
    for (const row of rows) this.#unsettled.delete(row);
    this.#followVersion = -1;
  }

  /** Store rows of a department and everything below it. */
  rowsOf(d: number): Int32Array {
    return this.#members.slice(this.#start[d], this.#start[this.departments.end[d]!]);
  }

  /** Takes over what the store has learned; `now` in ms, from any clock that runs forward. */
  sync(now: number): void {
    const renumbered = this.#numberingVersion !== this.#store.numberingVersion;
    if (renumbered) this.#unsettled.clear();
    if (renumbered || this.#structureVersion !== this.#store.structureVersion) {
      this.#rebuild();
    } else if (this.#statusChanges.read((row) => this.#moveStatus(row)) === 'all') {
      this.#rebuild();
    }
    if (this.#followVersion !== this.#store.followVersion) this.#readFollowed();
    // Rows of old numbers must not be shown for a moment longer; a new order can wait for its turn.
    if (!renumbered && !(this.#unsorted && now - this.#sortedAt >= RESORT_MS)) return;
    this.#sortedAt = now;
    this.#unsorted = false;
    this.#flatten();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #touch(): void {
    this.#version++;
    if (this.#filter.followedOnly) this.#unsorted = true;
  }

  #addUp(counts: Int32Array, from: number, difference: number): void {
    if (difference === 0) return;
    for (let d = from; d >= 0; d = this.departments.parent[d]!) counts[d]! += difference;
  }

  #moveStatus(row: number): void {
    const status = this.#store.status(row);
    const before = this.#statusOf[row]!;
    if (status === before) return;
    this.#statusOf[row] = status;
    const own = this.#deptOf[row]!;
    for (let d = own; d >= 0; d = this.departments.parent[d]!) {
      this.#counts[d * STATUS_COUNT + before]!--;
      this.#counts[d * STATUS_COUNT + status]!++;
    }
    this.#rankSorted[own] = 0;
    this.#unsorted = true;
    this.#version++;
  }

  /** Vehicles came, went or moved: everything that is kept by row is read again. */
  #rebuild(): void {
    const store = this.#store;
    const { count, indexOf, parent } = this.departments;
    const { size } = store;
    this.#structureVersion = store.structureVersion;
    this.#numberingVersion = store.numberingVersion;
    this.#statusChanges.read(() => undefined);
    if (this.#deptOf.length !== size) {
      const wanted = new Uint8Array(size);
      wanted.set(this.#wanted.subarray(0, size));
      this.#wanted = wanted;
      this.#deptOf = new Int32Array(size);
      this.#statusOf = new Uint8Array(size);
      this.#members = new Int32Array(size);
      this.#sorted = new Int32Array(size);
    }
    this.#counts.fill(0);
    this.#start.fill(0);
    for (let row = 0; row < size; row++) {
      const d = indexOf(store.deptId(row));
      const status = store.status(row);
      this.#deptOf[row] = d;
      this.#statusOf[row] = status;
      this.#counts[d * STATUS_COUNT + status]!++;
      this.#start[d + 1]!++;
    }
    for (let d = 0; d < count; d++) this.#start[d + 1]! += this.#start[d]!;
    const next = this.#start.slice();
    for (let row = 0; row < size; row++) this.#members[next[this.#deptOf[row]!]!++] = row;
    for (let d = count - 1; d > 0; d--) {
      const above = parent[d]!;
      if (above < 0) continue;
      for (let s = 0; s < STATUS_COUNT; s++) this.#counts[above * STATUS_COUNT + s]! += this.#counts[d * STATUS_COUNT + s]!;
    }
    this.#plateSorted.fill(0);
    this.#rankSorted.fill(0);
    this.#followVersion = -1;
    this.#unsorted = true;
    this.#version++;
  }

  #readFollowed(): void {
    const { followed } = this.#store.columns;
    this.#followVersion = this.#store.followVersion;
    const own = this.#followed.fill(0);
    for (let row = 0; row < this.#deptOf.length; row++) {
      if (!this.#unsettled.has(row)) this.#wanted[row] = followed[row]!;
      own[this.#deptOf[row]!]! += this.#wanted[row]!;
    }
    this.#sumUp(own);
    this.#touch();
  }

  /** Own counts become counts of subtrees: parents stand before their children. */
  #sumUp(counts: Int32Array): void {
    const { count, parent } = this.departments;
    for (let d = count - 1; d > 0; d--) if (parent[d]! >= 0) counts[parent[d]!]! += counts[d]!;
  }

  #passes(row: number): boolean {
    const { statuses, followedOnly, found } = this.#filter;
    if (statuses !== 0 && ((statuses >> this.#statusOf[row]!) & 1) === 0) return false;
    if (followedOnly && this.#wanted[row] === 0) return false;
    return found === null || found[row] === 1;
  }

  #countMatches(): void {
    this.#matches.fill(0);
    this.#matched = 0;
    for (let row = 0; row < this.#deptOf.length; row++) {
      if (!this.#passes(row)) continue;
      this.#matches[this.#deptOf[row]!]!++;
      this.#matched++;
    }
    this.#sumUp(this.#matches);
  }

  #flatten(): void {
    const { count, end } = this.departments;
    if (this.filtered) this.#countMatches();
    const most = count + this.#deptOf.length;
    if (this.#visible.length < most) this.#visible = new Int32Array(most);
    this.#indexOfDept.fill(-1);
    this.#length = 0;
    for (let d = 0; d < count; d = end[d]!) this.#list(d);
    this.#version++;
  }

  #list(d: number): void {
    const { count, end } = this.departments;
    if (this.filtered ? this.#matches[d] === 0 : d === count - 1 && this.total(d) === 0) return;
    this.#indexOfDept[d] = this.#length;
    this.#visible[this.#length++] = ~d;
    if (!this.isOpen(d)) return;
    for (let child = d + 1; child < end[d]!; child = end[child]!) this.#list(child);
    const filtered = this.filtered;
    this.#sort(d);
    this.#firstVehicle[d] = this.#length;
    for (let i = this.#start[d]!; i < this.#start[d + 1]!; i++) {
      const row = this.#sorted[i]!;
      if (!filtered || this.#passes(row)) this.#visible[this.#length++] = row;
    }
    this.#lastVehicle[d] = this.#length - 1;
  }

  /** Alarm, moving, standing, offline; then by plate. Plates are compared once; after that a status only changes the bucket. */
  #sort(d: number): void {
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
        if (STATUS_RANK[this.#statusOf[row]!] === rank) this.#sorted[at++] = row;
      }
    }
    this.#rankSorted[d] = 1;
  }
}

const provinces = new Intl.Collator('zh');

/** The province by its sound, as people look it up; the rest by code unit, which is the order of letters and digits. */
function comparePlates(a: string, b: string): number {
  if (a[0] !== b[0]) return provinces.compare(a[0] ?? '', b[0] ?? '');
  return a < b ? -1 : a > b ? 1 : 0;
}
