import type { GpsRequest } from '@fleetwarden/contract/live/live';
import { UNCLUSTERED_ZOOM } from '@fleetwarden/contract/live/live-sockets';
import type { FleetVehicle } from './fleet-registry.ts';
import type { Cell } from './server-clustering.ts';

type Request = NonNullable<GpsRequest['view']>;

/**
 * What a console subscribes to: vehicles within bounds, and vehicles by id. A vehicle that leaves the view is sent once more. In a
 * clustered view only vehicles by id and those of the smallest clusters are sent.
 */
export class ViewSubscription {
  readonly #bounds: Request['bounds'];
  readonly #ids: ReadonlySet<number>;
  readonly #sent = new Set<number>();
  /** The zoom; null where the view is never clustered. */
  readonly clusterZoom: number | null;
  #single: ReadonlySet<FleetVehicle> | null = null;

  constructor({ bounds, tids, zoom }: Request) {
    this.#bounds = bounds;
    this.#ids = new Set(tids?.map(Number));
    this.clusterZoom = bounds && zoom !== undefined && zoom < UNCLUSTERED_ZOOM ? zoom : null;
  }

  /** The vehicles of a clustered view that are sent one by one; null: the view is not clustered. */
  get single(): ReadonlySet<FleetVehicle> | null {
    return this.#single;
  }

  cluster(single: ReadonlySet<FleetVehicle> | null): void {
    this.#single = single;
  }

  /** Whether the center of a cluster lies within the bounds. */
  containsCell({ lng, lat, count }: Cell): boolean {
    return this.#within(lng / count, lat / count);
  }

  contains(vehicle: FleetVehicle): boolean {
    const { facts, live } = vehicle;
    if (this.#ids.has(facts.id)) return true;
    if (this.#single) return this.#single.has(vehicle);
    return live !== null && live.lng !== null && live.lat !== null && this.#within(live.lng, live.lat);
  }

  /** Whether to send a vehicle now; remembers which were sent. */
  admit(vehicle: FleetVehicle): boolean {
    const { id } = vehicle.facts;
    if (this.contains(vehicle)) {
      this.#sent.add(id);
      return true;
    }
    return this.#sent.delete(id);
  }

  /** The console shows this vehicle within the view. */
  markSent(vehicle: FleetVehicle): void {
    this.#sent.add(vehicle.facts.id);
  }

  wasSent(vehicle: FleetVehicle): boolean {
    return this.#sent.has(vehicle.facts.id);
  }

  #within(lng: number, lat: number): boolean {
    if (!this.#bounds) return false;
    const [west, south, east, north] = this.#bounds;
    const between = west <= east ? lng >= west && lng <= east : lng >= west || lng <= east;
    return between && lat >= south && lat <= north;
  }
}
