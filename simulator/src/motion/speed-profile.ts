import type { Dice } from '../random.ts';
import { type Journey, type Section, sectionsFrom } from '../routes/journey.ts';
import type { RoadClass } from '../routes/roads.ts';
import type { KindRules } from './kinds.ts';

/**
 * A drive from one point of a journey to another: pieces of constant acceleration, so that position and speed at any
 * moment are exact and agree. Standing still at both ends.
 */
export type SpeedProfile = {
  readonly fromKm: number;
  readonly toKm: number;
  readonly seconds: number;
  /** Rows of PIECE numbers: start s, start m, start m/s, acceleration m/s2. */
  readonly pieces: Float64Array;
};

const PIECE = 4;

/** Metres between two changes of mind about the speed. */
const STRETCH_M: Record<RoadClass, readonly [number, number]> = {
  expressway: [2500, 7000],
  national: [900, 3000],
  city: [400, 900],
};

/** A drive shorter than this does not start, and no stretch is shorter. */
export const MIN_DRIVE_KM = 0.06;

/** Share of crossings with a red light, and the wait there in seconds. */
const RED_LIGHT = 0.38;
const RED_LIGHT_S = [8, 65] as const;

/** Share of the stretches driven too fast. */
const HURRY: Record<RoadClass, number> = { expressway: 0.02, national: 0.012, city: 0.006 };

/** Builds the drive. `toKm` must lie MIN_DRIVE_KM or more beyond `fromKm`. */
export function speedProfile(trip: Journey, fromKm: number, toKm: number, rules: KindRules, d: Dice): SpeedProfile {
  const lengthM = (toKm - fromKm) * 1000;
  const pieces: number[] = [];
  let [seconds, metres, speed] = [0, 0, 0];

  const piece = (acceleration: number, until: { speed: number } | { metres: number } | { seconds: number }) => {
    let span: number;
    if ('speed' in until) span = acceleration === 0 ? 0 : (until.speed - speed) / acceleration;
    else if ('metres' in until) span = (until.metres - metres) / speed;
    else span = until.seconds;
    if (!(span > 1e-9)) return;
    pieces.push(seconds, metres, speed, acceleration);
    seconds += span;
    metres += speed * span + (acceleration * span * span) / 2;
    speed += acceleration * span;
  };

  /** Speeds up or down to a cruise, and to `leave` at `endM`; never faster or slower than brakes and engine allow. */
  const stretch = (endM: number, cruise: number, leave: number) => {
    const length = endM - metres;
    const [up, down] = [rules.accelerates, rules.brakes];
    const enter = speed;
    // the speed that is reachable at the end
    const exit = Math.min(leave, Math.sqrt(enter * enter + 2 * up * length));
    const peak = Math.sqrt((2 * up * down * length + down * enter * enter + up * exit * exit) / (up + down));
    if (enter <= cruise) {
      const top = Math.max(enter, exit, Math.min(cruise, peak));
      piece(up, { speed: top });
      const brakeFrom = endM - (top * top - exit * exit) / (2 * down);
      if (brakeFrom > metres) piece(0, { metres: brakeFrom });
    } else {
      const low = Math.max(cruise, exit);
      piece(-down, { speed: low });
      const brakeFrom = endM - (low * low - exit * exit) / (2 * down);
      if (brakeFrom > metres) piece(0, { metres: brakeFrom });
    }
    if (speed > exit)
      piece(-Math.max(down, (speed * speed - exit * exit) / (2 * Math.max(0.01, endM - metres))), { speed: exit });
    // rounding errors
    metres = endM;
    speed = exit;
  };

  for (const { endKm, section } of stretches(trip, fromKm, toKm, d)) {
    const cruise = cruiseOn(section.road, rules, d) / 3.6;
    const endM = endKm === toKm ? lengthM : (endKm - fromKm) * 1000;
    const atSection = endKm === section.toKm;
    const last = endKm === toKm;
    const stops = last || (atSection && section.end === 'crossing' && d.chance(RED_LIGHT));
    const leave = stops ? 0 : atSection && section.end === 'turn' ? d.between(14, 22) / 3.6 : cruise;
    stretch(endM, cruise, leave);
    if (speed === 0 && !last) {
      piece(0, { seconds: d.between(...RED_LIGHT_S) });
    }
  }
  return { fromKm, toKm, seconds, pieces: Float64Array.from(pieces) };
}

/** The driver's target speed, km/h. */
function cruiseOn(road: RoadClass, rules: KindRules, d: Dice): number {
  const [low, high] = rules.cruise[road];
  const wish = d.between(low, high);
  return d.chance(HURRY[road]) ? Math.max(wish * 1.12, rules.warnAbove * d.between(1.04, 1.13)) : wish;
}

/** Cuts the way into stretches: at crossings, at the ends of legs, and every few km between. */
function* stretches(trip: Journey, fromKm: number, toKm: number, d: Dice): Generator<{ endKm: number; section: Section }> {
  let km = fromKm;
  for (const section of sectionsFrom(trip, fromKm)) {
    const sectionEnd = Math.min(section.toKm, toKm);
    // a scrap before the next crossing or the end belongs to what follows
    if (sectionEnd - km < MIN_DRIVE_KM && section.toKm < toKm) continue;
    while (km < sectionEnd) {
      const [low, high] = STRETCH_M[section.road];
      const wished = km + d.between(low, high) / 1000;
      km = sectionEnd - wished < low / 1000 || toKm - wished < low / 1000 ? sectionEnd : wished;
      if (toKm - km < MIN_DRIVE_KM) km = toKm;
      yield { endKm: km, section };
    }
    if (km >= toKm) return;
  }
}

/** Position and speed after this many seconds of the drive: km of the journey, km/h. */
export function profileAt(profile: SpeedProfile, seconds: number): { km: number; speedKmh: number } {
  const { pieces, fromKm, toKm } = profile;
  if (seconds <= 0) return { km: fromKm, speedKmh: 0 };
  if (seconds >= profile.seconds) return { km: toKm, speedKmh: 0 };
  let low = 0;
  let high = pieces.length / PIECE - 1;
  while (low < high) {
    const mid = (low + high + 1) >> 1;
    if (pieces[mid * PIECE]! <= seconds) low = mid;
    else high = mid - 1;
  }
  const row = low * PIECE;
  const t = seconds - pieces[row]!;
  const speed = pieces[row + 2]!;
  const acceleration = pieces[row + 3]!;
  const km = fromKm + (pieces[row + 1]! + speed * t + (acceleration * t * t) / 2) / 1000;
  return { km: Math.min(toKm, km), speedKmh: Math.max(0, speed + acceleration * t) * 3.6 };
}
