import { department } from '@fleetwarden/contract/resources/department';
import { device } from '@fleetwarden/contract/resources/device';
import { driver } from '@fleetwarden/contract/resources/driver';
import { vehicle } from '@fleetwarden/contract/resources/vehicle';
import type { ServerBus } from '../../events.ts';
import { sql } from '../../platform/db/database.ts';
import type { Resources } from '../../platform/resources/resources.ts';
import { departmentHooks } from './departments.ts';
import { devices } from './devices.ts';

/** Whom and what a fleet consists of: the records kept of them, and what is irregular of each. */
export function createFleet({ resources, bus }: { readonly resources: Resources; readonly bus: ServerBus }) {
  return {
    devices: resources.keep(device, { source: devices }),
    vehicles: resources.keep(vehicle, { source: sql`select *, created_at as updated_at from vehicle` }),
    departments: resources.keep(department, departmentHooks({ bus })),
    drivers: resources.keep(driver, {
      uses: [{ table: 'vehicle', column: 'driver_id', key: 'use.vehicle' }],
      // their names stand beside the vehicles
      committed: () => bus.publish('fleet.changed', { vehicleIds: [] }),
    }),
  };
}
