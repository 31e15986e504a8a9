import type { GpsRequest } from '@fleetwarden/contract/live';
import type { FleetVehicle } from './fleet-registry.ts';

type Bounds = NonNullable<NonNullable<GpsRequest['view']>['bounds']>;

/** What a console looks at: vehicles within bounds, and vehicles by name. One that leaves is told once more, to be seen leaving. */
export class View {
  readonly #bounds: Bounds | undefined;
  readonly #tids: ReadonlySet<string>;
  readonly #shown = new Set<number>();

  constructor({ bounds, tids }: NonNullable<GpsRequest['view']>) {
    this.#bounds = bounds;
    this.#tids = new Set(tids);
  }

  contains({ facts, live }: FleetVehicle): boolean {
    if (this.#tids.has(String(facts.id))) return true;
    if (!this.#bounds || !live || live.lng === null || live.lat === null) return false;
    const [west, south, east, north] = this.#bounds;
    const between = west <= east ? live.lng >= west && live.lng <= east : live.lng >= west || live.lng <= east;
    return between && live.lat >= south && live.lat <= north;
  }

  /** Whether to tell of a vehicle now; remembers that it was. */
  admit(vehicle: FleetVehicle): boolean {
    const { id } = vehicle.facts;
    if (this.contains(vehicle)) {
      this.#shown.add(id);
      return true;
    }
    return this.#shown.delete(id);
  }
}
