import { defineRoutes } from '../../call.ts';
import type { companyDocumentsSchemas } from './schemas.ts';

/** Daily, weekly and monthly documents of companies. They need the permission of the report that lists them. */
export const companyDocumentsCalls = defineRoutes<typeof companyDocumentsSchemas>()({
  downloadDocument: { method: 'POST', path: 'report/downloadDocument', permission: 'signedIn', audited: true },
  regenerateDocument: { method: 'POST', path: 'report/regenerateDocument', permission: 'signedIn', audited: true },
  removeDocument: { method: 'POST', path: 'report/removeDocument', permission: 'signedIn', audited: true },
  getDocumentReceivers: { method: 'POST', path: 'report/getDocumentReceivers', permission: 'signedIn', read: true },
  sendDocument: { method: 'POST', path: 'report/sendDocument', permission: 'signedIn', audited: true },
});
