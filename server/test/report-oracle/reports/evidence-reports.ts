import { VIEWS } from '../fixture/views.ts';
import { DAY, formatDay } from '../vehicle/definitions.ts';
import { type AlarmFiles, countExpected, listMissing } from '../vehicle/files.ts';
import { alarmCells, byCar, listSafetyEvents, some } from './alarm-cells.ts';
import {
  type Cells,
  countAlarms,
  departmentName,
  type Event,
  filterGroups,
  groupBy,
  listAlarmEvents,
  listDrivenDays,
  type OracleData,
  type OracleReport,
  percent,
  staticDate,
  sumBy,
  timeRange,
} from './oracle-report.ts';

const filesOf = (oracle: OracleData, { car, alarm }: Pick<Event, 'car' | 'alarm'>): AlarmFiles | undefined =>
  oracle.files.find((files) => files.car === car.index && files.alarm === alarm);
export const countReceived = (oracle: OracleData, event: Event): number => filesOf(oracle, event)?.received ?? 0;
const countDue = (oracle: OracleData, event: Event): number => {
  const files = filesOf(oracle, event);
  return files === undefined ? 0 : countExpected(files);
};

/** Alarms of a group with their files. */
const listOf = (report: number, ...groups: readonly string[]): OracleReport => ({
  report,
  conditions: timeRange,
  key: ['carNo', 'alarmType', 'startTime'],
  rows: (oracle) =>
    filterGroups(listAlarmEvents(oracle), ...groups).map((event): Cells => {
      const received = countReceived(oracle, event);
      return {
        ...some(
          alarmCells(event),
          ...['deptName', 'carNo', 'driverName', 'alarmType', 'alarmLevel', 'startTime', 'alarmSpeed', 'handleState'],
        ),
        evidImg: Math.min(received, 1),
        evidVideo: Math.max(received - 1, 0),
        evidExpected: countDue(oracle, event),
        evidReceived: received,
      };
    }),
  sums: { evidImg: 'sum', evidVideo: 'sum', evidExpected: 'sum', evidReceived: 'sum' },
});

/** yyyyMMdd HHmmss in China. */
const stamp = (at: number): string => {
  const [day, clock] = new Date(at + DAY / 3).toISOString().replaceAll(/[-:]/g, '').split('T') as [string, string];
  return `${day} ${clock.slice(0, 6)}`;
};
const [PICTURE, FILM] = [0, 2];
const VIDEO_KIND = { live: 1, replay: 2, talk: 3, listen: 4, download: 5 } as const;
/** VIEW_RESULT: 1 success, 2 no answer, 3 no stream, 4 refused, 5 broken. */
const RESULTS: Readonly<Record<string, number>> = { noAnswer: 2, noStream: 3, refused: 4, tooSlow: 5 };

/** Files of alarms, and the use of video. */
export const evidenceReports: readonly OracleReport[] = [
  listOf(170401, 'ADAS', 'TPMS', 'BSD'),
  listOf(170402, 'DSM'),
  {
    report: 170604,
    conditions: staticDate,
    key: ['carNo', 'startTime', 'fileName'],
    rows: (oracle) =>
      listSafetyEvents(oracle).flatMap((event) => {
        const files = filesOf(oracle, event);
        if (files === undefined) return [];
        return listMissing(files).map(({ no, kind, failure }) => ({
          ...some(alarmCells(event), 'deptName', 'carNo', 'alarmType', 'startTime'),
          fileName: `${byCar(event)} ${stamp(event.alarm.startAt)} ${no}${kind === null ? '' : kind === 'film' ? '.mp4' : '.jpg'}`,
          fileKind: kind === null ? null : kind === 'film' ? FILM : PICTURE,
          channelNo: kind === null ? null : 64,
          retryCount: Math.max(files.tries - 1, 0),
          failReason: failure,
        }));
      }),
    sums: { retryCount: 'sum' },
  },
  {
    report: 408008,
    conditions: staticDate,
    key: ['statDate', 'deptName'],
    rows: (oracle) => {
      const events = groupBy(listSafetyEvents(oracle), ({ car, alarm }) => `${formatDay(alarm.startAt)} ${departmentName(car)}`);
      const driven = listDrivenDays(oracle).map(({ car, day }) => `${day} ${departmentName(car)}`);
      return [...new Set([...events.keys(), ...driven])].map((key) => {
        const [statDate, deptName] = key.split(' ') as [string, string];
        const list = events.get(key) ?? [];
        const evidExpected = sumBy(list, (event) => countDue(oracle, event));
        const evidReceived = sumBy(list, (event) => countReceived(oracle, event));
        const { safetyCount, needCount, handledCount, handleRate } = countAlarms(list);
        const evidRate = percent(evidReceived, evidExpected);
        return { statDate, deptName, safetyCount, needCount, handledCount, handleRate, evidExpected, evidReceived, evidRate };
      });
    },
    sums: {
      safetyCount: 'sum',
      evidExpected: 'sum',
      evidReceived: 'sum',
      evidRate: ({ evidReceived, evidExpected }) => percent(evidReceived!, evidExpected!),
    },
  },
  {
    report: 405020,
    conditions: timeRange,
    key: ['carNo', 'startTime', 'channelNo'],
    rows: (oracle) =>
      VIEWS.flatMap(({ car: index, kind, channel, at, seconds, mb, reason }) => {
        const car = oracle.cars.find((each) => each.index === index);
        if (car === undefined) return [];
        const startTime = oracle.fleet.start + at;
        return [
          {
            deptName: departmentName(car),
            carNo: car.plan.plate,
            channelNo: channel,
            viewKind: VIDEO_KIND[kind],
            startTime,
            endTime: startTime + seconds * 1000,
            viewSec: seconds,
            flowMb: mb,
            viewResult: RESULTS[reason ?? ''] ?? 1,
          },
        ];
      }),
    sums: { viewSec: 'sum', flowMb: 'sum' },
  },
];
