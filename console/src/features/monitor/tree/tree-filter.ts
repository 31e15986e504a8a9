import type { DepartmentIndex } from '../department-index.ts';
import type { DeptMembers } from './dept-members.ts';
import { sumUp } from './dept-sums.ts';

/** What narrows the tree; all three at once. */
export type TreeFilter = {
  /** Bit n: vehicles of status n, and NEVER_SEEN. 0: any. */
  readonly statuses: number;
  readonly followedOnly: boolean;
  /** 1 for each row the search found; null: no search. */
  readonly found: Uint8Array | null;
};

export const NO_FILTER: TreeFilter = { statuses: 0, followedOnly: false, found: null };

export const narrows = ({ statuses, followedOnly, found }: TreeFilter): boolean =>
  statuses !== 0 || followedOnly || found !== null;

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

export const sameLook = (a: TreeLook, b: TreeLook): boolean =>
  a.offline === b.offline && a.suspended === b.suspended && a.onlineFirst === b.onlineFirst && a.grouped === b.grouped;

/** How many vehicles of each department are shown. */
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

  /** With everything below it. */
  below(d: number): number {
    return this.#below[d]!;
  }

  /** `found`: 1 for each row that a search found, no other one is asked about; null: no search. */
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
