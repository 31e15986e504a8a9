import { type Sql, sql } from '../../../platform/db/database.ts';
import { LAST_POINT, lastPoint } from '../facts/last-point.ts';
import { businessDayOf, inTimes } from '../facts/row-times.ts';
import { joinVehicleAt, requestedVehicles, VEHICLE_FACTS, VEHICLE_IDS } from '../facts/vehicle-columns.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { company, days, MAX_DETAIL_DAYS, vehicles } from '../model/filters.ts';
import { percent } from '../model/formulas.ts';
import type { ReportRequest } from '../model/report-request.ts';

/** Counts of passengers (report catalogue, family 405). */
export const passengerReports: readonly ReportDefinition[] = [
  {
    id: 405016,
    page: '/report/caroperationreport/passengerFlow',
    filters: [company, vehicles, days('-1', MAX_DETAIL_DAYS)],
    columns: [
      'deptName',
      'carNo',
      'driverName',
      'startTime',
      'endTime',
      'onPsg',
      'offPsg',
      'loadPsg',
      'seats',
      'loadRate',
      'position',
    ],
    sums: { onPsg: 'sum', offPsg: 'sum', loadPsg: 'max' },
    chart: { type: 'line', x: 'startTime', y: ['loadPsg'] },
    order: ['carNo', 'asc'],
    query: (request) => ({
      with: [
        { name: 'flows', body: flows(request) },
        { name: 'loads', body: LOADS },
      ],
      from: sql`loads f ${joinVehicleAt(sql`f.start_at`)} ${lastPoint(sql`f.end_at`)}`,
      columns: {
        deptName: VEHICLE_FACTS.deptName,
        carNo: VEHICLE_FACTS.carNo,
        driverName: VEHICLE_FACTS.driverName,
        startTime: sql`f.start_at`,
        endTime: sql`f.end_at`,
        onPsg: sql`f.on_count`,
        offPsg: sql`f.off_count`,
        loadPsg: sql`f.on_board`,
        seats: sql`v.seats`,
        position: LAST_POINT,
      },
      formulas: { loadRate: percent(sql`"loadPsg"`, sql`"seats"`) },
      ids: VEHICLE_IDS,
      tie: [sql`f.start_at`, sql`f.end_at`, sql`v.id`],
    }),
  },
];

/** Counts of the requested vehicles and days. `balance`: who boarded less who alighted since the day began. */
const flows = (request: ReportRequest): Sql => {
  const where = [...requestedVehicles(request), inTimes(request, sql`f.start_at`)];
  return sql`select f.*, sum(on_count - off_count) over (partition by vehicle_id, day order by start_at, end_at) as balance
    from (
      select f.*, ${businessDayOf(request, sql`f.start_at`)} as day from passenger_flow f join vehicle v on v.id = f.vehicle_id
      where ${where.reduce((all, part) => sql`${all} and ${part}`)}) f`;
};
/** A load is never negative: if more passengers alight than boarded, they boarded before the day. */
const LOADS: Sql = sql`select f.*,
    (balance - least(0, min(balance) over (partition by vehicle_id, day order by start_at, end_at)))::integer as on_board
  from flows f`;
