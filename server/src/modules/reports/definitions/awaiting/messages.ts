import type { AwaitingReport } from '../../model/definition.ts';
import { company, days, one, text, times, vehicles } from '../../model/filters.ts';

const PAGE = '/report/smsstatisticsreport';
const DETAIL = 420002;

/** Text messages and their delivery (report catalogue, family 420). */
export const messageReports: readonly AwaitingReport[] = [
  {
    id: 420001,
    awaits: ['shortMessages'],
    page: `${PAGE}/smsSummary`,
    filters: [company, days('curMonth'), text('smsRule')],
    columns: ['statDate', 'deptName', 'smsRule', 'smsTotal', 'smsOk', 'smsFail', 'smsRate', 'smsBill'],
    sums: { smsTotal: 'sum', smsOk: 'sum', smsFail: 'sum', smsBill: 'sum', smsRate: 'ratio' },
    chart: { type: 'bar', x: 'statDate', y: ['smsOk', 'smsFail'] },
    drills: [{ column: 'smsTotal', report: DETAIL, takes: { deptId: 'row.deptId', timeRange: 'row.day' } }],
    order: ['statDate', 'desc'],
  },
  {
    id: DETAIL,
    awaits: ['shortMessages'],
    page: `${PAGE}/smsDetail`,
    filters: [company, vehicles, times('-1'), text('receiver'), one('msgState', 'MSG_STATE')],
    columns: [
      'sendTime',
      'deptName',
      'carNo',
      'receiver',
      'driverName',
      'smsRule',
      'tplName',
      'msgText',
      'smsBill',
      'msgState',
      'ackTime',
      'msgFail',
    ],
    sums: { smsBill: 'sum' },
    order: ['sendTime', 'desc'],
  },
];
