/** Text fields of a vehicle in the initial list; '' if absent. */
const NAME_KEYS = ['car', 'plate', 'dept', 'driver', 'phone', 'terminal'] as const;
type NameKey = (typeof NAME_KEYS)[number];

/** Text fields of several vehicles: one list per field. */
export type NameLists = Readonly<Record<NameKey, readonly string[]>>;

/** Text fields of the vehicles by row. */
export class VehicleNames {
  readonly car: string[] = [];
  readonly plate: string[] = [];
  readonly dept: string[] = [];
  readonly driver: string[] = [];
  readonly phone: string[] = [];
  readonly terminal: string[] = [];
  /** Interned strings: one object for the many vehicles of a department. */
  readonly #shared = new Map<string, string>();

  /** Adds a row without names. */
  add(row: number): void {
    for (const key of NAME_KEYS) this[key][row] = '';
  }

  /** Copies the texts at index `i` of a batch into a row; returns whether any changed. */
  set(row: number, names: NameLists, i: number): boolean {
    let changed = false;
    for (const key of NAME_KEYS) {
      const name = key === 'dept' ? this.#share(names.dept[i]!) : names[key][i]!;
      if (this[key][row] === name) continue;
      this[key][row] = name;
      changed = true;
    }
    return changed;
  }

  move(from: number, to: number): void {
    for (const key of NAME_KEYS) this[key][to] = this[key][from]!;
  }

  truncate(size: number): void {
    for (const key of NAME_KEYS) this[key].length = size;
  }

  #share(value: string): string {
    const shared = this.#shared.get(value);
    if (shared !== undefined) return shared;
    this.#shared.set(value, value);
    return value;
  }
}
