import { at, type Sql, sql } from '../../../platform/db/database.ts';
import { withRegion } from '../facts/company-region.ts';
import { rollup } from '../facts/day-rollup.ts';
import { END_REASON } from '../facts/online-sessions.ts';
import { businessDayOf, formatRequestedDays, whereInRange } from '../facts/row-times.ts';
import {
  JOIN_DAY,
  JOIN_VEHICLE,
  requestedVehicles,
  secondsBetween,
  VEHICLE_FACTS,
  VEHICLE_IDS,
} from '../facts/vehicle-columns.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { carTypes, company, days, industries, range, some, times, vehicle, vehicles } from '../model/filters.ts';
import { percent } from '../model/formulas.ts';
import type { ReportRequest } from '../model/report-request.ts';

const PAGE = '/report/basicstatementreport';
const ofVehicle = { deptId: 'deptId', carIds: 'row.carId' } as const;

const megabytes = (bytes: ReturnType<typeof sql>) => sql`(${bytes} / 1048576.0)::float8`;

/** Basic statistics from days (report catalogue, family 401). */
export const runningReports: readonly ReportDefinition[] = [
  {
    id: 401001,
    page: `${PAGE}/vehicleOnlineRate`,
    filters: [company, days('-7,-1'), carTypes, industries],
    columns: [
      'statDate',
      'deptName',
      'carTotal',
      'joinedCount',
      'exemptCount',
      'shouldOnline',
      'onlineCount',
      'offlineCount',
      'onlineRate',
      'onlineTimeRate',
      'avgOnlineSec',
    ],
    sums: { shouldOnline: 'sum', onlineCount: 'sum', offlineCount: 'sum', onlineRate: 'ratio' },
    chart: { type: 'line', x: 'statDate', y: ['onlineRate', 'onlineTimeRate'] },
    drills: [
      { column: 'onlineCount', report: 401002, takes: { deptId: 'row.deptId', staticDate: 'row.day' } },
      { column: 'offlineCount', report: 401005, takes: { deptId: 'row.deptId', staticDate: 'row.day' } },
    ],
    order: ['statDate', 'desc'],
    query: (request) =>
      rollup(request, {
        by: ['dept', 'day'],
        measures: ['carTotal', 'joinedCount', 'exemptCount', 'onlineCount', 'onlineSec'],
        formulas: ['shouldOnline', 'offlineCount', 'onlineRate', 'onlineTimeRate', 'avgOnlineSec'],
        // companies without vehicles of their own; null is unknown
        having: sql`("carTotal" is distinct from 0 or "onlineCount" > 0)`,
      }),
  },
  {
    id: 401002,
    page: `${PAGE}/vehicleOnlineDetail`,
    filters: [company, vehicles, carTypes, days('-1'), range('onlineHours')],
    columns: [
      'statDate',
      'deptName',
      'carNo',
      'plateColor',
      'carType',
      'terminalNo',
      'firstOnline',
      'lastOnline',
      'onlineTimes',
      'offTimes',
      'onlineSec',
      'onlineTimeRate',
      'mileage',
    ],
    sums: { onlineTimes: 'sum', offTimes: 'sum', onlineSec: 'sum', mileage: 'sum' },
    drills: [
      { column: 'onlineTimes', report: 401003, takes: { ...ofVehicle, timeRange: 'row.day' } },
      { column: 'carNo', report: 401010, takes: { deptId: 'deptId', carId: 'row.carId', timeRange: 'row.day' } },
    ],
    order: ['statDate', 'desc'],
    query: (request) =>
      rollup(request, {
        by: ['day', 'vehicle'],
        rows: 'every',
        measures: ['onlineSec', 'firstOnline', 'lastOnline', 'onlineTimes', 'offTimes', 'mileage'],
        columns: { _days: sql`1` },
        more: { onlineTimeRate: sql`round((100.0 * "onlineSec" / ("_days" * 86400))::numeric, 2)::float8` },
        having: whereInRange(
          request.range('onlineHours').map((hours) => (hours === null ? null : hours * 3600)) as [number | null, number | null],
          sql`coalesce("onlineSec", 0)`,
        ),
      }),
  },
  {
    id: 401003,
    page: `${PAGE}/onAndOffDetail`,
    filters: [company, vehicles, times('-1'), some('endReasons', 'END_REASON')],
    columns: [
      'deptName',
      'carNo',
      'terminalNo',
      'simNo',
      'protocolVer',
      'loginTime',
      'logoutTime',
      'duration',
      'endReason',
      'peerIp',
      'upBytes',
      'downBytes',
      'lastOnline',
    ],
    sums: { duration: 'sum', upBytes: 'sum', downBytes: 'sum' },
    order: ['loginTime', 'desc'],
    query: (request) => {
      const { from, to } = request.times;
      const reasons = request.list('endReasons');
      return {
        from: sql`online_session f ${JOIN_VEHICLE}`,
        where: [
          ...requestedVehicles(request),
          sql`f.login_at < ${at(to)} and coalesce(f.logout_at, f.last_msg_at, now()) >= ${at(from)}`,
          ...(reasons === null ? [] : [sql`${END_REASON} = any(${reasons.map(Number)}::integer[])`]),
        ],
        columns: {
          ...VEHICLE_FACTS,
          simNo: sql`t.iccid`,
          protocolVer: sql`coalesce(f.protocol_version, t.protocol_version)`,
          loginTime: sql`f.login_at`,
          logoutTime: sql`f.logout_at`,
          // the part within the range
          duration: secondsBetween(
            sql`greatest(f.login_at, ${at(from)}::timestamptz)`,
            sql`least(coalesce(f.logout_at, now()), ${at(to)}::timestamptz)`,
          ),
          endReason: END_REASON,
          peerIp: sql`f.peer_ip`,
          // of the whole connection
          upBytes: megabytes(sql`f.up_bytes`),
          downBytes: megabytes(sql`f.down_bytes`),
          lastOnline: sql`f.last_msg_at`,
        },
        ids: VEHICLE_IDS,
        tie: [sql`f.id`],
      };
    },
  },
  {
    id: 401006,
    page: `${PAGE}/deptMileage`,
    filters: [company, carTypes, industries, days('-7,-1')],
    columns: ['deptName', 'carTotal', 'runCount', 'mileage', 'avgCarMileage', 'driveSec', 'idleSec', 'avgSpeed', 'tripCount'],
    sums: { carTotal: 'sum', runCount: 'sum', mileage: 'sum', driveSec: 'sum', idleSec: 'sum', tripCount: 'sum' },
    chart: { type: 'bar', x: 'deptName', y: ['mileage'] },
    drills: [{ column: 'runCount', report: 401007, takes: { deptId: 'row.deptId', staticDate: 'range' } }],
    order: ['mileage', 'desc'],
    query: (request) =>
      rollup(request, {
        by: ['child'],
        measures: ['carTotal', 'runCount', 'mileage', 'driveSec', 'idleSec', 'tripCount'],
        rows: 'vehicleDay',
        formulas: ['avgCarMileage', 'avgSpeed'],
      }),
  },
  {
    id: 401007,
    page: `${PAGE}/vehicleMileage`,
    filters: [company, vehicles, carTypes, days('-7,-1'), range('mileageRange')],
    columns: [
      'deptName',
      'carNo',
      'plateColor',
      'carType',
      'statPeriod',
      'runDays',
      'startOdo',
      'endOdo',
      'odoMileage',
      'gnssMileage',
      'mileage',
      'mileageDiff',
      'avgDayMileage',
      'driveSec',
      'avgSpeed',
      'maxSpeed',
    ],
    sums: { mileage: 'sum', odoMileage: 'sum', gnssMileage: 'sum', driveSec: 'sum', maxSpeed: 'max' },
    chart: { type: 'bar', x: 'carNo', y: ['mileage'] },
    drills: [
      // months are shown once they are over, days at once
      { column: 'mileage', report: 401008, takes: { ...ofVehicle, month: 'range' } },
      { column: 'mileage', report: 405002, takes: { ...ofVehicle, staticDate: 'range' } },
      { column: 'runDays', report: 405001, takes: { ...ofVehicle, staticDate: 'range' } },
    ],
    order: ['mileage', 'desc'],
    query: (request) =>
      rollup(request, {
        by: ['vehicle'],
        measures: ['runDays', 'startOdo', 'endOdo', 'odoMileage', 'gnssMileage', 'mileage', 'driveSec', 'maxSpeed'],
        formulas: ['mileageDiff', 'avgDayMileage', 'avgSpeed'],
        columns: { statPeriod: formatRequestedDays(request) },
        having: whereInRange(request.range('mileageRange'), sql`coalesce("mileage", 0)`),
      }),
  },
  {
    id: 401011,
    page: `${PAGE}/vehicleOperationStatus`,
    filters: [company, vehicles, carTypes, days('-1')],
    columns: [
      'statDate',
      'deptName',
      'carNo',
      'plateColor',
      'carType',
      'driveSec',
      'idleSec',
      'parkSec',
      'noDataSec',
      'accOnSec',
      'driveRate',
      'idleRate',
      'mileage',
      'maxSpeed',
    ],
    sums: {
      driveSec: 'sum',
      idleSec: 'sum',
      parkSec: 'sum',
      noDataSec: 'sum',
      accOnSec: 'sum',
      mileage: 'sum',
      driveRate: 'ratio',
      idleRate: 'ratio',
    },
    chart: { type: 'bar', x: 'carNo', y: ['driveSec', 'idleSec', 'parkSec', 'noDataSec'] },
    drills: [
      { column: 'driveSec', report: 405001, takes: { ...ofVehicle, staticDate: 'row.day' } },
      { column: 'parkSec', report: 405003, takes: { ...ofVehicle, staticDate: 'row.day' } },
    ],
    order: ['statDate', 'desc'],
    query: (request) =>
      rollup(request, {
        by: ['day', 'vehicle'],
        measures: ['driveSec', 'idleSec', 'parkSec', 'accOnSec', 'mileage', 'maxSpeed'],
        formulas: ['driveRate', 'idleRate'],
        columns: { _days: sql`1` },
        more: { noDataSec: sql`greatest("_days" * 86400 - "driveSec" - "idleSec" - "parkSec", 0)` },
      }),
  },
  {
    id: 401012,
    page: `${PAGE}/dailyRunSummary`,
    filters: [company, carTypes, days('-7,-1')],
    columns: [
      'statDate',
      'deptName',
      'carTotal',
      'onlineCount',
      'onlineRate',
      'runCount',
      'mileage',
      'driveSec',
      'alarmCount',
      'overCount',
      'fatigueCount',
      'nightCount',
      'safetyCount',
      'handleRate',
    ],
    sums: {
      onlineCount: 'sum',
      runCount: 'sum',
      mileage: 'sum',
      driveSec: 'sum',
      alarmCount: 'sum',
      overCount: 'sum',
      fatigueCount: 'sum',
      nightCount: 'sum',
      safetyCount: 'sum',
    },
    chart: { type: 'line', x: 'statDate', y: ['mileage', 'alarmCount'] },
    drills: [
      { column: 'alarmCount', report: 404002, takes: { deptId: 'row.deptId', staticDate: 'row.day' } },
      { column: 'onlineCount', report: 401002, takes: { deptId: 'row.deptId', staticDate: 'row.day' } },
    ],
    order: ['statDate', 'desc'],
    query: (request) =>
      rollup(request, {
        by: ['dept', 'day'],
        measures: [
          ...([
            'carTotal',
            'joinedCount',
            'exemptCount',
            'onlineCount',
            'runCount',
            'mileage',
            'driveSec',
            'alarmCount',
          ] as const),
          ...(['overCount', 'fatigueCount', 'nightCount', 'safetyCount', 'needCount', 'handledCount'] as const),
        ],
        formulas: ['shouldOnline', 'onlineRate', 'handleRate'],
      }),
  },
  {
    id: 401013,
    page: `${PAGE}/vehicleUtilization`,
    filters: [company, vehicles, carTypes, days('-7,-1'), { name: 'rateBelow', type: 2 }],
    columns: [
      'deptName',
      'carNo',
      'plateColor',
      'carType',
      'statPeriod',
      'runDays',
      'useRate',
      'mileage',
      'avgDayMileage',
      'driveSec',
      'accOnSec',
      'tripCount',
    ],
    sums: { mileage: 'sum', driveSec: 'sum', accOnSec: 'sum', tripCount: 'sum', useRate: 'avg' },
    chart: { type: 'bar', x: 'carNo', y: ['useRate'] },
    drills: [
      { column: 'runDays', report: 401008, takes: { ...ofVehicle, month: 'range' } },
      { column: 'runDays', report: 405001, takes: { ...ofVehicle, staticDate: 'range' } },
    ],
    order: ['useRate', 'asc'],
    query: (request) =>
      rollup(request, {
        by: ['vehicle'],
        measures: ['runDays', 'mileage', 'driveSec', 'accOnSec', 'tripCount'],
        formulas: ['avgDayMileage'],
        columns: { statPeriod: formatRequestedDays(request), useRate: useRate(request) },
        having: sql`${request.number('rateBelow')}::float8 is null or ${useRate(request)} < ${request.number('rateBelow')}::float8`,
      }),
  },
  {
    id: 401014,
    page: `${PAGE}/speedAnalysis`,
    filters: [company, vehicle, days('-1')],
    columns: [
      'statDate',
      'carNo',
      'driverName',
      'driveSec',
      'avgSpeed',
      'maxSpeed',
      'maxSpeedTime',
      'band1',
      'band2',
      'band3',
      'band4',
      'band5',
      'band6',
      'band7',
    ],
    sums: {
      driveSec: 'sum',
      band1: 'sum',
      band2: 'sum',
      band3: 'sum',
      band4: 'sum',
      band5: 'sum',
      band6: 'sum',
      band7: 'sum',
      maxSpeed: 'max',
    },
    chart: { type: 'bar', x: 'statDate', y: ['band1', 'band2', 'band3', 'band4', 'band5', 'band6', 'band7'] },
    drills: [{ column: 'maxSpeedTime', report: 401010, takes: { deptId: 'deptId', carId: 'row.carId', timeRange: 'row.day' } }],
    order: ['statDate', 'asc'],
    query: (request) =>
      rollup(request, {
        by: ['day', 'vehicle'],
        measures: [
          ...(['driveSec', 'maxSpeed', 'maxSpeedTime', 'mileage'] as const),
          ...(['band1', 'band2', 'band3', 'band4', 'band5', 'band6', 'band7'] as const),
        ],
        formulas: ['avgSpeed'],
      }),
  },
  {
    id: 401018,
    page: `${PAGE}/networkAccess`,
    filters: [company, industries, days('-7,-1')],
    columns: [
      'statDate',
      'deptName',
      'regionName',
      'carTotal',
      'joinedCount',
      'joinRate',
      'newCount',
      'leftCount',
      'exemptCount',
    ],
    sums: { newCount: 'sum', leftCount: 'sum', joinRate: 'ratio' },
    chart: { type: 'line', x: 'statDate', y: ['joinedCount', 'joinRate'] },
    drills: [{ column: 'joinedCount', report: 401015, takes: { deptId: 'row.deptId' } }],
    order: ['statDate', 'desc'],
    query: (request) =>
      withRegion(
        rollup(request, {
          by: ['dept', 'day'],
          measures: ['carTotal', 'joinedCount', 'newCount', 'leftCount', 'exemptCount'],
          formulas: ['joinRate'],
        }),
      ),
  },
];

/**
 * The first requested day of a vehicle `v`: of its registration or of its first valid position. That position is looked up only if the
 * vehicle was registered later than the first day.
 */
const firstDay = (request: ReportRequest): Sql => {
  const from = sql`${request.days.from}::date`;
  const registered = businessDayOf(request, sql`v.created_at`);
  return sql`case when ${registered} <= ${from} then ${from} else greatest(${from}, least(${registered}, ${JOIN_DAY})) end`;
};
/** Relative to the requested days on which the vehicle existed or sent positions. */
const useRate = (request: ReportRequest): Sql => {
  const last = sql`least(${request.days.to}::date, ${businessDayOf(request, sql`v.deleted_at`)})`;
  const existed = sql`(${last} - ${firstDay(request)} + 1)`;
  return percent(sql`coalesce("runDays", 0)`, sql`greatest(${existed}, coalesce("runDays", 0), 1)`);
};
