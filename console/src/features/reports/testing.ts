import type { ReportFilter } from '@fleetwarden/contract/reports/filter-schemas';
import type { ReportColumn, ReportTemplate } from '@fleetwarden/contract/reports/schemas';

/** A condition; by default visible and not required. */
export const filter = (colEname: string, filterType: number, more: Partial<ReportFilter> = {}): ReportFilter => ({
  colEname,
  colCname: colEname,
  filterType,
  required: false,
  issHowinWeb: 1,
  selectedValue: '',
  ...more,
});

export const column = (
  colEName: string,
  type: ReportColumn['type'] = 'text',
  more: Partial<ReportColumn> = {},
): ReportColumn => ({ colEName, colName: colEName, type, isPageShow: 1, isfixed: 0, ...more });

/** A small template: a company, days, a few columns. */
export const template = (more: Partial<ReportTemplate> = {}): ReportTemplate => ({
  reportId: 401007,
  reportName: '车辆里程统计',
  purpose: '每辆车行驶了多少公里',
  path: '/report/basicstatementreport/vehicleMileage',
  qryCdtionCfgList: [
    filter('deptId', 12, { colCname: '所属企业', required: true, selectedValue: '1' }),
    filter('staticDate', 7, { colCname: '统计日期', required: true, selectedValue: '2026-11-14,2026-11-20', maxDays: 93 }),
  ],
  colCfgList: [
    column('carNo', 'vehicle', { colName: '车牌号', isfixed: 1 }),
    column('mileage', 'decimal1', { colName: '行驶里程', unit: 'km', hint: '里程之和' }),
    column('rate', 'percent', { colName: '上线率', unit: '%' }),
    column('driveSec', 'seconds', { colName: '行驶时长' }),
    column('state', 'enum', { colName: '状态', values: { 1: '行驶', 2: '停车' } }),
    column('note', 'text', { colName: '备注', isPageShow: 0 }),
  ],
  sumColCfgList: [
    { colEName: 'mileage', agg: 'sum' },
    { colEName: 'rate', agg: 'max' },
  ],
  reportChartCfg: null,
  reportRedirector: [{ colEName: 'mileage', reportId: 401008, reportName: '车辆日里程统计' }],
  rowActions: [],
  exportURL: 'report/exportdata',
  order: { colEName: 'mileage', direction: 'desc' },
  mayExport: true,
  ...more,
});
