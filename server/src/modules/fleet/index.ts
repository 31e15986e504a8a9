import { deletedVehicle } from '@fleetwarden/contract/fleet/deleted-vehicle-resource';
import { department } from '@fleetwarden/contract/fleet/department-resource';
import { device } from '@fleetwarden/contract/fleet/device-resource';
import { driver } from '@fleetwarden/contract/fleet/driver-resource';
import { fleetVehicle } from '@fleetwarden/contract/fleet/fleet-vehicle-resource';
import { vehicle } from '@fleetwarden/contract/fleet/vehicle-resource';
import { agent } from '@fleetwarden/contract/platforms/agent-resource';
import { forward } from '@fleetwarden/contract/platforms/forward-resource';
import { lowerPlatform } from '@fleetwarden/contract/platforms/lower-platform-resource';
import { operator } from '@fleetwarden/contract/platforms/operator-resource';
import { superiorLink } from '@fleetwarden/contract/platforms/superior-link-resource';
import { superior } from '@fleetwarden/contract/platforms/superior-resource';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import { sql } from '../../platform/db/database.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { Scope } from '../../platform/resources/read.ts';
import type { Hooks, ResourceStore } from '../../platform/resources/resource.ts';
import type { Resources } from '../../platform/resources/resources.ts';
import { agentHooks } from './agents.ts';
import { departmentHooks } from './departments.ts';
import { devices } from './devices.ts';
import { platformHandlers } from './platform-calls.ts';
import { forwardHooks, lowerHooks, operatorHooks, superiorHooks } from './platforms.ts';
import { createQuotas } from './quotas.ts';
import { superiorLinks } from './superior-links.ts';
import { createSuperiorTest } from './superior-probe.ts';
import { createVehicleCalls } from './vehicle-calls.ts';
import { createCareCalls } from './vehicle-care.ts';
import { deletedVehicleComputed, fleetVehicleHooks, vehicleHooks } from './vehicles.ts';

export { bindCompanies } from './platform-calls.ts';
export { FORWARD_VEHICLES, OPERATOR_VEHICLES, SUPERIOR_VEHICLES } from './platforms.ts';
export { mayBeElsewhere } from './reach.ts';
export { gainsOf, requireQuota } from './require-quota.ts';
export { keepTree } from './tree-lock.ts';
export { addPairs } from './vehicle-pairs.ts';
export { purgeExpired } from './vehicles.ts';

/** What a fleet is entered by. */
export type FleetRecords = {
  readonly departments: ResourceStore;
  readonly drivers: ResourceStore;
  readonly vehicles: ResourceStore;
};

/** Keeps a resource with what is irregular of it. */
type Keep = Resources['keep'];

/** Whom and what a fleet consists of: the records kept of them. */
export function fleetRecords(keep: Keep, bus: ServerBus, timeZone: string): FleetRecords {
  return {
    departments: keep(department, departmentHooks({ bus, timeZone })),
    drivers: keep(driver, driverHooks(bus)),
    vehicles: keep(vehicle, vehicleHooks({ bus, timeZone })),
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

type FleetOptions = {
  readonly resources: Resources;
  readonly bus: ServerBus;
  /** Ids of a department and everything below it. */
  readonly below: (departmentId: number) => Promise<Scope>;
  /** Where exported files go. */
  readonly files: Pick<SignedFiles, 'create'>;
  /** BUSINESS_TZ: the days by which quotas end. */
  readonly timeZone: string;
  readonly now?: () => number;
  /** Addresses of superior platforms that may be tested; those of no platform never, unless said. */
  readonly mayReach?: (address: string) => boolean;
};

export type Fleet = ReturnType<typeof createFleet>;

/** The same with their calls, the views of vehicles that have pages of their own, and the companies and platforms around a fleet. */
export function createFleet({ resources, bus, below, files, timeZone, now, mayReach }: FleetOptions) {
  const records = fleetRecords(resources.keep, bus, timeZone);
  resources.keep(device, { source: devices });
  resources.keep(fleetVehicle, fleetVehicleHooks({ bus, timeZone }));
  const deleted = resources.keep(deletedVehicle, { computed: deletedVehicleComputed });
  const platforms = {
    agents: resources.keep(agent, agentHooks),
    operators: resources.keep(operator, operatorHooks),
    superiors: resources.keep(superior, superiorHooks(bus)),
    forwards: resources.keep(forward, forwardHooks),
    lowers: resources.keep(lowerPlatform, lowerHooks(bus)),
  };
  resources.keep(superiorLink, { source: superiorLinks });
  const testSuperior = createSuperiorTest({ superiors: platforms.superiors, below, now: now ?? Date.now, mayReach });
  return {
    ...records,
    ...platforms,
    handlers: {
      ...createVehicleCalls({ vehicles: records.vehicles, deleted, below }),
      ...createCareCalls({ vehicles: records.vehicles, bus, below, now }),
    },
    platformHandlers: { ...platformHandlers({ ...platforms, below, bus }), testSuperior },
    quotas: createQuotas({ db: records.departments.db, below, files, timeZone, now }),
  };
}
