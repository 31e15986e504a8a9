import { defineRoutes } from '../call.ts';
import { permission } from '../permissions.ts';
import type { reportsSchemas } from './schemas.ts';

export const reportsCalls = defineRoutes<typeof reportsSchemas>()({
  getReportTemplate: { method: 'GET', path: 'report/getReportTemplate', permission: 'signedIn', read: true },
  advanceSearchJson: { method: 'POST', path: 'report/advanceSearchJson', permission: 'signedIn', read: true, paged: true },
  getReportChart: { method: 'POST', path: 'report/getReportChart', permission: 'signedIn', read: true },
  trendsHead: { method: 'POST', path: 'report/trendsHead', permission: 'signedIn', read: true },
  getReportRedirectorTabs: { method: 'POST', path: 'report/getReportRedirectorTabs', permission: 'signedIn', read: true },
  getDeptPullDownVal: { method: 'POST', path: 'report/getDeptPullDownVal', permission: 'anyRight', read: true },
  getCarPullDownVal: { method: 'POST', path: 'report/getCarPullDownVal', permission: 'anyRight', read: true },
  getReportPullDownVal: { method: 'POST', path: 'report/getReportPullDownVal', permission: 'anyRight', read: true },
  getCustomCols: { method: 'POST', path: 'report/getCustomCols', permission: 'signedIn', read: true },
  updateCustomCols: { method: 'POST', path: 'report/updateCustomCols', permission: 'signedIn' },
  getSavedConditions: { method: 'POST', path: 'report/getSavedConditions', permission: 'signedIn', read: true },
  updateSavedConditions: { method: 'POST', path: 'report/updateSavedConditions', permission: 'signedIn' },
  getReportNavigation: { method: 'POST', path: 'report/getReportNavigation', permission: 'signedIn', read: true },
  upReportNavigationLabel: { method: 'POST', path: 'report/upReportNavigationLabel', permission: 'signedIn' },
  exportdata: { method: 'POST', path: 'report/exportdata', permission: 'signedIn', signed: true, audited: true },
  exportJob: { method: 'GET', path: 'report/exportJob', permission: 'signedIn', read: true },
  exportJobCancel: { method: 'POST', path: 'report/exportJobCancel', permission: 'signedIn' },
  closeReportMonth: { method: 'POST', path: 'report/closeReportMonth', permission: permission.editSettings, audited: true },
  rebuildReportDays: { method: 'POST', path: 'report/rebuildReportDays', permission: permission.editSettings, audited: true },
});
