import { isTimely } from '../vehicle/decisions.ts';
import { hourOfDay } from '../vehicle/definitions.ts';
import { alarmCells, excess, overspeedGrade, some } from './alarm-cells.ts';
import { countReceived } from './evidence-reports.ts';
import {
  durationSeconds,
  filterGroups,
  isWithin,
  listAlarmEvents,
  type OracleReport,
  staticDate,
  timeRange,
} from './oracle-report.ts';

/** Reports whose rows are alarms. */
export const alarmListReports: readonly OracleReport[] = [
  {
    report: 404001,
    conditions: timeRange,
    key: ['carNo', 'alarmType', 'startTime'],
    rows: (oracle) => listAlarmEvents(oracle).map((event) => ({ ...alarmCells(event), evidCount: countReceived(oracle, event) })),
    sums: { duration: 'sum', evidCount: 'sum' },
  },
  {
    report: 404007,
    conditions: timeRange,
    key: ['carNo', 'startTime'],
    rows: (oracle) =>
      listAlarmEvents(oracle).flatMap((event) => {
        const { alarm, decision } = event;
        if (decision === null) return [];
        return [
          {
            ...some(
              alarmCells(event),
              'carNo',
              'driverName',
              'alarmType',
              'alarmLevel',
              'startTime',
              'duration',
              'alarmSpeed',
              'dealType',
            ),
            handleTime: decision.at,
            handleSec: Math.round((decision.at - alarm.startAt) / 1000),
            isTimely: isTimely(decision),
          },
        ];
      }),
  },
  {
    // handled on these days, whenever the alarm began
    report: 404007,
    conditions: (oracle) => ({ ...timeRange(oracle), userIds: String(oracle.ids.clerk), byHandleTime: '1' }),
    key: ['carNo', 'handleTime', 'startTime'],
    rows: (oracle) =>
      listAlarmEvents(oracle).flatMap(({ car, alarm, decision }) =>
        decision !== null && isWithin(oracle, decision.at)
          ? [{ carNo: car.plan.plate, startTime: alarm.startAt, handleTime: decision.at, alarmType: String(alarm.typeId) }]
          : [],
      ),
  },
  {
    report: 404008,
    conditions: timeRange,
    key: ['carNo', 'alarmType', 'startTime'],
    rows: (oracle) =>
      listAlarmEvents(oracle)
        .filter(({ alarm, decision }) => alarm.needed && decision === null)
        .map((event) => some(alarmCells(event), 'carNo', 'driverName', 'alarmType', 'alarmLevel', 'startTime', 'alarmSpeed')),
  },
  {
    report: 404009,
    conditions: timeRange,
    key: ['carNo', 'startTime'],
    rows: (oracle) =>
      filterGroups(listAlarmEvents(oracle), 'OVERSPEED')
        .filter((event) => durationSeconds(event) >= 30)
        .map((event) => ({
          ...some(
            alarmCells(event),
            'carNo',
            'driverName',
            'startTime',
            'endTime',
            'duration',
            'alarmSpeed',
            'maxSpeed',
            'limitSpeed',
          ),
          alarmKm: event.alarm.km,
          avgSpeed: durationSeconds(event) === 0 ? null : (event.alarm.km * 3600) / durationSeconds(event),
          overRate: excess(event),
          overGrade: overspeedGrade(event),
          handleState: alarmCells(event)['handleState']!,
          isNight: hourOfDay(event.alarm.startAt) >= 22 || hourOfDay(event.alarm.startAt) < 6,
        })),
    sums: { duration: 'sum', alarmKm: 'sum', maxSpeed: 'max' },
  },
  {
    report: 407011,
    conditions: timeRange,
    key: ['carNo', 'startTime'],
    rows: (oracle) =>
      filterGroups(listAlarmEvents(oracle), 'TPMS').map((event) => ({
        ...some(alarmCells(event), 'carNo', 'driverName', 'startTime', 'endTime', 'duration', 'alarmSpeed', 'handleState'),
        tyrePos: '1',
        tyreState: '2',
        tyreKpa: 480,
        tyreTemp: null,
      })),
    sums: { duration: 'sum' },
  },
  {
    report: 409003,
    conditions: staticDate,
    key: ['carNo', 'startTime'],
    rows: (oracle) =>
      listAlarmEvents(oracle)
        .filter(({ decision }) => decision !== null)
        .map((event) =>
          some(
            alarmCells(event),
            ...[
              'carNo',
              'driverName',
              'alarmType',
              'startTime',
              'alarmSpeed',
              'limitSpeed',
              'duration',
              'dealType',
              'handleTime',
            ],
          ),
        ),
  },
];
