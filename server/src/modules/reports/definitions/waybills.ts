import { sql } from '../../../platform/db/database.ts';
import { inTimes } from '../facts/row-times.ts';
import { holding, ofAsked, ofVehicleAt, VEHICLE_FACTS, VEHICLE_IDS } from '../facts/vehicle-columns.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { company, text, times, vehicles } from '../model/filters.ts';

/** Electronic waybills that terminals sent (report catalogue, family 405). */
export const waybillReports: readonly ReportDefinition[] = [
  {
    id: 405018,
    page: '/report/caroperationreport/waybillRecord',
    conditions: [company, vehicles, times('-1'), text('waybillNo')],
    columns: [
      'recvTime',
      { key: 'deptName', fixed: true },
      { key: 'carNo', fixed: true },
      'driverName',
      'waybillNo',
      'waybillText',
    ],
    order: ['recvTime', 'desc'],
    query: (asked) => {
      const { deptName, carNo, driverName } = VEHICLE_FACTS;
      return {
        from: sql`waybill f ${ofVehicleAt(sql`f.received_at`)}`,
        where: [...ofAsked(asked), inTimes(asked, sql`f.received_at`), ...holding(sql`f.number`, asked.text('waybillNo'))],
        columns: {
          recvTime: sql`f.received_at`,
          deptName,
          carNo,
          driverName,
          waybillNo: sql`f.number`,
          waybillText: sql`f.text`,
        },
        ids: VEHICLE_IDS,
        tie: [sql`f.id`],
      };
    },
  },
];
