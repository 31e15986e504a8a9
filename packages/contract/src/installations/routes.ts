import { defineRoutes } from '../call.ts';
import type { installationsSchemas } from './schemas.ts';

/** Actions on an installation besides editing its record (screen catalogue 7.18). */
export const installationsCalls = defineRoutes<typeof installationsSchemas>()({
  runCheck: { method: 'POST', path: 'install/runCheck', permission: '62310', audited: true },
  acceptInstall: { method: 'POST', path: 'install/acceptInstall', permission: '62311', audited: true },
  rejectInstall: { method: 'POST', path: 'install/rejectInstall', permission: '62312', audited: true },
});
