import { DEPARTMENTS } from '../fixture/fleet.ts';
import { formatDay } from '../vehicle/definitions.ts';
import {
  type Cells,
  countAlarms,
  dayKeys,
  departmentName,
  driverName,
  groupBy,
  isWithin,
  listAlarmEvents,
  listDrivenDays,
  listVehicleDays,
  mileage,
  type OracleData,
  type OracleReport,
  percent,
  ratio,
  speed,
  staticDate,
  sumBy,
  timeRange,
  wasDriven,
} from './oracle-report.ts';
import { sumDays } from './sum-days.ts';

/** The companies the clerk may see, each with its vehicles. */
const companies = (oracle: OracleData) =>
  DEPARTMENTS.slice(0, 2).map((name) => ({ name, cars: oracle.cars.filter((car) => departmentName(car) === name) }));

/** The day of the first valid position; the vehicle counts as joined from then on. */
const joinedOn = (oracle: OracleData, day: string, name: string): number =>
  oracle.cars.filter(
    (car) => departmentName(car) === name && [...car.days].some(([on, { pointValid }]) => on <= day && pointValid > 0),
  ).length;

const END_REASON: Readonly<Record<string, number>> = { 'logged out': 1, 'closed by peer': 2, idle: 3, 'taken over': 4 };
/** One vehicle and day, for reports with a row per position. */
const [CAR, DAY_OF_CAR] = [1, 3] as const;
const oneDay = (oracle: OracleData) => {
  const day = dayKeys(oracle)[DAY_OF_CAR]!;
  return {
    day,
    car: oracle.cars[CAR]!,
    conditions: { carId: String(oracle.ids.cars[CAR]), timeRange: `${day} 00:00:00,${day} 23:59:59` },
  };
};

const onlineRow = (oracle: OracleData, day: string, name: string): Cells => {
  const rows = listVehicleDays(oracle).filter((row) => row.day === day && departmentName(row.car) === name);
  const cars = oracle.cars.filter((car) => departmentName(car) === name);
  const joinedCount = joinedOn(oracle, day, name);
  const onlineCount = rows.filter(({ figures }) => (figures?.pointValid ?? 0) > 0).length;
  const onlineSec = sumBy(rows, ({ online }) => online?.onlineSec ?? 0);
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

/** Family 401 and the vehicle status report. */
export const basicReports: readonly OracleReport[] = [
  {
    report: 401001,
    conditions: staticDate,
    key: ['statDate', 'deptName'],
    rows: (oracle) => dayKeys(oracle).flatMap((day) => companies(oracle).map(({ name }) => onlineRow(oracle, day, name))),
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
    rows: (oracle) =>
      listVehicleDays(oracle).map((row) => ({
        statDate: row.day,
        carNo: row.car.plan.plate,
        deptName: departmentName(row.car),
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
    rows: (oracle) =>
      oracle.cars.flatMap(({ plan, index }) =>
        oracle.fleet.histories[index]!.sessions.filter((session) => isWithin(oracle, session.loginAt)).map((session) => ({
          carNo: plan.plate,
          loginTime: session.loginAt,
          logoutTime: session.logoutAt,
          lastOnline: session.lastAt,
          duration: Math.round((Math.min(session.logoutAt, oracle.fleet.end) - session.loginAt) / 1000),
          endReason: END_REASON[session.reason]!,
        })),
      ),
    sums: { duration: 'sum' },
  },
  {
    report: 401006,
    conditions: staticDate,
    key: ['deptName'],
    rows: (oracle) =>
      companies(oracle).map(({ name, cars }) => {
        const roll = sumDays(listDrivenDays(oracle).filter(({ car }) => departmentName(car) === name));
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
    rows: (oracle) =>
      [...groupBy(listDrivenDays(oracle), ({ car }) => car.plan.plate)].map(([plate, rows]) => {
        const roll = sumDays(rows);
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
    conditions: (oracle) => oneDay(oracle).conditions,
    key: ['gpsTime'],
    rows: (oracle) => {
      const { car, day } = oneDay(oracle);
      return car.track.points
        .filter(({ at, faults }) => formatDay(at) === day && faults === 0)
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
    rows: (oracle) =>
      listDrivenDays(oracle).map((row) => {
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
    rows: (oracle) =>
      dayKeys(oracle).flatMap((day) =>
        companies(oracle).map(({ name }) => {
          const rows = listDrivenDays(oracle).filter((row) => row.day === day && departmentName(row.car) === name);
          const online = onlineRow(oracle, day, name);
          const alarms = countAlarms(
            listAlarmEvents(oracle).filter(({ car, alarm }) => formatDay(alarm.startAt) === day && departmentName(car) === name),
          );
          return {
            statDate: day,
            deptName: name,
            carTotal: online['carTotal']!,
            onlineCount: online['onlineCount']!,
            onlineRate: online['onlineRate']!,
            runCount: rows.filter(wasDriven).length,
            mileage: sumBy(rows, mileage),
            driveSec: sumBy(rows, ({ figures }) => figures.driveSec),
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
    rows: (oracle) =>
      [...groupBy(listDrivenDays(oracle), ({ car }) => car.plan.plate)].map(([plate, rows]) => {
        const roll = sumDays(rows);
        return {
          carNo: plate,
          runDays: roll.runDays,
          mileage: roll.mileage,
          driveSec: roll.driveSec,
          accOnSec: roll.accOnSec,
          tripCount: roll.tripCount,
          useRate: percent(roll.runDays, dayKeys(oracle).length),
          avgDayMileage: ratio(roll.mileage, roll.runDays),
        };
      }),
    sums: { mileage: 'sum', driveSec: 'sum', accOnSec: 'sum', tripCount: 'sum' },
  },
  {
    report: 401014,
    conditions: (oracle) => ({ ...staticDate(oracle), carId: String(oracle.ids.cars[CAR]) }),
    key: ['statDate'],
    rows: (oracle) =>
      listDrivenDays(oracle)
        .filter(({ car }) => car === oracle.cars[CAR])
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
    // a row per change of status
    rows: (oracle) =>
      oracle.cars.flatMap(({ plan, track }) =>
        track.points
          .filter((point, i) => isWithin(oracle, point.at) && point.statusBits !== track.points[i - 1]?.statusBits)
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
