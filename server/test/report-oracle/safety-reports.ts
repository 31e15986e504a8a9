import { byCar, HOUR_SUMS, kindOf, kinds, SAFETY_KINDS, safetyOf } from './alarm-cells.ts';
import {
  counted,
  deptOf,
  drivenDays,
  events,
  groups,
  lasted,
  mileage,
  ofGroup,
  per100,
  type Recount,
  staticDate,
  total,
} from './recount.ts';
import { dayOf } from './slow/rules.ts';

/** Families 1705 and 1706. */
export const safetyReports: readonly Recount[] = [
  {
    report: 170505,
    conditions: staticDate,
    key: ['carNo', 'alarmType'],
    rows: (known) =>
      [...groups(events(known), (event) => `${byCar(event)} ${kindOf(event)}`).values()].map((list) => ({
        carNo: byCar(list[0]!),
        alarmSec: total(list, lasted),
        ...kinds(list, events(known).length),
      })),
    sums: { alarmCount: 'sum', alarmSec: 'sum', ...HOUR_SUMS },
  },
  {
    report: 170506,
    conditions: staticDate,
    key: ['deptName', 'alarmType'],
    rows: (known) =>
      [...groups(events(known), (event) => `${deptOf(event.car)} ${kindOf(event)}`).values()].map((list) => ({
        deptName: deptOf(list[0]!.car),
        alarmSec: total(list, lasted),
        alarmCars: groups(list, byCar).size,
        ...kinds(list, events(known).length),
      })),
    sums: { alarmCount: 'sum', alarmSec: 'sum', ...HOUR_SUMS },
  },
  {
    report: 170602,
    conditions: (known) => ({ ...staticDate(known), alarmTypes: SAFETY_KINDS }),
    key: ['statDate', 'carNo'],
    rows: (known) =>
      [...groups(safetyOf(known), (event) => `${dayOf(event.alarm.startAt)} ${byCar(event)}`)].map(([key, list]) => {
        const [statDate, carNo] = key.split(' ') as [string, string];
        const level = (of: number) => list.filter(({ alarm }) => alarm.level === of).length;
        const kind = (of: number) => list.filter(({ alarm }) => alarm.typeId === of).length;
        return {
          statDate,
          carNo,
          safetyCount: list.length,
          adasCount: ofGroup(list, 'ADAS').length,
          bsdCount: 0,
          dsmCount: ofGroup(list, 'DSM').length,
          tpmsCount: ofGroup(list, 'TPMS').length,
          lvl1Count: level(1),
          lvl2Count: level(2),
          lvl3Count: level(3),
          t66: kind(66),
          t78: kind(78),
          t91: kind(91),
          mileage: total(
            drivenDays(known).filter((row) => row.day === statDate && byCar(row) === carNo),
            mileage,
          ),
          handleRate: counted(list).handleRate,
        };
      }),
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
    },
  },
  {
    report: 170603,
    conditions: staticDate,
    key: ['alarmType'],
    rows: (known) => {
      const all = safetyOf(known);
      const km = total(drivenDays(known), mileage);
      return [...groups(all, kindOf).values()].map((list) => ({
        ...kinds(list, all.length),
        alarmGroup: list[0]!.alarm.group,
        alarmCars: groups(list, byCar).size,
        alarmPer100: per100(list.length, km),
        handleRate: counted(list).handleRate,
      }));
    },
    sums: { alarmCount: 'sum', ...HOUR_SUMS },
  },
];
