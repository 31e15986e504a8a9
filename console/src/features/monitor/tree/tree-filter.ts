import type { DepartmentIndex } from '../department-index.ts';
import type { DeptMembers } from './dept-members.ts';
import { sumUp } from './dept-sums.ts';

/** Filter of the tree; all conditions apply. */
export type TreeFilter = {
  /** Bit n: vehicles of status n, and NEVER_SEEN. 0: any. */
  readonly statuses: number;
  /** Followed vehicles only, or the others only; null: both. */
  readonly followed: boolean | null;
  /** 1 for each row of the search result; null: no search. */
  readonly found: Uint8Array | null;
};

export const NO_FILTER: TreeFilter = { statuses: 0, followed: null, found: null };

export const narrows = ({ statuses, followed, found }: TreeFilter): boolean =>
  statuses !== 0 || followed !== null || found !== null;

/** Display options of the tree, independent of filters. */
export type TreeLook = {
  /** Shows vehicles that are offline or out of operation. Searches find them anyway. */
  readonly offline: boolean;
  readonly suspended: boolean;
  /** Sorts by status and plate instead of by plate with alarms on top. */
  readonly onlineFirst: boolean;
  /** Lists departments side by side with their own vehicles, instead of nested. */
  readonly grouped: boolean;
};

export const DEFAULT_LOOK: TreeLook = { offline: true, suspended: false, onlineFirst: false, grouped: false };

export const sameLook = (a: TreeLook, b: TreeLook): boolean =>
  a.offline === b.offline && a.suspended === b.suspended && a.onlineFirst === b.onlineFirst && a.grouped === b.grouped;

/** Number of shown vehicles per department. */
export class TreeMatches {
  readonly #departments: DepartmentIndex;
  readonly #own: Int32Array;
  readonly #below: Int32Array;
  #all = 0;

  constructor(departments: DepartmentIndex) {
    this.#departments = departments;
    this.#own = new Int32Array(departments.count);
    this.#below = new Int32Array(departments.count);
  }

  get all(): number {
    return this.#all;
  }

  own(d: number): number {
    return this.#own[d]!;
  }

  /** Including descendants. */
  below(d: number): number {
    return this.#below[d]!;
  }

  /** `found`: limits the count to the search result; null: no search. */
  count(members: DeptMembers, passes: (row: number) => boolean, found: Uint8Array | null): void {
    this.#own.fill(0);
    this.#all = 0;
    const next = (row: number) => (found === null ? row : found.indexOf(1, row));
    for (let row = next(0); row >= 0 && row < members.size; row = next(row + 1)) {
      if (!passes(row)) continue;
      this.#own[members.deptOf(row)]!++;
      this.#all++;
    }
    this.#below.set(this.#own);
    sumUp(this.#below, this.#departments);
  }
}
