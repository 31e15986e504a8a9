import { HANDLE_STATE } from '../facts/alarm-columns.ts';
import { fileCounts, missingFiles } from '../facts/missing-files.ts';
import type { DrillDown, ReportDefinition } from '../model/definition.ts';
import {
  alarmLevels,
  alarmTypes,
  company,
  days,
  drivers,
  MAX_DETAIL_DAYS,
  one,
  some,
  times,
  vehicles,
} from '../model/filters.ts';
import { ITEM_TYPES } from '../model/measures.ts';
import { buildList, chosen, ofRow } from './alarm-lists.ts';

const EVIDENCE = '/activesafety/safetyevidencecenter';

const handleState = one('handleState', 'HANDLE_STATE');
const toAlarm: DrillDown = { column: 'alarmId', report: 404001, takes: ofRow };
/** Columns of a list, with what the device measured (screen catalogue 4.4). */
const columnsWith = (...measured: readonly string[]) => [
  ...['alarmId', 'deptName', 'carNo', 'driverName', 'alarmType', 'alarmLevel', 'startTime', 'alarmSpeed'],
  ...measured,
  ...['startPos', 'evidImg', 'evidVideo', 'evidExpected', 'evidReceived', 'handleState', 'evidUrl'],
];
const OF_ALARMS = {
  sums: { evidImg: 'sum', evidVideo: 'sum', evidExpected: 'sum', evidReceived: 'sum' },
  drills: [toAlarm],
  order: ['startTime', 'desc'],
  narrowed: (request) => chosen(request, 'handleState', HANDLE_STATE),
} as const satisfies Partial<Parameters<typeof buildList>[0]>;

/** Files of alarms (report catalogue, families 1704 and 1706). */
export const evidenceReports: readonly ReportDefinition[] = [
  buildList({
    ...OF_ALARMS,
    id: 170401,
    columns: columnsWith('frontSpeed', 'frontGap', 'departSide', 'roadSign', 'signValue'),
    page: `${EVIDENCE}/drivingAssistancereport`,
    filters: [company, vehicles, alarmTypes, times('-1'), alarmLevels, handleState],
    types: [...ITEM_TYPES.adas, ...ITEM_TYPES.tpms, ...ITEM_TYPES.bsd],
  }),
  buildList({
    ...OF_ALARMS,
    id: 170402,
    columns: columnsWith('identityMatch', 'fatigueDegree'),
    page: `${EVIDENCE}/drivingabnormalreport`,
    filters: [company, vehicles, drivers, alarmTypes, times('-1'), alarmLevels, handleState],
    types: ITEM_TYPES.dsm,
  }),
  {
    id: 170604,
    page: '/activesafety/alarmstatistics/attachmentfailedreport',
    filters: [company, vehicles, alarmTypes, days('-1', MAX_DETAIL_DAYS), some('failReasons', 'ATT_FAIL')],
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
    cardsQuery: fileCounts,
    chart: { type: 'pie', x: 'failReason', y: ['count'] },
    drills: [toAlarm],
    actions: ['fetchFilesAgain'],
    order: ['startTime', 'desc'],
    query: missingFiles,
  },
];
