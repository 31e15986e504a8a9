import { at, sql } from '../../../platform/db/database.ts';
import { alarmList, handlingSummary, isNeededKind } from '../facts/alarm-columns.ts';
import { ALARM_COUNTS, allCompanyDays, companyDays } from '../facts/company-days.ts';
import { requestedNumbers, whereAmong } from '../facts/row-times.ts';
import { dayLedger, monthLedger } from '../ledgers/ledger-layouts.ts';
import { getLockTime } from '../ledgers/lock.ts';
import { loadSheet } from '../ledgers/store.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { closedDay, company, month, users } from '../model/filters.ts';

const PAGE = '/report/monitorledgerreport';
const ofRow = { deptId: 'row.deptId', timeRange: 'row.day' } as const;

const DAY_COLUMNS = [
  'startTime',
  'deptName',
  'carNo',
  'driverName',
  'alarmType',
  'ledgerText',
  'startPos',
  'ledgerAct',
  'handleTime',
  'ledgerStaff',
  'ledgerSign',
];

/** Daily and monthly ledger sheets of the monitoring room (report catalogue 4.6 and 4.7). */
export const ledgerSheets: readonly ReportDefinition[] = [
  {
    id: 409001,
    page: `${PAGE}/monitorDailyLedger`,
    filters: [company, closedDay, users],
    columns: ['ledgerNo', ...DAY_COLUMNS],
    drills: [{ column: 'startTime', report: 401010, takes: { deptId: 'deptId', carId: 'row.carId', timeRange: 'row.around' } }],
    cards: ['carTotal', 'onlineCount', 'offlineCount', 'needCount', 'handledCount', 'chkCount', 'chkOk'],
    cardsQuery: allCompanyDays,
    order: ['startTime', 'asc'],
    layout: dayLedger,
    query: async (request, { db }) => {
      const { from, to } = request.times;
      const relation = alarmList(request, {
        columns: ['ledgerNo', ...DAY_COLUMNS],
        // a case has the start time of its alarm
        where: [
          sql`c.start_at >= ${at(from)} and c.start_at < ${at(to)}`,
          isNeededKind,
          ...whereAmong(sql`c.dealt_by`, requestedNumbers(request, 'userIds')),
        ],
      });
      const sheet = { departmentId: request.company, kind: 'day', firstDay: request.days.from } as const;
      const since = getLockTime(sheet.kind, sheet.firstDay, (await loadSheet(db, sheet)).entries, request.timeZone);
      // handled after the sheet was locked
      const late = since === null ? sql`false` : sql`c.dealt_at >= ${at(since)}::timestamptz`;
      return { ...relation, columns: { ...relation.columns, ledgerAct: handlingSummary(late) } };
    },
  },
  {
    id: 409002,
    page: `${PAGE}/monthlyLedger`,
    filters: [company, month],
    columns: [
      'statDate',
      'deptName',
      'carTotal',
      'onlineCount',
      'onlineRate',
      ...ALARM_COUNTS,
      'handleRate',
      'chkCount',
      'chkOk',
      'supCount',
      'ledgerStaff',
      'ledgerSign',
    ],
    sums: {
      onlineCount: 'sum',
      emergencyCount: 'sum',
      overCount: 'sum',
      fatigueCount: 'sum',
      nightCount: 'sum',
      areaAlarmCount: 'sum',
      deviceCount: 'sum',
      safetyCount: 'sum',
      needCount: 'sum',
      handledCount: 'sum',
      chkCount: 'sum',
      chkOk: 'sum',
      supCount: 'sum',
      handleRate: 'ratio',
    },
    chart: { type: 'line', x: 'statDate', y: ['overCount', 'fatigueCount'] },
    drills: [
      { column: 'overCount', report: 404009, takes: ofRow },
      { column: 'handledCount', report: 404007, takes: ofRow },
    ],
    order: ['statDate', 'asc'],
    layout: monthLedger,
    query: companyDays,
  },
];
