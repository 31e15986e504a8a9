import { at, type Sql, sql } from '../../../platform/db/database.ts';
import { loadTypeColumns, TYPE_COLUMNS } from '../columns/alarm-type-columns.ts';
import { filterAlarms, groupCounts, groupDrills, groupIds, groupSums, withIds } from '../facts/alarm-statistics.ts';
import { rollup } from '../facts/day-rollup.ts';
import { perHundredKm } from '../facts/driver-columns.ts';
import { driverDays } from '../facts/driver-days.ts';
import { businessDayOf, requestedNumbers, whereAmong } from '../facts/row-times.ts';
import { formatPlace, joinVehicleWithDriver, requestedVehicles, VEHICLE_FACTS, VEHICLE_IDS } from '../facts/vehicle-columns.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { alarmTypes, company, days, drivers, MAX_DETAIL_DAYS, one, times, vehicles } from '../model/filters.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { toShownColumn } from '../model/template.ts';

const ALL = 404001;
const FATIGUES = 404011;
/** How far back a position is searched: at a sign-in the vehicle stands. */
const NEAR_MS = 600_000;
/** A card event that was read. */
const wasRead = (card: Sql): Sql => sql`(${card}.action = 2 or coalesce(${card}.read_result, 0) = 0)`;

type Columns = ReportDefinition['columns'];
const keyColumns = (columns: Columns): string[] => columns.map((column) => toShownColumn(column).key);
const HOURS: Columns = [
  'statDate',
  'deptName',
  'driverName',
  'driverCert',
  'carCount',
  'dutySec',
  'driverSec',
  'driverNight',
  'longestSec',
  'driverKm',
  'week44',
  'fatigueCount',
];
const SHEET: Columns = [
  'statDate',
  'deptName',
  'driverName',
  'driverCert',
  'carNo',
  'dutyStart',
  'dutyEnd',
  'driverSec',
  'driverKm',
  'longestSec',
  'overCount',
  'fatigueCount',
  'dsmCount',
  'handledCount',
  'learnHours',
];

/** Alarms of drivers, card events, and driving times (report catalogue, families 404, 405 and 408). */
export const driverReports: readonly ReportDefinition[] = [
  {
    id: 404004,
    page: '/report/alarmqueryreport/driverAlarmSummary',
    filters: [company, drivers, alarmTypes, days('-7,-1')],
    columns: [
      'deptName',
      'driverName',
      'driverCert',
      'driverKm',
      'driverSec',
      'alarmCount',
      TYPE_COLUMNS,
      ...groupCounts,
      'dsmCount',
      'alarmPer100',
    ],
    sums: {
      driverKm: 'sum',
      driverSec: 'sum',
      alarmCount: 'sum',
      typeCols: 'sum',
      ...groupSums,
      dsmCount: 'sum',
      alarmPer100: 'ratio',
    },
    chart: { type: 'bar', x: 'driverName', y: ['alarmCount'] },
    drills: [
      {
        column: 'alarmCount',
        report: ALL,
        takes: { deptId: 'row.deptId', driverIds: 'row.driverId', alarmTypes: 'alarmTypes', timeRange: 'range' },
      },
      ...groupDrills(ALL, { deptId: 'row.deptId', driverIds: 'row.driverId', timeRange: 'range' }),
      {
        column: TYPE_COLUMNS,
        report: ALL,
        takes: { deptId: 'row.deptId', driverIds: 'row.driverId', alarmTypes: 'dynamic', timeRange: 'range' },
      },
    ],
    order: ['alarmCount', 'desc'],
    dynamicColumns: { typeCols: loadTypeColumns() },
    query: (request, { dynamicColumns: { typeCols } = {} }) =>
      withIds(
        rollup(request, {
          by: ['driver'],
          rows: 'alarmDay',
          measures: ['alarmCount', ...groupCounts, 'dsmCount', 'driverKm', 'driverSec'],
          ...filterAlarms(request),
          types: typeCols,
          more: { alarmPer100: perHundredKm(sql`"alarmCount"`, sql`"driverKm"`) },
        }),
        groupIds(request),
      ),
  },
  {
    id: 405009,
    page: '/report/caroperationreport/driverDuty',
    filters: [company, vehicles, drivers, times('-1'), one('cardResult', 'CARD_RESULT')],
    columns: [
      'deptName',
      'carNo',
      'driverName',
      'driverCert',
      'issuer',
      'certExpiry',
      'cardAction',
      'startTime',
      'endTime',
      'dutySec',
      'dutySource',
      'cardResult',
      'startPos',
    ],
    sums: { dutySec: 'sum' },
    drills: [
      { column: 'startTime', report: 405010, takes: { deptId: 'deptId', driverIds: 'row.driverId', staticDate: 'row.day' } },
    ],
    order: ['startTime', 'desc'],
    query: signIns,
  },
  {
    id: 405010,
    page: '/report/caroperationreport/driverWorkHours',
    filters: [company, drivers, days('-7,-1')],
    columns: HOURS,
    sums: {
      dutySec: 'sum',
      driverSec: 'sum',
      driverNight: 'sum',
      driverKm: 'sum',
      fatigueCount: 'sum',
      longestSec: 'max',
    },
    chart: { type: 'bar', x: 'driverName', y: ['driverSec'] },
    drills: [
      {
        column: 'fatigueCount',
        report: FATIGUES,
        takes: { deptId: 'row.deptId', driverIds: 'row.driverId', timeRange: 'row.day' },
      },
    ],
    order: ['statDate', 'desc'],
    query: (request) => driverDays(request, keyColumns(HOURS)),
  },
  {
    id: 408010,
    page: '/report/localcustomreport/driverDetailStatsHz',
    filters: [company, drivers, days('-7,-1', MAX_DETAIL_DAYS)],
    columns: SHEET,
    sums: {
      driverSec: 'sum',
      driverKm: 'sum',
      overCount: 'sum',
      fatigueCount: 'sum',
      dsmCount: 'sum',
      handledCount: 'sum',
      learnHours: 'sum',
      longestSec: 'max',
    },
    drills: [
      {
        column: 'overCount',
        report: 404009,
        takes: { deptId: 'row.deptId', driverIds: 'row.driverId', timeRange: 'row.day', durationMin: '=0' },
      },
      {
        column: 'fatigueCount',
        report: FATIGUES,
        takes: { deptId: 'row.deptId', driverIds: 'row.driverId', timeRange: 'row.day' },
      },
      { column: 'driverSec', report: 405010, takes: { deptId: 'row.deptId', driverIds: 'row.driverId', staticDate: 'row.day' } },
    ],
    order: ['statDate', 'desc'],
    query: (request) => driverDays(request, keyColumns(SHEET)),
  },
];

