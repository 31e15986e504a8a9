import { defineRoutes } from '../../call.ts';
import type { companyDocumentsSchemas } from './schemas.ts';

/** Documents that are made of companies by the day, week and month; whoever may see the report that lists one may do all of this. */
export const companyDocumentsCalls = defineRoutes<typeof companyDocumentsSchemas>()({
  downloadDocument: { method: 'POST', path: 'report/downloadDocument', permission: 'signedIn', audited: true },
  regenerateDocument: { method: 'POST', path: 'report/regenerateDocument', permission: 'signedIn', audited: true },
  removeDocument: { method: 'POST', path: 'report/removeDocument', permission: 'signedIn', audited: true },
  getDocumentReceivers: { method: 'POST', path: 'report/getDocumentReceivers', permission: 'signedIn', read: true },
  sendDocument: { method: 'POST', path: 'report/sendDocument', permission: 'signedIn', audited: true },
});
