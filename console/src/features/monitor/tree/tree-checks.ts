import type { DepartmentIndex } from '../department-index.ts';
import type { DeptMembers } from './dept-members.ts';
import { addAbove, ownPart, sumUp } from './dept-sums.ts';
import type { StatusCounts } from './status-counts.ts';

export type Check = 'none' | 'some' | 'all';

const checkOf = (followed: number, total: number): Check => {
  if (followed === 0) return 'none';
  return followed === total ? 'all' : 'some';
};

/** Check boxes: what the user wants to follow; the store follows shortly after. A check costs the depth of the tree. */
export class TreeChecks {
  readonly #departments: DepartmentIndex;
  readonly #members: DeptMembers;
  readonly #counts: StatusCounts;
  /** Number of checked vehicles in each subtree. */
  readonly #followed: Int32Array;
  #wanted = new Uint8Array(0);
  /** Rows changed by the user that the store does not follow yet. */
  readonly #unsettled = new Set<number>();

  constructor(departments: DepartmentIndex, members: DeptMembers, counts: StatusCounts) {
    this.#departments = departments;
    this.#members = members;
    this.#counts = counts;
    this.#followed = new Int32Array(departments.count);
  }

  wanted(row: number): boolean {
    return this.#wanted[row] === 1;
  }

  of(d: number): Check {
    return checkOf(this.#followed[d]!, this.#counts.total(d));
  }

  /** Of the department itself, without descendants. */
  ofOwn(d: number): Check {
    return checkOf(
      ownPart(this.#departments, d, (each) => this.#followed[each]!),
      this.#members.ownTotal(d),
    );
  }

  want(row: number, on: boolean): void {
    this.#mark(row, on);
    addAbove(this.#followed, this.#departments, this.#members.deptOf(row), on ? 1 : -1);
  }

  /** Checks a department and its descendants. Returns the vehicles' rows. */
  wantBelow(d: number, on: boolean): Int32Array {
    const { end, parent } = this.#departments;
    const rows = this.#members.rowsBelow(d);
    for (const row of rows) this.#mark(row, on);
    const before = this.#followed[d]!;
    for (let below = d; below < end[d]!; below++) this.#followed[below] = on ? this.#counts.total(below) : 0;
    addAbove(this.#followed, this.#departments, parent[d]!, this.#followed[d]! - before);
    return rows;
  }

  /** Checks the department's own vehicles. Returns their rows. */
  wantOwn(d: number, on: boolean): Int32Array {
    const rows = this.#members.ownRows(d);
    let difference = 0;
    for (const row of rows) {
      if (this.wanted(row) !== on) difference += on ? 1 : -1;
      this.#mark(row, on);
    }
    addAbove(this.#followed, this.#departments, d, difference);
    return rows;
  }

  /** Lets these rows follow the store at the next reading. */
  settle(rows: Iterable<number>): void {
    for (const row of rows) this.#unsettled.delete(row);
  }

  /** Drops pending changes after rows were renumbered. */
  forget(): void {
    this.#unsettled.clear();
  }

  /** Reads the follow flags by row, except pending changes of the user. */
  read(followed: Uint8Array): void {
    const { size } = this.#members;
    if (this.#wanted.length !== size) {
      const wanted = new Uint8Array(size);
      wanted.set(this.#wanted.subarray(0, size));
      this.#wanted = wanted;
    }
    const own = this.#followed.fill(0);
    for (let row = 0; row < size; row++) {
      if (!this.#unsettled.has(row)) this.#wanted[row] = followed[row]!;
      own[this.#members.deptOf(row)]! += this.#wanted[row]!;
    }
    sumUp(own, this.#departments);
  }

  #mark(row: number, on: boolean): void {
    this.#unsettled.add(row);
    this.#wanted[row] = on ? 1 : 0;
  }
}
