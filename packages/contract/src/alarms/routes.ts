import { defineRoutes } from '../call.ts';
import { permission } from '../permissions.ts';
import { ALARM_LIST_LIMIT } from './limits.ts';
import type { alarmsSchemas } from './schemas.ts';

/** Lists that several pages share. The handler returns only the classes that the user may see. */
const signedIn = { permission: 'signedIn', method: 'POST' } as const;
const reads = { ...signedIn, read: true } as const;
const gets = { permission: 'signedIn', method: 'GET', read: true } as const;

export const alarmsCalls = defineRoutes<typeof alarmsSchemas>()({
  listWarnHistory: { ...reads, path: 'warnScheme/listWarnHistory', paged: true, defaultLimit: ALARM_LIST_LIMIT },
  exportWarnHistory: { ...signedIn, path: 'warnScheme/exportWarnHistory', audited: true },
  getWarnHistory: { ...reads, path: 'warnScheme/getWarnHistory' },
  getWarnDetail: { ...reads, path: 'warnScheme/getWarnDetail' },
  saveWarnHistoryDeal: { ...signedIn, path: 'warnScheme/saveWarnHistoryDeal', signed: true, audited: true },
  handleAlarms: { ...signedIn, path: 'alarm/handleAlarms', signed: true, audited: true },
  claimWarn: { ...signedIn, path: 'warnScheme/claimWarn', audited: true },
  releaseWarn: { ...signedIn, path: 'warnScheme/releaseWarn', audited: true },
  escalateWarn: { ...signedIn, path: 'warnScheme/escalateWarn', audited: true },
  confirmAlarm: { ...signedIn, path: 'setting/confirmAlarm', audited: true },
  reportWarn: { method: 'POST', path: 'plat/reportWarn', permission: permission.reportAlarms, audited: true },
  checkAdasAlarmStatus: { ...reads, path: 'activeSafety/checkAdasAlarmStatus' },
  safetyList: { ...reads, path: 'activeSafety/alarm/list', paged: true, signed: true, defaultLimit: ALARM_LIST_LIMIT },
  safetyListNew: { ...reads, path: 'activeSafety/alarm/list/new', paged: true, defaultLimit: ALARM_LIST_LIMIT },
  qryAttachment: { ...reads, path: 'activeSafety/alarm/qryAttachment', paged: true },
  getEvidenceGraph: { ...reads, path: 'activeSafety/getEvidenceGraph' },
  refetchAttachment: {
    method: 'POST',
    path: 'activeSafety/refetchAttachment',
    permission: [permission.fetchFilesAgain, permission.fetchFailedFiles],
    audited: true,
  },
  processing: { ...signedIn, path: 'activeSafety/alarm/processing', signed: true, audited: true },
  safetyHandle: { ...signedIn, path: 'activeSafety/alarm/handle', audited: true },
  releaseAlarm: { ...signedIn, path: 'activeSafety/releaseAlarm', audited: true },
  safetyDtl: { ...reads, path: 'activeSafety/alarm/dtl' },
  safetyDown: { ...signedIn, path: 'activeSafety/alarm/down', audited: true },
  getTargAsalarmTypeDtl: { ...reads, path: 'activeSafety/alarm/getTargAsalarmTypeDtl' },
  getTargAsalarmDtl: { ...reads, path: 'activeSafety/alarm/getTargAsalarmDtl', paged: true },
  getAsOverview: { ...reads, path: 'activeSafety/alarm/getAsOverview' },
  typeList: { ...gets, path: 'activeSafety/alarm/typeList' },
  todaySafetyStatistics: { ...gets, path: 'activeSafety/alarm/todaySafetyStatistics' },
  getSafetyScreen: { method: 'GET', path: 'screen/getSafety', permission: '10103', read: true },
  alarmBox: { ...gets, path: 'mainPage/alarmBox' },
  popupBoard: { ...gets, path: 'mainPage/popupBoard' },
  getWarnSum: { ...gets, path: 'report/getWarnSum' },
  getWarnSumDetail: { ...gets, path: 'report/getWarnSumDetail' },
  getTarResult: { ...gets, path: 'report/getTarResult' },
});
