import { defineRoutes } from '../call.ts';
import { permission } from '../permissions.ts';
import type { expirySchemas } from './schemas.ts';

/** Actions on due items (screen catalogue 7.16). */
export const expiryCalls = defineRoutes<typeof expirySchemas>()({
  handleExpiry: { method: 'POST', path: 'expiry/handleExpiry', permission: permission.handleExpiry, audited: true },
  sendRemind: { method: 'POST', path: 'expiry/sendRemind', permission: permission.remindExpiry, audited: true },
});
