import { DAY_MS } from '@fleetwarden/domain/durations';
import { DRIVERS, GEOFENCES } from '../fixture/fleet.ts';
import { formatDay, midnight, overlap } from '../vehicle/definitions.ts';
import { dutySec } from '../vehicle/drivers.ts';
import type { Visit } from '../vehicle/visits.ts';
import {
  type Cells,
  dayKeys,
  departmentName,
  driverName,
  filterGroups,
  groupBy,
  isWithin,
  listAlarmEvents,
  listDrivenDays,
  maxBy,
  mileage,
  type OracleData,
  type OracleReport,
  percent,
  speed,
  staticDate,
  sumBy,
  timeRange,
} from './oracle-report.ts';
import { sumDays } from './sum-days.ts';

const seconds = ({ startAt, endAt }: { readonly startAt: number; readonly endAt: number }) =>
  Math.round((endAt - startAt) / 1000);
/** Default of the report's filter. */
const MIN_STOP_S = 180;

const listStops = (oracle: OracleData) =>
  oracle.cars.flatMap((car) =>
    car.stops.filter((stop) => isWithin(oracle, stop.startAt) && seconds(stop) >= MIN_STOP_S).map((stop) => ({ car, stop })),
  );
const allGeofences = ({ ids }: OracleData) => ({ areaIds: ids.geofences.join() });
const listVisits = (oracle: OracleData) => {
  const { start, end } = oracle.fleet;
  return oracle.cars.flatMap((car) =>
    car.visits.filter(({ enterAt, leaveAt }) => enterAt < end && leaveAt > start).map((visit) => ({ car, visit })),
  );
};

const secondsInRange = ({ fleet }: OracleData, { enterAt, leaveAt }: Visit) => overlap(enterAt, leaveAt, fleet.start, fleet.end);

