import type { LocationInput } from '@fleetwarden/protocol/jt808';
import { getDay, HOUR, MINUTE, startOfDay } from './clock.ts';
import { getStep } from './incidents.ts';
import { draw } from './random.ts';

/** Share of terminals whose antenna is loose, and of half minutes on the road in which such a one believes to be elsewhere. */
const LOOSE = 0.3;
const ASTRAY = 0.006;
/** Degrees it is wrong by: farther than a vehicle drives in half a minute. */
const OFF_BY = 0.06;
/** Share of half minutes on the road with an impossible heading. */
const SENSELESS = 0.0005;
const NO_HEADING = 511;
/** Share of days on which the terminal is unplugged for a while in daytime, and for how long. */
const PULLED = 0.25;
const PULLED_FOR = [12 * MINUTE, 80 * MINUTE] as const;
const BY_DAY = [7 * HOUR, 10 * HOUR] as const;

/** One of so many terminals has a camera that is broken all the time. */
const BROKEN_CAMERAS = 16;
const CAMERA_FAULT = 1 << 11;

/** A report with the fault that its terminal always has. Pure. */
export const withStandingFault = (report: LocationInput, seed: number): LocationInput =>
  seed % BROKEN_CAMERAS === 3 ? { ...report, alarmBits: ((report.alarmBits ?? 0) | CAMERA_FAULT) >>> 0 } : report;

/** A report of a moment on the road as a terminal with faults makes it. Pure. */
export function withFault(report: LocationInput, seed: number, at: number): LocationInput {
  const step = getStep(at);
  if (draw('loose', seed) < LOOSE && draw('astray', seed, step) < ASTRAY)
    return { ...report, lng: report.lng + OFF_BY, lat: report.lat + OFF_BY };
  return draw('senseless', seed, step) < SENSELESS ? { ...report, heading: NO_HEADING } : report;
}

/** Whether a terminal is unplugged. Pure. */
export function isPulled(seed: number, at: number): boolean {
  const day = getDay(at);
  if (draw('pulled', seed, day) >= PULLED) return false;
  const [low, high] = PULLED_FOR;
  const from = startOfDay(day) + BY_DAY[0] + draw('pulled from', seed, day) * BY_DAY[1];
  return at >= from && at < from + low + draw('pulled for', seed, day) * (high - low);
}
