import { businessDay } from '@fleetwarden/domain/business-day';
import { at, type Sql, sql } from '../../../platform/db/database.ts';
import { withRegion } from '../facts/company-region.ts';
import { joinedDay } from '../facts/department-days.ts';
import { hasStop, joinNotes, NOTE_COLUMNS, requestTime } from '../facts/offline-notes.ts';
import { endReason } from '../facts/online-sessions.ts';
import { businessDayOf, requestedNumbers, startOfDay, timesAround, whereAmong } from '../facts/row-times.ts';
import {
  formatPlace,
  JOIN_DAY,
  JOIN_VEHICLE,
  LAST_ONLINE,
  LAST_PLACE,
  LAST_SEEN,
  maskedPhone,
  requestedVehicles,
  secondsBetween,
  VEHICLE_FACTS,
  VEHICLE_IDS,
  VEHICLES,
  whereContains,
} from '../facts/vehicle-columns.ts';
import { addDays } from '../model/dates.ts';
import type { ReportDefinition } from '../model/definition.ts';
import {
  carTypes,
  check,
  company,
  companyRegion,
  days,
  industries,
  MAX_DAYS,
  number,
  one,
  some,
  text,
  vehicles,
} from '../model/filters.ts';
import { GROUPS } from '../model/measures.ts';
import type { ReportRequest } from '../model/report-request.ts';

const PAGE = '/report/basicstatementreport';
const ofVehicle = { deptId: 'deptId', carIds: 'row.carId' } as const;
const KEPT: Sql = sql`v.deleted_at is null`;
/** RUN_STATE: out of service. */
const SUSPENDED = 2;
const HOUR_S = 3_600;
/** Days over which terminal faults are summed. */
const FAULT_DAYS = 30;

const TEXTS = {
  ...VEHICLE_FACTS,
  ownerMobile: maskedPhone(sql`v.owner_phone`),
  simNo: sql`t.iccid`,
  lastOnline: LAST_ONLINE,
} as const;
const offlineSec = ({ now }: ReportRequest): Sql => secondsBetween(LAST_ONLINE, sql`${at(now)}::timestamptz`);
const offlineDays = (request: ReportRequest): Sql =>
  sql`case when ${LAST_ONLINE} is not null then ${offlineSec(request)} / 86400 end`;
/** Row ids with the last online day, for drill-downs to track and sessions. */
const buildIds = (request: ReportRequest) => ({ ...VEHICLE_IDS, day: businessDayOf(request, LAST_ONLINE) });
const todayOf = ({ now, timeZone }: ReportRequest): string => businessDay(now, timeZone).key;
/** The days since then, as far back as visits are listed. */
const countAbsence = (request: ReportRequest): Sql => {
  const today = sql`${todayOf(request)}::date`;
  return sql`greatest(${businessDayOf(request, LAST_ONLINE)}, ${today} - ${MAX_DAYS - 1}::integer) || ',' || ${today}`;
};
/** Actions on an offline vehicle. */
const OFFLINE_ACTIONS = ['offlineRemark', 'offlineVisit', 'offlineStop'] as const;
const BY_PLATE = [sql`v.plate`, sql`v.id`] as const;

/** Joins conditions with `and`. */
const both = (parts: readonly Sql[]): Sql => parts.reduce((all, each) => sql`${all} and ${each}`);

/** CAR_STATE of a status number, as in icons (domain/vehicle-status). */
const CAR_STATE = sql`case when f.status = 0 then 4 when f.status in (4, 5) then 3 when f.status = 2 then 1 else 2 end`;

