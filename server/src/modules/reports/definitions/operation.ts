import { businessDay } from '@fleetwarden/domain/business-day';
import { countedAlarms } from '../../../platform/db/counted-alarms.ts';
import { type Sql, sql } from '../../../platform/db/database.ts';
import { rollup } from '../facts/day-rollup.ts';
import { driverAtInstant, driverNameAt } from '../facts/driver-columns.ts';
import { geofencesAt } from '../facts/geofence-visits.ts';
import { endOrNow, whenEnded, withOpenSegments } from '../facts/open-segments.ts';
import {
  businessDayOf,
  formatRequestedDays,
  inTimes,
  requestedNumbers,
  startOfDay,
  timesAround,
  whereAmong,
  whereInRange,
} from '../facts/row-times.ts';
import { FASTEST_KMH, odometer } from '../facts/trip-odometer.ts';
import {
  formatPlace,
  JOIN_VEHICLE,
  placeColumns,
  requestedVehicles,
  secondsBetween,
  VEHICLE_FACTS,
  VEHICLE_IDS,
} from '../facts/vehicle-columns.ts';
import type { DrillDown, ReportDefinition } from '../model/definition.ts';
import {
  areas,
  carTypes,
  channels,
  company,
  days,
  drivers,
  MAX_DETAIL_DAYS,
  minutes,
  one,
  range,
  some,
  times,
  vehicles,
} from '../model/filters.ts';
import { GROUPS } from '../model/measures.ts';
import type { ReportRequest } from '../model/report-request.ts';

/** MT_KIND of the rows; nothing stores plain maintenance (1). */
const MT_KINDS = ['2', '3'];
const PAGE = '/report/caroperationreport';
const ofVehicle = { deptId: 'deptId', carIds: 'row.carId' } as const;
const toTrack: DrillDown = {
  column: 'startTime',
  report: 401010,
  takes: { deptId: 'deptId', carId: 'row.carId', timeRange: 'row.about' },
};

const { deptName, carNo, plateColor, carType } = VEHICLE_FACTS;
const driverName = driverNameAt(sql`f.vehicle_id`, sql`f.start_at`);
const STOPPED = secondsBetween(sql`f.start_at`, sql`f.end_at`);
/** The same for open segments too. */
const lastedSeconds = (request: ReportRequest): Sql => secondsBetween(sql`f.start_at`, endOrNow(request));
/** `where` for the requested minimum idling or parking time. */
const longerThan = (request: ReportRequest, seconds: Sql) =>
  sql`${seconds} >= ${(request.number('durationMin') ?? 0) * 60}::float8`;

