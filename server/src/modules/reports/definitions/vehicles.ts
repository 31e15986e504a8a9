import { businessDay } from '@fleetwarden/domain/business-day';
import { at, type Sql, sql } from '../../../platform/db/database.ts';
import { withRegion } from '../facts/company-region.ts';
import { NOTED, notesBetween, nowOf, stopHolds } from '../facts/offline-notes.ts';
import { among, beginOf, dayOf, numbersOf } from '../facts/row-times.ts';
import {
  holding,
  JOIN_DAY,
  LAST_ONLINE,
  LAST_PLACE,
  LAST_SEEN,
  maskedPhone,
  OF_VEHICLE,
  ofAsked,
  placeOf,
  secondsBetween,
  VEHICLE_FACTS,
  VEHICLE_IDS,
  VEHICLES,
} from '../facts/vehicle-columns.ts';
import { shifted } from '../model/dates.ts';
import type { Asked, ReportDefinition } from '../model/definition.ts';
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
import { endReason } from './running.ts';

const PAGE = '/report/basicstatementreport';
const ofVehicle = { deptId: 'deptId', carIds: 'row.carId' } as const;
const KEPT: Sql = sql`v.deleted_at is null`;
/** RUN_STATE: its operator has taken it out of service. */
const SUSPENDED = 2;
const HOUR_S = 3_600;
/** Days faults of terminals are counted over. */
const FAULT_DAYS = 30;

const TEXTS = {
  ...VEHICLE_FACTS,
  ownerMobile: maskedPhone(sql`v.owner_phone`),
  simNo: sql`t.iccid`,
  lastOnline: LAST_ONLINE,
} as const;
const offlineSec = ({ now }: Asked): Sql => secondsBetween(LAST_ONLINE, sql`${at(now)}::timestamptz`);
const offlineDays = (asked: Asked): Sql => sql`case when ${LAST_ONLINE} is not null then ${offlineSec(asked)} / 86400 end`;
/** The day a vehicle was last heard of: where its way and its stays are looked for. */
const idsOf = (asked: Asked) => ({ ...VEHICLE_IDS, day: dayOf(asked, LAST_ONLINE) });
const todayOf = ({ now, timeZone }: Asked): string => businessDay(now, timeZone).key;
/** The days since, as far back as visits are listed. */
const absenceOf = (asked: Asked): Sql => {
  const today = sql`${todayOf(asked)}::date`;
  return sql`greatest(${dayOf(asked, LAST_ONLINE)}, ${today} - ${MAX_DAYS - 1}::integer) || ',' || ${today}`;
};
/** What is done about a vehicle that is not heard of. */
const OFFLINE_ACTIONS = ['offlineRemark', 'offlineVisit', 'offlineStop'] as const;
const BY_PLATE = [sql`v.plate`, sql`v.id`] as const;

/** All of some conditions. */
const both = (parts: readonly Sql[]): Sql => parts.reduce((all, each) => sql`${all} and ${each}`);

/** CAR_STATE of a status number, as icons are coloured (domain/vehicle-status). */
const CAR_STATE = sql`case when f.status = 0 then 4 when f.status in (4, 5) then 3 when f.status = 2 then 1 else 2 end`;

