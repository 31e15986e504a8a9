import { DAY, getDay, getHour, HOUR, MINUTE, startOfDay } from '../clock.ts';
import { type Dice, dice, draw, steadyDice } from '../random.ts';
import { type Journey, roadAt } from '../routes/journey.ts';
import type { Driver, Itinerary } from './itinerary.ts';
import { KINDS, type KindRules } from './kinds.ts';
import { MIN_DRIVE_KM, type SpeedProfile, speedProfile } from './speed-profile.ts';

/** Why a vehicle stands: at work, in its yard, overnight, for the rest required by law. */
export type StandReason = 'halt' | 'yard' | 'night' | 'rest';

export type Drive = {
  readonly kind: 'drive';
  readonly startAt: number;
  readonly endAt: number;
  readonly profile: SpeedProfile;
  /** Since when this driver has driven without a rest, epoch ms. */
  readonly drivingSince: number;
  readonly fuelL: number;
  readonly loaded: boolean;
};

export type Stand = {
  readonly kind: 'stand';
  readonly startAt: number;
  readonly endAt: number;
  readonly km: number;
  readonly reason: StandReason;
  /** The engine runs until here, and again from here. */
  readonly accUntil: number;
  readonly accFrom: number;
  /** Litres before and, from the middle on, after a visit to the pump. */
  readonly fuelL: number;
  readonly fuelAfterL: number;
  readonly loaded: boolean;
};

/** A vehicle's plan from one midnight in its yard to another. */
export type Plan = {
  readonly startAt: number;
  readonly endAt: number;
  readonly trip: Journey | null;
  readonly phases: readonly (Drive | Stand)[];
};

/** Road traffic safety law, implementing rules art. 62 (7): 4 h of driving, then 20 min of rest. */
const DRIVING_LIMIT_H = [3.3, 3.85] as const;
const OVERLONG_DRIVING_H = [4.3, 4.7] as const;
const OVERLONG_SHARE = 0.04;
const REST_MINUTES = [21, 45] as const;
const NIGHT_FROM = 21.2;
const MORNING = [5.4, 6.8] as const;
/** With less left before the night a driver does not set out again, h. */
const NOT_WORTH_IT_H = 0.6;
const FULL_TANK = 0.92;
const LOW_TANK = 0.3;
/** Overall speed a driver reckons with, km/h. */
const RECKONED = { expressway: 80, national: 52, city: 22 } as const;

/** Usual number of days of an itinerary, with hours to spare. */
export function daysNeeded(driver: Driver, itinerary: Itinerary): number {
  if (!itinerary.trip) return 1;
  const start = startOfDay(0);
  const end = lay(driver, itinerary, start, steadyDice()).at(-1)?.endAt ?? start;
  return getDay(end + 90 * MINUTE) - getDay(start) + 1;
}

/** The plan of an itinerary that starts on this local day and has this many days. Pure. */
export function makePlan(driver: Driver, itinerary: Itinerary, day: number, days: number): Plan {
  const startAt = startOfDay(day);
  const endAt = startAt + days * DAY;
  let phases = lay(driver, itinerary, startAt, dice('plan', driver.seed, day));
  // an unlucky draw may not be back in time; the steady one is
  if ((phases.at(-1)?.endAt ?? startAt) > endAt - 10 * MINUTE) phases = lay(driver, itinerary, startAt, steadyDice());
  const last = phases.at(-1);
  const tank = KINDS[driver.kind].tankL * FULL_TANK;
  phases.push({
    kind: 'stand',
    startAt: last?.endAt ?? startAt,
    endAt,
    km: itinerary.trip?.lengthKm ?? 0,
    reason: 'yard',
    accUntil: last ? last.endAt + 3 * MINUTE : startAt,
    accFrom: endAt,
    fuelL: last ? fuelAfter(last, driver) : tank,
    fuelAfterL: tank,
    loaded: false,
  });
  return { startAt, endAt, trip: itinerary.trip, phases };
}

