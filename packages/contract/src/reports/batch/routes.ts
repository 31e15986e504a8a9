import { defineRoutes } from '../../call.ts';
import { BATCH_CODE } from './batch-packages.ts';
import type { reportBatchSchemas } from './schemas.ts';

export const reportBatchCalls = defineRoutes<typeof reportBatchSchemas>()({
  getDeptListByBatch: { method: 'GET', path: 'setting/getDeptListByBatch', permission: BATCH_CODE, read: true },
  getBatchExportListByDeptId: { method: 'GET', path: 'setting/getBatchExportListByDeptId', permission: BATCH_CODE, read: true },
  getBatchExportParams: { method: 'POST', path: 'report/getBatchExportParams', permission: BATCH_CODE, read: true },
  startBatchExport: { method: 'POST', path: 'report/startBatchExport', permission: BATCH_CODE, signed: true, audited: true },
  listBatchExport: { method: 'POST', path: 'report/listBatchExport', permission: BATCH_CODE, read: true, paged: true },
});
