import { rollOf } from './figures.ts';
import {
  type Cells,
  carDays,
  counted,
  dayKeys,
  deptOf,
  drivenDays,
  driverName,
  events,
  groups,
  isWithin,
  type Known,
  mileage,
  percent,
  type Recount,
  ran,
  ratio,
  speed,
  staticDate,
  timeRange,
  total,
} from './recount.ts';
import { dayOf } from './slow/rules.ts';
import { DEPARTMENTS } from './world.ts';

/** The companies the clerk may see, each with its vehicles. */
const companies = (known: Known) =>
  DEPARTMENTS.slice(0, 2).map((name) => ({ name, cars: known.cars.filter((car) => deptOf(car) === name) }));

/** The first day a vehicle told a qualified position on; it has joined from then on. */
const joinedOn = (known: Known, day: string, name: string): number =>
  known.cars.filter((car) => deptOf(car) === name && [...car.days].some(([on, { pointValid }]) => on <= day && pointValid > 0))
    .length;

const END_REASON: Readonly<Record<string, number>> = { 'logged out': 1, 'closed by peer': 2, idle: 3, 'taken over': 4 };
/** One vehicle, and one of its days, where every point is a row. */
const [CAR, DAY_OF_CAR] = [1, 3] as const;
const oneDay = (known: Known) => {
  const day = dayKeys(known)[DAY_OF_CAR]!;
  return {
    day,
    car: known.cars[CAR]!,
    conditions: { carId: String(known.house.cars[CAR]), timeRange: `${day} 00:00:00,${day} 23:59:59` },
  };
};

const onlineRow = (known: Known, day: string, name: string): Cells => {
  const rows = carDays(known).filter((row) => row.day === day && deptOf(row.car) === name);
  const cars = known.cars.filter((car) => deptOf(car) === name);
  const joinedCount = joinedOn(known, day, name);
  const onlineCount = rows.filter(({ figures }) => (figures?.pointValid ?? 0) > 0).length;
  const onlineSec = total(rows, ({ online }) => online?.onlineSec ?? 0);
  return {
    statDate: day,
    deptName: name,
    carTotal: cars.length,
    joinedCount,
    exemptCount: 0,
    shouldOnline: joinedCount,
    onlineCount,
    offlineCount: joinedCount - onlineCount,
    onlineRate: percent(onlineCount, joinedCount),
    onlineTimeRate: percent(onlineSec, joinedCount * 86_400),
    avgOnlineSec: onlineCount === 0 ? null : Math.round(onlineSec / onlineCount),
  };
};

