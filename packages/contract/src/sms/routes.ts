import { defineRoutes } from '../call.ts';
import type { smsSchemas } from './schemas.ts';

/** SMS accounts and rules, beyond what every resource has. */
export const smsCalls = defineRoutes<typeof smsSchemas>()({
  enableSmsAccount: { method: 'POST', path: 'sms/enableAccount', permission: '7060107', audited: true },
  enableSmsRule: { method: 'POST', path: 'sms/enableRule', permission: '7060207', audited: true },
  getSmsAccess: { method: 'POST', path: 'sms/getAccess', permission: '7060103', read: true },
  sendTestSms: { method: 'POST', path: 'sms/sendTest', permission: '7060110', audited: true },
});
