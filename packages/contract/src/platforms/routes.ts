import { defineRoutes, type PermissionCode } from '../call.ts';
import type { platformsSchemas } from './schemas.ts';

/** The vehicles of a record: the right to view lists them, the right to assign changes them. */
export const listCarsRoute = (path: `${string}/listCar`, permission: PermissionCode) =>
  ({ method: 'POST', path, permission, read: true, paged: true, defaultLimit: 500 }) as const;

const post = (path: string, permission: PermissionCode) => ({ method: 'POST', path, permission, audited: true }) as const;

export const bindCarsRoute = (path: `${string}/bindCar`, permission: PermissionCode) => post(path, permission);

/** Agents, operators and other platforms, beyond what every resource has. */
export const platformsCalls = defineRoutes<typeof platformsSchemas>()({
  enableAgent: post('agent/enableAgent', '60307'),
  bindDept: post('agent/bindDept', '60308'),
  listAgentDept: { method: 'POST', path: 'agent/listDept', permission: '60301', read: true },
  enableOperator: post('operator/enableOperator', '61507'),
  bindOperatorCar: bindCarsRoute('operator/bindCar', '61508'),
  listOperatorCar: listCarsRoute('operator/listCar', '61501'),
  linkSuperior: post('plat/linkSuperior', '60807'),
  // the same call with the permission of the page that watches links
  switchLink: post('plat/switchLink', '61007'),
  testSuperior: post('plat/testSuperior', '60810'),
  bindSuperiorCar: bindCarsRoute('plat/bindCar', '60808'),
  listSuperiorCar: listCarsRoute('plat/listCar', '60801'),
  enableForward: post('forward/enableForward', '60707'),
  bindForwardCar: bindCarsRoute('forward/bindCar', '60708'),
  listForwardCar: listCarsRoute('forward/listCar', '60701'),
});
