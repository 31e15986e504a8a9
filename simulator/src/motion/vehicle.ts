import { DAY, getDay, HOUR, MINUTE } from '../clock.ts';
import { draw } from '../random.ts';
import { journeyAt, tunnelMouth } from '../routes/journey.ts';
import type { PlaceName } from '../routes/places.ts';
import { PLACES } from '../routes/places.ts';
import { heightAt } from '../routes/terrain.ts';
import { type Driver, planRota } from './itinerary.ts';
import { KINDS, type VehicleKind } from './kinds.ts';
import { findLink, type Link } from './link.ts';
import { type Drive, daysNeeded, makePlan, type Plan, type Stand } from './plan.ts';
import { profileAt } from './speed-profile.ts';
import { findTrouble, type Trouble } from './trouble.ts';

/** State of a vehicle at one moment, as its terminal knows it. */
export type VehicleState = {
  readonly at: number;
  /** WGS-84 degrees; without a fix, the last position. */
  readonly lng: number;
  readonly lat: number;
  readonly altitudeM: number;
  /** By GNSS; 0 without a fix. */
  readonly speedKmh: number;
  /** Degrees, 0 is north, clockwise. */
  readonly heading: number;
  /** By the wheels. */
  readonly recorderKmh: number;
  readonly odometerKm: number;
  readonly fuelL: number;
  readonly accOn: boolean;
  readonly fixed: boolean;
  readonly loaded: boolean;
  readonly satellites: number;
  /** Radio signal, 0 to 31. */
  readonly signal: number;
  readonly overspeed: boolean;
  /** Driving longer than the law allows. */
  readonly fatigued: boolean;
  readonly trouble: Trouble;
};

/** A simulated vehicle. Everything is a function of its identity and the time: history and present are one. */
export type Vehicle = {
  readonly stateAt: (at: number) => VehicleState;
  /** Whether the terminal talks to its server at this moment. */
  readonly linkAt: (at: number) => Link;
  /** The vehicle is on the road (no planned stand): reports are frequent. */
  readonly movingAt: (at: number) => boolean;
};

/** Odometers count from here: 2024-01-01. */
const FIRST_DAY = 19_723;
/** Law: no more than 4 h without a rest. */
const FATIGUE_AFTER = 4 * HOUR;

/** Properties that determine all movements of a vehicle. */
export type VehicleIdentity = { readonly seed: number; readonly kind: VehicleKind; readonly home: PlaceName };

