import { formatDay } from '../vehicle/definitions.ts';
import { alarmTypeOf, byCar, HOUR_SUMS, kindCells, listSafetyEvents, SAFETY_KINDS } from './alarm-cells.ts';
import { countReceived } from './evidence-reports.ts';
import {
  countAlarms,
  departmentName,
  durationSeconds,
  filterGroups,
  groupBy,
  listAlarmEvents,
  listDrivenDays,
  mileage,
  type OracleReport,
  per100,
  staticDate,
  sumBy,
} from './oracle-report.ts';

/** Families 1705 and 1706. */
export const safetyReports: readonly OracleReport[] = [
  {
    report: 170505,
    conditions: (oracle) => ({ ...staticDate(oracle), carIds: oracle.cars.map(({ index }) => oracle.ids.cars[index]).join() }),
    key: ['carNo', 'alarmType'],
    rows: (oracle) =>
      [...groupBy(listAlarmEvents(oracle), (event) => `${byCar(event)} ${alarmTypeOf(event)}`).values()].map((list) => ({
        carNo: byCar(list[0]!),
        alarmSec: sumBy(list, durationSeconds),
        ...kindCells(list, listAlarmEvents(oracle).length),
      })),
    sums: { alarmCount: 'sum', alarmSec: 'sum', ...HOUR_SUMS },
  },
  {
    report: 170506,
    conditions: staticDate,
    key: ['deptName', 'alarmType'],
    rows: (oracle) =>
      [...groupBy(listAlarmEvents(oracle), (event) => `${departmentName(event.car)} ${alarmTypeOf(event)}`).values()].map(
        (list) => ({
          deptName: departmentName(list[0]!.car),
          alarmSec: sumBy(list, durationSeconds),
          alarmCars: groupBy(list, byCar).size,
          ...kindCells(list, listAlarmEvents(oracle).length),
        }),
      ),
    sums: { alarmCount: 'sum', alarmSec: 'sum', ...HOUR_SUMS },
  },
  {
    report: 170602,
    conditions: (oracle) => ({ ...staticDate(oracle), alarmTypes: SAFETY_KINDS }),
    key: ['statDate', 'carNo'],
    rows: (oracle) =>
      [...groupBy(listSafetyEvents(oracle), (event) => `${formatDay(event.alarm.startAt)} ${byCar(event)}`)].map(
        ([key, list]) => {
          const [statDate, carNo] = key.split(' ') as [string, string];
          const level = (of: number) => list.filter(({ alarm }) => alarm.level === of).length;
          const kind = (of: number) => list.filter(({ alarm }) => alarm.typeId === of).length;
          return {
            statDate,
            carNo,
            safetyCount: list.length,
            adasCount: filterGroups(list, 'ADAS').length,
            bsdCount: 0,
            dsmCount: filterGroups(list, 'DSM').length,
            tpmsCount: filterGroups(list, 'TPMS').length,
            lvl1Count: level(1),
            lvl2Count: level(2),
            lvl3Count: level(3),
            t66: kind(66),
            t78: kind(78),
            t91: kind(91),
            mileage: sumBy(
              listDrivenDays(oracle).filter((row) => row.day === statDate && byCar(row) === carNo),
              mileage,
            ),
            evidCount: sumBy(list, (event) => countReceived(oracle, event)),
            handleRate: countAlarms(list).handleRate,
          };
        },
      ),
    sums: {
      mileage: 'sum',
      safetyCount: 'sum',
      adasCount: 'sum',
      dsmCount: 'sum',
      tpmsCount: 'sum',
      bsdCount: 'sum',
      lvl1Count: 'sum',
      lvl2Count: 'sum',
      lvl3Count: 'sum',
      t66: 'sum',
      t78: 'sum',
      t91: 'sum',
      evidCount: 'sum',
    },
  },
  {
    report: 170603,
    conditions: staticDate,
    key: ['alarmType'],
    rows: (oracle) => {
      const all = listSafetyEvents(oracle);
      const km = sumBy(listDrivenDays(oracle), mileage);
      return [...groupBy(all, alarmTypeOf).values()].map((list) => ({
        ...kindCells(list, all.length),
        alarmGroup: list[0]!.alarm.group,
        alarmCars: groupBy(list, byCar).size,
        alarmPer100: per100(list.length, km),
        handleRate: countAlarms(list).handleRate,
      }));
    },
    sums: { alarmCount: 'sum', ...HOUR_SUMS },
  },
];
