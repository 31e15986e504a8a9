import { sql } from '../../../platform/db/database.ts';
import { driverNameAt } from '../facts/driver-columns.ts';
import { inTimes } from '../facts/row-times.ts';
import { JOIN_VEHICLE, requestedVehicles, VEHICLE_FACTS, VEHICLE_IDS, whereContains } from '../facts/vehicle-columns.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { company, text, times, vehicles } from '../model/filters.ts';

/** Electronic waybills of terminals (report catalogue, family 405). */
export const waybillReports: readonly ReportDefinition[] = [
  {
    id: 405018,
    page: '/report/caroperationreport/waybillRecord',
    filters: [company, vehicles, times('-1'), text('waybillNo')],
    columns: ['recvTime', 'deptName', 'carNo', 'driverName', 'waybillNo', 'waybillText'],
    order: ['recvTime', 'desc'],
    query: (request) => {
      const { deptName, carNo } = VEHICLE_FACTS;
      return {
        from: sql`waybill f ${JOIN_VEHICLE}`,
        where: [
          ...requestedVehicles(request),
          inTimes(request, sql`f.received_at`),
          ...whereContains(sql`f.number`, request.text('waybillNo')),
        ],
        columns: {
          recvTime: sql`f.received_at`,
          deptName,
          carNo,
          driverName: driverNameAt(sql`f.vehicle_id`, sql`f.received_at`),
          waybillNo: sql`f.number`,
          waybillText: sql`f.text`,
        },
        ids: VEHICLE_IDS,
        tie: [sql`f.id`],
      };
    },
  },
];
