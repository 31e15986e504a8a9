import { ADOPTED_KM, RAN_KM, WITH_SOURCE } from '../../../platform/db/adopted-km.ts';
import { type Sql, sql } from '../../../platform/db/database.ts';
import { DAY_COLUMNS } from '../columns/day-columns.ts';
import { vehicleKinds } from '../facts/requested-kinds.ts';
import { VEHICLE_FACTS, VEHICLE_IDS, VEHICLES } from '../facts/vehicle-columns.ts';
import { addDays } from '../model/dates.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { carTypes, company, month, vehicles } from '../model/filters.ts';
import { FORMULAS } from '../model/formulas.ts';
import type { ReportRequest } from '../model/report-request.ts';

/** Mileage per day of the requested month; null on days without data. */
const kmOfDays = ({ days: { from, to } }: ReportRequest): Record<string, Sql> =>
  Object.fromEntries(
    DAY_COLUMNS.map((key, index) => {
      const day = addDays(from, index);
      return [key, day > to ? sql`null::float8` : sql`k.kms[array_position(k.days, ${day}::date)]`] as const;
    }),
  );

/** Monthly mileage with a column per day. */
export const dayMileageReports: readonly ReportDefinition[] = [
  {
    id: 401008,
    page: '/report/basicstatementreport/vehicleDayMileage',
    filters: [company, vehicles, carTypes, month],
    columns: ['deptName', 'carNo', 'plateColor', 'carType', ...DAY_COLUMNS, 'runDays', 'mileage', 'avgDayMileage'],
    sums: {
      ...Object.fromEntries(DAY_COLUMNS.map((key) => [key, 'sum' as const])),
      runDays: 'sum',
      mileage: 'sum',
      avgDayMileage: 'ratio',
    },
    chart: { type: 'line', x: 'dayCols', y: ['mileage'], across: DAY_COLUMNS },
    drills: DAY_COLUMNS.map((column, index) => ({
      column,
      report: 405001,
      takes: { deptId: 'deptId', carIds: 'row.carId', staticDate: `range.${index + 1}` },
    })),
    order: ['carNo', 'asc'],
    query: (request) => {
      const { departments, days } = request;
      return {
        with: [
          {
            name: 'driven',
            body: sql`select f.vehicle_id, f.day, ${ADOPTED_KM} as km from vehicle_day f ${WITH_SOURCE}
              where f.day between ${days.from}::date and ${days.to}::date and f.department_id = any(${[...departments]})
                ${request.vehicles === null ? sql`` : sql`and f.vehicle_id = any(${[...request.vehicles]})`}
                ${vehicleKinds(request).map((kind) => sql`and ${kind}`)[0] ?? sql``}`,
          },
          {
            name: 'months',
            body: sql`select vehicle_id, sum(km) as total, count(*) filter (where km >= ${RAN_KM}) as ran,
                array_agg(km order by day) as kms, array_agg(day order by day) as days from driven group by vehicle_id`,
          },
        ],
        from: sql`months k join (${VEHICLES}) on v.id = k.vehicle_id`,
        columns: { ...VEHICLE_FACTS, ...kmOfDays(request), runDays: sql`k.ran`, mileage: sql`k.total` },
        formulas: { avgDayMileage: FORMULAS.avgDayMileage },
        ids: VEHICLE_IDS,
        tie: [sql`v.plate`, sql`v.id`],
      };
    },
  },
];
