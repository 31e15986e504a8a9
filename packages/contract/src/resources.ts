import { eduCourse } from './education/edu-course-resource.ts';
import { eduPlan } from './education/edu-plan-resource.ts';
import { eduQuestion } from './education/edu-question-resource.ts';
import { eduTask } from './education/edu-task-resource.ts';
import { eduTrigger } from './education/edu-trigger-resource.ts';
import { expiry } from './expiry/expiry-resource.ts';
import { expiryRule } from './expiry/expiry-rule-resource.ts';
import { deletedVehicle } from './fleet/deleted-vehicle-resource.ts';
import { department } from './fleet/department-resource.ts';
import { device } from './fleet/device-resource.ts';
import { driver } from './fleet/driver-resource.ts';
import { fleetVehicle } from './fleet/fleet-vehicle-resource.ts';
import { terminalModel } from './fleet/terminal-model-resource.ts';
import { vehicle } from './fleet/vehicle-resource.ts';
import { area } from './geofences/area-resource.ts';
import { role, roleSF } from './identity/role-resource.ts';
import { user, userSF } from './identity/user-resource.ts';
import { install } from './installations/install-resource.ts';
import { notice } from './notices/notice-resource.ts';
import { agent } from './platforms/agent-resource.ts';
import { forward } from './platforms/forward-resource.ts';
import { lowerPlatform } from './platforms/lower-platform-resource.ts';
import { operator } from './platforms/operator-resource.ts';
import { superiorLink } from './platforms/superior-link-resource.ts';
import { superior } from './platforms/superior-resource.ts';
import { repair } from './repairs/repair-resource.ts';
import type { Resource } from './resources/resource.ts';
import { riskArea } from './risks/risk-area-resource.ts';
import { riskEvent } from './risks/risk-event-resource.ts';
import { smsAccount } from './sms/sms-account-resource.ts';
import { smsLog } from './sms/sms-log-resource.ts';
import { smsRule } from './sms/sms-rule-resource.ts';
import { smsTemplate } from './sms/sms-template-resource.ts';

/** All resources by name: the kinds of records that operators edit. */
export const resources: Readonly<Record<string, Resource>> = {
  agent,
  area,
  deletedVehicle,
  department,
  device,
  driver,
  eduCourse,
  eduPlan,
  eduQuestion,
  eduTask,
  eduTrigger,
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
  smsAccount,
  smsLog,
  smsRule,
  smsTemplate,
  superior,
  superiorLink,
  terminalModel,
  user,
  userSF,
  vehicle,
};
