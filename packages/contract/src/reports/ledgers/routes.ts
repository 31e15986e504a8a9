import { defineRoutes } from '../../call.ts';
import type { ledgersSchemas } from './schemas.ts';

/** Entries and signatures of ledgers. Each handler checks the permission of its kind. */
export const ledgersCalls = defineRoutes<typeof ledgersSchemas>()({
  getLedger: { method: 'POST', path: 'report/getLedger', permission: 'signedIn', read: true },
  saveLedger: { method: 'POST', path: 'report/saveLedger', permission: 'signedIn', audited: true },
  signLedger: { method: 'POST', path: 'report/signLedger', permission: 'signedIn', audited: true },
});
