/** Sends to more vehicles than this are bulk: what somebody waits for goes before them. */
const BULK = 50;

/** Vehicles for which commands may wait, in the order they became known; those of small sends first. */
export class DueVehicles {
  readonly #urgent = new Set<number>();
  readonly #bulk = new Set<number>();

  get size(): number {
    return this.#urgent.size + this.#bulk.size;
  }

  add(vehicleIds: readonly number[]): void {
    const set = vehicleIds.length > BULK ? this.#bulk : this.#urgent;
    for (const id of vehicleIds) set.add(id);
  }

  /** Takes up to so many. */
  take(most: number): number[] {
    const taken: number[] = [];
    for (const set of [this.#urgent, this.#bulk])
      for (const id of set) {
        if (taken.length >= most) return taken;
        set.delete(id);
        taken.push(id);
      }
    return taken;
  }
}