/** Family 401 and the page of status. */
export const basicReports: readonly Recount[] = [
  {
    report: 401001,
    conditions: staticDate,
    key: ['statDate', 'deptName'],
    rows: (known) => dayKeys(known).flatMap((day) => companies(known).map(({ name }) => onlineRow(known, day, name))),
    sums: {
      shouldOnline: 'sum',
      onlineCount: 'sum',
      offlineCount: 'sum',
      onlineRate: ({ onlineCount, shouldOnline }) => percent(onlineCount!, shouldOnline!),
    },
  },
  {
    report: 401002,
    conditions: staticDate,
    key: ['statDate', 'carNo'],
    rows: (known) =>
      carDays(known).map((row) => ({
        statDate: row.day,
        carNo: row.car.plan.plate,
        deptName: deptOf(row.car),
        mileage: mileage(row),
        firstOnline: row.online?.firstAt ?? null,
        lastOnline: row.online?.lastAt ?? null,
        onlineTimes: row.online?.logins ?? 0,
        offTimes: row.online?.logouts ?? 0,
        onlineSec: row.online?.onlineSec ?? 0,
        onlineTimeRate: percent(row.online?.onlineSec ?? 0, 86_400),
      })),
    sums: { onlineTimes: 'sum', offTimes: 'sum', onlineSec: 'sum', mileage: 'sum' },
  },
  {
    report: 401003,
    conditions: timeRange,
    key: ['carNo', 'loginTime'],
    rows: (known) =>
      known.cars.flatMap(({ plan, index }) =>
        known.world.histories[index]!.stays.filter((stay) => isWithin(known, stay.loginAt)).map((stay) => ({
          carNo: plan.plate,
          loginTime: stay.loginAt,
          logoutTime: stay.logoutAt,
          lastOnline: stay.lastAt,
          duration: Math.round((Math.min(stay.logoutAt, known.world.end) - stay.loginAt) / 1000),
          endReason: END_REASON[stay.reason]!,
        })),
      ),
    sums: { duration: 'sum' },
  },
  {
    report: 401006,
    conditions: staticDate,
    key: ['deptName'],
    rows: (known) =>
      companies(known).map(({ name, cars }) => {
        const roll = rollOf(drivenDays(known).filter(({ car }) => deptOf(car) === name));
        return {
          deptName: name,
          carTotal: cars.length,
          runCount: roll.runCount,
          mileage: roll.mileage,
          driveSec: roll.driveSec,
          idleSec: roll.idleSec,
          tripCount: roll.tripCount,
          avgCarMileage: ratio(roll.mileage, roll.runCount),
          avgSpeed: speed(roll.mileage, roll.driveSec),
        };
      }),
    sums: { carTotal: 'sum', runCount: 'sum', mileage: 'sum', driveSec: 'sum', idleSec: 'sum', tripCount: 'sum' },
  },
  {
    report: 401007,
    conditions: staticDate,
    key: ['carNo'],
    rows: (known) =>
      [...groups(drivenDays(known), ({ car }) => car.plan.plate)].map(([plate, rows]) => {
        const roll = rollOf(rows);
        const { odoKm, gnssKm } = roll;
        const readings = rows.map(({ figures }) => figures);
        return {
          carNo: plate,
          runDays: roll.runDays,
          mileage: roll.mileage,
          odoMileage: odoKm,
          gnssMileage: gnssKm,
          startOdo: readings.find(({ odoStart }) => odoStart !== null)?.odoStart ?? null,
          endOdo: readings.findLast(({ odoEnd }) => odoEnd !== null)?.odoEnd ?? null,
          mileageDiff: odoKm > 0 && gnssKm > 0 ? percent(Math.abs(odoKm - gnssKm), Math.max(odoKm, gnssKm)) : null,
          avgDayMileage: ratio(roll.mileage, roll.runDays),
          driveSec: roll.driveSec,
          avgSpeed: speed(roll.mileage, roll.driveSec),
          maxSpeed: roll.maxSpeed,
        };
      }),
    sums: { mileage: 'sum', odoMileage: 'sum', gnssMileage: 'sum', driveSec: 'sum', maxSpeed: 'max' },
  },
  {
    report: 401010,
    conditions: (known) => oneDay(known).conditions,
    key: ['gpsTime'],
    rows: (known) => {
      const { car, day } = oneDay(known);
      return car.track.points
        .filter(({ at, faults }) => dayOf(at) === day && faults === 0)
        .map((point) => ({
          carNo: car.plan.plate,
          gpsTime: point.at,
          recvTime: point.receivedAt,
          speed: point.speedKmh,
          heading: point.heading,
          altitude: point.altitudeM,
          odometer: point.odometerKm,
          accState: point.accOn ? 1 : 0,
          fixState: point.fixed ? 1 : 0,
          lng: point.lng,
          lat: point.lat,
        }));
    },
    sums: { speed: 'max' },
  },
  {
    report: 401011,
    conditions: staticDate,
    key: ['statDate', 'carNo'],
    rows: (known) =>
      drivenDays(known).map((row) => {
        const { driveSec, idleSec, parkSec, accOnSec, maxSpeed } = row.figures;
        return {
          statDate: row.day,
          carNo: row.car.plan.plate,
          driveSec,
          idleSec,
          parkSec,
          accOnSec,
          maxSpeed,
          noDataSec: 86_400 - driveSec - idleSec - parkSec,
          mileage: mileage(row),
          driveRate: percent(driveSec, accOnSec),
          idleRate: percent(idleSec, accOnSec),
        };
      }),
    sums: {
      driveSec: 'sum',
      idleSec: 'sum',
      parkSec: 'sum',
      noDataSec: 'sum',
      accOnSec: 'sum',
      mileage: 'sum',
      driveRate: ({ driveSec, accOnSec }) => percent(driveSec!, accOnSec!),
      idleRate: ({ idleSec, accOnSec }) => percent(idleSec!, accOnSec!),
    },
  },
  {
    report: 401012,
    conditions: staticDate,
    key: ['statDate', 'deptName'],
    rows: (known) =>
      dayKeys(known).flatMap((day) =>
        companies(known).map(({ name }) => {
          const rows = drivenDays(known).filter((row) => row.day === day && deptOf(row.car) === name);
          const online = onlineRow(known, day, name);
          const alarms = counted(events(known).filter(({ car, alarm }) => dayOf(alarm.startAt) === day && deptOf(car) === name));
          return {
            statDate: day,
            deptName: name,
            carTotal: online['carTotal']!,
            onlineCount: online['onlineCount']!,
            onlineRate: online['onlineRate']!,
            runCount: rows.filter(ran).length,
            mileage: total(rows, mileage),
            driveSec: total(rows, ({ figures }) => figures.driveSec),
            alarmCount: alarms.alarmCount,
            overCount: alarms.overCount,
            fatigueCount: alarms.fatigueCount,
            safetyCount: alarms.safetyCount,
            nightCount: 0,
            handleRate: alarms.handleRate,
          };
        }),
      ),
    sums: {
      onlineCount: 'sum',
      runCount: 'sum',
      mileage: 'sum',
      driveSec: 'sum',
      alarmCount: 'sum',
      overCount: 'sum',
      fatigueCount: 'sum',
      nightCount: 'sum',
      safetyCount: 'sum',
    },
  },
  {
    report: 401013,
    conditions: staticDate,
    key: ['carNo'],
    rows: (known) =>
      [...groups(drivenDays(known), ({ car }) => car.plan.plate)].map(([plate, rows]) => {
        const roll = rollOf(rows);
        return {
          carNo: plate,
          runDays: roll.runDays,
          mileage: roll.mileage,
          driveSec: roll.driveSec,
          accOnSec: roll.accOnSec,
          tripCount: roll.tripCount,
          useRate: percent(roll.runDays, dayKeys(known).length),
          avgDayMileage: ratio(roll.mileage, roll.runDays),
        };
      }),
    sums: { mileage: 'sum', driveSec: 'sum', accOnSec: 'sum', tripCount: 'sum' },
  },
  {
    report: 401014,
    conditions: (known) => ({ ...staticDate(known), carId: String(known.house.cars[CAR]) }),
    key: ['statDate'],
    rows: (known) =>
      drivenDays(known)
        .filter(({ car }) => car === known.cars[CAR])
        .map((row) => {
          const { driveSec, maxSpeed, maxSpeedAt, bands } = row.figures;
          return {
            statDate: row.day,
            carNo: row.car.plan.plate,
            driverName: driverName(row.car.plan.driver),
            driveSec,
            maxSpeed,
            maxSpeedTime: maxSpeedAt,
            avgSpeed: speed(mileage(row), driveSec),
            ...Object.fromEntries(bands.map((seconds, i) => [`band${i + 1}`, seconds])),
          };
        }),
    sums: {
      driveSec: 'sum',
      band1: 'sum',
      band2: 'sum',
      band3: 'sum',
      band4: 'sum',
      band5: 'sum',
      band6: 'sum',
      band7: 'sum',
      maxSpeed: 'max',
    },
  },
  {
    report: 700052,
    conditions: timeRange,
    key: ['carNo', 'gpsTime'],
    // where the status is another than before
    rows: (known) =>
      known.cars.flatMap(({ plan, track }) =>
        track.points
          .filter((point, i) => isWithin(known, point.at) && point.statusBits !== track.points[i - 1]?.statusBits)
          .map((point) => ({
            carNo: plan.plate,
            gpsTime: point.at,
            speed: point.speedKmh,
            odometer: point.odometerKm,
            accState: point.accOn ? 1 : 0,
            fixState: point.fixed ? 1 : 0,
            lng: point.lng,
            lat: point.lat,
          })),
      ),
  },
];
