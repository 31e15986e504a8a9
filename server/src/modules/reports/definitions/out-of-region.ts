import { FIRST_CITY } from '../../../engine/visits/geofence-snapshot.ts';
import { sql } from '../../../platform/db/database.ts';
import { isIn } from '../facts/company-region.ts';
import { enteredInTimes, STAY_S } from '../facts/geofence-visits.ts';
import { JOIN_VEHICLE, requestedVehicles, VEHICLE_FACTS, VEHICLE_IDS } from '../facts/vehicle-columns.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { company, days, industries, MAX_DETAIL_DAYS, number, region, vehicles } from '../model/filters.ts';

const { deptName, carNo, plateColor, carType, industry } = VEHICLE_FACTS;
const DAY_S = 86_400;

/** Time outside the province or city of registration (report catalogue, family 405). */
export const outOfRegionReports: readonly ReportDefinition[] = [
  {
    id: 405014,
    page: '/report/caroperationreport/outOfRegion',
    filters: [company, vehicles, industries, region, days('-7,-1', MAX_DETAIL_DAYS), number('outDays', 0)],
    columns: [
      'deptName',
      'carNo',
      'plateColor',
      'carType',
      'industry',
      'regionName',
      'outTimes',
      'outSec',
      'outRegions',
      'startTime',
      'endTime',
      'mileage',
    ],
    sums: { outTimes: 'sum', outSec: 'sum' },
    chart: { type: 'bar', x: 'carNo', y: ['outSec'] },
    order: ['outSec', 'desc'],
    query: (request) => {
      const home = sql`v.native_place`;
      const asHome = request.text('adcode');
      const code = sql`(f.place_id - ${FIRST_CITY}::integer)::text`;
      const outSec = sql`sum(${STAY_S}) filter (where not f.at_home)`;
      return {
        from: sql`(
          select f.*, ${code} as code, ${isIn(code, home)} as at_home,
            lag(${isIn(code, home)}) over (partition by f.vehicle_id order by f.enter_at) as was_home
          from area_visit f join vehicle v on v.id = f.vehicle_id
          where f.place_id >= ${FIRST_CITY}::integer and ${home} is not null and ${enteredInTimes(request)}
            and ${requestedVehicles(request).reduce((all, each) => sql`${all} and ${each}`)}) f ${JOIN_VEHICLE}`,
        where: [...requestedVehicles(request), ...(asHome === '' ? [] : [isIn(home, sql`${asHome}::text`)])],
        columns: {
          deptName,
          carNo,
          plateColor,
          carType,
          industry,
          regionName: home,
          outTimes: sql`count(*) filter (where not f.at_home and f.was_home)`,
          outSec: sql`round(${outSec})::integer`,
          outRegions: sql`string_agg(distinct f.code, ',') filter (where not f.at_home)`,
          startTime: sql`min(f.enter_at) filter (where not f.at_home)`,
          endTime: sql`max(f.enter_at) filter (where f.at_home and not f.was_home)`,
          mileage: sql`sum(f.distance_km) filter (where not f.at_home)`,
        },
        groupBy: [sql`v.id`, sql`d.name`],
        having: sql`${outSec} > ${(request.number('outDays') ?? 0) * DAY_S}::float8`,
        ids: VEHICLE_IDS,
        tie: [sql`v.id`],
      };
    },
  },
];
