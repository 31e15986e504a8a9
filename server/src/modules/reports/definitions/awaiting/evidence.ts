import type { AwaitingReport, DrillDown } from '../../model/definition.ts';
import { alarmLevels, alarmTypes, company, days, drivers, one, some, times, vehicles } from '../../model/filters.ts';

const EVIDENCE = '/activesafety/safetyevidencecenter';
const ALARMS = 404001;

const handleState = one('handleState', 'HANDLE_STATE');
const ofEvidence = [
  'alarmId',
  'deptName',
  'carNo',
  'driverName',
  'alarmType',
  'alarmLevel',
  'startTime',
  'alarmSpeed',
  'startPos',
  'evidImg',
  'evidVideo',
  'evidExpected',
  'evidReceived',
  'handleState',
  'evidUrl',
];
const evidenceSums = { evidImg: 'sum', evidVideo: 'sum', evidExpected: 'sum', evidReceived: 'sum' } as const;
const toAlarm: DrillDown = {
  column: 'alarmId',
  report: ALARMS,
  takes: { deptId: 'deptId', carIds: 'row.carId', alarmTypes: 'row.alarmType', timeRange: 'row.time' },
};

/** Files of alarms (report catalogue, families 1704 and 1706). */
export const evidenceReports: readonly AwaitingReport[] = [
  {
    id: 170401,
    awaits: ['attachments'],
    page: `${EVIDENCE}/drivingAssistancereport`,
    filters: [company, vehicles, alarmTypes, times('-1'), alarmLevels, handleState],
    columns: ofEvidence,
    sums: evidenceSums,
    drills: [toAlarm],
    order: ['startTime', 'desc'],
  },
  {
    id: 170402,
    awaits: ['attachments'],
    page: `${EVIDENCE}/drivingabnormalreport`,
    filters: [company, vehicles, drivers, alarmTypes, times('-1'), alarmLevels, handleState],
    columns: ofEvidence,
    sums: evidenceSums,
    drills: [toAlarm],
    order: ['startTime', 'desc'],
  },
  {
    id: 170604,
    awaits: ['attachments'],
    page: '/activesafety/alarmstatistics/attachmentfailedreport',
    filters: [company, vehicles, alarmTypes, days('-1'), some('failReasons', 'ATT_FAIL')],
    columns: [
      'deptName',
      'carNo',
      'terminalModel',
      'terminalVendor',
      'alarmId',
      'alarmType',
      'startTime',
      'fileName',
      'fileKind',
      'channelNo',
      'reqTime',
      'retryCount',
      'failReason',
      'lastOnline',
    ],
    sums: { retryCount: 'sum' },
    cards: ['evidExpected', 'evidReceived', 'evidFailed', 'evidRate'],
    chart: { type: 'pie', x: 'failReason', y: ['count'] },
    drills: [toAlarm],
    order: ['startTime', 'desc'],
  },
];
