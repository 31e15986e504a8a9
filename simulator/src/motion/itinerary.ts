import { dice } from '../random.ts';
import { backwards, type Journey, journey } from '../routes/journey.ts';
import { type Leg, placesWithin, wayBetween } from '../routes/network.ts';
import type { PlaceName } from '../routes/places.ts';
import { type Crossroads, someCrossroads, streetCourse, streetRound } from '../routes/streets.ts';
import { KINDS, type KindRules, type VehicleKind } from './kinds.ts';

/** A work assignment that starts and ends in the vehicle's own yard; null journey: a day off. */
export type Itinerary = {
  readonly trip: Journey | null;
  /** Km of the journey at which the load is changed, and minutes there; in driving order. */
  readonly halts: readonly { readonly km: number; readonly minutes: readonly [number, number] }[];
};

/** The driver's part of an itinerary. */
export type Driver = { readonly seed: number; readonly kind: VehicleKind; readonly home: PlaceName };

const MIDDLE: Crossroads = [0, 0];
/** Other ends a company of one city delivers to; bounded, so that trips share their roads. */
const CUSTOMERS = 9;
/** Limits of a driver's day: km, and number of trips; and a stay that fills the day, minutes. */
const DAY_KM = 560;
const MAX_TRIPS = 3;
const LONG_TURNAROUND = 100;

/** The crossing at which a vehicle is parked when it has nothing to do. */
function chooseYard({ seed, home, kind }: Driver): Crossroads {
  // vehicles of one trade share a few yards
  const yard = dice('yard', home, kind, seed % 3);
  return someCrossroads(yard, 3, 9);
}

/** The work a vehicle does in turn, again and again. Pure. */
export function planRota(driver: Driver): Itinerary[] {
  const rules: KindRules = KINDS[driver.kind];
  const d = dice('rota', driver.seed);
  const off: Itinerary = { trip: null, halts: [] };
  if (rules.pattern === 'rounds') {
    const rounds = planRounds(driver, rules);
    return driver.kind === 'bus' || d.chance(0.6) ? [rounds] : [rounds, rounds, rounds, rounds, rounds, rounds, off];
  }
  const first = haul(driver, rules, 0);
  const second = haul(driver, rules, 1);
  return d.chance(0.15) ? [first, second, first, second, off] : [first, first, second];
}

function planRounds(driver: Driver, rules: KindRules & { pattern: 'rounds' }): Itinerary {
  const d = dice('rounds', driver.seed);
  const lap = streetRound(driver.home, chooseYard(driver), d.between(...rules.lapKm), d);
  const laps = d.whole(...rules.laps);
  const trip = journey(Array.from({ length: laps }, () => ({ course: lap, reversed: false })));
  const halts = [];
  for (let km = d.between(...rules.haltEveryKm); km < trip.lengthKm - 0.4; km += d.between(...rules.haltEveryKm)) {
    halts.push({ km, minutes: rules.haltMinutes });
  }
  return { trip, halts };
}

function haul(driver: Driver, rules: KindRules & { pattern: 'haul' }, turn: number): Itinerary {
  const d = dice('haul', driver.seed, turn);
  const reachable = placesWithin(driver.home, rules.reachKm[0], rules.reachKm[1], rules.roads);
  const market = dice('market', driver.home, driver.kind);
  const customers = Array.from({ length: CUSTOMERS }, () => market.pick(reachable));
  const goal = d.pick(customers);
  const out: Leg[] = [
    { course: streetCourse(driver.home, [chooseYard(driver), MIDDLE], dice('leave', driver.home, driver.seed)), reversed: false },
    ...wayBetween(driver.home, goal, rules.roads),
    { course: streetCourse(goal, [MIDDLE, someCrossroads(d, 2, 8)], d), reversed: false },
  ];
  const once = [...out, ...backwards(out)];
  const halfKm = journey(out).lengthKm;
  // a short way is driven more than once a day
  const times = rules.turnaround[0] > LONG_TURNAROUND ? 1 : Math.min(MAX_TRIPS, Math.max(1, Math.floor(DAY_KM / (2 * halfKm))));
  const trip = journey(Array.from({ length: times }, () => once).flat());
  const halts = Array.from({ length: 2 * times - 1 }, (_, i) => ({
    km: halfKm * (i + 1),
    minutes: rules.turnaround,
  }));
  return { trip, halts };
}
