import { describe, expect, it } from 'vitest';
import type { Call } from './call.ts';
import { callTables } from './call-tables.ts';

/**
 * The specified calls of alarms, notices, messages, supervision and reports (console.md 7, routes.md 7.1-7.3): method, path,
 * and whether they are signed or paged. Existing clients call them by these names.
 */
const SPECIFIED: readonly (readonly [Call['method'], path: string, more?: 'signed' | 'paged' | 'signed paged'])[] = [
  ['POST', 'warnScheme/listWarnHistory', 'paged'],
  ['POST', 'setting/confirmAlarm'],
  ['POST', 'warnScheme/saveWarnHistoryDeal', 'signed'],
  ['POST', 'warnScheme/getWarnHistory'],
  ['POST', 'activeSafety/checkAdasAlarmStatus'],
  ['POST', 'msg/sendMessage'],
  ['POST', 'msg/sendMessageForDept'],
  ['POST', 'msg/addTemplate'],
  ['POST', 'msg/getTemplate'],
  ['POST', 'msg/replyPlatCheck', 'signed'],
  ['POST', 'warnScheme/qryWarnSuperviseReq', 'paged'],
  ['POST', 'warnScheme/sendWarnSuperviseRsp'],
  ['GET', 'report/getWarnSum'],
  ['GET', 'report/getWarnSumDetail'],
  ['GET', 'report/getTarResult'],
  ['GET', 'report/getReportTemplate'],
  ['POST', 'report/advanceSearchJson', 'paged'],
  ['POST', 'report/getReportRedirectorTabs'],
  ['POST', 'report/getDeptPullDownVal'],
  ['POST', 'report/getCarPullDownVal'],
  ['GET', 'setting/getDeptListByBatch'],
  ['GET', 'setting/getBatchExportListByDeptId'],
  ['POST', 'report/getBatchExportParams'],
  ['GET', 'report/getCarTypes'],
  ['POST', 'report/updateOffLineMsg'],
  ['POST', 'report/addOfflineVisit'],
  ['POST', 'report/targOfflineVisitList'],
  ['POST', 'report/getOnAndOffDetail', 'paged'],
  ['POST', 'report/foot'],
  ['POST', 'report/trendsHead'],
  ['POST', 'report/safetyAnaForla', 'paged'],
  ['POST', 'report/getDrvDetailsStatsForhz', 'paged'],
  ['POST', 'report/monthlyLedger'],
  ['POST', 'report/monthlyLedgerExport'],
  ['POST', 'report/edrList', 'paged'],
  ['POST', 'report/ewrList', 'paged'],
  ['POST', 'report/emrList', 'paged'],
  ['POST', 'report/esrRecord'],
  ['POST', 'report/mdlList', 'paged'],
  ['POST', 'report/mdlExport'],
  ['POST', 'report/getCustomCols'],
  ['POST', 'report/updateCustomCols'],
  ['POST', 'report/getReportNavigation'],
  ['POST', 'report/upReportNavigationLabel'],
  ['POST', 'report/exportdata', 'signed'],
  ['POST', 'safetyAna/vehicleRiskProfile'],
  ['POST', 'safetyAna/deptRiskProfile'],
  ['POST', 'safetyAna/vehicleAlarmDis'],
  ['POST', 'safetyAna/vehicleAlarmTrend'],
  ['POST', 'safetyAna/deptAlarmDis'],
  ['POST', 'safetyAna/deptAlarmTrend'],
  ['POST', 'safetyAna/styVehicleAsReport'],
  ['POST', 'safetyAna/styEeAsReport'],
  ['POST', 'warnScheme/warnSchemeListYL', 'paged'],
  ['POST', 'warnScheme/warnSchemeDetailsListYL', 'paged'],
  ['POST', 'warnScheme/countWarnSchemeByName'],
  ['POST', 'warnScheme/save'],
  ['POST', 'warnScheme/del'],
  ['POST', 'activeSafety/alarm/list', 'signed paged'],
  ['POST', 'activeSafety/alarm/list/new', 'paged'],
  ['POST', 'activeSafety/alarm/qryAttachment', 'paged'],
  ['POST', 'activeSafety/alarm/processing', 'signed'],
  ['POST', 'activeSafety/alarm/handle'],
  ['POST', 'activeSafety/alarm/dtl'],
  ['POST', 'activeSafety/alarm/down'],
  ['POST', 'activeSafety/alarm/getTargAsalarmTypeDtl'],
  ['POST', 'activeSafety/alarm/getTargAsalarmDtl'],
  ['POST', 'activeSafety/alarm/getAsOverview'],
  ['GET', 'activeSafety/alarm/typeList'],
  ['GET', 'activeSafety/alarm/todaySafetyStatistics'],
  ['GET', 'mainPage/alarmBox'],
  ['GET', 'mainPage/popupBoard'],
  ['GET', 'mainPage/getBellPageNum'],
  ['POST', 'notice/listByUserIdAndDeptId'],
  ['GET', 'notice/read'],
];

const served = new Map<string, Call>(
  Object.values(callTables).flatMap((table) => Object.values<Call>(table).map((call) => [call.path, call] as const)),
);

describe.each(SPECIFIED)('%s %s', (method, path = '', more = '') => {
  it('is served under its name', () => {
    const call = served.get(path);
    expect(call?.method).toBe(method);
    if (more.includes('signed')) expect(call?.signed).toBe(true);
    if (more.includes('paged')) expect(call?.paged).toBe(true);
  });
});
