import { sql } from '../../../platform/db/database.ts';
import { loadTypeColumns, TYPE_COLUMNS } from '../columns/alarm-type-columns.ts';
import { HOUR_KEYS } from '../columns/hour-columns.ts';
import { formatNeededTypes } from '../facts/alarm-columns.ts';
import {
  DEFAULT_TOP,
  fatigues,
  filterAlarms,
  getGrouping,
  groupCounts,
  groupDrills,
  groupIds,
  groupSums,
  hourSums,
  overspeeds,
  ranked,
  withIds,
} from '../facts/alarm-statistics.ts';
import { rollup } from '../facts/day-rollup.ts';
import { withPreviousPeriod } from '../facts/previous-period.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { alarmTypes, carTypes, company, days, drivers, groupBy, number, vehicles } from '../model/filters.ts';

const PAGE = '/report/alarmqueryreport';
const ALL = 404001;

/** Alarm statistics by company, vehicle, driver, day and type (report catalogue, family 404). */
export const alarmSums: readonly ReportDefinition[] = [
  {
    id: 404002,
    page: `${PAGE}/alarmSummary`,
    filters: [company, carTypes, alarmTypes, days('-1')],
    columns: [
      'deptName',
      'carTotal',
      'onlineCount',
      'alarmCars',
      'alarmCount',
      ...groupCounts,
      TYPE_COLUMNS,
      'alarmPerCar',
      'alarmPer100',
      'needCount',
      'handledCount',
      'handleRate',
    ],
    sums: {
      carTotal: 'sum',
      onlineCount: 'sum',
      alarmCars: 'sum',
      alarmCount: 'sum',
      ...groupSums,
      typeCols: 'sum',
      alarmPerCar: 'ratio',
      alarmPer100: 'ratio',
      needCount: 'sum',
      handledCount: 'sum',
      handleRate: 'ratio',
    },
    cards: ['alarmCount', 'alarmCars', 'handledCount', 'handleRate'],
    chart: { type: 'bar', x: 'deptName', y: ['alarmCount'] },
    drills: [
      { column: 'alarmCars', report: 404003, takes: { deptId: 'row.deptId', alarmTypes: 'alarmTypes', staticDate: 'range' } },
      { column: 'alarmCount', report: 404003, takes: { deptId: 'row.deptId', alarmTypes: 'alarmTypes', staticDate: 'range' } },
      ...groupDrills(404003, { deptId: 'row.deptId', staticDate: 'range' }),
      { column: TYPE_COLUMNS, report: 404003, takes: { deptId: 'row.deptId', alarmTypes: 'dynamic', staticDate: 'range' } },
    ],
    order: ['alarmCount', 'desc'],
    dynamicColumns: { typeCols: loadTypeColumns() },
    query: (request, { dynamicColumns: { typeCols } = {} }) =>
      withIds(
        rollup(request, {
          by: ['dept'],
          // companies without alarms have rows, too
          rows: 'every',
          measures: [
            ...(['carTotal', 'onlineCount', 'mileage', 'alarmCount', 'alarmCars', 'needCount', 'handledCount'] as const),
            ...groupCounts,
          ],
          ...filterAlarms(request),
          types: typeCols,
          formulas: ['alarmPerCar', 'alarmPer100', 'handleRate'],
          having: sql`coalesce("carTotal", 0) + coalesce("onlineCount", 0) + coalesce("alarmCount", 0) > 0`,
        }),
        groupIds(request),
      ),
  },
  {
    id: 404003,
    page: `${PAGE}/vehicleAlarmSummary`,
    filters: [company, vehicles, carTypes, alarmTypes, days('-1')],
    columns: [
      'deptName',
      'carNo',
      'plateColor',
      'carType',
      'mileage',
      'alarmCount',
      ...groupCounts,
      TYPE_COLUMNS,
      'alarmSec',
      'alarmPer100',
      'needCount',
      'handledCount',
      'handleRate',
    ],
    sums: {
      mileage: 'sum',
      alarmCount: 'sum',
      ...groupSums,
      typeCols: 'sum',
      alarmSec: 'sum',
      alarmPer100: 'ratio',
      needCount: 'sum',
      handledCount: 'sum',
      handleRate: 'ratio',
    },
    chart: { type: 'bar', x: 'carNo', y: ['alarmCount'] },
    drills: [
      {
        column: 'alarmCount',
        report: ALL,
        takes: { deptId: 'deptId', carIds: 'row.carId', alarmTypes: 'alarmTypes', timeRange: 'range' },
      },
      ...groupDrills(ALL, { deptId: 'deptId', carIds: 'row.carId', timeRange: 'range' }),
      {
        column: TYPE_COLUMNS,
        report: ALL,
        takes: { deptId: 'deptId', carIds: 'row.carId', alarmTypes: 'dynamic', timeRange: 'range' },
      },
    ],
    order: ['alarmCount', 'desc'],
    dynamicColumns: { typeCols: loadTypeColumns() },
    query: (request, { dynamicColumns: { typeCols } = {} }) =>
      withIds(
        rollup(request, {
          by: ['vehicle'],
          rows: 'alarmDay',
          measures: ['mileage', 'alarmCount', 'alarmSec', 'needCount', 'handledCount', ...groupCounts],
          ...filterAlarms(request),
          types: typeCols,
          formulas: ['alarmPer100', 'handleRate'],
        }),
        groupIds(request),
      ),
  },
  {
    id: 404005,
    page: `${PAGE}/alarmRank`,
    filters: [company, alarmTypes, days('-7,-1'), groupBy('GROUP_RANK', 'car'), number('topN', DEFAULT_TOP)],
    columns: [
      'rankNo',
      'deptName',
      'carNo',
      'driverName',
      'alarmCount',
      'alarmSec',
      'mileage',
      'alarmPer100',
      'prevCount',
      'momRate',
      'shareRate',
    ],
    sums: {
      alarmCount: 'sum',
      alarmSec: 'sum',
      mileage: 'sum',
      alarmPer100: 'ratio',
      prevCount: 'sum',
      momRate: 'ratio',
    },
    chart: { type: 'bar', x: 'rankNo', y: ['alarmCount'] },
    drills: [
      {
        column: 'alarmCount',
        report: ALL,
        takes: {
          deptId: 'row.deptId',
          carIds: 'row.carId',
          driverIds: 'row.driverId',
          alarmTypes: 'alarmTypes',
          timeRange: 'range',
        },
      },
    ],
    order: ['alarmCount', 'desc'],
    query: (request) => {
      const { by, key, columns, without } = getGrouping(request);
      const relation = withPreviousPeriod(request, {
        by: [by],
        rows: 'alarmDay',
        measures: ['alarmCount', 'alarmSec', by === 'driver' ? 'driverKm' : 'mileage'],
        ...filterAlarms(request),
        formulas: ['alarmPer100'],
        columns: by === 'driver' ? { ...columns, mileage: sql`coalesce("driverKm", 0)` } : columns,
      });
      const most = Math.max(1, Math.floor(request.number('topN') ?? DEFAULT_TOP));
      return { ...ranked(relation, key, most), without };
    },
  },
  {
    id: 404006,
    page: `${PAGE}/alarmHandling`,
    filters: [company, alarmTypes, days('-7,-1')],
    columns: [
      'statDate',
      'deptName',
      'alarmCount',
      'needCount',
      'handledCount',
      'unhandledCount',
      'falseCount',
      'handleRate',
      'timelyCount',
      'timelyRate',
      'avgHandleMin',
      'msgCount',
      'phoneCount',
      'autoCount',
    ],
    sums: {
      alarmCount: 'sum',
      needCount: 'sum',
      handledCount: 'sum',
      unhandledCount: 'sum',
      falseCount: 'sum',
      handleRate: 'ratio',
      timelyCount: 'sum',
      timelyRate: 'ratio',
      avgHandleMin: 'ratio',
      msgCount: 'sum',
      phoneCount: 'sum',
      autoCount: 'sum',
    },
    chart: { type: 'line', x: 'statDate', y: ['handleRate', 'timelyRate'] },
    drills: [
      {
        column: 'handledCount',
        report: 404007,
        takes: { deptId: 'row.deptId', alarmTypes: 'row.needed', timeRange: 'row.day' },
      },
      {
        column: 'unhandledCount',
        report: 404008,
        takes: { deptId: 'row.deptId', alarmTypes: 'alarmTypes', timeRange: 'row.day' },
      },
    ],
    order: ['statDate', 'desc'],
    query: (request) =>
      withIds(
        rollup(request, {
          by: ['dept', 'day'],
          measures: [
            ...(['alarmCount', 'needCount', 'handledCount', 'falseCount', 'timelyCount', 'msgCount', 'phoneCount'] as const),
            ...(['autoCount', '_handleSec'] as const),
          ],
          ...filterAlarms(request),
          formulas: ['unhandledCount', 'handleRate', 'timelyRate', 'avgHandleMin'],
        }),
        { needed: sql`${formatNeededTypes(request)}::text` },
      ),
  },
  {
    id: 404010,
    page: `${PAGE}/overspeedSummary`,
    filters: [company, vehicles, carTypes, days('-7,-1'), groupBy('GROUP_DCD', 'car')],
    columns: [
      'deptName',
      'carNo',
      'driverName',
      'mileage',
      'overCount',
      'overSec',
      'grade1',
      'grade2',
      'grade3',
      'grade4',
      'maxSpeed',
      'onlineCount',
      'overCars',
      'overPerCar',
    ],
    sums: {
      mileage: 'sum',
      overCount: 'sum',
      overSec: 'sum',
      grade1: 'sum',
      grade2: 'sum',
      grade3: 'sum',
      grade4: 'sum',
      maxSpeed: 'max',
    },
    chart: { type: 'bar', x: 'carNo', y: ['grade1', 'grade2', 'grade3', 'grade4'] },
    drills: [
      {
        column: 'overCount',
        report: 404009,
        takes: {
          deptId: 'row.deptId',
          carIds: 'row.carId',
          driverIds: 'row.driverId',
          timeRange: 'range',
          durationMin: '=0',
        },
      },
    ],
    order: ['overCount', 'desc'],
    query: overspeeds,
  },
  {
    id: 404012,
    page: `${PAGE}/fatigueSummary`,
    filters: [company, vehicles, drivers, days('-7,-1'), groupBy('GROUP_DCD', 'car')],
    columns: [
      'deptName',
      'carNo',
      'driverName',
      'driveSec',
      'fatigueCount',
      'fatigueSec',
      'longestSec',
      'over8Days',
      'fatigueCars',
      'onlineCount',
      'fatiguePerCar',
    ],
    sums: { driveSec: 'sum', fatigueCount: 'sum', fatigueSec: 'sum', longestSec: 'max' },
    chart: { type: 'bar', x: 'carNo', y: ['fatigueCount'] },
    drills: [
      {
        column: 'fatigueCount',
        report: 404011,
        takes: { deptId: 'row.deptId', carIds: 'row.carId', driverIds: 'row.driverIds', timeRange: 'range' },
      },
    ],
    order: ['fatigueCount', 'desc'],
    query: fatigues,
  },
  {
    id: 404015,
    page: `${PAGE}/alarmTrend`,
    filters: [company, alarmTypes, days('-7,-1')],
    columns: ['statDate', 'alarmType', 'alarmCount', 'alarmCars', 'alarmSec', ...HOUR_KEYS, 'prevCount', 'momRate'],
    sums: { alarmCount: 'sum', alarmSec: 'sum', ...hourSums, prevCount: 'sum', momRate: 'ratio' },
    chart: { type: 'line', x: 'statDate', y: ['alarmCount'] },
    drills: [
      {
        column: 'alarmCount',
        report: ALL,
        takes: { deptId: 'deptId', alarmTypes: 'row.alarmType', timeRange: 'row.day' },
      },
    ],
    order: ['statDate', 'desc'],
    query: (request) =>
      withPreviousPeriod(request, {
        by: ['day', 'type'],
        measures: ['alarmCount', 'alarmCars', 'alarmSec', ...HOUR_KEYS],
        ...filterAlarms(request),
      }),
  },
];
