/** A send to more vehicles than this is bulk. Smaller sends go first, because a user waits for them. */
const MAX_URGENT_VEHICLES = 50;

/** A priority queue of vehicles that may have waiting commands: small sends first, then first in, first out. */
export class DueVehicles {
  readonly #urgent = new Set<number>();
  readonly #bulk = new Set<number>();

  get size(): number {
    return this.#urgent.size + this.#bulk.size;
  }

  add(vehicleIds: readonly number[]): void {
    const set = vehicleIds.length > MAX_URGENT_VEHICLES ? this.#bulk : this.#urgent;
    for (const id of vehicleIds) set.add(id);
  }

  /** Removes and returns up to `max` vehicles. */
  take(max: number): number[] {
    const vehicleIds: number[] = [];
    for (const set of [this.#urgent, this.#bulk])
      for (const id of set) {
        if (vehicleIds.length >= max) return vehicleIds;
        set.delete(id);
        vehicleIds.push(id);
      }
    return vehicleIds;
  }
}