/** Operation of vehicles (report catalogue, family 405). */
export const operationReports: readonly ReportDefinition[] = [
  {
    id: 405001,
    page: `${PAGE}/tripDetail`,
    filters: [company, vehicles, drivers, days('-1', MAX_DETAIL_DAYS), range('tripKmRange')],
    columns: [
      'deptName',
      'carNo',
      'driverName',
      'startTime',
      'endTime',
      'duration',
      'startPos',
      'endPos',
      'tripKm',
      'odoMileage',
      'avgSpeed',
      'maxSpeed',
      'overCount',
    ],
    sums: { duration: 'sum', tripKm: 'sum', odoMileage: 'sum', overCount: 'sum', maxSpeed: 'max' },
    drills: [toTrack],
    order: ['carNo', 'asc'],
    query: (request) => ({
      from: sql`${withOpenSegments('trip')} ${JOIN_VEHICLE}
        cross join lateral (select ${odometer(request, sql`asc`)} as begins, ${odometer(request, sql`desc`)} as ends) o`,
      where: [
        ...requestedVehicles(request, sql`f.vehicle_id`),
        inTimes(request, sql`f.start_at`),
        ...whereAmong(driverAtInstant(sql`f.vehicle_id`, sql`f.start_at`), requestedNumbers(request, 'driverIds')),
        whereInRange(request.range('tripKmRange'), sql`f.distance_km`),
      ],
      columns: {
        deptName,
        carNo,
        driverName,
        startTime: sql`f.start_at`,
        endTime: whenEnded(sql`f.end_at`),
        duration: lastedSeconds(request),
        startPos: formatPlace(sql`f.start_lng`, sql`f.start_lat`),
        endPos: whenEnded(formatPlace(sql`f.end_lng`, sql`f.end_lat`)),
        tripKm: sql`f.distance_km`,
        // an impossible speed: the terminal was replaced, or its odometer was set
        odoMileage: sql`case when o.ends - o.begins between 0 and greatest(1, ${STOPPED} / 3600.0 * ${FASTEST_KMH}::float8)
          then o.ends - o.begins end`,
        maxSpeed: sql`f.max_speed_kmh`,
        overCount: sql`(select count(*) from alarm a where a.vehicle_id = f.vehicle_id
          and a.start_at between f.start_at and f.end_at and a.type_id = any(${[...GROUPS.overspeed]}::smallint[])
          and ${countedAlarms(sql`a`)})`,
      },
      formulas: {
        avgSpeed: sql`case when "duration" >= 60 then round(("tripKm" * 3600.0 / "duration")::numeric, 1)::float8 end`,
      },
      ids: { ...VEHICLE_IDS, about: timesAround(request, sql`f.start_at`, sql`f.end_at`) },
      tie: [sql`f.start_at`, sql`f.vehicle_id`],
    }),
  },
  {
    id: 405002,
    page: `${PAGE}/tripSummary`,
    filters: [company, vehicles, carTypes, days('-7,-1')],
    columns: [
      'statDate',
      'deptName',
      'carNo',
      'plateColor',
      'carType',
      'tripCount',
      'mileage',
      'driveSec',
      'avgSpeed',
      'maxSpeed',
      'nightSec',
      'banSec',
      'banKm',
      'startTime',
      'endTime',
    ],
    sums: {
      tripCount: 'sum',
      mileage: 'sum',
      driveSec: 'sum',
      nightSec: 'sum',
      banSec: 'sum',
      banKm: 'sum',
      maxSpeed: 'max',
    },
    chart: { type: 'bar', x: 'carNo', y: ['mileage'] },
    drills: [{ column: 'tripCount', report: 405001, takes: { ...ofVehicle, staticDate: 'row.day' } }],
    order: ['statDate', 'desc'],
    query: (request) => {
      const ofDay = sql`from trip t where t.vehicle_id = v.id
        and t.start_at >= ${startOfDay(request, sql`day`)} and t.start_at < ${startOfDay(request, sql`day + 1`)}`;
      const known = (stored: Sql, computed: Sql): Sql =>
        sql`case when "tripCount" > 0 then coalesce(${stored}, (select ${computed} ${ofDay})) end`;
      return rollup(request, {
        by: ['day', 'vehicle'],
        measures: ['tripCount', 'tripStart', 'tripEnd', 'mileage', 'driveSec', 'maxSpeed', 'nightSec', 'banSec', 'banKm'],
        formulas: ['avgSpeed'],
        columns: {
          startTime: known(sql`"tripStart"`, sql`min(t.start_at)`),
          endTime: known(sql`"tripEnd"`, sql`max(t.end_at)`),
        },
      });
    },
  },
  {
    id: 405003,
    page: `${PAGE}/stopDetail`,
    filters: [company, vehicles, days('-1', MAX_DETAIL_DAYS), minutes('durationMin', 3), areas],
    columns: [
      'deptName',
      'carNo',
      'driverName',
      'startTime',
      'endTime',
      'stopSec',
      'stopKind',
      'idleSec',
      'position',
      'lng',
      'lat',
      'areaName',
    ],
    sums: { stopSec: 'sum', idleSec: 'sum' },
    drills: [
      {
        column: 'position',
        report: 406005,
        takes: { deptId: 'deptId', areaIds: 'row.areaIds', timeRange: 'row.about' },
        needs: ['areaIds'],
      },
    ],
    order: ['carNo', 'asc'],
    query: (request) => {
      const geofences = geofencesAt(request, sql`f.vehicle_id`, sql`f.start_at`);
      return {
        from: sql`${withOpenSegments('stop')} ${JOIN_VEHICLE}`,
        where: [
          ...requestedVehicles(request, sql`f.vehicle_id`),
          inTimes(request, sql`f.start_at`),
          longerThan(request, lastedSeconds(request)),
          ...(request.list('areaIds') === null ? [] : [sql`${geofences.names} is not null`]),
        ],
        columns: {
          deptName,
          carNo,
          driverName,
          startTime: sql`f.start_at`,
          endTime: whenEnded(sql`f.end_at`),
          stopSec: lastedSeconds(request),
          stopKind: sql`case when f.acc_on_s * 2 >= ${lastedSeconds(request)} then 1 else 2 end`,
          idleSec: sql`f.acc_on_s`,
          ...placeColumns(sql`f.lng`, sql`f.lat`),
          areaName: geofences.names,
        },
        ids: {
          ...VEHICLE_IDS,
          areaIds: geofences.ids,
          about: timesAround(request, sql`f.start_at`, sql`least(f.end_at, f.start_at + interval '23 hours')`),
        },
        tie: [sql`f.start_at`, sql`f.vehicle_id`],
      };
    },
  },
  {
    id: 405004,
    page: `${PAGE}/stopSummary`,
    filters: [company, vehicles, carTypes, days('-7,-1'), minutes('durationMin', 3)],
    columns: [
      'deptName',
      'carNo',
      'plateColor',
      'carType',
      'statPeriod',
      'stopCount',
      'stopSec',
      'maxStop',
      'idleSec',
      'parkSec',
    ],
    sums: { stopCount: 'sum', stopSec: 'sum', idleSec: 'sum', parkSec: 'sum', maxStop: 'max' },
    chart: { type: 'bar', x: 'carNo', y: ['stopSec'] },
    drills: [{ column: 'stopCount', report: 405003, takes: { ...ofVehicle, staticDate: 'range', durationMin: 'durationMin' } }],
    order: ['stopSec', 'desc'],
    query: (request) => ({
      from: sql`stop f ${JOIN_VEHICLE}`,
      where: [...requestedVehicles(request), inTimes(request, sql`f.start_at`), longerThan(request, STOPPED)],
      columns: {
        deptName,
        carNo,
        plateColor,
        carType,
        statPeriod: formatRequestedDays(request),
        stopCount: sql`count(*)`,
        stopSec: sql`sum(${STOPPED})`,
        maxStop: sql`max(${STOPPED})`,
        idleSec: sql`sum(f.acc_on_s)`,
      },
      groupBy: [sql`v.id`, sql`d.id`],
      formulas: { parkSec: sql`greatest("stopSec" - "idleSec", 0)` },
      ids: VEHICLE_IDS,
      tie: [sql`v.id`],
    }),
  },
  {
    id: 405005,
    page: `${PAGE}/accDetail`,
    filters: [company, vehicles, days('-1', MAX_DETAIL_DAYS), one('accState', 'ACC'), minutes('durationMin', 0)],
    columns: ['deptName', 'carNo', 'accState', 'startTime', 'endTime', 'duration', 'tripKm', 'startPos', 'endPos'],
    sums: { duration: 'sum', tripKm: 'sum' },
    drills: [toTrack],
    order: ['carNo', 'asc'],
    query: (request) => {
      const state = request.text('accState');
      return {
        from: sql`${withOpenSegments('acc_segment')} ${JOIN_VEHICLE}`,
        where: [
          ...requestedVehicles(request, sql`f.vehicle_id`),
          inTimes(request, sql`f.start_at`),
          longerThan(request, lastedSeconds(request)),
          ...(state === '' ? [] : [sql`f.acc_on = ${state === '1'}::boolean`]),
        ],
        columns: {
          deptName,
          carNo,
          accState: sql`f.acc_on::integer`,
          startTime: sql`f.start_at`,
          endTime: whenEnded(sql`f.end_at`),
          duration: lastedSeconds(request),
          tripKm: sql`f.distance_km`,
          startPos: formatPlace(sql`f.start_lng`, sql`f.start_lat`),
          endPos: whenEnded(formatPlace(sql`f.end_lng`, sql`f.end_lat`)),
        },
        ids: { ...VEHICLE_IDS, about: timesAround(request, sql`f.start_at`, sql`f.end_at`) },
        tie: [sql`f.start_at`, sql`f.vehicle_id`],
      };
    },
  },
  {
    id: 405006,
    page: `${PAGE}/accSummary`,
    filters: [company, vehicles, carTypes, days('-7,-1')],
    columns: [
      'statDate',
      'deptName',
      'carNo',
      'plateColor',
      'carType',
      'accOnTimes',
      'accOnSec',
      'driveSec',
      'idleSec',
      'idleRate',
      'firstOnline',
      'lastOnline',
    ],
    sums: { accOnTimes: 'sum', accOnSec: 'sum', driveSec: 'sum', idleSec: 'sum', idleRate: 'ratio' },
    chart: { type: 'bar', x: 'carNo', y: ['accOnSec'] },
    drills: [{ column: 'accOnTimes', report: 405005, takes: { ...ofVehicle, staticDate: 'row.day', accState: '=1' } }],
    order: ['statDate', 'desc'],
    query: (request) =>
      rollup(request, {
        by: ['day', 'vehicle'],
        measures: ['accOnTimes', 'accOnSec', 'driveSec', 'idleSec', 'firstOnline', 'lastOnline'],
        formulas: ['idleRate'],
      }),
  },
  {
    id: 405007,
    page: `${PAGE}/idleDetail`,
    filters: [company, vehicles, days('-1', MAX_DETAIL_DAYS), minutes('durationMin', 5)],
    columns: ['deptName', 'carNo', 'driverName', 'startTime', 'endTime', 'idleSec', 'position', 'lng', 'lat'],
    sums: { idleSec: 'sum' },
    drills: [toTrack],
    order: ['idleSec', 'desc'],
    query: (request) => ({
      from: sql`${withOpenSegments('stop')} ${JOIN_VEHICLE}`,
      where: [
        ...requestedVehicles(request, sql`f.vehicle_id`),
        inTimes(request, sql`f.start_at`),
        sql`f.acc_on_s > 0`,
        longerThan(request, sql`f.acc_on_s`),
      ],
      columns: {
        deptName,
        carNo,
        driverName,
        startTime: sql`f.start_at`,
        endTime: whenEnded(sql`f.end_at`),
        idleSec: sql`f.acc_on_s`,
        ...placeColumns(sql`f.lng`, sql`f.lat`),
      },
      ids: { ...VEHICLE_IDS, about: timesAround(request, sql`f.start_at`, sql`f.end_at`) },
      tie: [sql`f.start_at`, sql`f.vehicle_id`],
    }),
  },
  {
    id: 405008,
    page: `${PAGE}/idleSummary`,
    filters: [company, vehicles, carTypes, days('-7,-1')],
    columns: ['deptName', 'carNo', 'plateColor', 'carType', 'statPeriod', 'accOnSec', 'idleSec', 'idleRate'],
    sums: { accOnSec: 'sum', idleSec: 'sum', idleRate: 'ratio' },
    chart: { type: 'bar', x: 'carNo', y: ['idleSec'] },
    drills: [{ column: 'idleSec', report: 405007, takes: { ...ofVehicle, staticDate: 'range', durationMin: '=0' } }],
    order: ['idleSec', 'desc'],
    query: (request) =>
      rollup(request, {
        by: ['vehicle'],
        measures: ['accOnSec', 'idleSec'],
        formulas: ['idleRate'],
        columns: { statPeriod: formatRequestedDays(request) },
      }),
  },
  {
    id: 405019,
    page: `${PAGE}/mediaRecord`,
    filters: [company, vehicles, times('-1'), some('mediaKinds', 'MEDIA_KIND'), some('mediaEvents', 'MEDIA_EVENT'), channels],
    columns: ['deptName', 'carNo', 'mediaKind', 'mediaEvent', 'channelNo', 'gpsTime', 'position', 'fileSize', 'evidUrl'],
    sums: { fileSize: 'sum' },
    chart: { type: 'pie', x: 'mediaKind', y: ['count'] },
    order: ['gpsTime', 'desc'],
    query: (request) => ({
      from: sql`media f ${JOIN_VEHICLE}`,
      where: [
        ...requestedVehicles(request),
        inTimes(request, sql`f.at`),
        ...whereAmong(sql`f.kind`, requestedNumbers(request, 'mediaKinds')),
        ...whereAmong(sql`f.event`, requestedNumbers(request, 'mediaEvents')),
        ...whereAmong(sql`f.channel`, requestedNumbers(request, 'channels')),
      ],
      columns: {
        deptName,
        carNo,
        mediaKind: sql`f.kind`,
        mediaEvent: sql`f.event`,
        channelNo: sql`f.channel`,
        gpsTime: sql`f.at`,
        position: formatPlace(sql`f.lng`, sql`f.lat`),
        fileSize: sql`f.bytes / 1048576.0`,
        evidUrl: sql`f.file || '|' || v.plate || ' ' || f.id || '.' || f.extension`,
      },
      ids: { ...VEHICLE_IDS, mediaId: sql`f.id` },
      tie: [sql`f.id`],
    }),
  },
  {
    id: 405021,
    page: `${PAGE}/maintenanceRecord`,
    filters: [company, vehicles, { ...some('mtKinds', 'MT_KIND'), offered: MT_KINDS }, days('curMonth')],
    columns: ['deptName', 'carNo', 'mtKind', 'mtTime', 'mtItems', 'mtKm', 'mtCost', 'nextKm', 'nextDate', 'leftDays', 'remark'],
    sums: { mtCost: 'sum' },
    chart: { type: 'bar', x: 'mtKind', y: ['mtCost'] },
    order: ['mtTime', 'desc'],
    query: (request) => ({
      from: sql`repair f ${JOIN_VEHICLE}`,
      where: [
        ...requestedVehicles(request),
        inTimes(request, sql`f.end_at`),
        sql`f.state <> ${CANCELLED}::smallint`,
        ...whereAmong(MT_KIND, requestedNumbers(request, 'mtKinds')),
      ],
      columns: {
        deptName,
        carNo,
        mtKind: MT_KIND,
        mtTime: businessDayOf(request, sql`f.end_at`),
        mtItems: sql`f.description`,
        mtKm: sql`f.odometer_km`,
        mtCost: sql`f.cost`,
        nextKm: sql`f.next_km`,
        nextDate: sql`f.next_on`,
        leftDays: sql`f.next_on - ${businessDay(request.now, request.timeZone).key}::date`,
        remark: sql`f.remark`,
      },
      ids: { ...VEHICLE_IDS, repairId: sql`f.id` },
      tie: [sql`f.id`],
    }),
  },
];
/** REPAIR_STATE. */
const CANCELLED = 6;
/** REPAIR_KIND 6 is a repair of the vehicle, the others are repairs of devices. */
const MT_KIND = sql`case when f.kind = 6 then 2 else 3 end`;
