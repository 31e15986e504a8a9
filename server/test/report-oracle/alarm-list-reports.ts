import { excess, gradeOf, shown, some } from './alarm-cells.ts';
import { events, isWithin, lasted, ofGroup, type Recount, staticDate, timeRange } from './recount.ts';
import { isTimely } from './slow/handled.ts';
import { hourOf } from './slow/rules.ts';

/** Reports whose rows are alarms. */
export const alarmListReports: readonly Recount[] = [
  {
    report: 404001,
    conditions: timeRange,
    key: ['carNo', 'alarmType', 'startTime'],
    rows: (known) => events(known).map(shown),
    sums: { duration: 'sum' },
  },
  {
    report: 404007,
    conditions: timeRange,
    key: ['carNo', 'startTime'],
    rows: (known) =>
      events(known).flatMap((event) => {
        const { alarm, decision } = event;
        if (decision === null) return [];
        return [
          {
            ...some(
              shown(event),
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
    // what somebody decided in the days, whenever it began
    report: 404007,
    conditions: (known) => ({ ...timeRange(known), userIds: String(known.house.clerk), byHandleTime: '1' }),
    key: ['carNo', 'handleTime', 'startTime'],
    rows: (known) =>
      events(known).flatMap(({ car, alarm, decision }) =>
        decision !== null && isWithin(known, decision.at)
          ? [{ carNo: car.plan.plate, startTime: alarm.startAt, handleTime: decision.at, alarmType: String(alarm.typeId) }]
          : [],
      ),
  },
  {
    report: 404008,
    conditions: timeRange,
    key: ['carNo', 'alarmType', 'startTime'],
    rows: (known) =>
      events(known)
        .filter(({ alarm, decision }) => alarm.needed && decision === null)
        .map((event) => some(shown(event), 'carNo', 'driverName', 'alarmType', 'alarmLevel', 'startTime', 'alarmSpeed')),
  },
  {
    report: 404009,
    conditions: timeRange,
    key: ['carNo', 'startTime'],
    rows: (known) =>
      ofGroup(events(known), 'OVERSPEED')
        .filter((event) => lasted(event) >= 30)
        .map((event) => ({
          ...some(
            shown(event),
            'carNo',
            'driverName',
            'startTime',
            'endTime',
            'duration',
            'alarmSpeed',
            'maxSpeed',
            'limitSpeed',
          ),
          overRate: excess(event),
          overGrade: gradeOf(event),
          handleState: shown(event)['handleState']!,
          isNight: hourOf(event.alarm.startAt) >= 22 || hourOf(event.alarm.startAt) < 6,
        })),
    sums: { duration: 'sum', maxSpeed: 'max' },
  },
  {
    report: 407011,
    conditions: timeRange,
    key: ['carNo', 'startTime'],
    rows: (known) =>
      ofGroup(events(known), 'TPMS').map((event) => ({
        ...some(shown(event), 'carNo', 'driverName', 'startTime', 'endTime', 'duration', 'alarmSpeed', 'handleState'),
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
    rows: (known) =>
      events(known)
        .filter(({ decision }) => decision !== null)
        .map((event) =>
          some(
            shown(event),
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
