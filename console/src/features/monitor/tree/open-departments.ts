import type { DepartmentIndex } from '../department-index.ts';

/** Which departments are open: those opened in the whole tree, and in a filtered one all but those closed in it. */
export class OpenDepartments {
  readonly #departments: DepartmentIndex;
  readonly #open = new Set<number>();
  readonly #closedInFilter = new Set<number>();

  /** `ids`: those that were open in the tree before; without one the uppermost are. */
  constructor(departments: DepartmentIndex, ids?: readonly string[]) {
    this.#departments = departments;
    if (ids) for (const id of ids) this.#open.add(departments.indexOf(id));
    else for (let d = 0; d < departments.count; d = departments.end[d]!) this.#open.add(d);
  }

  has(d: number, filtered: boolean): boolean {
    return filtered ? !this.#closedInFilter.has(d) : this.#open.has(d);
  }

  put(d: number, open: boolean, filtered: boolean): void {
    const set = filtered ? this.#closedInFilter : this.#open;
    if (filtered === open) set.delete(d);
    else set.add(d);
  }

  /** Of the whole tree. */
  ids(): string[] {
    return Array.from(this.#open, (d) => this.#departments.id[d]!);
  }

  /** Opens these and no others; ids of none are left out. */
  only(ids: readonly string[]): void {
    const { count, id, indexOf } = this.#departments;
    this.#open.clear();
    for (const wanted of ids) if (id[indexOf(wanted)] === wanted && indexOf(wanted) < count) this.#open.add(indexOf(wanted));
  }

  /** Opens a department and all above it, filtered or not. */
  reveal(dept: number): void {
    for (let d = dept; d >= 0; d = this.#departments.parent[d]!) {
      this.#open.add(d);
      this.#closedInFilter.delete(d);
    }
  }

  /** Another filter: nothing is closed in it. */
  beginFilter(): void {
    this.#closedInFilter.clear();
  }
}
