import { sql } from '../../../platform/db/database.ts';
import { loadTypeColumns, TYPE_COLUMNS } from '../columns/alarm-type-columns.ts';
import { alarmList } from '../facts/alarm-columns.ts';
import { findTypes } from '../facts/alarm-groups.ts';
import { filterAlarms, share } from '../facts/alarm-statistics.ts';
import { rollup } from '../facts/day-rollup.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { alarmLevels, alarmTypes, company, days, industries, times, vehicles } from '../model/filters.ts';
import { GROUPS, SAFETY_TYPES } from '../model/measures.ts';

const PAGE = '/report/localcustomreport';
/** INDUSTRY. */
const GENERAL_FREIGHT = 5;
/** Violations in the register of general freight: speed, hours, route, and stops. */
const REGISTERED = [
  ...GROUPS.overspeed,
  ...GROUPS.fatigue,
  ...findTypes('route', 'sectionTime', 'deviate', 'pDeviate', 'pSection', 'parkOver', 'pPark', 'pBadStop', 'pAreaStay'),
];

/** Alarm reports of single provinces (report catalogue, family 408). */
export const regionalReports: readonly ReportDefinition[] = [
  {
    id: 408003,
    page: `${PAGE}/shandongViolationRecord`,
    filters: [company, vehicles, alarmTypes, times('-1')],
    columns: [
      'ledgerNo',
      'startTime',
      'deptName',
      'carNo',
      'plateColor',
      'driverName',
      'alarmType',
      'ledgerText',
      'startPos',
      'ledgerAct',
      'handleUser',
      'handleTime',
      'handleState',
    ],
    drills: [{ column: 'startTime', report: 401010, takes: { deptId: 'deptId', carId: 'row.carId', timeRange: 'row.around' } }],
    order: ['startTime', 'asc'],
    query: (request) => {
      return alarmList(request, {
        columns: [
          'ledgerNo',
          'startTime',
          'deptName',
          'carNo',
          'plateColor',
          'driverName',
          'alarmType',
          'ledgerText',
          'startPos',
          'ledgerAct',
          'handleUser',
          'handleTime',
          'handleState',
        ],
        types: REGISTERED,
        where: [sql`v.industry = ${GENERAL_FREIGHT}::integer`],
      });
    },
  },
  {
    id: 408007,
    page: `${PAGE}/hunanDisposalRate`,
    filters: [company, vehicles, industries, alarmTypes, days('-7,-1')],
    columns: [
      'deptName',
      'carNo',
      'plateColor',
      'carType',
      'industry',
      'alarmCount',
      'dispCount',
      'dispRate',
      'needCount',
      'handledCount',
      'handleRate',
      TYPE_COLUMNS,
    ],
    sums: {
      alarmCount: 'sum',
      dispCount: 'sum',
      needCount: 'sum',
      handledCount: 'sum',
      typeCols: 'sum',
      dispRate: 'ratio',
      handleRate: 'ratio',
    },
    chart: { type: 'bar', x: 'deptName', y: ['dispRate', 'handleRate'] },
    drills: [
      {
        column: 'alarmCount',
        report: 404001,
        takes: { deptId: 'row.deptId', carIds: 'row.carId', alarmTypes: 'alarmTypes', timeRange: 'range' },
      },
      {
        column: TYPE_COLUMNS,
        report: 404001,
        takes: { deptId: 'row.deptId', carIds: 'row.carId', alarmTypes: 'dynamic', timeRange: 'range' },
      },
    ],
    order: ['dispRate', 'asc'],
    dynamicColumns: { typeCols: loadTypeColumns() },
    query: (request, { dynamicColumns: { typeCols } = {} }) =>
      rollup(request, {
        by: ['vehicle'],
        rows: 'alarmDay',
        measures: ['alarmCount', 'needCount', 'dispCount', '_soonCount'],
        ...filterAlarms(request),
        types: typeCols,
        columns: { handledCount: sql`coalesce("_soonCount", 0)` },
        formulas: ['handleRate'],
        more: { dispRate: share(sql`"dispCount"`, sql`"alarmCount"`) },
      }),
  },
  {
    id: 408008,
    page: `${PAGE}/jiangsuRiskDisposal`,
    filters: [company, days('-7,-1'), alarmLevels],
    columns: [
      'statDate',
      'deptName',
      'onlineCount',
      'safetyCount',
      'adasCount',
      'dsmCount',
      'lvl1Count',
      'lvl2Count',
      'lvl3Count',
      'evidExpected',
      'evidReceived',
      'evidRate',
      'needCount',
      'handledCount',
      'handleRate',
      'timelyRate',
    ],
    sums: {
      safetyCount: 'sum',
      adasCount: 'sum',
      dsmCount: 'sum',
      lvl1Count: 'sum',
      lvl2Count: 'sum',
      lvl3Count: 'sum',
      evidExpected: 'sum',
      evidReceived: 'sum',
      needCount: 'sum',
      handledCount: 'sum',
      evidRate: 'ratio',
      handleRate: 'ratio',
    },
    chart: { type: 'line', x: 'statDate', y: ['safetyCount', 'handleRate'] },
    drills: [
      {
        column: 'safetyCount',
        report: 170602,
        takes: { deptId: 'row.deptId', staticDate: 'row.day', alarmLevels: 'alarmLevels' },
      },
      { column: 'evidReceived', report: 170604, takes: { deptId: 'row.deptId', staticDate: 'row.day' } },
    ],
    order: ['statDate', 'desc'],
    query: (request) =>
      rollup(request, {
        by: ['day', 'dept'],
        // a day without warnings has a row, too
        rows: 'every',
        measures: [
          ...(['onlineCount', 'safetyCount', 'adasCount', 'dsmCount', 'lvl1Count', 'lvl2Count', 'lvl3Count'] as const),
          ...(['evidExpected', 'evidReceived', 'needCount', 'handledCount', 'timelyCount'] as const),
        ],
        ...filterAlarms(request, SAFETY_TYPES),
        formulas: ['evidRate', 'handleRate', 'timelyRate'],
      }),
  },
];
