import { defineRoutes } from '../call.ts';
import { READ_CODES, SEND_CODES, VIEW_CODES } from './parameter-groups.ts';
import type { terminalSettingsSchemas } from './schemas.ts';

/** Each parameter also needs the code of its page (parameter-groups.ts). */
export const terminalSettingsCalls = defineRoutes<typeof terminalSettingsSchemas>()({
  getParams: { method: 'POST', path: 'terminal/getParams', permission: VIEW_CODES, read: true },
  readParams: { method: 'POST', path: 'terminal/readParams', permission: READ_CODES, audited: true },
  setParams: { method: 'POST', path: 'terminal/setParams', permission: SEND_CODES, audited: true },
  probeServer: { method: 'POST', path: 'terminal/probeServer', permission: ['7040609', '7010910'], audited: true },
  copyParams: { method: 'POST', path: 'terminal/copyParams', permission: '7040109', audited: true },
  listParamSet: { method: 'POST', path: 'terminal/listParamSet', permission: VIEW_CODES, read: true, paged: true },
  listParamCar: { method: 'POST', path: 'terminal/listParamCar', permission: '7040101', read: true, paged: true },
  compareCars: { method: 'POST', path: 'terminal/compareCars', permission: '7040101', read: true },
  exportParams: { method: 'POST', path: 'terminal/exportParams', permission: ['7040106', '7011706'], audited: true },
  listParamTemplate: { method: 'POST', path: 'terminal/listParamTemplate', permission: ['7040101', '7040110'], read: true },
  saveParamTemplate: { method: 'POST', path: 'terminal/saveParamTemplate', permission: '7040110', audited: true },
  delParamTemplate: { method: 'POST', path: 'terminal/delParamTemplate', permission: '7040110', audited: true },
  compareTemplate: { method: 'POST', path: 'terminal/compareTemplate', permission: '7040101', read: true, paged: true },
  applyTemplate: { method: 'POST', path: 'terminal/applyTemplate', permission: '7040109', audited: true },
  exportDeviations: { method: 'POST', path: 'terminal/exportDeviations', permission: '7040106', audited: true },
});