/** Family 405. */
export const runningReports: readonly OracleReport[] = [
  {
    report: 405001,
    conditions: staticDate,
    key: ['carNo', 'startTime'],
    rows: (oracle) =>
      oracle.cars.flatMap((car) =>
        car.trips
          .filter(({ startAt }) => isWithin(oracle, startAt))
          .map((trip): Cells => {
            const over = filterGroups(listAlarmEvents(oracle), 'OVERSPEED').filter(
              (event) => event.car === car && event.alarm.startAt >= trip.startAt && event.alarm.startAt <= trip.endAt,
            );
            return {
              deptName: departmentName(car),
              carNo: car.plan.plate,
              driverName: driverName(car.driverAt(trip.startAt)),
              startTime: trip.startAt,
              endTime: trip.endAt,
              duration: seconds(trip),
              tripKm: trip.km,
              maxSpeed: trip.maxSpeed,
              avgSpeed: speed(trip.km, seconds(trip)),
              overCount: over.length,
            };
          }),
      ),
    sums: { duration: 'sum', tripKm: 'sum', overCount: 'sum', maxSpeed: 'max' },
  },
  {
    report: 405002,
    conditions: staticDate,
    key: ['statDate', 'carNo'],
    rows: (oracle) =>
      listDrivenDays(oracle).map((row) => {
        const { tripCount, driveSec, maxSpeed, nightSec, banSec, banKm } = row.figures;
        const trips = row.car.trips.filter(({ startAt }) => formatDay(startAt) === row.day);
        return {
          statDate: row.day,
          carNo: row.car.plan.plate,
          tripCount,
          driveSec,
          maxSpeed,
          nightSec,
          banSec,
          banKm,
          mileage: mileage(row),
          avgSpeed: speed(mileage(row), driveSec),
          startTime: trips[0]?.startAt ?? null,
          endTime: trips.at(-1)?.endAt ?? null,
        };
      }),
    sums: {
      tripCount: 'sum',
      mileage: 'sum',
      driveSec: 'sum',
      nightSec: 'sum',
      banSec: 'sum',
      banKm: 'sum',
      maxSpeed: 'max',
    },
  },
  {
    report: 405003,
    conditions: staticDate,
    key: ['carNo', 'startTime'],
    rows: (oracle) =>
      listStops(oracle).map(({ car, stop }) => ({
        deptName: departmentName(car),
        carNo: car.plan.plate,
        driverName: driverName(car.driverAt(stop.startAt)),
        startTime: stop.startAt,
        endTime: stop.endAt,
        stopSec: seconds(stop),
        idleSec: stop.accOnSec,
        stopKind: stop.accOnSec * 2 >= seconds(stop) ? 1 : 2,
      })),
    sums: { stopSec: 'sum', idleSec: 'sum' },
  },
  {
    report: 405004,
    conditions: staticDate,
    key: ['carNo'],
    rows: (oracle) =>
      [...groupBy(listStops(oracle), ({ car }) => car.plan.plate)].map(([plate, list]) => {
        const [stopSec, idleSec] = [sumBy(list, ({ stop }) => seconds(stop)), sumBy(list, ({ stop }) => stop.accOnSec)];
        return {
          carNo: plate,
          stopCount: list.length,
          stopSec,
          maxStop: maxBy(list, ({ stop }) => seconds(stop)),
          idleSec,
          parkSec: stopSec - idleSec,
        };
      }),
    sums: { stopCount: 'sum', stopSec: 'sum', idleSec: 'sum', parkSec: 'sum', maxStop: 'max' },
  },
  {
    report: 405005,
    conditions: staticDate,
    key: ['carNo', 'startTime'],
    rows: (oracle) =>
      oracle.cars.flatMap((car) =>
        car.ignition
          .filter(({ startAt }) => isWithin(oracle, startAt))
          .map(({ on, startAt, endAt, km }) => ({
            deptName: departmentName(car),
            carNo: car.plan.plate,
            accState: on ? 1 : 0,
            startTime: startAt,
            endTime: endAt,
            duration: seconds({ startAt, endAt }),
            tripKm: km,
          })),
      ),
    sums: { duration: 'sum', tripKm: 'sum' },
  },
  {
    report: 405006,
    conditions: staticDate,
    key: ['statDate', 'carNo'],
    rows: (oracle) =>
      listDrivenDays(oracle).map((row) => {
        const { accOnTimes, accOnSec, driveSec, idleSec } = row.figures;
        return {
          statDate: row.day,
          carNo: row.car.plan.plate,
          accOnTimes,
          accOnSec,
          driveSec,
          idleSec,
          idleRate: percent(idleSec, accOnSec),
          firstOnline: row.online?.firstAt ?? null,
          lastOnline: row.online?.lastAt ?? null,
        };
      }),
    sums: {
      accOnTimes: 'sum',
      accOnSec: 'sum',
      driveSec: 'sum',
      idleSec: 'sum',
      idleRate: ({ idleSec, accOnSec }) => percent(idleSec!, accOnSec!),
    },
  },
  {
    report: 405008,
    conditions: staticDate,
    key: ['carNo'],
    rows: (oracle) =>
      [...groupBy(listDrivenDays(oracle), ({ car }) => car.plan.plate)].map(([plate, rows]) => {
        const { accOnSec, idleSec } = sumDays(rows);
        return { carNo: plate, accOnSec, idleSec, idleRate: percent(idleSec, accOnSec) };
      }),
    sums: { accOnSec: 'sum', idleSec: 'sum', idleRate: ({ idleSec, accOnSec }) => percent(idleSec!, accOnSec!) },
  },
  {
    report: 405010,
    conditions: staticDate,
    key: ['statDate', 'driverCert'],
    rows: (oracle) =>
      dayKeys(oracle).flatMap((day, i) =>
        DRIVERS.flatMap(({ name, certNo }, driver): Cells[] => {
          const drove = oracle.cars.flatMap(({ driven }) => driven).filter((one) => one.day === day && one.driver === driver);
          const from = midnight(oracle.fleet.start) + i * DAY_MS;
          const duties = oracle.cars.flatMap((car) => car.duties);
          const signed = duties.some(
            (duty) => duty.signed && duty.driver === driver && overlap(duty.startAt, duty.endAt, from, from + DAY_MS) > 0,
          );
          if (drove.length === 0 && !signed) return [];
          const fatigues = filterGroups(listAlarmEvents(oracle), 'FATIGUE').filter(
            ({ car, alarm }) => formatDay(alarm.startAt) === day && car.driverAt(alarm.startAt) === driver,
          );
          return [
            {
              statDate: day,
              driverCert: certNo,
              driverName: name,
              carCount: drove.length,
              dutySec: dutySec(duties, driver, from),
              driverSec: sumBy(drove, ({ driveSec }) => driveSec),
              driverNight: sumBy(drove, ({ nightSec }) => nightSec),
              longestSec: maxBy(drove, ({ longestSec }) => longestSec),
              driverKm: sumBy(drove, ({ km }) => km),
              fatigueCount: fatigues.length,
            },
          ];
        }),
      ),
    sums: { dutySec: 'sum', driverSec: 'sum', driverNight: 'sum', driverKm: 'sum', fatigueCount: 'sum', longestSec: 'max' },
  },
  {
    report: 405011,
    conditions: (oracle) => ({ ...timeRange(oracle), ...allGeofences(oracle) }),
    key: ['carNo', 'areaName', 'enterTime'],
    rows: (oracle) =>
      listVisits(oracle).map(({ car, visit }) => ({
        deptName: departmentName(car),
        carNo: car.plan.plate,
        areaName: visit.area,
        enterTime: visit.enterAt,
        leaveTime: visit.leaveAt,
        areaType: GEOFENCES.find(({ name }) => name === visit.area)!.shape === 4 ? 1 : 2,
        maxSpeed: visit.maxSpeed,
        staySec: Math.round((visit.leaveAt - visit.enterAt) / 1000),
        areaKm: visit.km,
        stopCount: car.stops.filter(
          (stop) => stop.startAt >= visit.enterAt && stop.startAt < visit.leaveAt && seconds(stop) >= MIN_STOP_S,
        ).length,
      })),
    sums: { staySec: 'sum', areaKm: 'sum', stopCount: 'sum', maxSpeed: 'max' },
  },
  {
    report: 405012,
    conditions: (oracle) => ({ ...staticDate(oracle), ...allGeofences(oracle) }),
    key: ['areaName'],
    rows: (oracle) =>
      [...groupBy(listVisits(oracle), ({ visit }) => visit.area)].map(([name, list]) => ({
        areaName: name,
        visitCount: list.length,
        visitCars: groupBy(list, ({ car }) => car.plan.plate).size,
        staySec: Math.round(sumBy(list, ({ visit }) => secondsInRange(oracle, visit)) / 1000),
      })),
    sums: { visitCount: 'sum', staySec: 'sum' },
  },
];
