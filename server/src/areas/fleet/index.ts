import { deletedVehicle } from '@fleetwarden/contract/resources/deleted-vehicle';
import { department } from '@fleetwarden/contract/resources/department';
import { device } from '@fleetwarden/contract/resources/device';
import { driver } from '@fleetwarden/contract/resources/driver';
import { fleetVehicle } from '@fleetwarden/contract/resources/fleet-vehicle';
import { vehicle } from '@fleetwarden/contract/resources/vehicle';
import type { vehiclesCalls } from '@fleetwarden/contract/vehicles';
import type { ServerBus } from '../../events.ts';
import { sql } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Scope } from '../../platform/resources/read.ts';
import type { Hooks, ResourceStore } from '../../platform/resources/resource.ts';
import type { Resources } from '../../platform/resources/resources.ts';
import { departmentHooks } from './departments.ts';
import { devices } from './devices.ts';
import { createVehicleCalls } from './vehicle-calls.ts';
import { deletedVehicleComputed, fleetVehicleComputed, vehicleHooks } from './vehicles.ts';

export { purgeExpired } from './vehicles.ts';

export type Fleet = {
  readonly departments: ResourceStore;
  readonly drivers: ResourceStore;
  readonly vehicles: ResourceStore;
};

/** Keeps a resource with what is irregular of it. */
type Keep = Resources['keep'];

/** Whom and what a fleet consists of: the records kept of them. */
export function fleetRecords(keep: Keep, bus: ServerBus): Fleet {
  return {
    departments: keep(department, departmentHooks({ bus })),
    drivers: keep(driver, driverHooks(bus)),
    vehicles: keep(vehicle, vehicleHooks({ bus })),
  };
}

const there = sql`u.deleted_at is null`;

const driverHooks = (bus: ServerBus): Hooks => ({
  uses: [
    { table: 'vehicle', column: 'driver_id', key: 'use.vehicle', where: there },
    { table: 'vehicle', column: 'escort_id', key: 'use.vehicle', where: there },
  ],
  // their names stand beside the vehicles
  committed: () => bus.publish('fleet.changed', { vehicleIds: [] }),
});

export type FleetOptions = {
  readonly resources: Resources;
  readonly bus: ServerBus;
  /** Ids of a department and everything below it. */
  readonly below: (departmentId: number) => Promise<Scope>;
};

/** The same with their calls, and the views of vehicles that have pages of their own. */
export function createFleet({
  resources,
  bus,
  below,
}: FleetOptions): Fleet & { readonly handlers: Handlers<typeof vehiclesCalls> } {
  const records = fleetRecords(resources.keep, bus);
  const { committed } = vehicleHooks({ bus });
  resources.keep(device, { source: devices });
  resources.keep(fleetVehicle, { computed: fleetVehicleComputed, ...(committed ? { committed } : {}) });
  const deleted = resources.keep(deletedVehicle, { computed: deletedVehicleComputed });
  return { ...records, handlers: createVehicleCalls({ vehicles: records.vehicles, deleted, below }) };
}
