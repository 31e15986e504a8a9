import type { VehicleStore } from '../../live/vehicle-store.ts';
import type { DepartmentIndex } from './department-index.ts';
import { NEVER_SEEN, ONLINE_FIRST, PLATE_ORDER } from './status.ts';
import { OpenDepartments } from './tree/open-departments.ts';
import { DEFAULT_LOOK, NO_FILTER, narrows, sameLook, type TreeFilter, type TreeLook, TreeMatches } from './tree/tree-filter.ts';
import { TreeState } from './tree/tree-state.ts';

/** Minimum interval of sorting by live changes, ms. */
const RESORT_MS = 1_000;

/**
 * Departments and 100,000 vehicles as one list of visible rows. Department counts update incrementally, checks cost the depth of
 * the tree, and only visible departments are sorted.
 */
export class FleetTree extends TreeState {
  readonly #store: VehicleStore;
  readonly #statusChanges;
  readonly #matches: TreeMatches;
  #structureVersion = -1;
  #numberingVersion = -1;
  #followVersion = -1;
  #sortedAt = Number.NEGATIVE_INFINITY;
  #unsorted = false;
  #filter = NO_FILTER;
  #look = DEFAULT_LOOK;
  readonly #open: OpenDepartments;
  #version = 0;
  readonly #listeners = new Set<() => void>();

  /** `before`: the previous tree, whose open departments stay open. */
  constructor(store: VehicleStore, departments: DepartmentIndex, before?: FleetTree) {
    super(store, departments);
    this.#store = store;
    this.#statusChanges = store.statusChanges();
    this.#matches = new TreeMatches(departments);
    this.#open = new OpenDepartments(departments, before?.openIds());
    if (before) {
      this.#filter = before.#filter;
      this.#look = before.#look;
    }
    this.sync(0);
  }

  /** Grows with every visible change. */
  get version(): number {
    return this.#version;
  }

  /** The store's structure version that the tree has applied. */
  get structureVersion(): number {
    return this.#structureVersion;
  }

  /** A new order is due but throttled: sync again soon. */
  get waiting(): boolean {
    return this.#unsorted;
  }

  /** Notifies of visible changes: of user actions at once, of store changes with `sync`. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  get look(): TreeLook {
    return this.#look;
  }

  get filtered(): boolean {
    return narrows(this.#filter);
  }

  /** Vehicles that match the filter; all without a filter. */
  get matched(): number {
    return this.filtered ? this.#matches.all : this.#store.size;
  }

  isOpen(d: number): boolean {
    return this.#open.has(d, this.filtered);
  }

  setOpen(d: number, open: boolean): void {
    this.#open.put(d, open, this.filtered);
    this.#show();
  }

  /** Opens every department with a vehicle online in a subtree. */
  openOnline(d: number): void {
    for (let below = d; below < this.departments.end[d]!; below++)
      if (this.online(below) > 0) this.#open.put(below, true, this.filtered);
    this.#show();
  }

  /** IDs of the open departments, to restore them later. */
  openIds(): string[] {
    return this.#open.ids();
  }

  /** Opens exactly these departments; skips unknown IDs. */
  openOnly(ids: readonly string[]): void {
    this.#open.only(ids);
    this.#show();
  }

  /** Opens the ancestors of a vehicle. */
  reveal(row: number): void {
    this.#open.reveal(this.deptOf(row));
    this.#show();
  }

  setLook(look: TreeLook): void {
    const before = this.#look;
    if (sameLook(look, before)) return;
    this.#look = look;
    if (look.onlineFirst !== before.onlineFirst) this.members.forgetRanks();
    this.#show();
  }

  setFilter(filter: TreeFilter): void {
    const before = this.filtered;
    this.#filter = filter;
    if (!before && !this.filtered) return;
    this.#open.beginFilter();
    this.#show();
  }

  /** Checks or unchecks a vehicle and updates the counts of its ancestors. */
  want(row: number, on: boolean): void {
    if (this.wanted(row) === on) return;
    this.checks.want(row, on);
    this.#touch();
    this.#tell();
  }

