import { deletedVehicle } from '@fleetwarden/contract/fleet/deleted-vehicle-resource';
import { department } from '@fleetwarden/contract/fleet/department-resource';
import { device } from '@fleetwarden/contract/fleet/device-resource';
import { driver } from '@fleetwarden/contract/fleet/driver-resource';
import { fleetVehicle } from '@fleetwarden/contract/fleet/fleet-vehicle-resource';
import { terminalModel } from '@fleetwarden/contract/fleet/terminal-model-resource';
import { vehicle } from '@fleetwarden/contract/fleet/vehicle-resource';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import { sql } from '../../platform/db/database.ts';
import type { Scope } from '../../platform/resources/read.ts';
import type { Hooks, ResourceStore } from '../../platform/resources/resource.ts';
import type { Resources } from '../../platform/resources/resources.ts';
import { departmentHooks } from './departments.ts';
import { devices } from './devices.ts';
import type { TerminalAccess } from './terminal-connection.ts';
import { terminalModelHooks } from './terminal-models.ts';
import { createVehicleCalls } from './vehicle-calls.ts';
import { createCareCalls } from './vehicle-care.ts';
import { deletedVehicleComputed, fleetVehicleHooks, type VehicleOptions, vehicleHooks } from './vehicles.ts';

export type { TerminalAccess } from './terminal-connection.ts';
export { lockTreeShared } from './tree-lock.ts';
export { purgeExpired } from './vehicles.ts';

/** The records of a fleet. */
export type FleetRecords = {
  readonly departments: ResourceStore;
  readonly drivers: ResourceStore;
  readonly vehicles: ResourceStore;
};

/** Registers a resource with its hooks. */
type Keep = Resources['keep'];

/** Departments, drivers and vehicles with their hooks. */
export function fleetRecords(keep: Keep, options: VehicleOptions): FleetRecords {
  const { bus, timeZone } = options;
  return {
    departments: keep(department, departmentHooks({ bus, timeZone })),
    drivers: keep(driver, driverHooks(bus)),
    vehicles: keep(vehicle, vehicleHooks(options)),
  };
}

const active = sql`u.deleted_at is null`;

const driverHooks = (bus: ServerBus): Hooks => ({
  uses: [
    { table: 'vehicle', column: 'driver_id', key: 'use.vehicle', where: active },
    { table: 'vehicle', column: 'escort_id', key: 'use.vehicle', where: active },
    { table: 'evidence_hold', column: 'driver_id', key: 'use.evidenceHold', where: sql`u.released_at is null` },
  ],
  // vehicles show the names of their drivers
  committed: () => bus.publish('fleet.changed', { vehicleIds: [] }),
});

type FleetOptions = Pick<VehicleOptions, 'include'> & {
  readonly resources: Resources;
  readonly bus: ServerBus;
  /** Ids of a department and everything below it. */
  readonly below: (departmentId: number) => Promise<Scope>;
  /** BUSINESS_TZ: quotas end with a day of it. */
  readonly timeZone: string;
  readonly terminalAccess: TerminalAccess;
  readonly now?: () => number;
};

export type Fleet = ReturnType<typeof createFleet>;

/** The records of a fleet with their calls, and the views of vehicles that have pages of their own. */
export function createFleet({ resources, bus, below, timeZone, terminalAccess, now, include }: FleetOptions) {
  const records = fleetRecords(resources.keep, { bus, timeZone, include });
  resources.keep(device, { source: devices });
  resources.keep(terminalModel, terminalModelHooks(bus));
  resources.keep(fleetVehicle, fleetVehicleHooks({ bus, timeZone }));
  const deleted = resources.keep(deletedVehicle, { computed: deletedVehicleComputed });
  return {
    ...records,
    handlers: {
      ...createVehicleCalls({ vehicles: records.vehicles, deleted, below }),
      ...createCareCalls({ vehicles: records.vehicles, bus, below, terminalAccess, timeZone, now }),
    },
  };
}
