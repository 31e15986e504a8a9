import { defineRoutes } from '../call.ts';
import { permission } from '../permissions.ts';
import type { risksSchemas } from './schemas.ts';

/** What is done about vehicles that came into risk areas (screen catalogue 10). */
export const risksCalls = defineRoutes<typeof risksSchemas>()({
  handleEvent: { method: 'POST', path: 'epidemic/handleEvent', permission: permission.handleRiskEvents, audited: true },
  notifyEvent: { method: 'POST', path: 'epidemic/notifyEvent', permission: permission.notifyRiskVehicles, audited: true },
});