  /** Checks or unchecks a department and its descendants. Returns the vehicles' rows. */
  wantDept(d: number, on: boolean): Int32Array {
    const rows = this.checks.wantBelow(d, on);
    this.#touch();
    this.#tell();
    return rows;
  }

  /** Checks or unchecks the department's own vehicles. Returns their rows. */
  wantOwn(d: number, on: boolean): Int32Array {
    const rows = this.checks.wantOwn(d, on);
    this.#touch();
    this.#tell();
    return rows;
  }

  /** Lets the check boxes of these rows follow the store again. */
  settle(rows: Iterable<number>): void {
    this.checks.settle(rows);
    this.#followVersion = -1;
  }

  /** Applies changes of the store; `now` in ms of any monotonic clock. */
  sync(now: number): void {
    const before = this.#version;
    this.#follow(now);
    if (this.#version !== before) this.#tell();
  }

  #follow(now: number): void {
    const renumbered = this.#numberingVersion !== this.#store.numberingVersion;
    if (renumbered) this.checks.forget();
    const moved = renumbered || this.#structureVersion !== this.#store.structureVersion;
    if (moved) this.#rebuild();
    else this.#statusChanges.read((row) => this.#moveStatus(row));
    if (this.#followVersion !== this.#store.followVersion) this.#readFollowed();
    // Rows in a wrong place must move at once; a new order can wait.
    if (!moved && !(this.#unsorted && now - this.#sortedAt >= RESORT_MS)) return;
    this.#sortedAt = now;
    this.#unsorted = false;
    this.#flatten();
  }

  /** User actions are visible at once. */
  #show(): void {
    this.#flatten();
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #touch(): void {
    this.#version++;
    if (this.#filter.followed !== null) this.#unsorted = true;
  }

  #moveStatus(row: number): void {
    const before = this.members.readStatus(row);
    if (before < 0) return;
    this.counts.move(this.deptOf(row), before, this.members.statusOf(row));
    this.#unsorted = true;
    this.#version++;
  }

  /** Vehicles were added, removed or moved: reload everything by row. */
  #rebuild(): void {
    this.#structureVersion = this.#store.structureVersion;
    this.#numberingVersion = this.#store.numberingVersion;
    this.#statusChanges.read(() => undefined);
    this.members.read();
    this.counts.read(this.members);
    this.#followVersion = -1;
    this.#unsorted = true;
    this.#version++;
  }

  #readFollowed(): void {
    this.#followVersion = this.#store.followVersion;
    this.checks.read(this.#store.columns.followed);
    this.#touch();
  }

  #passes(row: number): boolean {
    const { statuses, followed, found } = this.#filter;
    const status = this.members.statusOf(row);
    if (found !== null && found[row] !== 1) return false;
    if (followed !== null && this.wanted(row) !== followed) return false;
    const hasStatus = ((statuses >> status) & 1) === 1 || ((statuses & NEVER_SEEN) !== 0 && this.#store.neverSeen(row));
    if (statuses !== 0 && !hasStatus) return false;
    // vehicles found by name or filtered by status are always shown
    if (found !== null) return true;
    if (!this.#look.suspended && this.#store.suspended(row)) return false;
    return this.#look.offline || status !== 0 || statuses !== 0;
  }

  /** Empty departments are listed in the unfiltered tree only, except the artificial one. */
  #isListed(d: number): boolean {
    if (this.#look.grouped) return this.#matches.own(d) > 0;
    if (this.filtered) return this.#matches.below(d) > 0;
    return d < this.departments.count - 1 || this.total(d) > 0;
  }

  #flatten(): void {
    const { grouped, onlineFirst } = this.#look;
    const passes = (row: number) => this.#passes(row);
    if (this.filtered || grouped) this.#matches.count(this.members, passes, this.#filter.found);
    this.list.write({
      grouped,
      passes,
      isOpen: (d) => this.isOpen(d),
      isListed: (d) => this.#isListed(d),
      ranks: onlineFirst ? ONLINE_FIRST : PLATE_ORDER,
    });
    this.#version++;
  }
}
