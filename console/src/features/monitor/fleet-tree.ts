import type { VehicleStore } from '../../live/vehicle-store.ts';
import type { DepartmentIndex } from './department-index.ts';
import { NEVER_SEEN, ONLINE_FIRST, PLATE_ORDER, STATUS_COUNT } from './status.ts';

/** The order of the tree follows the vehicles at most this often. */
const RESORT_MS = 1_000;

/** What narrows the tree; all three at once. */
export type TreeFilter = {
  /** Bit n: vehicles of status n, and NEVER_SEEN. 0: any. */
  readonly statuses: number;
  readonly followedOnly: boolean;
  /** 1 for each row the search found; null: no search. */
  readonly found: Uint8Array | null;
};

export const NO_FILTER: TreeFilter = { statuses: 0, followedOnly: false, found: null };

/** How the tree is shown, whatever is looked for in it. */
export type TreeLook = {
  /** Vehicles that are offline, or in no operation. A search finds them all the same. */
  readonly offline: boolean;
  readonly suspended: boolean;
  /** By state and plate instead of by plate with alarms on top. */
  readonly onlineFirst: boolean;
  /** Departments beside each other, each with its own vehicles, instead of below each other. */
  readonly grouped: boolean;
};

export const DEFAULT_LOOK: TreeLook = { offline: true, suspended: false, onlineFirst: false, grouped: false };

