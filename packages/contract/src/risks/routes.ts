import { defineRoutes } from '../call.ts';
import { permission } from '../permissions.ts';
import type { risksSchemas } from './schemas.ts';

/** Actions on vehicles that entered risk areas (screen catalogue 10). */
export const risksCalls = defineRoutes<typeof risksSchemas>()({
  handleEvent: { method: 'POST', path: 'epidemic/handleEvent', permission: permission.handleRiskEvents, audited: true },
  notifyEvent: { method: 'POST', path: 'epidemic/notifyEvent', permission: permission.notifyRiskVehicles, audited: true },
});
