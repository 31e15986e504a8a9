import { DAY_MS } from '@fleetwarden/domain/durations';
import { rollOf } from './figures.ts';
import {
  type Cells,
  dayKeys,
  deptOf,
  drivenDays,
  driverName,
  events,
  groups,
  isWithin,
  type Known,
  mileage,
  most,
  ofGroup,
  percent,
  type Recount,
  speed,
  staticDate,
  timeRange,
  total,
} from './recount.ts';
import { dutySec } from './slow/drivers.ts';
import { dayOf, midnight, overlap } from './slow/rules.ts';
import type { Visit } from './slow/visits.ts';
import { AREAS, DRIVERS } from './world.ts';

const seconds = ({ startAt, endAt }: { readonly startAt: number; readonly endAt: number }) =>
  Math.round((endAt - startAt) / 1000);
/** Stops count from three minutes on where nobody asks for others. */
const MIN_STOP_S = 180;

const stopsOf = (known: Known) =>
  known.cars.flatMap((car) =>
    car.stops.filter((stop) => isWithin(known, stop.startAt) && seconds(stop) >= MIN_STOP_S).map((stop) => ({ car, stop })),
  );
const allAreas = ({ house }: Known) => ({ areaIds: house.areas.join() });
const visitsOf = (known: Known) => {
  const { start, end } = known.world;
  return known.cars.flatMap((car) =>
    car.visits.filter(({ enterAt, leaveAt }) => enterAt < end && leaveAt > start).map((visit) => ({ car, visit })),
  );
};

const stayWithin = ({ world }: Known, { enterAt, leaveAt }: Visit) => overlap(enterAt, leaveAt, world.start, world.end);

/** Family 405. */
export const runningReports: readonly Recount[] = [
  {
    report: 405001,
    conditions: staticDate,
    key: ['carNo', 'startTime'],
    rows: (known) =>
      known.cars.flatMap((car) =>
        car.trips
          .filter(({ startAt }) => isWithin(known, startAt))
          .map((trip): Cells => {
            const over = ofGroup(events(known), 'OVERSPEED').filter(
              (event) => event.car === car && event.alarm.startAt >= trip.startAt && event.alarm.startAt <= trip.endAt,
            );
            return {
              deptName: deptOf(car),
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
    rows: (known) =>
      drivenDays(known).map((row) => {
        const { tripCount, driveSec, maxSpeed, nightSec, banSec, banKm } = row.figures;
        const trips = row.car.trips.filter(({ startAt }) => dayOf(startAt) === row.day);
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
    rows: (known) =>
      stopsOf(known).map(({ car, stop }) => ({
        deptName: deptOf(car),
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
    rows: (known) =>
      [...groups(stopsOf(known), ({ car }) => car.plan.plate)].map(([plate, list]) => {
        const [stopSec, idleSec] = [total(list, ({ stop }) => seconds(stop)), total(list, ({ stop }) => stop.accOnSec)];
        return {
          carNo: plate,
          stopCount: list.length,
          stopSec,
          maxStop: most(list, ({ stop }) => seconds(stop)),
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
    rows: (known) =>
      known.cars.flatMap((car) =>
        car.ignition
          .filter(({ startAt }) => isWithin(known, startAt))
          .map(({ on, startAt, endAt, km }) => ({
            deptName: deptOf(car),
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
    rows: (known) =>
      drivenDays(known).map((row) => {
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
    rows: (known) =>
      [...groups(drivenDays(known), ({ car }) => car.plan.plate)].map(([plate, rows]) => {
        const { accOnSec, idleSec } = rollOf(rows);
        return { carNo: plate, accOnSec, idleSec, idleRate: percent(idleSec, accOnSec) };
      }),
    sums: { accOnSec: 'sum', idleSec: 'sum', idleRate: ({ idleSec, accOnSec }) => percent(idleSec!, accOnSec!) },
  },
  {
    report: 405010,
    conditions: staticDate,
    key: ['statDate', 'driverCert'],
    rows: (known) =>
      dayKeys(known).flatMap((day, i) =>
        DRIVERS.flatMap(({ name, certNo }, driver): Cells[] => {
          const drove = known.cars.flatMap(({ driven }) => driven).filter((one) => one.day === day && one.driver === driver);
          const from = midnight(known.world.start) + i * DAY_MS;
          const duties = known.cars.flatMap((car) => car.duties);
          const signed = duties.some(
            (duty) => duty.signed && duty.driver === driver && overlap(duty.startAt, duty.endAt, from, from + DAY_MS) > 0,
          );
          if (drove.length === 0 && !signed) return [];
          const fatigues = ofGroup(events(known), 'FATIGUE').filter(
            ({ car, alarm }) => dayOf(alarm.startAt) === day && car.driverAt(alarm.startAt) === driver,
          );
          return [
            {
              statDate: day,
              driverCert: certNo,
              driverName: name,
              carCount: drove.length,
              dutySec: dutySec(duties, driver, from),
              driverSec: total(drove, ({ driveSec }) => driveSec),
              driverNight: total(drove, ({ nightSec }) => nightSec),
              longestSec: most(drove, ({ longestSec }) => longestSec),
              driverKm: total(drove, ({ km }) => km),
              fatigueCount: fatigues.length,
            },
          ];
        }),
      ),
    sums: { dutySec: 'sum', driverSec: 'sum', driverNight: 'sum', driverKm: 'sum', fatigueCount: 'sum', longestSec: 'max' },
  },
  {
    report: 405011,
    conditions: (known) => ({ ...timeRange(known), ...allAreas(known) }),
    key: ['carNo', 'areaName', 'enterTime'],
    rows: (known) =>
      visitsOf(known).map(({ car, visit }) => ({
        deptName: deptOf(car),
        carNo: car.plan.plate,
        areaName: visit.area,
        enterTime: visit.enterAt,
        leaveTime: visit.leaveAt,
        areaType: AREAS.find(({ name }) => name === visit.area)!.shape === 4 ? 1 : 2,
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
    conditions: (known) => ({ ...staticDate(known), ...allAreas(known) }),
    key: ['areaName'],
    rows: (known) =>
      [...groups(visitsOf(known), ({ visit }) => visit.area)].map(([name, list]) => ({
        areaName: name,
        visitCount: list.length,
        visitCars: groups(list, ({ car }) => car.plan.plate).size,
        staySec: Math.round(total(list, ({ visit }) => stayWithin(known, visit)) / 1000),
      })),
    sums: { visitCount: 'sum', staySec: 'sum' },
  },
];
