import type { RoutePath } from '../console-routes.ts';

/** First part of the paths of a resource's calls, the noun in them, and its page: 'driver' and 'Driver' make `driver/listDriver`. */
type ResourceRoute = { readonly path: string; readonly noun: string; readonly page: RoutePath };

/** Every resource by its name. Apart from their rows: links and the audit log name resources whose fields they do not need. */
export const resourceRoutes = {
  agent: { path: 'agent', noun: 'Agent', page: '/platform/agentManagement' },
  area: { path: 'area', noun: 'Area', page: '/mapcontent/mapmonitoring' },
  deletedVehicle: { path: 'car', noun: 'DeletedCar', page: '/platform/deletedCarsManagement' },
  department: { path: 'dept', noun: 'Dept', page: '/platform/departManagement' },
  device: { path: 'device', noun: 'Device', page: '/platform/devicePropertiesManagement' },
  driver: { path: 'driver', noun: 'Driver', page: '/platform/driverManagement' },
  eduCourse: { path: 'safeEdu', noun: 'Course', page: '/setup/safeEducation/safeEdusettings' },
  eduPlan: { path: 'safeEdu', noun: 'Plan', page: '/setup/safeEducation/safeEdusettings' },
  eduQuestion: { path: 'safeEdu', noun: 'Question', page: '/setup/safeEducation/safeEdusettings' },
  eduTask: { path: 'safeEdu', noun: 'Task', page: '/setup/safeEducation/safeEdusettings' },
  eduTrigger: { path: 'safeEdu', noun: 'Trigger', page: '/setup/safeEducation/safeEdusettings' },
  expiry: { path: 'expiry', noun: 'Expiry', page: '/platform/expirreminderagement' },
  expiryRule: { path: 'expiry', noun: 'Rule', page: '/platform/expirreminderagement' },
  fleetVehicle: { path: 'car', noun: 'FleetCar', page: '/platform/carInfoCDManagement' },
  forward: { path: 'forward', noun: 'Forward', page: '/platform/distributPlatformManagement' },
  install: { path: 'install', noun: 'Install', page: '/platform/terminalinstallationManagement' },
  lowerPlatform: { path: 'lower', noun: 'LowerPlatform', page: '/platform/distributPlatformManagement' },
  notice: { path: 'notice', noun: 'Notice', page: '/platform/publicnoticeManagement' },
  operator: { path: 'operator', noun: 'Operator', page: '/platform/operatorManagement' },
  repair: { path: 'repair', noun: 'Repair', page: '/platform/repairManagement' },
  riskArea: { path: 'epidemic', noun: 'Area', page: '/epidemic/epidemicReport' },
  riskEvent: { path: 'epidemic', noun: 'Event', page: '/epidemic/epidemicReport' },
  role: { path: 'role', noun: 'Role', page: '/platform/roleManagement' },
  roleSF: { path: 'roleSF', noun: 'RoleSF', page: '/platform/roleManagementSF' },
  smsAccount: { path: 'sms', noun: 'Account', page: '/setup/alibbcloundsms/accountManagement' },
  smsLog: { path: 'sms', noun: 'Log', page: '/setup/alibbcloundsms/smsRules' },
  smsRule: { path: 'sms', noun: 'Rule', page: '/setup/alibbcloundsms/smsRules' },
  smsTemplate: { path: 'sms', noun: 'Template', page: '/setup/alibbcloundsms/accountManagement' },
  superior: { path: 'plat', noun: 'Superior', page: '/platform/supPlatformManagement' },
  superiorLink: { path: 'plat', noun: 'LinkState', page: '/platform/supPlatformMonitoring' },
  terminalModel: { path: 'device', noun: 'Model', page: '/platform/terminalModelManagement' },
  user: { path: 'user', noun: 'User', page: '/platform/userManagement/echarForTable' },
  userSF: { path: 'userSF', noun: 'UserSF', page: '/platform/userManagementSF/echarForTableSF' },
  vehicle: { path: 'car', noun: 'Car', page: '/platform/carInfoManagement' },
} as const satisfies Readonly<Record<string, ResourceRoute>>;

export const resourceRoute = (name: string): ResourceRoute | undefined =>
  (resourceRoutes as Readonly<Record<string, ResourceRoute>>)[name];