/** Specification 3: 0 a group that expands into vehicles, 1 a leaf by itself, 3 a leaf of a group, 9 all of a group. */
type NodeType = 0 | 1 | 3 | 9;

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
  #look = DEFAULT_LOOK;
  /** Own vehicles of d that are shown. */
  readonly #ownShown: Int32Array;
  /** Of the groups beside each other: index in the list -> place, from 1. */
  readonly #groupPlace = new Map<number, number>();
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
    this.#ownShown = new Int32Array(count);
    this.#start = new Int32Array(count + 1);
    this.#plateSorted = new Uint8Array(count);
    this.#rankSorted = new Uint8Array(count);
    this.#indexOfDept = new Int32Array(count);
    this.#firstVehicle = new Int32Array(count);
    this.#lastVehicle = new Int32Array(count);
    if (before) for (const d of before.#open) this.#open.add(departments.indexOf(before.departments.id[d]!));
    else for (let d = 0; d < count; d = departments.end[d]!) this.#open.add(d);
    if (before) {
      this.#filter = before.#filter;
      this.#look = before.#look;
    }
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

  /** A vehicle's store row; negative for what stands for a department. */
  at(index: number): number {
    return this.#visible[index]!;
  }

  typeAt(index: number): NodeType {
    const item = this.#visible[index]!;
    if (item < 0) return ~item < this.departments.count ? 0 : 9;
    return this.#groupPlace.has(index) ? 1 : 3;
  }

  /** The department of a row: the one it stands for, or the vehicle's. */
  deptAt(index: number): number {
    const item = this.#visible[index]!;
    return item < 0 ? ~item % this.departments.count : this.#deptOf[item]!;
  }

  get look(): TreeLook {
    return this.#look;
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

  /** Vehicles of the department itself, without what lies below it. */
  ownTotal(d: number): number {
    return this.#start[d + 1]! - this.#start[d]!;
  }

  ownOnline(d: number): number {
    return this.#own(d, (each) => this.online(each));
  }

  ownCheckOf(d: number): Check {
    return checkOf(
      this.#own(d, (each) => this.#followed[each]!),
      this.ownTotal(d),
    );
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
    return checkOf(this.#followed[d]!, this.total(d));
  }

  /** Where a department stands in the list; -1: inside a closed one. */
  indexOfDept(d: number): number {
    return this.#indexOfDept[d]!;
  }

  /** Of a row that is no department of the tree: its place among its siblings in the list, from 1, and how many they are. */
  placeOf(index: number): readonly [position: number, siblings: number] {
    const place = this.#groupPlace.get(index);
    if (place !== undefined) return [place, this.#groupPlace.size];
    const d = this.deptAt(index);
    // the row that stands for all of a group is the first of its rows
    const first = this.#firstVehicle[d]! - (this.#look.grouped ? 1 : 0);
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

  /** Opens every department with a vehicle online, from one down. */
  openOnline(d: number): void {
    const set = this.filtered ? this.#closedInFilter : this.#open;
    for (let below = d; below < this.departments.end[d]!; below++) {
      if (this.online(below) === 0) continue;
      if (this.filtered) set.delete(below);
      else set.add(below);
    }
    this.#flatten();
    this.#tell();
  }

  /** Ids of the open departments: what a later tree opens with. */
  openIds(): string[] {
    return [...this.#open].map((d) => this.departments.id[d]!);
  }

  /** Opens these departments and no others; ids of none are left out. */
  openOnly(ids: readonly string[]): void {
    const { count, id, indexOf } = this.departments;
    this.#open.clear();
    for (const wanted of ids) if (id[indexOf(wanted)] === wanted && indexOf(wanted) < count) this.#open.add(indexOf(wanted));
    this.#flatten();
    this.#tell();
  }

  setLook(look: TreeLook): void {
    const before = this.#look;
    if (Object.keys(look).every((key) => look[key as keyof TreeLook] === before[key as keyof TreeLook])) return;
    this.#look = look;
    if (look.onlineFirst !== before.onlineFirst) this.#rankSorted.fill(0);
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

  /** Checks or unchecks the department's own vehicles. Returns their rows. */
  wantOwn(d: number, on: boolean): Int32Array {
    const rows = this.#members.slice(this.#start[d], this.#start[d + 1]);
    let difference = 0;
    for (const row of rows) {
      if (this.wanted(row) !== on) difference += on ? 1 : -1;
      this.#wanted[row] = on ? 1 : 0;
      this.#unsettled.add(row);
    }
    this.#addUp(this.#followed, d, difference);
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

  /** A sum over a subtree without what its children's subtrees hold. */
  #own(d: number, sum: (d: number) => number): number {
    const { end } = this.departments;
    let own = sum(d);
    for (let child = d + 1; child < end[d]!; child = end[child]!) own -= sum(child);
    return own;
  }

  #passes(row: number): boolean {
    const { statuses, followedOnly, found } = this.#filter;
    const status = this.#statusOf[row]!;
    if (found !== null && found[row] !== 1) return false;
    if (followedOnly && this.#wanted[row] === 0) return false;
    const asked = ((statuses >> status) & 1) === 1 || ((statuses & NEVER_SEEN) !== 0 && this.#store.neverSeen(row));
    if (statuses !== 0 && !asked) return false;
    // who asks for it by name, or by its state, is shown it
    if (found !== null) return true;
    if (!this.#look.suspended && this.#store.suspended(row)) return false;
    return this.#look.offline || status !== 0 || statuses !== 0;
  }

  #countMatches(): void {
    this.#ownShown.fill(0);
    this.#matched = 0;
    for (let row = 0; row < this.#deptOf.length; row++) {
      if (!this.#passes(row)) continue;
      this.#ownShown[this.#deptOf[row]!]!++;
      this.#matched++;
    }
    this.#matches.set(this.#ownShown);
    this.#sumUp(this.#matches);
  }

  #flatten(): void {
    const { count, end } = this.departments;
    if (this.filtered || this.#look.grouped) this.#countMatches();
    const most = 2 * count + this.#deptOf.length;
    if (this.#visible.length < most) this.#visible = new Int32Array(most);
    this.#indexOfDept.fill(-1);
    this.#length = 0;
    this.#groupPlace.clear();
    if (this.#look.grouped) for (let d = 0; d < count; d++) this.#listGroup(d);
    else for (let d = 0; d < count; d = end[d]!) this.#list(d);
    this.#version++;
  }

  /** A department by itself; one with a single vehicle is that vehicle. */
  #listGroup(d: number): void {
    if (this.#ownShown[d] === 0) return;
    this.#groupPlace.set(this.#length, this.#groupPlace.size + 1);
    if (this.ownTotal(d) === 1) {
      this.#visible[this.#length++] = this.#members[this.#start[d]!]!;
      return;
    }
    this.#indexOfDept[d] = this.#length;
    this.#visible[this.#length++] = ~d;
    if (!this.isOpen(d)) return;
    this.#visible[this.#length++] = ~(this.departments.count + d);
    this.#listVehicles(d);
  }

  #list(d: number): void {
    const { count, end } = this.departments;
    if (this.filtered ? this.#matches[d] === 0 : d === count - 1 && this.total(d) === 0) return;
    this.#indexOfDept[d] = this.#length;
    this.#visible[this.#length++] = ~d;
    if (!this.isOpen(d)) return;
    for (let child = d + 1; child < end[d]!; child = end[child]!) this.#list(child);
    this.#listVehicles(d);
  }

  #listVehicles(d: number): void {
    this.#sort(d);
    this.#firstVehicle[d] = this.#length;
    for (let i = this.#start[d]!; i < this.#start[d + 1]!; i++) {
      const row = this.#sorted[i]!;
      if (this.#passes(row)) this.#visible[this.#length++] = row;
    }
    this.#lastVehicle[d] = this.#length - 1;
  }

  /** By rank of the status, then by plate. Plates are compared once; after that a status only changes the bucket. */
  #sort(d: number): void {
    const [from, to] = [this.#start[d]!, this.#start[d + 1]!];
    if (!this.#plateSorted[d]) {
      const plates = this.#store;
      this.#members.subarray(from, to).sort((a, b) => comparePlates(plates.plate(a), plates.plate(b)));
      this.#plateSorted[d] = 1;
    }
    if (this.#rankSorted[d]) return;
    const ranks = this.#look.onlineFirst ? ONLINE_FIRST : PLATE_ORDER;
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

const checkOf = (followed: number, total: number): Check => {
  if (followed === 0) return 'none';
  return followed === total ? 'all' : 'some';
};

const provinces = new Intl.Collator('zh');

/** The province by its sound, as people look it up; the rest by code unit, which is the order of letters and digits. */
function comparePlates(a: string, b: string): number {
  if (a[0] !== b[0]) return provinces.compare(a[0] ?? '', b[0] ?? '');
  return a < b ? -1 : a > b ? 1 : 0;
}
