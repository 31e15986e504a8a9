import { defineRoutes } from '../call.ts';
import { permission } from '../permissions.ts';
import type { expirySchemas } from './schemas.ts';

/** What is done about things that are due (screen catalogue 7.16). */
export const expiryCalls = defineRoutes<typeof expirySchemas>()({
  handleExpiry: { method: 'POST', path: 'expiry/handleExpiry', permission: permission.handleExpiry, audited: true },
  sendRemind: { method: 'POST', path: 'expiry/sendRemind', permission: permission.remindExpiry, audited: true },
});
