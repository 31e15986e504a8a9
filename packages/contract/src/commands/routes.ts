import { defineRoutes } from '../call.ts';
import { MAX_ROWS_BYTES } from './command-forms.ts';
import type { commandsSchemas } from './schemas.ts';

export const commandsCalls = defineRoutes<typeof commandsSchemas>()({
  sendCommand: { method: 'POST', path: 'terminal/sendCommand', permission: 'signedIn', audited: true },
  listCommand: { method: 'POST', path: 'terminal/listCommand', permission: 'signedIn', read: true, paged: true },
  cancelCommand: { method: 'POST', path: 'terminal/cancelCommand', permission: 'signedIn', audited: true },
  resendCommand: { method: 'POST', path: 'terminal/resendCommand', permission: 'signedIn', audited: true },
  readRows: {
    method: 'POST',
    path: 'terminal/readRows',
    permission: 'signedIn',
    audited: true,
    upload: { maxBytes: MAX_ROWS_BYTES },
  },
  getRowsTemplate: { method: 'POST', path: 'terminal/getRowsTemplate', permission: 'signedIn', read: true },
  listRecorderRecord: { method: 'POST', path: 'terminal/listRecorderRecord', permission: 'signedIn', read: true, paged: true },
  saveRecorderData: { method: 'POST', path: 'terminal/saveRecorderData', permission: '7011310', audited: true },
  saveTemplate: { method: 'POST', path: 'terminal/saveTemplate', permission: 'signedIn', audited: true },
  listTemplate: { method: 'POST', path: 'terminal/listTemplate', permission: 'signedIn', read: true },
  delTemplate: { method: 'POST', path: 'terminal/delTemplate', permission: 'signedIn', audited: true },
  checkBatch: { method: 'POST', path: 'terminal/checkBatch', permission: 'signedIn', read: true },
  startBatch: { method: 'POST', path: 'terminal/startBatch', permission: 'signedIn', audited: true },
  listBatch: { method: 'POST', path: 'terminal/listBatch', permission: 'signedIn', read: true, paged: true },
  listBatchVehicle: { method: 'POST', path: 'terminal/listBatchVehicle', permission: 'signedIn', read: true, paged: true },
  controlBatch: { method: 'POST', path: 'terminal/controlBatch', permission: 'signedIn', audited: true },
  retryBatch: { method: 'POST', path: 'terminal/retryBatch', permission: 'signedIn', audited: true },
  decideBatch: { method: 'POST', path: 'terminal/decideBatch', permission: 'signedIn', audited: true },
  exportBatch: { method: 'POST', path: 'terminal/exportBatch', permission: 'signedIn', audited: true },
});