/** Sign-ins with their sign-outs, and driving without a sign-in. */
function signIns(request: ReportRequest): Relation {
  const { from, to } = request.times;
  const result = request.text('cardResult');
  const chosen = requestedNumbers(request, 'driverIds');
  return {
    from: sql`driver_card f ${joinVehicleWithDriver(sql`f.driver_id`)}
      left join lateral (select c.action, c.at from driver_card c where f.action = 1 and ${wasRead(sql`f`)}
        and c.vehicle_id = f.vehicle_id and c.at > f.at and ${wasRead(sql`c`)} order by c.at, c.action desc limit 1) n on true
      left join driver_duty k on f.action = 1 and k.vehicle_id = f.vehicle_id and k.start_at = f.at and k.source <> 4`,
    where: [
      ...requestedVehicles(request),
      sql`f.at >= ${at(from)} and f.at < ${at(to)}`,
      sql`(f.action = 1 or (select c.action from driver_card c where c.vehicle_id = f.vehicle_id and c.at < f.at and ${wasRead(sql`c`)}
        order by c.at desc, c.action limit 1) is distinct from 1)`,
      ...whereAmong(sql`f.driver_id`, chosen),
      ...(result === '' ? [] : [sql`f.read_result = ${Number(result)}::integer`]),
    ],
    columns: {
      deptName: VEHICLE_FACTS.deptName,
      carNo: VEHICLE_FACTS.carNo,
      driverName: sql`coalesce(r.name, f.name)`,
      driverCert: sql`coalesce(r.qual_no, f.cert_no)`,
      issuer: sql`f.issuer`,
      certExpiry: sql`coalesce(f.cert_expiry, r.qual_to)`,
      cardAction: sql`f.action`,
      startTime: sql`f.at`,
      endTime: sql`case when n.action = 2 then n.at end`,
      dutySec: sql`round(extract(epoch from least(k.end_at, ${at(request.now)}::timestamptz) - k.start_at))::integer`,
      dutySource: sql`1`,
      cardResult: sql`f.read_result`,
      startPos: sql`(select ${formatPlace(sql`p.lng`, sql`p.lat`)} from position p where p.vehicle_id = f.vehicle_id
        and p.gnss_at >= ${at(from - NEAR_MS)}::timestamptz and p.gnss_at < ${at(to)}::timestamptz
        and p.gnss_at <= f.at and p.gnss_at > f.at - ${NEAR_MS}::float8 * interval '1 millisecond'
        and (p.lng <> 0 or p.lat <> 0) order by p.gnss_at desc limit 1)`,
    },
    ids: { ...VEHICLE_IDS, driverId: sql`f.driver_id`, day: businessDayOf(request, sql`f.at`) },
    tie: [sql`f.id`],
  };
}
