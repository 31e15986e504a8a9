import { defineRoutes } from '../call.ts';
import { permission } from '../permissions.ts';
import type { auditSchemas } from './schemas.ts';

export const auditCalls = defineRoutes<typeof auditSchemas>()({
  listOperation: {
    method: 'POST',
    path: 'audit/listOperation',
    permission: permission.viewOperationLog,
    read: true,
    paged: true,
  },
  exportOperation: {
    method: 'POST',
    path: 'audit/exportOperation',
    permission: permission.exportOperationLog,
    signed: true,
    audited: true,
  },
  saveClientError: { method: 'POST', path: 'audit/saveClientError', permission: 'signedIn' },
  listClientError: {
    method: 'POST',
    path: 'audit/listClientError',
    permission: permission.viewOperationLog,
    read: true,
    paged: true,
  },
});
