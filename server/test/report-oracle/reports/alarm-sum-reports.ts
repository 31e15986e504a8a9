import { HOUR_MS } from '@fleetwarden/domain/durations';
import { DRIVERS } from '../fixture/fleet.ts';
import { formatDay } from '../vehicle/definitions.ts';
import { alarmTypeOf, byCar, countHours, GROUP_COUNTS, GROUP_SUMS, grades, HOUR_SUMS, sumMileage } from './alarm-cells.ts';
import {
  countAlarms,
  dayKeys,
  departmentName,
  driverName,
  durationSeconds,
  filterGroups,
  groupBy,
  listAlarmEvents,
  listDrivenDays,
  maxBy,
  type OracleReport,
  per100,
  percent,
  pick,
  ratio,
  staticDate,
  sumBy,
} from './oracle-report.ts';
import { sumDays } from './sum-days.ts';

/** Alarms summed up by vehicle, company, driver, day and kind: families 404 and 408. */
export const alarmSumReports: readonly OracleReport[] = [
  {
    report: 404002,
    conditions: staticDate,
    key: ['deptName'],
    rows: (oracle) =>
      [...groupBy(oracle.cars, departmentName)].map(([name, cars]) => {
        const list = listAlarmEvents(oracle).filter(({ car }) => departmentName(car) === name);
        const roll = sumDays(listDrivenDays(oracle).filter(({ car }) => departmentName(car) === name));
        const figures = countAlarms(list);
        return {
          deptName: name,
          carTotal: cars.length,
          onlineCount: roll.onlineCount,
          alarmCars: groupBy(list, byCar).size,
          ...pick(figures, 'alarmCount', ...GROUP_COUNTS, 'needCount', 'handledCount', 'handleRate'),
          alarmPerCar: ratio(list.length, roll.onlineCount),
          alarmPer100: per100(list.length, roll.mileage),
        };
      }),
    sums: {
      carTotal: 'sum',
      onlineCount: 'sum',
      alarmCars: 'sum',
      alarmCount: 'sum',
      ...GROUP_SUMS,
      needCount: 'sum',
      handledCount: 'sum',
      alarmPerCar: ({ alarmCount, onlineCount }) => ratio(alarmCount!, onlineCount!),
      handleRate: ({ handledCount, needCount }) => percent(handledCount!, needCount!),
    },
  },
  {
    report: 404003,
    conditions: staticDate,
    key: ['carNo'],
    rows: (oracle) =>
      [...groupBy(listAlarmEvents(oracle), byCar)].map(([plate, list]) => ({
        carNo: plate,
        mileage: sumMileage(oracle, plate),
        alarmPer100: per100(list.length, sumMileage(oracle, plate)),
        ...pick(countAlarms(list), 'alarmCount', 'alarmSec', ...GROUP_COUNTS, 'needCount', 'handledCount', 'handleRate'),
      })),
    sums: {
      mileage: 'sum',
      alarmCount: 'sum',
      alarmSec: 'sum',
      ...GROUP_SUMS,
      needCount: 'sum',
      handledCount: 'sum',
      alarmPer100: ({ alarmCount, mileage: km }) => per100(alarmCount!, km!),
      handleRate: ({ handledCount, needCount }) => percent(handledCount!, needCount!),
    },
  },
  {
    report: 404004,
    conditions: staticDate,
    key: ['driverCert'],
    rows: (oracle) =>
      [...groupBy(listAlarmEvents(oracle), ({ car, alarm }) => String(car.driverAt(alarm.startAt)))].map(([driver, list]) => {
        const days = oracle.cars.flatMap(({ driven }) => driven).filter((day) => String(day.driver) === driver);
        const counts = pick(countAlarms(list), 'alarmCount', ...GROUP_COUNTS);
        const dsmCount = filterGroups(list, 'DSM').length;
        // rows without a driver are identified by vehicle
        if (driver === 'null') return { driverCert: null, ...counts, dsmCount };
        const inRange = days.filter(({ day }) => dayKeys(oracle).includes(day));
        const driverKm = sumBy(inRange, ({ km }) => km);
        return {
          driverCert: DRIVERS[Number(driver)]!.certNo,
          driverName: driverName(Number(driver)),
          ...counts,
          dsmCount,
          driverKm,
          driverSec: sumBy(inRange, ({ driveSec }) => driveSec),
          alarmPer100: per100(list.length, driverKm),
        };
      }),
    sums: { alarmCount: 'sum', ...GROUP_SUMS, dsmCount: 'sum' },
  },
  {
    report: 404006,
    conditions: staticDate,
    key: ['statDate', 'deptName'],
    rows: (oracle) =>
      [...groupBy(listAlarmEvents(oracle), ({ car, alarm }) => `${formatDay(alarm.startAt)} ${departmentName(car)}`)].map(
        ([key, list]) => {
          const figures = countAlarms(list);
          const [statDate, deptName] = key.split(' ') as [string, string];
          return {
            statDate,
            deptName,
            ...pick(figures, 'alarmCount', 'needCount', 'handledCount', 'unhandledCount', 'falseCount'),
            ...pick(figures, 'handleRate', 'timelyCount', 'msgCount', 'phoneCount'),
            autoCount: 0,
            timelyRate: percent(figures.timelyCount, figures.needCount),
            avgHandleMin: ratio(figures.handleSec / 60, figures.handledCount),
          };
        },
      ),
    sums: {
      alarmCount: 'sum',
      needCount: 'sum',
      handledCount: 'sum',
      unhandledCount: 'sum',
      falseCount: 'sum',
      timelyCount: 'sum',
      msgCount: 'sum',
      phoneCount: 'sum',
      autoCount: 'sum',
      handleRate: ({ handledCount, needCount }) => percent(handledCount!, needCount!),
      timelyRate: ({ timelyCount, needCount }) => percent(timelyCount!, needCount!),
    },
  },
  {
    report: 404010,
    conditions: staticDate,
    key: ['carNo'],
    rows: (oracle) =>
      [...groupBy(filterGroups(listAlarmEvents(oracle), 'OVERSPEED'), byCar)].map(([plate, list]) => ({
        carNo: plate,
        mileage: sumMileage(oracle, plate),
        overCount: list.length,
        overSec: sumBy(list, durationSeconds),
        ...grades(list),
        maxSpeed: maxBy(list, ({ alarm }) => alarm.maxKmh),
      })),
    sums: {
      mileage: 'sum',
      overCount: 'sum',
      overSec: 'sum',
      grade1: 'sum',
      grade2: 'sum',
      grade3: 'sum',
      grade4: 'sum',
      maxSpeed: 'max',
    },
  },
  {
    report: 404015,
    conditions: staticDate,
    key: ['statDate', 'alarmType'],
    rows: (oracle) =>
      [...groupBy(listAlarmEvents(oracle), (event) => `${formatDay(event.alarm.startAt)} ${alarmTypeOf(event)}`)].map(
        ([key, list]) => ({
          statDate: key.split(' ')[0]!,
          alarmType: alarmTypeOf(list[0]!),
          alarmCount: list.length,
          alarmSec: sumBy(list, durationSeconds),
          alarmCars: groupBy(list, byCar).size,
          ...countHours(list),
          prevCount: 0,
        }),
      ),
    sums: { alarmCount: 'sum', alarmSec: 'sum', ...HOUR_SUMS, prevCount: 'sum' },
  },
  {
    report: 408002,
    conditions: (oracle) => ({ month: dayKeys(oracle)[0]!.slice(0, 7) }),
    key: ['carNo'],
    rows: (oracle) =>
      [
        ...groupBy(filterGroups(listAlarmEvents(oracle, [...dayKeys(oracle), formatDay(oracle.fleet.end)]), 'OVERSPEED'), byCar),
      ].map(([plate, list]) => {
        const confirmed = list.filter(({ decision }) => decision?.dealType !== 6);
        const figures = countAlarms(list);
        const grade = grades(confirmed);
        const warnLevel = confirmed.length === 0 ? null : grade['grade4']! > 0 ? 3 : grade['grade3']! > 0 ? 2 : 1;
        return {
          carNo: plate,
          overCount: list.length,
          vioCount: confirmed.length,
          ...grade,
          warnLevel,
          maxSpeed: maxBy(confirmed, ({ alarm }) => alarm.maxKmh),
          handledCount: figures.handledCount,
          handleRate: figures.handleRate,
        };
      }),
    sums: { overCount: 'sum', vioCount: 'sum', grade1: 'sum', grade2: 'sum', grade3: 'sum', grade4: 'sum', handledCount: 'sum' },
  },
  {
    report: 408007,
    conditions: staticDate,
    key: ['carNo'],
    rows: (oracle) =>
      [...groupBy(listAlarmEvents(oracle), byCar)].map(([plate, list]) => {
        const within = (ms: number) =>
          list.filter(({ alarm, decision }) => decision !== null && decision.at - alarm.startAt <= ms);
        const [contacted, closed] = [within(30 * 60_000).length, within(24 * HOUR_MS).length];
        const need = countAlarms(list).needCount;
        return {
          carNo: plate,
          alarmCount: list.length,
          dispCount: contacted,
          dispRate: percent(contacted, list.length),
          needCount: need,
          handledCount: closed,
          handleRate: percent(closed, need),
        };
      }),
    sums: {
      alarmCount: 'sum',
      dispCount: 'sum',
      needCount: 'sum',
      handledCount: 'sum',
      dispRate: ({ dispCount, alarmCount }) => percent(dispCount!, alarmCount!),
      handleRate: ({ handledCount, needCount }) => percent(handledCount!, needCount!),
    },
  },
];
