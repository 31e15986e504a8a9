import { defineRoutes } from '../call.ts';
import { MESSAGE_PAGES } from './message-pages.ts';
import type { fleetSchemas } from './schemas.ts';

/** Actions on vehicles besides those of every record: see the resources `vehicle` and `deletedVehicle`. */
export const fleetCalls = defineRoutes<typeof fleetSchemas>()({
  restoreCar: { method: 'POST', path: 'car/restoreCar', permission: '60910', audited: true },
  purgeCar: { method: 'POST', path: 'car/purgeCar', permission: '60911', audited: true },
  checkUnique: { method: 'POST', path: 'car/checkUnique', permission: '60101', read: true },
  enableCar: { method: 'POST', path: 'car/enableCar', permission: '60107', audited: true },
  renewService: { method: 'POST', path: 'car/renewService', permission: '60112', audited: true },
  replaceTerminal: { method: 'POST', path: 'car/replaceTerminal', permission: '60113', audited: true },
  allowRegistration: { method: 'POST', path: 'car/allowRegistration', permission: '60113', audited: true },
  listRefusedRegistration: { method: 'POST', path: 'car/listRefusedRegistration', permission: '60118', read: true, paged: true },
  getTerminalConnection: { method: 'POST', path: 'car/getTerminalConnection', permission: '60101', read: true },
  listTerminalHistory: { method: 'POST', path: 'car/listTerminalHistory', permission: '60101', read: true },
  listChangeLog: { method: 'POST', path: 'car/listChangeLog', permission: '60117', read: true, paged: true },
  listChannel: { method: 'POST', path: 'car/listChannel', permission: '60101', read: true },
  saveChannel: { method: 'POST', path: 'car/saveChannel', permission: '60103', audited: true },
  listUnknownTerminal: { method: 'POST', path: 'car/listUnknownTerminal', permission: '60118', read: true, paged: true },
  listMessage: {
    method: 'POST',
    path: 'device/listMessage',
    permission: ['61201', ...MESSAGE_PAGES.map(({ code }) => code)],
    read: true,
    paged: true,
  },
  getCarTypes: { method: 'GET', path: 'report/getCarTypes', permission: 'signedIn', read: true },
  getCarInfosByDeptId: { method: 'GET', path: 'car/getCarInfosByDeptId', permission: 'anyRight', read: true },
});
