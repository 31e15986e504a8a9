import { defineRoutes } from '../call.ts';
import type { quotasSchemas } from './schemas.ts';

export const quotasCalls = defineRoutes<typeof quotasSchemas>()({
  listQuota: { method: 'POST', path: 'quota/listQuota', permission: '61601', read: true, paged: true },
  exportQuota: { method: 'POST', path: 'quota/exportQuota', permission: '61606', audited: true },
  saveQuota: { method: 'POST', path: 'quota/saveQuota', permission: '61603', audited: true },
  transferQuota: { method: 'POST', path: 'quota/transferQuota', permission: '61610', audited: true },
  listQuotaLog: { method: 'POST', path: 'quota/listQuotaLog', permission: '61611', read: true, paged: true },
});
