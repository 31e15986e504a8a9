import { alarmList, TYRE_TYPES } from '../facts/alarm-columns.ts';
import { requestedNumbers } from '../facts/row-times.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { company, some, times, vehicles } from '../model/filters.ts';
import { toShownColumn } from '../model/template.ts';

const columns = [
  'deptName',
  'carNo',
  'plateColor',
  'carType',
  'driverName',
  'startTime',
  'endTime',
  'duration',
  'tyrePos',
  'tyreState',
  'tyreKpa',
  'tyreTemp',
  'alarmSpeed',
  'startPos',
  'handleState',
  'handleNote',
];

/** Alarms of vehicle sensors (report catalogue, family 407). */
export const peripheralReports: readonly ReportDefinition[] = [
  {
    id: 407011,
    page: '/report/carperipheralreport/tyrePressureAlarm',
    filters: [company, vehicles, times('-1'), some('tyreStates', 'TYRE_STATE')],
    columns,
    sums: { duration: 'sum' },
    chart: { type: 'pie', x: 'tyreState', y: ['count'] },
    drills: [{ column: 'startTime', report: 407010, takes: { deptId: 'deptId', carId: 'row.carId', timeRange: 'row.around' } }],
    order: ['startTime', 'desc'],
    query: (request) => {
      const states = requestedNumbers(request, 'tyreStates');
      const types = states === null ? TYRE_TYPES : states.flatMap((bit) => TYRE_TYPES.slice(bit - 1, bit));
      return alarmList(request, { columns: columns.map((column) => toShownColumn(column).key), types });
    },
  },
];
