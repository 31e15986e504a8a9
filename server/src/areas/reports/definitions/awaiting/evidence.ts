import { alarmLevels, alarmTypes, company, days, drivers, one, some, times, vehicle, vehicles } from '../../conditions.ts';
import type { AwaitingReport, Drill } from '../../report.ts';
import { INDEX_COLUMNS } from '../../risk.ts';

const EVIDENCE = '/activesafety/safetyevidencecenter';
const ANALYSIS = '/activesafety/safetyanalysis';
const ALARMS = 404001;
const OF_DAYS = 170602;

const handleState = one('handleState', 'HANDLE_STATE');
const ofEvidence = [
  ...[{ key: 'alarmId', fixed: true }, 'deptName', { key: 'carNo', fixed: true }, 'driverName', 'alarmType', 'alarmLevel'],
  ...['startTime', 'alarmSpeed', 'startPos', 'evidImg', 'evidVideo', 'evidExpected', 'evidReceived', 'handleState', 'evidUrl'],
];
const evidenceSums = { evidImg: 'sum', evidVideo: 'sum', evidExpected: 'sum', evidReceived: 'sum' } as const;
const toAlarm: Drill = {
  ...{ column: 'alarmId', report: ALARMS },
  takes: { deptId: 'deptId', carIds: 'row.carId', alarmTypes: 'row.alarmType', timeRange: 'row.time' },
};

/** Files of alarms, and documents that show them (report catalogue, families 1704 to 1706). */
export const evidenceReports: readonly AwaitingReport[] = [
  {
    id: 170401,
    awaits: ['attachments'],
    page: `${EVIDENCE}/drivingAssistancereport`,
    conditions: [company, vehicles, alarmTypes, times('-1'), alarmLevels, handleState],
    columns: ofEvidence,
    sums: evidenceSums,
    drills: [toAlarm],
    order: ['startTime', 'desc'],
  },
  {
    id: 170402,
    awaits: ['attachments'],
    page: `${EVIDENCE}/drivingabnormalreport`,
    conditions: [company, vehicles, drivers, alarmTypes, times('-1'), alarmLevels, handleState],
    columns: ofEvidence,
    sums: evidenceSums,
    drills: [toAlarm],
    order: ['startTime', 'desc'],
  },
  {
    id: 170507,
    awaits: ['documents', 'attachments'],
    page: `${ANALYSIS}/activeCarSafetyReport`,
    conditions: [company, vehicle, days('dtOneMonth')],
    columns: [
      ...[{ key: 'carNo', fixed: true }, 'deptName', 'driverName', 'statPeriod', 'mileage', 'driveSec', 'safetyCount'],
      ...['adasCount', 'dsmCount', 'tpmsCount', 'bsdCount', 'lvl1Count', 'lvl2Count', 'lvl3Count', 'handleRate'],
      ...[...INDEX_COLUMNS, 'riskScore', 'safeScore', 'scoreGrade', 'rankNo'],
    ],
    chart: { type: 'bar', x: 'day', y: ['safetyCount'] },
    drills: [{ column: 'safetyCount', report: OF_DAYS, takes: { deptId: 'deptId', carIds: 'row.carId', staticDate: 'range' } }],
    order: ['carNo', 'asc'],
  },
  {
    id: 170508,
    awaits: ['documents', 'attachments'],
    page: `${ANALYSIS}/activeDeptSafetyReport`,
    conditions: [company, days('dtOneMonth')],
    columns: [
      ...[{ key: 'deptName', fixed: true }, 'statPeriod', 'carTotal', 'onlineCount', 'mileage', 'safetyCount', 'adasCount'],
      ...['dsmCount', 'tpmsCount', 'bsdCount', 'lvl1Count', 'lvl2Count', 'lvl3Count', 'alarmPer100', 'needCount'],
      ...['handledCount', 'handleRate', 'timelyRate', 'evidRate', ...INDEX_COLUMNS, 'riskScore', 'safeScore'],
      ...['scoreGrade', 'rankNo'],
    ],
    chart: { type: 'bar', x: 'day', y: ['safetyCount'] },
    drills: [{ column: 'safetyCount', report: OF_DAYS, takes: { deptId: 'row.deptId', staticDate: 'range' } }],
    order: ['deptName', 'asc'],
  },
  {
    id: 170604,
    awaits: ['attachments'],
    page: '/activesafety/alarmstatistics/attachmentfailedreport',
    conditions: [company, vehicles, alarmTypes, days('-1'), some('failReasons', 'ATT_FAIL')],
    columns: [
      ...['deptName', { key: 'carNo', fixed: true }, 'terminalModel', 'terminalVendor', 'alarmId', 'alarmType', 'startTime'],
      ...['fileName', 'fileKind', 'channelNo', 'reqTime', 'retryCount', 'failReason', 'lastOnline'],
    ],
    sums: { retryCount: 'sum' },
    chart: { type: 'pie', x: 'failReason', y: ['count'] },
    drills: [toAlarm],
    order: ['startTime', 'desc'],
  },
];