export function createVehicle(identity: VehicleIdentity): Vehicle {
  const driver: Driver = identity;
  const { seed } = identity;
  const rules = KINDS[identity.kind];
  const rota = planRota(driver);
  const needs = new Map([...new Set(rota)].map((itinerary) => [itinerary, daysNeeded(driver, itinerary)]));
  const days = rota.map((itinerary) => needs.get(itinerary)!);
  const rotaDays = days.reduce((a, b) => a + b, 0);
  const rotaKm = rota.reduce((sum, itinerary) => sum + (itinerary.trip?.lengthKm ?? 0), 0);
  const shift = Math.floor(draw('shift', seed) * rotaDays);
  // its own day begins later than the calendar's
  const laterMs = rules.shifts[seed % rules.shifts.length]! * HOUR;
  const broughtKm = 20_000 + draw('odometer', seed) * 240_000;

  type Current = { readonly plan: Plan; readonly odometerKm: number };
  // memory only: the same day always gives the same plan. Two, for the present and the history that is uploaded meanwhile
  let [current, other]: (Current | undefined)[] = [];

  const planAt = (at: number): Current => {
    if (current && covers(current.plan, at)) return current;
    [current, other] = [other, current];
    if (current && covers(current.plan, at)) return current;
    const day = getDay(at) - FIRST_DAY + shift;
    const round = Math.floor(day / rotaDays);
    let into = day - round * rotaDays;
    let odometerKm = broughtKm + round * rotaKm;
    let turn = 0;
    while (into >= days[turn]!) {
      into -= days[turn]!;
      odometerKm += rota[turn]?.trip?.lengthKm ?? 0;
      turn++;
    }
    current = { plan: makePlan(driver, rota[turn]!, getDay(at) - into, days[turn]!), odometerKm };
    return current;
  };

  /** Position of the vehicle on a day without a journey. */
  const yard = () => {
    const trip = rota.find((itinerary) => itinerary.trip)?.trip;
    if (trip) return journeyAt(trip, 0);
    const [lng, lat] = PLACES[identity.home];
    return { lng, lat, heading: 0 };
  };

  const stateAt = (at: number): VehicleState => {
    const planned = at - laterMs;
    const { plan, odometerKm } = planAt(planned);
    const phase = phaseAt(plan, planned);
    const { km, speedKmh } =
      phase.kind === 'drive' ? profileAt(phase.profile, (planned - phase.startAt) / 1000) : { km: phase.km, speedKmh: 0 };
    const mouth = plan.trip && phase.kind === 'drive' ? tunnelMouth(plan.trip, km) : null;
    // some yards are underground
    const buried = phase.kind === 'stand' && phase.reason === 'yard' && draw('underground', seed) < 0.04;
    const fixed = mouth === null && !buried;
    const point = plan.trip ? journeyAt(plan.trip, mouth ?? km) : yard();
    const jitter = fixed ? 0.000006 : 0;
    const moving = speedKmh > 0.5;
    return {
      at,
      lng: point.lng + (draw('jitter', seed, at) - 0.5) * jitter,
      lat: point.lat + (draw('jitter', at, seed) - 0.5) * jitter,
      altitudeM: Math.round(heightAt(point.lng, point.lat) + 6 * Math.sin(km / 1.7)),
      speedKmh: fixed && moving ? speedKmh : 0,
      heading: Math.floor(point.heading) % 360,
      recorderKmh: moving ? speedKmh * (1 + (draw('recorder', seed) - 0.5) * 0.02) : 0,
      odometerKm: odometerKm + km,
      fuelL: fuelAt(phase, planned, km, rules.litresPer100Km),
      accOn: phase.kind === 'drive' || planned < phase.accUntil || planned >= phase.accFrom,
      fixed,
      loaded: phase.loaded,
      satellites: fixed ? 9 + Math.floor(draw('satellites', seed, Math.floor(at / (2 * MINUTE))) * 15) : 0,
      signal: 12 + Math.floor(draw('signal', seed, Math.floor(at / MINUTE)) * 20),
      overspeed: speedKmh > rules.warnAbove,
      fatigued: phase.kind === 'drive' && planned - phase.drivingSince > FATIGUE_AFTER,
      trouble: findTrouble(seed, at, phase.kind),
    };
  };

  return {
    stateAt,
    linkAt: (at) => findLink(seed, at - laterMs, phaseAt(planAt(at - laterMs).plan, at - laterMs)),
    movingAt: (at) => phaseAt(planAt(at - laterMs).plan, at - laterMs).kind === 'drive',
  };
}

function covers(plan: Plan, at: number): boolean {
  return at >= plan.startAt && at < plan.endAt;
}

function phaseAt(plan: Plan, at: number): Drive | Stand {
  let low = 0;
  let high = plan.phases.length - 1;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (plan.phases[mid]!.endAt <= at) low = mid + 1;
    else high = mid;
  }
  const phase = plan.phases[low];
  if (!phase) throw new Error(`plan of day ${plan.startAt / DAY}: has no phases`);
  return phase;
}

function fuelAt(phase: Drive | Stand, at: number, km: number, litresPer100Km: number): number {
  if (phase.kind === 'drive') return phase.fuelL - ((km - phase.profile.fromKm) * litresPer100Km) / 100;
  return at < (phase.startAt + phase.endAt) / 2 ? phase.fuelL : phase.fuelAfterL;
}
