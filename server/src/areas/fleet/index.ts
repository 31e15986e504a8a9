import { department } from '@fleetwarden/contract/resources/department';
import { driver } from '@fleetwarden/contract/resources/driver';
import type { ServerBus } from '../../events.ts';
import type { Resources } from '../../platform/resources/resources.ts';
import { departmentHooks } from './departments.ts';

/** Whom and what a fleet consists of: the records kept of them, and what is irregular of each. */
export function createFleet({ resources, bus }: { readonly resources: Resources; readonly bus: ServerBus }) {
  return {
    departments: resources.keep(department, departmentHooks({ bus })),
    drivers: resources.keep(driver, {
      uses: [{ table: 'vehicle', column: 'driver_id', key: 'use.vehicle' }],
      // their names stand beside the vehicles
      committed: () => bus.publish('fleet.changed', { vehicleIds: [] }),
    }),
  };
}
