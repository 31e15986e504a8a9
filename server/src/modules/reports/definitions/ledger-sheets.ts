import { at, sql } from '../../../platform/db/database.ts';
import { alarmList, isNeededKind, measureTaken } from '../facts/alarm-columns.ts';
import { ALARM_COUNTS, companyDays } from '../facts/company-days.ts';
import { among, numbersOf } from '../facts/row-times.ts';
import { lockedAt, sheetOf } from '../ledgers/index.ts';
import { dayLedger, monthLedger } from '../ledgers/ledger-layouts.ts';
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

/** The sheets of the monitoring room, of a day and of a month (report catalogue 4.6 and 4.7). */
export const ledgerSheets: readonly ReportDefinition[] = [
  {
    id: 409001,
    page: `${PAGE}/monitorDailyLedger`,
    conditions: [company, closedDay, users],
    columns: [{ key: 'ledgerNo', fixed: true }, ...DAY_COLUMNS.map((key) => (key === 'carNo' ? { key, fixed: true } : key))],
    drills: [{ column: 'startTime', report: 401010, takes: { deptId: 'deptId', carId: 'row.carId', timeRange: 'row.day' } }],
    order: ['startTime', 'asc'],
    layout: dayLedger,
    query: async (asked, { db }) => {
      const relation = alarmList(asked, {
        columns: ['ledgerNo', ...DAY_COLUMNS],
        where: [sql`c.gid is not null`, isNeededKind, ...among(sql`c.dealt_by`, numbersOf(asked, 'userIds'))],
      });
      const sheet = { departmentId: asked.company, kind: 'day', firstDay: asked.days.from } as const;
      const since = lockedAt(sheet.kind, sheet.firstDay, (await sheetOf(db, sheet)).entries, asked.timeZone);
      // what is decided after the sheet was locked is told so
      const late = since === null ? sql`false` : sql`c.dealt_at >= ${at(since)}::timestamptz`;
      return { ...relation, columns: { ...relation.columns, ledgerAct: measureTaken(late) } };
    },
  },
  {
    id: 409002,
    page: `${PAGE}/monthlyLedger`,
    conditions: [company, month],
    columns: [
      { key: 'statDate', fixed: true },
      { key: 'deptName', fixed: true },
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