function fuelAfter(phase: Drive | Stand, driver: Driver): number {
  if (phase.kind === 'stand') return phase.fuelAfterL;
  return phase.fuelL - ((phase.profile.toKm - phase.profile.fromKm) * KINDS[driver.kind].litresPer100Km) / 100;
}

/** The sequence of drives and stands from yard to yard; the last phase ends at home. */
function lay(driver: Driver, itinerary: Itinerary, startAt: number, d: Dice): (Drive | Stand)[] {
  const { trip } = itinerary;
  if (!trip) return [];
  const rules: KindRules = KINDS[driver.kind];
  const drivesByNight = rules.pattern === 'rounds' || draw('byNight', driver.seed) < rules.byNight;
  const phases: (Drive | Stand)[] = [];
  let at = startAt;
  let km = 0;
  let fuelL = rules.tankL * FULL_TANK;
  let drivingSince = 0;
  let loaded = true;

  const stand = (reason: StandReason, until: number) => {
    const refuels = reason !== 'halt' && until - at > 15 * MINUTE && fuelL < rules.tankL * LOW_TANK;
    const fuelAfterL = refuels ? rules.tankL * FULL_TANK : fuelL;
    const idles = until - at < 4 * MINUTE || (reason === 'halt' && until - at < 40 * MINUTE && d.chance(0.4));
    const accUntil = idles ? until : Math.min(until, at + d.between(0.5, 4) * MINUTE);
    const accFrom = Math.max(accUntil, until - d.between(1, reason === 'night' || reason === 'yard' ? 9 : 2) * MINUTE);
    phases.push({ kind: 'stand', startAt: at, endAt: until, km, reason, accUntil, accFrom, fuelL, fuelAfterL, loaded });
    at = until;
    fuelL = fuelAfterL;
    if (reason !== 'halt') drivingSince = 0;
  };

  const drive = (toKm: number) => {
    const profile = speedProfile(trip, km, toKm, rules, d);
    if (drivingSince === 0) drivingSince = at;
    const endAt = at + profile.seconds * 1000;
    phases.push({ kind: 'drive', startAt: at, endAt, profile, drivingSince, fuelL, loaded });
    fuelL -= ((toKm - km) * rules.litresPer100Km) / 100;
    at = endAt;
    km = toKm;
  };

  stand('yard', startAt + d.between(...rules.begins) * HOUR);
  for (const halt of [...itinerary.halts, { km: trip.lengthKm, minutes: null }]) {
    while (halt.km - km >= MIN_DRIVE_KM) {
      const driven = drivingSince === 0 ? 0 : (at - drivingSince) / HOUR;
      const mayDrive = d.chance(OVERLONG_SHARE) ? d.between(...OVERLONG_DRIVING_H) : d.between(...DRIVING_LIMIT_H);
      const untilNight = drivesByNight ? 24 : NIGHT_FROM - getHour(at);
      if (untilNight < NOT_WORTH_IT_H || (!drivesByNight && getHour(at) < MORNING[0])) {
        const morning = startOfDay(getDay(at + 12 * HOUR)) + d.between(...MORNING) * HOUR;
        if (morning > at) stand('night', morning);
        continue;
      }
      const hours = Math.min(mayDrive - driven, untilNight);
      if (hours < 0.25) {
        stand('rest', at + d.between(...REST_MINUTES) * MINUTE);
        continue;
      }
      drive(reachedIn(trip, km, hours, halt.km));
    }
    km = halt.km;
    if (halt.minutes) {
      stand('halt', at + d.between(...halt.minutes) * MINUTE);
      const long = halt.minutes[0] >= 20;
      if (long) {
        drivingSince = 0;
        loaded = !loaded;
      }
    }
  }
  return phases;
}

/** Estimated progress on the journey after this time, km; at most `limitKm`. */
function reachedIn(trip: Journey, fromKm: number, hours: number, limitKm: number): number {
  let km = fromKm;
  for (let left = hours; left > 0 && km < limitKm; left -= 0.1) km += 0.1 * RECKONED[roadAt(trip, km)];
  // the last streets are driven to their end rather than after another rest
  return limitKm - km < 8 ? limitKm : km;
}
