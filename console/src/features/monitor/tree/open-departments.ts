import type { DepartmentIndex } from '../department-index.ts';

/** Open departments of the whole tree; in a filtered tree all except those closed in it. */
export class OpenDepartments {
  readonly #departments: DepartmentIndex;
  readonly #open = new Set<number>();
  readonly #closedInFilter = new Set<number>();

  /** `ids`: departments that were open before; default: the roots. */
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

  /** Opens exactly these; skips unknown IDs. */
  only(ids: readonly string[]): void {
    const { count, id, indexOf } = this.#departments;
    this.#open.clear();
    for (const wanted of ids) if (id[indexOf(wanted)] === wanted && indexOf(wanted) < count) this.#open.add(indexOf(wanted));
  }

  /** Opens a department and its ancestors, filtered or not. */
  reveal(dept: number): void {
    for (let d = dept; d >= 0; d = this.#departments.parent[d]!) {
      this.#open.add(d);
      this.#closedInFilter.delete(d);
    }
  }

  /** Starts a new filter with everything open. */
  beginFilter(): void {
    this.#closedInFilter.clear();
  }
}
