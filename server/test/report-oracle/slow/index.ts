import { AREAS, CARS, type CarPlan, LIMIT_KMH, type World } from '../world.ts';
import { type Alarm, alarmsOf } from './alarms.ts';
import { type CarDay, daysOf, mileageOf } from './days.ts';
import { type DrivenDay, type Duty, drivenDaysOf, driverAt, dutiesOf } from './drivers.ts';
import { type Gap, gapsOf } from './gaps.ts';
import { type Ignition, ignitionOf } from './ignition.ts';
import { intervalsOf } from './intervals.ts';
import { type OnlineDay, onlineDaysOf } from './online.ts';
import { type Track, trackOf } from './points.ts';
import { DAY } from './rules.ts';
import { type Stop, type Trip, tripsOf } from './trips.ts';
import { type Visit, visitsOf } from './visits.ts';

/** Everything about a vehicle, made of what it sent by plain loops. */
export type SlowCar = {
  readonly plan: CarPlan;
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
  /** By place in `DRIVERS`; null: nobody we know. */
  readonly driverAt: (at: number) => number | null;
  /** What counts as the mileage of a day, km. */
  readonly mileage: (day: CarDay) => number;
};

/** Those of the foreign company are judged by no rule, visit no place of ours, and know none of our drivers. */
const FOREIGN = 2;

export function slowCars({ histories, start, end }: World): SlowCar[] {
  return CARS.map((plan, index) => {
    const history = histories[index]!;
    const isOurs = plan.department !== FOREIGN;
    const track = trackOf(history);
    const intervals = intervalsOf(track);
    const { trips, stops } = tripsOf(intervals);
    const ignition = ignitionOf(intervals);
    const gaps = gapsOf(intervals, track.points);
    const duties = dutiesOf(isOurs ? history.cards : history.cards.map((card) => ({ ...card, driver: null })), plan.driver);
    return {
      plan,
      index,
      track,
      trips,
      stops,
      ignition,
      gaps,
      duties,
      // the day after the last is there, too: months know of it
      days: daysOf({ track, intervals, ignition, gaps, trips }, start, end + DAY),
      online: onlineDaysOf(history.stays, start, end + DAY),
      alarms: alarmsOf(track, isOurs ? LIMIT_KMH : null),
      visits: isOurs ? AREAS.flatMap((area) => visitsOf(track.usable, intervals, area)) : [],
      driven: drivenDaysOf(trips, duties),
      driverAt: (at) => driverAt(duties, at),
      mileage: (day) => mileageOf(day, plan.mileageSource),
    };
  });
}
