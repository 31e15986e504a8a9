import { defineRoutes } from '../../call.ts';
import { permission } from '../../permissions.ts';
import type { namedReportSchemas } from './schemas.ts';

/** Reports that the specification calls by a name of their own (routes.md 7.1 and 7.2). The report engine answers them too. */
export const namedReportCalls = defineRoutes<typeof namedReportSchemas>()({
  foot: { method: 'POST', path: 'report/foot', permission: 'signedIn', read: true },
  getOnAndOffDetail: { method: 'POST', path: 'report/getOnAndOffDetail', permission: '40103', read: true, paged: true },
  mdlList: { method: 'POST', path: 'report/mdlList', permission: '40901', read: true, paged: true },
  mdlExport: { method: 'POST', path: 'report/mdlExport', permission: '40901', signed: true, audited: true },
  monthlyLedger: { method: 'POST', path: 'report/monthlyLedger', permission: '40902', read: true, paged: true },
  monthlyLedgerExport: { method: 'POST', path: 'report/monthlyLedgerExport', permission: '40902', signed: true, audited: true },
  edrList: { method: 'POST', path: 'report/edrList', permission: '40906', read: true, paged: true },
  ewrList: { method: 'POST', path: 'report/ewrList', permission: '40907', read: true, paged: true },
  emrList: { method: 'POST', path: 'report/emrList', permission: '40908', read: true, paged: true },
  esrRecord: { method: 'POST', path: 'report/esrRecord', permission: '40909', read: true, paged: true },
  safetyAnaForla: { method: 'POST', path: 'report/safetyAnaForla', permission: '40809', read: true, paged: true },
  getDrvDetailsStatsForhz: {
    method: 'POST',
    path: 'report/getDrvDetailsStatsForhz',
    permission: '40810',
    read: true,
    paged: true,
  },
  vehicleRiskProfile: { method: 'POST', path: 'safetyAna/vehicleRiskProfile', permission: '170501', read: true, paged: true },
  deptRiskProfile: { method: 'POST', path: 'safetyAna/deptRiskProfile', permission: '170502', read: true, paged: true },
  vehicleAlarmDis: { method: 'POST', path: 'safetyAna/vehicleAlarmDis', permission: '170505', read: true },
  vehicleAlarmTrend: { method: 'POST', path: 'safetyAna/vehicleAlarmTrend', permission: '170505', read: true },
  deptAlarmDis: { method: 'POST', path: 'safetyAna/deptAlarmDis', permission: '170506', read: true },
  deptAlarmTrend: { method: 'POST', path: 'safetyAna/deptAlarmTrend', permission: '170506', read: true },
  styVehicleAsReport: { method: 'POST', path: 'safetyAna/styVehicleAsReport', permission: '170507', read: true },
  listPrevention: { method: 'POST', path: 'activeSafety/listPrevention', permission: '170601', read: true, paged: true },
  listAlarmStat: { method: 'POST', path: 'activeSafety/listAlarmStat', permission: '170602', read: true, paged: true },
  listAlarmCross: { method: 'POST', path: 'activeSafety/listAlarmCross', permission: '170603', read: true, paged: true },
  listAttachmentFailed: {
    method: 'POST',
    path: 'activeSafety/listAttachmentFailed',
    permission: '170604',
    read: true,
    paged: true,
  },
  styEeAsReport: { method: 'POST', path: 'safetyAna/styEeAsReport', permission: '170508', read: true },
  getSafetyOverview: { method: 'POST', path: 'safetyAna/getSafetyOverview', permission: '170201', read: true },
  exportOverview: {
    method: 'POST',
    path: 'safetyAna/exportOverview',
    permission: permission.exportSafetyOverview,
    audited: true,
  },
});
