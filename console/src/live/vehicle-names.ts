/** What the initial list says of a vehicle in words; '' where there is nothing. */
const NAME_KEYS = ['car', 'plate', 'dept', 'driver', 'phone', 'terminal'] as const;
type NameKey = (typeof NAME_KEYS)[number];

/** Those texts of some vehicles, a list a kind. */
export type NameLists = Readonly<Record<NameKey, readonly string[]>>;

/** Who the vehicles are, by row. Texts have no place in the columns of numbers. */
export class VehicleNames {
  readonly car: string[] = [];
  readonly plate: string[] = [];
  readonly dept: string[] = [];
  readonly driver: string[] = [];
  readonly phone: string[] = [];
  readonly terminal: string[] = [];
  /** One string object for the many vehicles of a department. */
  readonly #shared = new Map<string, string>();

  /** A row without names. */
  add(row: number): void {
    for (const key of NAME_KEYS) this[key][row] = '';
  }

  /** Takes a row's texts over from place `i` of a batch; whether any of them is another one. */
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
