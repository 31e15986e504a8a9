import type { AwaitingReport } from '../../model/definition.ts';
import { company, days, some, times, users, vehicles } from '../../model/filters.ts';

const PAGE = '/report/caroperationreport';

/** Data besides positions, and video use (report catalogue, family 405). */
export const operationReports: readonly AwaitingReport[] = [
  {
    id: 405016,
    awaits: ['passengerCounts'],
    page: `${PAGE}/passengerFlow`,
    filters: [company, vehicles, days('-1')],
    columns: [
      'deptName',
      'carNo',
      'driverName',
      'startTime',
      'endTime',
      'onPsg',
      'offPsg',
      'loadPsg',
      'seats',
      'loadRate',
      'position',
    ],
    sums: { onPsg: 'sum', offPsg: 'sum', loadPsg: 'max' },
    chart: { type: 'line', x: 'startTime', y: ['loadPsg'] },
    order: ['carNo', 'asc'],
  },
  {
    id: 405020,
    awaits: ['videoSessions'],
    page: `${PAGE}/videoUsage`,
    filters: [company, vehicles, users, times('-1'), some('viewKinds', 'VIDEO_KIND')],
    columns: [
      'deptName',
      'carNo',
      'channelNo',
      'viewKind',
      'userName',
      'startTime',
      'endTime',
      'viewSec',
      'flowMb',
      'viewResult',
    ],
    sums: { viewSec: 'sum', flowMb: 'sum' },
    chart: { type: 'bar', x: 'carNo', y: ['flowMb'] },
    order: ['startTime', 'desc'],
  },
];
