import { defineRoutes } from '../call.ts';
import { permission } from '../permissions.ts';
import type { regulatorsSchemas } from './schemas.ts';

export const regulatorsCalls = defineRoutes<typeof regulatorsSchemas>()({
  replyPlatCheck: { method: 'POST', path: 'msg/replyPlatCheck', permission: '20803', signed: true, audited: true },
  listPlatCheck: { method: 'POST', path: 'msg/listPlatCheck', permission: '20803', read: true },
  qryWarnSuperviseReq: { method: 'POST', path: 'warnScheme/qryWarnSuperviseReq', permission: '20801', read: true, paged: true },
  sendWarnSuperviseRsp: { method: 'POST', path: 'warnScheme/sendWarnSuperviseRsp', permission: '20802', audited: true },
  listPlatMessage: { method: 'POST', path: 'plat/listPlatMessage', permission: '61001', read: true, paged: true },
  replyPlatMessage: { method: 'POST', path: 'plat/replyPlatMessage', permission: '20804', audited: true },
  listLinkLog: { method: 'POST', path: 'plat/listLinkLog', permission: '61001', read: true, paged: true },
  listMessageLog: { method: 'POST', path: 'plat/listMessageLog', permission: '61010', read: true, paged: true },
  getMessage: { method: 'POST', path: 'plat/getMessage', permission: '61010', read: true },
  listCheckRecord: { method: 'POST', path: 'plat/listCheckRecord', permission: '61001', read: true, paged: true },
  listSuperviseRecord: { method: 'POST', path: 'plat/listSuperviseRecord', permission: '61001', read: true, paged: true },
  statMessage: { method: 'POST', path: 'plat/statMessage', permission: '61001', read: true },
  listUploadCar: { method: 'POST', path: 'plat/listUploadCar', permission: '61001', read: true, paged: true },
  reuploadPosition: { method: 'POST', path: 'plat/reuploadPosition', permission: '61011', audited: true },
  fileOutage: { method: 'POST', path: 'plat/fileOutage', permission: permission.fileStop, signed: true, audited: true },
  getDuty: { method: 'POST', path: 'duty/getDuty', permission: '20803', read: true },
  signInDuty: { method: 'POST', path: 'duty/signIn', permission: '20803', audited: true },
  handOverDuty: { method: 'POST', path: 'duty/handOver', permission: '20803', audited: true },
  confirmDuty: { method: 'POST', path: 'duty/confirm', permission: '20803', audited: true },
  listShift: { method: 'POST', path: 'duty/listShift', permission: '20803', read: true, paged: true },
});
