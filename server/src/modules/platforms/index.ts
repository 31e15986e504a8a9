import { agent } from '@fleetwarden/contract/platforms/agent-resource';
import { forward } from '@fleetwarden/contract/platforms/forward-resource';
import { lowerPlatform } from '@fleetwarden/contract/platforms/lower-platform-resource';
import { operator } from '@fleetwarden/contract/platforms/operator-resource';
import { superiorLink } from '@fleetwarden/contract/platforms/superior-link-resource';
import { superior } from '@fleetwarden/contract/platforms/superior-resource';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Scope } from '../../platform/resources/read.ts';
import type { Resources } from '../../platform/resources/resources.ts';
import { agentHooks } from './agents.ts';
import { platformHandlers } from './calls.ts';
import { forwardHooks, lowerHooks, operatorHooks, superiorHooks } from './hooks.ts';
import { superiorLinks } from './superior-links.ts';
import { createSuperiorTest } from './test-superior.ts';

export { isExternalAddress, PROBE, probeConnectivity } from './connectivity-probe.ts';
export { FORWARD_VEHICLES, OPERATOR_VEHICLES, SUPERIOR_VEHICLES } from './hooks.ts';
export { refuseStateChange } from './refuse-state-change.ts';
export { bindCompanies } from './store.ts';
export { addPairs } from './vehicle-pairs.ts';

export type PlatformsOptions = {
  readonly resources: Resources;
  readonly bus: ServerBus;
  /** Ids of a department and everything below it. */
  readonly below: (departmentId: number) => Promise<Scope>;
  readonly now?: () => number;
  /** Addresses that a connectivity probe may connect to; external addresses by default. */
  readonly mayReach?: (address: string) => boolean;
};

export type Platforms = ReturnType<typeof createPlatforms>;

/** Agents, operators, superior, subordinate and forwarding platforms, with their calls. */
export function createPlatforms({ resources, bus, below, now = Date.now, mayReach }: PlatformsOptions) {
  const records = {
    agents: resources.keep(agent, agentHooks),
    operators: resources.keep(operator, operatorHooks),
    superiors: resources.keep(superior, superiorHooks(bus)),
    forwards: resources.keep(forward, forwardHooks),
    lowers: resources.keep(lowerPlatform, lowerHooks(bus)),
  };
  resources.keep(superiorLink, { source: superiorLinks });
  const testSuperior = createSuperiorTest({ superiors: records.superiors, below, now, mayReach });
  return { ...records, handlers: { ...platformHandlers({ ...records, below, bus }), testSuperior } };
}
