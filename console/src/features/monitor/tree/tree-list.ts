import type { DepartmentIndex } from '../department-index.ts';
import type { DeptMembers } from './dept-members.ts';

/** Specification 3: 0 a group that expands into vehicles, 1 a single leaf, 3 a leaf of a group, 9 all of a group. */
export type NodeType = 0 | 1 | 3 | 9;

/** Input of the list. */
export type ListSource = {
  /** Departments side by side instead of nested. */
  readonly grouped: boolean;
  readonly isOpen: (d: number) => boolean;
  /** Whether a department is listed when its parent is open. */
  readonly isListed: (d: number) => boolean;
  readonly passes: (row: number) => boolean;
  /** Rank of each status. */
  readonly ranks: readonly number[];
};

/**
 * The tree as a list of visible rows. A search opens thousands of departments but a screen shows few: vehicles of a department
 * are sorted when the first of them is read. The members must be those that were listed.
 */
export class TreeList {
  readonly #departments: DepartmentIndex;
  readonly #members: DeptMembers;
  /** A store row, `~d` for a department, or `~(count + d)` for the row of a whole group. */
  #items = new Int32Array(64);
  #length = 0;
  readonly #indexOfDept: Int32Array;
  /** Range of the own vehicles of an open department. */
  readonly #firstVehicle: Int32Array;
  readonly #lastVehicle: Int32Array;
  /** 1: the own vehicles of a department are listed but not sorted. */
  readonly #unsorted: Uint8Array;
  #ranks: readonly number[] = [];
  /** Scratch array by row; 0 except while sorting. */
  #marks = new Uint8Array(0);
  /** Grouped departments: index in the list -> position from 1. */
  readonly #groupPlace = new Map<number, number>();
  #grouped = false;

  constructor(departments: DepartmentIndex, members: DeptMembers) {
    this.#departments = departments;
    this.#members = members;
    this.#indexOfDept = new Int32Array(departments.count);
    this.#firstVehicle = new Int32Array(departments.count);
    this.#lastVehicle = new Int32Array(departments.count);
    this.#unsorted = new Uint8Array(departments.count);
  }

  get length(): number {
    return this.#length;
  }

  /** A vehicle's store row; negative for a department. */
  at(index: number): number {
    const item = this.#items[index]!;
    if (item < 0) return item;
    this.#sort(this.#members.deptOf(item));
    return this.#items[index]!;
  }

  typeAt(index: number): NodeType {
    const item = this.#items[index]!;
    if (item < 0) return ~item < this.#departments.count ? 0 : 9;
    return this.#groupPlace.has(index) ? 1 : 3;
  }

  /** The row's department: its own, or the vehicle's. */
  deptAt(index: number): number {
    const item = this.#items[index]!;
    return item < 0 ? ~item % this.#departments.count : this.#members.deptOf(item);
  }

  /** A department's index; -1: inside a closed one. */
  indexOfDept(d: number): number {
    return this.#indexOfDept[d]!;
  }

  /** A vehicle's index; -1: not visible. */
  indexOfRow(row: number): number {
    this.#sort(this.#members.deptOf(row));
    return this.#items.subarray(0, this.#length).indexOf(row);
  }

  /** The first vehicle; -1: none. */
  firstVehicle(): number {
    for (let i = 0; i < this.#length; i++) if (this.#items[i]! >= 0) return this.at(i);
    return -1;
  }

  /** For rows that are no department of the tree: position among siblings from 1, and their number. */
  placeOf(index: number): readonly [position: number, siblings: number] {
    const place = this.#groupPlace.get(index);
    if (place !== undefined) return [place, this.#groupPlace.size];
    const d = this.deptAt(index);
    // the row of the whole group is the first of its rows
    const first = this.#firstVehicle[d]! - (this.#grouped ? 1 : 0);
    return [index - first + 1, this.#lastVehicle[d]! - first + 1];
  }

  /** Rebuilds the list. */
  write(source: ListSource): void {
    const { count, end } = this.#departments;
    const most = 2 * count + this.#members.size;
    if (this.#items.length < most) this.#items = new Int32Array(most);
    this.#indexOfDept.fill(-1);
    this.#unsorted.fill(0);
    this.#ranks = source.ranks;
    this.#length = 0;
    this.#groupPlace.clear();
    this.#grouped = source.grouped;
    if (source.grouped) for (let d = 0; d < count; d++) this.#addGroup(d, source);
    else for (let d = 0; d < count; d = end[d]!) this.#addTree(d, source);
  }

  #add(item: number): void {
    this.#items[this.#length++] = item;
  }

  #addTree(d: number, source: ListSource): void {
    const { end } = this.#departments;
    if (!source.isListed(d)) return;
    this.#indexOfDept[d] = this.#length;
    this.#add(~d);
    if (!source.isOpen(d)) return;
    for (let child = d + 1; child < end[d]!; child = end[child]!) this.#addTree(child, source);
    this.#addVehicles(d, source);
  }

  /** A single department; one with a single vehicle becomes that vehicle. */
  #addGroup(d: number, source: ListSource): void {
    if (!source.isListed(d)) return;
    this.#groupPlace.set(this.#length, this.#groupPlace.size + 1);
    if (this.#members.ownTotal(d) === 1) {
      this.#members.eachUnsorted(d, (row) => this.#add(row));
      return;
    }
    this.#indexOfDept[d] = this.#length;
    this.#add(~d);
    if (!source.isOpen(d)) return;
    this.#add(~(this.#departments.count + d));
    this.#addVehicles(d, source);
  }

  #addVehicles(d: number, { passes }: ListSource): void {
    this.#firstVehicle[d] = this.#length;
    this.#members.eachUnsorted(d, (row) => {
      if (passes(row)) this.#add(row);
    });
    this.#lastVehicle[d] = this.#length - 1;
    if (this.#lastVehicle[d]! > this.#firstVehicle[d]!) this.#unsorted[d] = 1;
  }

  #sort(d: number): void {
    if (this.#unsorted[d] !== 1) return;
    this.#unsorted[d] = 0;
    if (this.#marks.length !== this.#members.size) this.#marks = new Uint8Array(this.#members.size);
    const marks = this.#marks;
    const [first, last] = [this.#firstVehicle[d]!, this.#lastVehicle[d]!];
    for (let i = first; i <= last; i++) marks[this.#items[i]!] = 1;
    let at = first;
    this.#members.eachOwn(d, this.#ranks, (row) => {
      if (marks[row] === 1) this.#items[at++] = row;
    });
    for (let i = first; i <= last; i++) marks[this.#items[i]!] = 0;
  }
}
