import { at, sql } from '../../../platform/db/database.ts';
import { joinVehicleAt, requestedVehicles, VEHICLE_FACTS, VEHICLE_IDS } from '../facts/vehicle-columns.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { company, one, times, vehicles } from '../model/filters.ts';
import { RESULT } from './commands.ts';

/** The command that collects recorder data (JT/T 808 0x8700). */
const COLLECT = '8700';
/** RECORDER: the command number in hex. */
const KIND = sql`upper(lpad(to_hex((f.params ->> 'command')::integer), 2, '0')) || 'H'`;
const instant = (value: ReturnType<typeof sql>) => sql`to_timestamp((${value})::float8 / 1000)`;
/** The parsed answer; null if refused. */
const SAID = sql`f.result_data -> 'said'`;
/** Memory blocks have a time range, states the time of the answer. */
const STARTED = sql`coalesce(${instant(sql`${SAID} ->> 'from'`)}, ${instant(sql`f.params ->> 'start'`)}, f.answered_at, f.sent_at, f.created_at)`;

/** Data collected from driving recorders (report catalogue, family 405). */
export const recorderReports: readonly ReportDefinition[] = [
  {
    id: 405017,
    page: '/report/caroperationreport/recorderData',
    filters: [company, vehicles, times('dtOneMonth'), one('recCmd', 'RECORDER')],
    columns: ['deptName', 'carNo', 'recCmd', 'startTime', 'endTime', 'driverCert', 'maxSpeed', 'recText', 'cmdResult'],
    order: ['startTime', 'desc'],
    query: (request) => {
      const { from, to } = request.times;
      const kind = request.text('recCmd');
      const { deptName, carNo } = VEHICLE_FACTS;
      return {
        from: sql`command f ${joinVehicleAt(STARTED)}`,
        where: [
          ...requestedVehicles(request),
          sql`f.created_at >= ${at(from)} and f.created_at < ${at(to)} and f.cmd_code = ${COLLECT}`,
          ...(kind === '' ? [] : [sql`${KIND} = ${kind}::text`]),
        ],
        columns: {
          deptName,
          carNo,
          recCmd: KIND,
          recText: SAID,
          cmdResult: RESULT,
          startTime: STARTED,
          driverCert: sql`r.qual_no`,
          endTime: sql`coalesce(${instant(sql`${SAID} ->> 'to'`)}, ${instant(sql`f.params ->> 'end'`)})`,
          maxSpeed: sql`(${SAID} ->> 'maxKmh')::float8`,
        },
        ids: VEHICLE_IDS,
        tie: [sql`f.id`],
      };
    },
  },
];
