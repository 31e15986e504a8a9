import type { GpsRequest } from '@fleetwarden/contract/live/live';
import { GATHER_ZOOM } from '@fleetwarden/contract/live/live-sockets';
import type { FleetVehicle } from './fleet-registry.ts';
import type { Cell } from './gather.ts';

type Request = NonNullable<GpsRequest['view']>;

/**
 * What a console looks at: vehicles within bounds, and vehicles by name. One that leaves is told once more, to be seen leaving. Of a
 * view that is gathered, only the vehicles of its smallest cells are told, beside those by name.
 */
export class View {
  readonly #bounds: Request['bounds'];
  readonly #ids: ReadonlySet<number>;
  readonly #shown = new Set<number>();
  /** The zoom, where it may be gathered at all. */
  readonly gathersAt: number | null;
  #alone: ReadonlySet<FleetVehicle> | null = null;

  constructor({ bounds, tids, zoom }: Request) {
    this.#bounds = bounds;
    this.#ids = new Set(tids?.map(Number));
    this.gathersAt = bounds && zoom !== undefined && zoom < GATHER_ZOOM ? zoom : null;
  }

  /** The vehicles that are told by themselves in a gathered view; null: all in its bounds are. */
  get alone(): ReadonlySet<FleetVehicle> | null {
    return this.#alone;
  }

  gather(alone: ReadonlySet<FleetVehicle> | null): void {
    this.#alone = alone;
  }

  /** Whether the middle of a cell lies within. */
  holds({ lng, lat, count }: Cell): boolean {
    return this.#within(lng / count, lat / count);
  }

  contains(vehicle: FleetVehicle): boolean {
    const { facts, live } = vehicle;
    if (this.#ids.has(facts.id)) return true;
    if (this.#alone) return this.#alone.has(vehicle);
    return live !== null && live.lng !== null && live.lat !== null && this.#within(live.lng, live.lat);
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

  /** A console draws this vehicle within the view. */
  show(vehicle: FleetVehicle): void {
    this.#shown.add(vehicle.facts.id);
  }

  shows(vehicle: FleetVehicle): boolean {
    return this.#shown.has(vehicle.facts.id);
  }

  #within(lng: number, lat: number): boolean {
    if (!this.#bounds) return false;
    const [west, south, east, north] = this.#bounds;
    const between = west <= east ? lng >= west && lng <= east : lng >= west || lng <= east;
    return between && lat >= south && lat <= north;
  }
}
