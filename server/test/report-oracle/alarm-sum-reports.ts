import { HOUR_MS } from '@fleetwarden/domain/durations';
import { byCar, GROUP_COUNTS, GROUP_SUMS, grades, HOUR_SUMS, hoursOf, kindOf, waysOf } from './alarm-cells.ts';
import { rollOf } from './figures.ts';
import {
  counted,
  dayKeys,
  deptOf,
  drivenDays,
  driverName,
  events,
  groups,
  lasted,
  most,
  ofGroup,
  per100,
  percent,
  pick,
  type Recount,
  ratio,
  staticDate,
  total,
} from './recount.ts';
import { dayOf } from './slow/rules.ts';
import { DRIVERS } from './world.ts';

/** Alarms summed up by vehicle, company, driver, day and kind: families 404 and 408. */
export const alarmSumReports: readonly Recount[] = [
  {
    report: 404002,
    conditions: staticDate,
    key: ['deptName'],
    rows: (known) =>
      [...groups(known.cars, deptOf)].map(([name, cars]) => {
        const list = events(known).filter(({ car }) => deptOf(car) === name);
        const roll = rollOf(drivenDays(known).filter(({ car }) => deptOf(car) === name));
        const figures = counted(list);
        return {
          deptName: name,
          carTotal: cars.length,
          onlineCount: roll.onlineCount,
          alarmCars: groups(list, byCar).size,
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
    rows: (known) =>
      [...groups(events(known), byCar)].map(([plate, list]) => ({
        carNo: plate,
        mileage: waysOf(known, plate),
        alarmPer100: per100(list.length, waysOf(known, plate)),
        ...pick(counted(list), 'alarmCount', 'alarmSec', ...GROUP_COUNTS, 'needCount', 'handledCount', 'handleRate'),
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
    rows: (known) =>
      [...groups(events(known), ({ car, alarm }) => String(car.driverAt(alarm.startAt)))].map(([driver, list]) => {
        const days = known.cars.flatMap(({ driven }) => driven).filter((day) => String(day.driver) === driver);
        const counts = pick(counted(list), 'alarmCount', ...GROUP_COUNTS);
        const dsmCount = ofGroup(list, 'DSM').length;
        // of those nobody knows their way is told, too, where they are nobody's
        if (driver === 'null') return { driverCert: null, ...counts, dsmCount };
        const inRange = days.filter(({ day }) => dayKeys(known).includes(day));
        const driverKm = total(inRange, ({ km }) => km);
        return {
          driverCert: DRIVERS[Number(driver)]!.certNo,
          driverName: driverName(Number(driver)),
          ...counts,
          dsmCount,
          driverKm,
          driverSec: total(inRange, ({ driveSec }) => driveSec),
          alarmPer100: per100(list.length, driverKm),
        };
      }),
    sums: { alarmCount: 'sum', ...GROUP_SUMS, dsmCount: 'sum' },
  },
  {
    report: 404006,
    conditions: staticDate,
    key: ['statDate', 'deptName'],
    rows: (known) =>
      [...groups(events(known), ({ car, alarm }) => `${dayOf(alarm.startAt)} ${deptOf(car)}`)].map(([key, list]) => {
        const figures = counted(list);
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
      }),
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
    rows: (known) =>
      [...groups(ofGroup(events(known), 'OVERSPEED'), byCar)].map(([plate, list]) => ({
        carNo: plate,
        mileage: waysOf(known, plate),
        overCount: list.length,
        overSec: total(list, lasted),
        ...grades(list),
        maxSpeed: most(list, ({ alarm }) => alarm.maxKmh),
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
    rows: (known) =>
      [...groups(events(known), (event) => `${dayOf(event.alarm.startAt)} ${kindOf(event)}`)].map(([key, list]) => ({
        statDate: key.split(' ')[0]!,
        alarmType: kindOf(list[0]!),
        alarmCount: list.length,
        alarmSec: total(list, lasted),
        alarmCars: groups(list, byCar).size,
        ...hoursOf(list),
        prevCount: 0,
      })),
    sums: { alarmCount: 'sum', alarmSec: 'sum', ...HOUR_SUMS, prevCount: 'sum' },
  },
  {
    report: 408002,
    conditions: (known) => ({ month: dayKeys(known)[0]!.slice(0, 7) }),
    key: ['carNo'],
    rows: (known) =>
      [...groups(ofGroup(events(known, [...dayKeys(known), dayOf(known.world.end)]), 'OVERSPEED'), byCar)].map(
        ([plate, list]) => {
          const confirmed = list.filter(({ decision }) => decision?.dealType !== 6);
          const figures = counted(list);
          const grade = grades(confirmed);
          const warnLevel = confirmed.length === 0 ? null : grade['grade4']! > 0 ? 3 : grade['grade3']! > 0 ? 2 : 1;
          return {
            carNo: plate,
            overCount: list.length,
            vioCount: confirmed.length,
            ...grade,
            warnLevel,
            maxSpeed: most(confirmed, ({ alarm }) => alarm.maxKmh),
            handledCount: figures.handledCount,
            handleRate: figures.handleRate,
          };
        },
      ),
    sums: { overCount: 'sum', vioCount: 'sum', grade1: 'sum', grade2: 'sum', grade3: 'sum', grade4: 'sum', handledCount: 'sum' },
  },
  {
    report: 408007,
    conditions: staticDate,
    key: ['carNo'],
    rows: (known) =>
      [...groups(events(known), byCar)].map(([plate, list]) => {
        const within = (ms: number) =>
          list.filter(({ alarm, decision }) => decision !== null && decision.at - alarm.startAt <= ms);
        const [contacted, closed] = [within(30 * 60_000).length, within(24 * HOUR_MS).length];
        const need = counted(list).needCount;
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
