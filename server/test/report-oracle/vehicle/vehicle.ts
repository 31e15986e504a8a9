import { type FleetFixture, GEOFENCES, SPEED_LIMIT_KMH, VEHICLES, type VehiclePlan } from '../fixture/fleet.ts';
import { type Alarm, findAlarms } from './alarms.ts';
import { type CarDay, chooseMileage, computeDays } from './days.ts';
import { DAY } from './definitions.ts';
import { computeDrivenDays, computeDuties, type DrivenDay, type Duty, driverAt } from './drivers.ts';
import { findGaps, type Gap } from './gaps.ts';
import { findIgnition, type Ignition } from './ignition.ts';
import { computeIntervals } from './intervals.ts';
import { computeOnlineDays, type OnlineDay } from './online.ts';
import { computeTrack, type Track } from './points.ts';
import { findTrips, type Stop, type Trip } from './trips.ts';
import { findVisits, type Visit } from './visits.ts';

/** Everything about a vehicle, computed by plain loops from what its terminal sent. */
export type OracleVehicle = {
  readonly plan: VehiclePlan;
  readonly index: number;
  readonly track: Track;
  readonly trips: readonly Trip[];
  readonly stops: readonly Stop[];
  readonly ignition: readonly Ignition[];
  readonly gaps: readonly Gap[];
  /** By day. */
  readonly days: ReadonlyMap<string, CarDay>;
  readonly online: ReadonlyMap<string, OnlineDay>;
  readonly alarms: readonly Alarm[];
  readonly visits: readonly Visit[];
  readonly duties: readonly Duty[];
  readonly driven: readonly DrivenDay[];
  /** Index in `DRIVERS`; null: unknown. */
  readonly driverAt: (at: number) => number | null;
  /** Mileage of a day by the vehicle's mileage source, km. */
  readonly mileage: (day: CarDay) => number;
};

/** No rule, geofence or driver of the head company applies to the other company. */
const FOREIGN = 2;

export function computeVehicles({ histories, start, end }: FleetFixture): OracleVehicle[] {
  return VEHICLES.map((plan, index) => {
    const history = histories[index]!;
    const isOurs = plan.department !== FOREIGN;
    const track = computeTrack(history);
    const intervals = computeIntervals(track);
    const { trips, stops } = findTrips(intervals);
    const ignition = findIgnition(intervals);
    const gaps = findGaps(intervals, track.points);
    const cards = isOurs ? history.cards : history.cards.map((card) => ({ ...card, driver: null }));
    const elsewhere = histories.flatMap((other, vehicle) =>
      vehicle === index || VEHICLES[vehicle]!.department === FOREIGN ? [] : other.cards.map((card) => ({ ...card, vehicle })),
    );
    const duties = computeDuties(cards, plan.driver, index, elsewhere);
    return {
      plan,
      index,
      track,
      trips,
      stops,
      ignition,
      gaps,
      duties,
      // with the day after the last: monthly reports include it
      days: computeDays({ track, intervals, ignition, gaps, trips }, start, end + DAY),
      online: computeOnlineDays(history.sessions, start, end + DAY),
      alarms: findAlarms(track, intervals, isOurs ? SPEED_LIMIT_KMH : null),
      visits: isOurs ? GEOFENCES.flatMap((area) => findVisits(track.usable, intervals, area)) : [],
      driven: computeDrivenDays(trips, duties),
      driverAt: (at) => driverAt(duties, at),
      mileage: (day) => chooseMileage(day, plan.mileageSource),
    };
  });
}