/** Current vehicles, and their offline days. */
export const vehicleReports: readonly ReportDefinition[] = [
  {
    id: 401004,
    page: `${PAGE}/offlineVehicle`,
    filters: [
      company,
      vehicles,
      carTypes,
      number('offlineHours', 24),
      some('offlineReasons', 'OFFLINE_REASON'),
      check('withExempt'),
    ],
    columns: [
      'deptName',
      'carNo',
      'plateColor',
      'carType',
      'ownerName',
      'ownerMobile',
      'terminalNo',
      'simNo',
      'lastOnline',
      'offlineSec',
      'offlineDays',
      'lastPos',
      'endReason',
      'offlineReason',
      'expectOnline',
      'noteTime',
      'remark',
    ],
    sums: { offlineDays: 'max' },
    cards: ['carTotal', 'offlineCount', 'exemptCount'],
    chart: { type: 'pie', x: 'offlineReason', y: ['count'] },
    drills: [
      { column: 'lastPos', report: 401009, takes: ofVehicle },
      { column: 'carNo', report: 401003, takes: { ...ofVehicle, timeRange: 'row.day' } },
      { column: 'noteTime', report: 409010, takes: { ...ofVehicle, staticDate: 'row.absence' } },
    ],
    actions: OFFLINE_ACTIONS,
    order: ['offlineSec', 'desc'],
    query: (request) => ({
      from: sql`${VEHICLES} ${LAST_SEEN} ${joinNotes(request, LAST_ONLINE, requestTime(request))}`,
      where: [
        KEPT,
        ...requestedVehicles(request),
        ...whereAmong(NOTE_COLUMNS.offlineReason, requestedNumbers(request, 'offlineReasons')),
        sql`not exists (select from online_session o where o.vehicle_id = v.id and o.logout_at is null)`,
        sql`${LAST_ONLINE} <= ${at(request.now - (request.number('offlineHours') ?? 0) * HOUR_S * 1000)}::timestamptz`,
        ...(request.number('withExempt') === 1 ? [] : [sql`v.run_state <> ${SUSPENDED}`, sql`not ${hasStop(todayOf(request))}`]),
      ],
      columns: {
        ...TEXTS,
        offlineSec: offlineSec(request),
        offlineDays: offlineDays(request),
        lastPos: LAST_PLACE,
        endReason: endReason(sql`s.end_reason`),
        ...NOTE_COLUMNS,
      },
      ids: { ...buildIds(request), absence: countAbsence(request) },
      cards: {
        carTotal: sql`(select count(*) from vehicle v where ${both([KEPT, ...requestedVehicles(request)])})`,
        offlineCount: sql`count(*)`,
        exemptCount: sql`(select count(*) from vehicle v where ${both([KEPT, ...requestedVehicles(request)])} and ${hasStop(todayOf(request))})`,
      },
      tie: BY_PLATE,
    }),
  },
  {
    id: 401005,
    page: `${PAGE}/notOnlineVehicle`,
    filters: [company, carTypes, industries, days('-1'), number('minDays', 1)],
    columns: [
      'deptName',
      'carNo',
      'plateColor',
      'carType',
      'industry',
      'terminalNo',
      'simNo',
      'joinDate',
      'onlineDays',
      'offlineDays',
      'lastOnline',
      'lastPos',
      'offlineReason',
      'remark',
    ],
    drills: [{ column: 'lastOnline', report: 401003, takes: { ...ofVehicle, timeRange: 'row.day' } }],
    actions: OFFLINE_ACTIONS,
    order: ['offlineDays', 'desc'],
    query: (request) => {
      const { from, to } = request.days;
      // days before registration and the first position do not count
      const known = sql`greatest(${to}::date - greatest(${from}::date, least(${businessDayOf(request, sql`v.created_at`)}, ${joinedDay(request)})) + 1, 0)`;
      // notes since the vehicle was heard last, which may be long before
      const lastHeard = sql`least(${startOfDay(request, sql`${from}::date`)}, coalesce(least(${LAST_ONLINE}, (
        select ${startOfDay(request, sql`k.day + 1`)} from vehicle_day k
        where k.vehicle_id = v.id and k.day < ${from}::date and k.point_valid > 0 order by k.day desc limit 1)), '-infinity'))`;
      const silent = sql`greatest(${known} - coalesce(o.days, 0), 0)`;
      return {
        with: [
          {
            name: 'heard',
            body: sql`select f.vehicle_id, count(*)::integer as days from vehicle_day f join vehicle v on v.id = f.vehicle_id
              where f.day between ${from}::date and ${to}::date and f.point_valid > 0 and ${both(requestedVehicles(request))}
              group by f.vehicle_id`,
          },
        ],
        from: sql`${VEHICLES} left join heard o on o.vehicle_id = v.id ${LAST_SEEN}
          ${joinNotes(request, lastHeard, requestTime(request))}`,
        where: [KEPT, ...requestedVehicles(request), sql`${silent} >= greatest(${request.number('minDays') ?? 1}::float8, 1)`],
        columns: {
          ...TEXTS,
          joinDate: JOIN_DAY,
          onlineDays: sql`coalesce(o.days, 0)`,
          offlineDays: silent,
          lastPos: LAST_PLACE,
          offlineReason: NOTE_COLUMNS.offlineReason,
          remark: NOTE_COLUMNS.remark,
        },
        ids: buildIds(request),
        tie: BY_PLATE,
      };
    },
  },
  {
    id: 401009,
    page: `${PAGE}/lastPosition`,
    filters: [company, vehicles, carTypes, one('carState', 'CAR_STATE')],
    columns: [
      'deptName',
      'carNo',
      'plateColor',
      'carType',
      'driverName',
      'carState',
      'gpsTime',
      'recvTime',
      'speed',
      'heading',
      'accState',
      'fixState',
      'statusText',
      'alarmText',
      'odometer',
      'position',
      'lng',
      'lat',
    ],
    chart: { type: 'pie', x: 'carState', y: ['count'] },
    drills: [{ column: 'gpsTime', report: 401010, takes: { deptId: 'deptId', carId: 'row.carId', timeRange: 'row.around' } }],
    order: ['gpsTime', 'desc'],
    query: (request) => ({
      from: sql`vehicle_latest f ${JOIN_VEHICLE}`,
      where: [
        KEPT,
        ...requestedVehicles(request),
        ...(request.text('carState') === '' ? [] : [sql`${CAR_STATE} = ${Number(request.text('carState'))}::integer`]),
      ],
      columns: {
        ...VEHICLE_FACTS,
        carState: CAR_STATE,
        gpsTime: sql`f.gnss_at`,
        recvTime: sql`f.received_at`,
        speed: sql`f.speed_kmh`,
        heading: sql`f.heading`,
        accState: sql`f.status_bits & 1`,
        fixState: sql`(f.status_bits >> 1) & 1`,
        statusText: sql`f.status_bits`,
        alarmText: sql`f.alarm_bits`,
        odometer: sql`f.odometer_km`,
        position: sql`case when f.lng <> 0 or f.lat <> 0 then ${formatPlace(sql`f.lng`, sql`f.lat`)} end`,
        lng: sql`f.lng`,
        lat: sql`f.lat`,
      },
      ids: { ...VEHICLE_IDS, day: businessDayOf(request, sql`f.gnss_at`), around: timesAround(request, sql`f.gnss_at`) },
      tie: BY_PLATE,
    }),
  },
  {
    id: 401015,
    page: `${PAGE}/vehicleInfo`,
    filters: [company, vehicles, carTypes, industries, companyRegion, text('vin')],
    columns: [
      'deptName',
      'carNo',
      'plateColor',
      'carType',
      'industry',
      'regionName',
      'vin',
      'ownerName',
      'ownerMobile',
      'seats',
      'ratedKg',
      'terminalNo',
      'simNo',
      'terminalModel',
      'joinDate',
      'serviceEnd',
      'permitEnd',
      'operatorName',
      'lastOnline',
    ],
    chart: { type: 'pie', x: 'carType', y: ['count'] },
    drills: [{ column: 'lastOnline', report: 401009, takes: ofVehicle }],
    order: ['deptName', 'asc'],
    query: (request) =>
      withRegion({
        from: sql`${VEHICLES} ${LAST_SEEN}`,
        where: [KEPT, ...requestedVehicles(request), ...whereContains(sql`v.vin`, request.text('vin'))],
        columns: {
          ...TEXTS,
          seats: sql`v.seats`,
          ratedKg: sql`v.tonnage * 1000`,
          joinDate: JOIN_DAY,
          serviceEnd: sql`v.service_to`,
          permitEnd: sql`v.trans_cert_to`,
          operatorName: sql`(select string_agg(o.name, ', ' order by o.name) from operator_vehicle b join operator o on o.id = b.operator_id
          where b.vehicle_id = v.id)`,
        },
        ids: VEHICLE_IDS,
        tie: BY_PLATE,
      }),
  },
  {
    id: 401016,
    page: `${PAGE}/terminalInfo`,
    filters: [company, vehicles, one('protocolVer', 'PROTOCOL'), text('terminalModel')],
    columns: [
      'deptName',
      'carNo',
      'terminalNo',
      'simNo',
      'terminalVendor',
      'terminalModel',
      'protocolVer',
      'installDate',
      'joinDate',
      'lastOnline',
      'offlineDays',
      'deviceCount',
    ],
    sums: { deviceCount: 'sum' },
    chart: { type: 'pie', x: 'terminalModel', y: ['count'] },
    drills: [
      { column: 'deviceCount', report: 404001, takes: { ...ofVehicle, alarmTypes: 'row.alarmTypes', timeRange: 'row.times' } },
    ],
    order: ['deptName', 'asc'],
    query: (request) => {
      const today = businessDay(request.now, request.timeZone).key;
      const since = addDays(today, 1 - FAULT_DAYS);
      const protocol = request.text('protocolVer');
      return {
        with: [
          {
            name: 'faults',
            body: sql`select f.vehicle_id, sum(f.cnt)::integer as cnt from alarm_day f join vehicle v on v.id = f.vehicle_id
              where f.day between ${since}::date and ${today}::date and f.type_id = any(${[...GROUPS.device]}::smallint[])
                and ${both(requestedVehicles(request))} group by f.vehicle_id`,
          },
        ],
        from: sql`${VEHICLES} left join faults k on k.vehicle_id = v.id ${LAST_SEEN}`,
        where: [
          KEPT,
          ...requestedVehicles(request),
          sql`t.id is not null`,
          ...(protocol === '' ? [] : [sql`t.protocol_version = ${Number(protocol)}::integer`]),
          ...whereContains(sql`t.model`, request.text('terminalModel')),
        ],
        columns: {
          ...TEXTS,
          installDate: sql`t.install_date`,
          joinDate: JOIN_DAY,
          offlineDays: offlineDays(request),
          deviceCount: sql`coalesce(k.cnt, 0)`,
        },
        ids: {
          ...VEHICLE_IDS,
          alarmTypes: sql`${GROUPS.device.join(',')}::text`,
          times: sql`${`${since} 00:00:00,${today} 23:59:59`}::text`,
        },
        tie: BY_PLATE,
      };
    },
  },
];
