import { name, type Sql, sql } from '../../../platform/db/database.ts';
import { JOIN_DAY, requestedVehicles, VEHICLE_FACTS, VEHICLE_IDS, VEHICLES } from '../facts/vehicle-columns.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { company, days, industries, vehicles } from '../model/filters.ts';
import { FORMULAS } from '../model/formulas.ts';
import { GROUPS } from '../model/measures.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { due, inDays } from './sichuan.ts';

/** QUAL_RESULT. */
const [PASSED, FAILED] = [1, 2] as const;
/** Required rates in percent. */
const FLOORS = { validRate: 80, trackRate: 70, handleRate: 90 } as const;

/** The columns a vehicle fails by, with their conditions. */
const FAILS: readonly (readonly [column: string, fails: Sql])[] = [
  ['joinDate', sql`"joinDate" is null`],
  ['onlineDays', sql`"onlineDays" < 1`],
  ['validRate', sql`"validRate" < ${FLOORS.validRate}::integer`],
  ['trackRate', sql`"trackRate" < ${FLOORS.trackRate}::integer`],
  ['isDrift', sql`"isDrift"`],
  // nothing to handle, nothing neglected
  ['handleRate', sql`"handleRate" < ${FLOORS.handleRate}::integer`],
];
const failed = FAILS.reduce(
  (all, [column, fails]) => sql`${all} || case when ${fails} then array[${column}::text] else '{}' end`,
  sql`'{}'::text[]`,
);

/** Data quality requirements of Guangdong (report catalogue, family 408). */
export const qualificationReports: readonly ReportDefinition[] = [
  {
    id: 408012,
    page: '/report/localcustomreport/guangdongQualification',
    filters: [company, vehicles, industries, days('dtOneMonth')],
    columns: [
      'deptName',
      'carNo',
      'plateColor',
      'carType',
      'industry',
      'vin',
      'joinDate',
      'terminalModel',
      'onlineDays',
      'onlineTimeRate',
      'validRate',
      'trackRate',
      'isDrift',
      'overCount',
      'fatigueCount',
      'handleRate',
      'evidRate',
      'qualOk',
      'qualNote',
    ],
    chart: { type: 'pie', x: 'qualOk', y: ['count'] },
    drills: [{ column: 'qualNote', report: 402003, takes: { deptId: 'row.deptId', carIds: 'row.carId' } }],
    order: ['qualOk', 'asc'],
    query: (request) => {
      const { deptName, carNo, plateColor, carType, industry, vin, terminalModel } = VEHICLE_FACTS;
      return {
        with: context(request),
        from: sql`${VEHICLES} left join data_days k on k.vehicle_id = v.id left join online_days o on o.vehicle_id = v.id
          left join alarm_days x on x.vehicle_id = v.id ${figures(request)}`,
        where: [...requestedVehicles(request), sql`v.deleted_at is null`],
        columns: {
          deptName,
          carNo,
          plateColor,
          carType,
          industry,
          vin,
          terminalModel,
          ...Object.fromEntries(FIGURES.map((key) => [key, name(key)])),
          qualOk: sql`case when "qualNote" is null then ${PASSED}::integer else ${FAILED}::integer end`,
        },
        ids: VEHICLE_IDS,
        tie: [sql`v.plate`, sql`v.id`],
      };
    },
  },
];

const FIGURES = [
  'joinDate',
  'onlineDays',
  'onlineTimeRate',
  'validRate',
  'trackRate',
  'isDrift',
  'overCount',
  'fatigueCount',
  'handleRate',
  'evidRate',
  'qualNote',
];
/**
 * Figures per vehicle in steps: counts, rates, failures. None can be summed over vehicles. `offset 0`: each is computed once, not at
 * each use.
 */
const figures = (request: ReportRequest): Sql => sql`
  cross join lateral (select ${JOIN_DAY} as "joinDate", coalesce(k.online_days, 0) as "onlineDays",
    coalesce(${due(request)}, 0) as "shouldOnline", coalesce(o.online_s, 0) as "onlineSec", coalesce(k.points, 0) as "pointTotal",
    coalesce(k.valid, 0) as "pointValid", coalesce(k.ok_km, 0) as "trackOkKm", coalesce(k.ok_km, 0) + coalesce(k.gap_km, 0) as "trackKm",
    coalesce(k.drifted, false) as "isDrift", coalesce(x.overspeeds, 0) as "overCount", coalesce(x.fatigues, 0) as "fatigueCount",
    coalesce(x.needed, 0) as "needCount", coalesce(x.handled, 0) as "handledCount",
    coalesce(x.expected, 0) as "evidExpected", coalesce(x.received, 0) as "evidReceived" offset 0) counts
  cross join lateral (select ${FORMULAS.onlineTimeRate} as "onlineTimeRate", ${FORMULAS.validRate} as "validRate",
    ${FORMULAS.handleRate} as "handleRate", ${FORMULAS.evidRate} as "evidRate",
    -- a vehicle that was never online has no track rate
    case when "onlineDays" > 0 then ${FORMULAS.trackRate} end as "trackRate" offset 0) rates
  cross join lateral (select nullif(${failed}, '{}') as "qualNote" offset 0) fails`;

const context = (request: ReportRequest) => [
  {
    name: 'data_days',
    body: sql`select f.vehicle_id, count(*) filter (where f.point_valid > 0) as online_days, sum(f.point_total) as points,
        sum(f.point_valid) as valid, sum(f.track_ok_km) as ok_km, sum(f.track_gap_km) as gap_km,
        bool_or(f.drift_count >= 3) as drifted
      from vehicle_day f where ${inDays(request)} group by f.vehicle_id`,
  },
  {
    name: 'online_days',
    body: sql`select f.vehicle_id, sum(f.online_s) as online_s from online_day f where ${inDays(request)} group by f.vehicle_id`,
  },
  {
    name: 'alarm_days',
    body: sql`select f.vehicle_id, sum(f.needed) as needed, sum(f.handled) as handled,
        sum(f.evid_expected) as expected, sum(f.evid_received) as received,
        coalesce(sum(f.cnt) filter (where f.type_id = any(${[...GROUPS.overspeed]}::smallint[])), 0) as overspeeds,
        coalesce(sum(f.cnt) filter (where f.type_id = any(${[...GROUPS.fatigue]}::smallint[])), 0) as fatigues
      from alarm_day f where ${inDays(request)} group by f.vehicle_id`,
  },
];
