import type { DepartmentIndex } from '../department-index.ts';
import { STATUS_COUNT } from '../status.ts';
import type { DeptMembers } from './dept-members.ts';
import { ownPart } from './dept-sums.ts';

/** Vehicles by status in each subtree, updated incrementally. */
export class StatusCounts {
  readonly #departments: DepartmentIndex;
  /** `[d * STATUS_COUNT + status]` */
  readonly #counts: Int32Array;

  constructor(departments: DepartmentIndex) {
    this.#departments = departments;
    this.#counts = new Int32Array(departments.count * STATUS_COUNT);
  }

  total(d: number): number {
    let total = 0;
    for (let status = 0; status < STATUS_COUNT; status++) total += this.#counts[d * STATUS_COUNT + status]!;
    return total;
  }

  online(d: number): number {
    return this.total(d) - this.#counts[d * STATUS_COUNT]!;
  }

  /** Of the department itself, without descendants. */
  ownOnline(d: number): number {
    return ownPart(this.#departments, d, (each) => this.online(each));
  }

  /** Recounts everything. */
  read(members: DeptMembers): void {
    const { count, parent } = this.#departments;
    const counts = this.#counts.fill(0);
    for (let row = 0; row < members.size; row++) counts[members.deptOf(row) * STATUS_COUNT + members.statusOf(row)]!++;
    for (let d = count - 1; d > 0; d--) {
      const above = parent[d]!;
      if (above < 0) continue;
      for (let s = 0; s < STATUS_COUNT; s++) counts[above * STATUS_COUNT + s]! += counts[d * STATUS_COUNT + s]!;
    }
  }

  /** Moves a vehicle of the department to another status. */
  move(own: number, before: number, status: number): void {
    for (let d = own; d >= 0; d = this.#departments.parent[d]!) {
      this.#counts[d * STATUS_COUNT + before]!--;
      this.#counts[d * STATUS_COUNT + status]!++;
    }
  }
}
