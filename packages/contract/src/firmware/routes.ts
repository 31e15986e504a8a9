import { defineRoutes } from '../call.ts';
import { permission } from '../permissions.ts';
import { MAX_FIRMWARE_BYTES } from './firmware-limits.ts';
import type { firmwareSchemas } from './schemas.ts';

const view = permission.viewFirmware;
const send = permission.sendFirmware;

/** Firmware files and their roll-outs (screen catalogue 8.3, 70109). */
export const firmwareCalls = defineRoutes<typeof firmwareSchemas>()({
  addFirmware: {
    method: 'POST',
    path: 'firmware/addFirmware',
    permission: send,
    audited: true,
    upload: { maxBytes: MAX_FIRMWARE_BYTES },
  },
  listFirmware: { method: 'POST', path: 'firmware/listFirmware', permission: view, read: true, paged: true },
  delFirmware: { method: 'POST', path: 'firmware/delFirmware', permission: send, audited: true },
  checkRollout: { method: 'POST', path: 'firmware/checkRollout', permission: send, read: true },
  addRollout: { method: 'POST', path: 'firmware/addRollout', permission: send, audited: true },
  listRollout: { method: 'POST', path: 'firmware/listRollout', permission: view, read: true, paged: true },
  listRolloutCar: { method: 'POST', path: 'firmware/listRolloutCar', permission: view, read: true, paged: true },
  changeRollout: { method: 'POST', path: 'firmware/changeRollout', permission: send, audited: true },
  noteRollout: { method: 'POST', path: 'firmware/noteRollout', permission: send, audited: true },
});
