import type { Resource } from './resource.ts';
import { agent } from './resources/agent.ts';
import { area } from './resources/area.ts';
import { deletedVehicle } from './resources/deleted-vehicle.ts';
import { department } from './resources/department.ts';
import { device } from './resources/device.ts';
import { driver } from './resources/driver.ts';
import { expiry } from './resources/expiry.ts';
import { expiryRule } from './resources/expiry-rule.ts';
import { fleetVehicle } from './resources/fleet-vehicle.ts';
import { forward } from './resources/forward.ts';
import { install } from './resources/install.ts';
import { lowerPlatform } from './resources/lower-platform.ts';
import { notice } from './resources/notice.ts';
import { operator } from './resources/operator.ts';
import { repair } from './resources/repair.ts';
import { riskArea } from './resources/risk-area.ts';
import { riskEvent } from './resources/risk-event.ts';
import { role, roleSF } from './resources/role.ts';
import { superior } from './resources/superior.ts';
import { superiorLink } from './resources/superior-link.ts';
import { user, userSF } from './resources/user.ts';
import { vehicle } from './resources/vehicle.ts';

/** Every resource by its name: the kinds of records an operator keeps. */
export const resources: Readonly<Record<string, Resource>> = {
  agent,
  area,
  deletedVehicle,
  department,
  device,
  driver,
  expiry,
  expiryRule,
  fleetVehicle,
  forward,
  install,
  lowerPlatform,
  notice,
  operator,
  repair,
  riskArea,
  riskEvent,
  role,
  roleSF,
  superior,
  superiorLink,
  user,
  userSF,
  vehicle,
};
