import { agent } from '@fleetwarden/contract/resources/agent';
import { department } from '@fleetwarden/contract/resources/department';
import { driver } from '@fleetwarden/contract/resources/driver';
import { forward } from '@fleetwarden/contract/resources/forward';
import { operator } from '@fleetwarden/contract/resources/operator';
import { superior } from '@fleetwarden/contract/resources/superior';
import type { ServerBus } from '../../events.ts';
import type { Scope } from '../../platform/resources/read.ts';
import type { Resources } from '../../platform/resources/resources.ts';
import { agentHooks } from './agents.ts';
import { departmentHooks } from './departments.ts';
import { platformHandlers } from './platform-calls.ts';
import { forwardHooks, operatorHooks, superiorHooks } from './platforms.ts';
import { createQuotas } from './quotas.ts';

export { FORWARD_VEHICLES, OPERATOR_VEHICLES, SUPERIOR_VEHICLES } from './platforms.ts';
export { requireQuota } from './require-quota.ts';
export { addPairs } from './vehicle-pairs.ts';

type FleetOptions = {
  readonly resources: Resources;
  readonly bus: ServerBus;
  /** Ids of a department and everything below it. */
  readonly below: (departmentId: number) => Promise<Scope>;
  readonly now?: () => number;
};

export type Fleet = ReturnType<typeof createFleet>;

/** Whom and what a fleet consists of: the records kept of them, and what is irregular of each. */
export function createFleet({ resources, bus, below, now }: FleetOptions) {
  const departments = resources.keep(department, departmentHooks({ bus }));
  const platforms = {
    agents: resources.keep(agent, agentHooks),
    operators: resources.keep(operator, operatorHooks),
    superiors: resources.keep(superior, superiorHooks),
    forwards: resources.keep(forward, forwardHooks),
  };
  return {
    departments,
    drivers: resources.keep(driver, {
      uses: [{ table: 'vehicle', column: 'driver_id', key: 'use.vehicle' }],
      // their names stand beside the vehicles
      committed: () => bus.publish('fleet.changed', { vehicleIds: [] }),
    }),
    ...platforms,
    platformHandlers: platformHandlers({ ...platforms, below }),
    quotas: createQuotas({ db: departments.db, below, now }),
  };
}
