import { defineRoutes } from '../../call.ts';
import type { ledgersSchemas } from './schemas.ts';

/** What people write and mark in ledgers; who may do so is said by the right of each kind, for which every handler asks. */
export const ledgersCalls = defineRoutes<typeof ledgersSchemas>()({
  getLedger: { method: 'POST', path: 'report/getLedger', permission: 'signedIn', read: true },
  saveLedger: { method: 'POST', path: 'report/saveLedger', permission: 'signedIn', audited: true },
  signLedger: { method: 'POST', path: 'report/signLedger', permission: 'signedIn', audited: true },
});