/** Vehicles as they are now, and on which days they were not heard of. */
export const vehicleReports: readonly ReportDefinition[] = [
  {
    id: 401004,
    page: `${PAGE}/offlineVehicle`,
    conditions: [
      company,
      vehicles,
      carTypes,
      number('offlineHours', 24),
      some('offlineReasons', 'OFFLINE_REASON'),
      check('withExempt'),
    ],
    columns: [
      { key: 'deptName', fixed: true },
      { key: 'carNo', fixed: true },
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
    chart: { type: 'pie', x: 'offlineReason', y: ['count'] },
    drills: [
      { column: 'lastPos', report: 401009, takes: ofVehicle },
      { column: 'carNo', report: 401003, takes: { ...ofVehicle, timeRange: 'row.day' } },
      { column: 'noteTime', report: 409010, takes: { ...ofVehicle, staticDate: 'row.absence' } },
    ],
    actions: OFFLINE_ACTIONS,
    order: ['offlineSec', 'desc'],
    query: (asked) => ({
      from: sql`${VEHICLES} ${LAST_SEEN} ${notesBetween(asked, LAST_ONLINE, nowOf(asked))}`,
      where: [
        KEPT,
        ...ofAsked(asked),
        ...among(NOTED.offlineReason, numbersOf(asked, 'offlineReasons')),
        sql`not exists (select from online_session o where o.vehicle_id = v.id and o.logout_at is null)`,
        sql`${LAST_ONLINE} <= ${at(asked.now - (asked.number('offlineHours') ?? 0) * HOUR_S * 1000)}::timestamptz`,
        ...(asked.number('withExempt') === 1 ? [] : [sql`v.run_state <> ${SUSPENDED}`, sql`not ${stopHolds(todayOf(asked))}`]),
      ],
      columns: {
        ...TEXTS,
        offlineSec: offlineSec(asked),
        offlineDays: offlineDays(asked),
        lastPos: LAST_PLACE,
        endReason: endReason(sql`s.end_reason`),
        ...NOTED,
      },
      ids: { ...idsOf(asked), absence: absenceOf(asked) },
      tie: BY_PLATE,
    }),
  },
  {
    id: 401005,
    page: `${PAGE}/notOnlineVehicle`,
    conditions: [company, carTypes, industries, days('-1'), number('minDays', 1)],
    columns: [
      { key: 'deptName', fixed: true },
      { key: 'carNo', fixed: true },
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
    query: (asked) => {
      const { from, to } = asked.days;
      // days before it was entered are none it was silent on
      const known = sql`greatest(${to}::date - greatest(${from}::date, ${dayOf(asked, sql`v.created_at`)}) + 1, 0)`;
      const silent = sql`greatest(${known} - coalesce(o.days, 0), 0)`;
      return {
        with: [
          {
            name: 'heard',
            body: sql`select f.vehicle_id, count(*)::integer as days from vehicle_day f join vehicle v on v.id = f.vehicle_id
              where f.day between ${from}::date and ${to}::date and f.point_valid > 0 and ${both(ofAsked(asked))}
              group by f.vehicle_id`,
          },
        ],
        from: sql`${VEHICLES} left join heard o on o.vehicle_id = v.id ${LAST_SEEN}
          ${notesBetween(asked, beginOf(asked, sql`${from}::date`), nowOf(asked))}`,
        where: [KEPT, ...ofAsked(asked), sql`${silent} >= greatest(${asked.number('minDays') ?? 1}::float8, 1)`],
        columns: {
          ...TEXTS,
          joinDate: JOIN_DAY,
          onlineDays: sql`coalesce(o.days, 0)`,
          offlineDays: silent,
          lastPos: LAST_PLACE,
          offlineReason: NOTED.offlineReason,
          remark: NOTED.remark,
        },
        ids: idsOf(asked),
        tie: BY_PLATE,
      };
    },
  },
  {
    id: 401009,
    page: `${PAGE}/lastPosition`,
    conditions: [company, vehicles, carTypes, one('carState', 'CAR_STATE')],
    columns: [
      { key: 'deptName', fixed: true },
      { key: 'carNo', fixed: true },
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
    drills: [{ column: 'gpsTime', report: 401010, takes: { deptId: 'deptId', carId: 'row.carId', timeRange: 'row.day' } }],
    order: ['gpsTime', 'desc'],
    query: (asked) => ({
      from: sql`vehicle_latest f ${OF_VEHICLE}`,
      where: [
        KEPT,
        ...ofAsked(asked),
        ...(asked.text('carState') === '' ? [] : [sql`${CAR_STATE} = ${Number(asked.text('carState'))}::integer`]),
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
        position: sql`case when f.lng <> 0 or f.lat <> 0 then ${placeOf(sql`f.lng`, sql`f.lat`)} end`,
        lng: sql`f.lng`,
        lat: sql`f.lat`,
      },
      ids: { ...VEHICLE_IDS, day: dayOf(asked, sql`f.gnss_at`) },
      tie: BY_PLATE,
    }),
  },
  {
    id: 401015,
    page: `${PAGE}/vehicleInfo`,
    conditions: [company, vehicles, carTypes, industries, companyRegion, text('vin')],
    columns: [
      { key: 'deptName', fixed: true },
      { key: 'carNo', fixed: true },
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
    query: (asked) =>
      withRegion({
        from: sql`${VEHICLES} ${LAST_SEEN}`,
        where: [KEPT, ...ofAsked(asked), ...holding(sql`v.vin`, asked.text('vin'))],
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
    conditions: [company, vehicles, one('protocolVer', 'PROTOCOL'), text('terminalModel')],
    columns: [
      { key: 'deptName', fixed: true },
      { key: 'carNo', fixed: true },
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
    query: (asked) => {
      const today = businessDay(asked.now, asked.timeZone).key;
      const since = shifted(today, 1 - FAULT_DAYS);
      const protocol = asked.text('protocolVer');
      return {
        with: [
          {
            name: 'faults',
            body: sql`select f.vehicle_id, sum(f.cnt)::integer as cnt from alarm_day f join vehicle v on v.id = f.vehicle_id
              where f.day between ${since}::date and ${today}::date and f.type_id = any(${[...GROUPS.device]}::smallint[])
                and ${both(ofAsked(asked))} group by f.vehicle_id`,
          },
        ],
        from: sql`${VEHICLES} left join faults k on k.vehicle_id = v.id ${LAST_SEEN}`,
        where: [
          KEPT,
          ...ofAsked(asked),
          sql`t.id is not null`,
          ...(protocol === '' ? [] : [sql`t.protocol_version = ${Number(protocol)}::integer`]),
          ...holding(sql`t.model`, asked.text('terminalModel')),
        ],
        columns: {
          ...TEXTS,
          installDate: sql`t.install_date`,
          joinDate: JOIN_DAY,
          offlineDays: offlineDays(asked),
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
