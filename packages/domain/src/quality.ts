import { DAY_MS } from './durations.ts';
import type { Location } from './location.ts';
import { isFixed } from './status-bits.ts';

/** Bits of `position.quality`. The first seven are faults (JT/T 794 style judgement); the rest describe a point that may be sound. */
export const QUALITY = {
  coordinates: 1,
  time: 2,
  speed: 4,
  heading: 8,
  altitude: 16,
  /** Plate or colour does not match the archive: judged by the edge that knows them. */
  plate: 32,
  /** Status or alarm word could not be read: set by the edge that read it. */
  status: 64,
  noFix: 128,
  /** Found later, when the following points are known. */
  drift: 256,
  outOfOrder: 512,
} as const;

const FAULTS = 127;
/** Where a vehicle may be paid for is not where it can be: of its coordinates only whether they exist counts. */
const UNUSABLE = (FAULTS & ~QUALITY.coordinates) | QUALITY.noFix | QUALITY.drift;
/** Bits of points that can be put on no map at no time; whether their place exists is `onEarth`'s. */
export const UNPLACED = QUALITY.time | QUALITY.noFix;

/** A device clock may run ahead of ours by this much, ms. */
export const CLOCK_TOLERANCE_MS = 60_000;

/** Older than this a device time is a dead clock or a forgotten frame, ms: as long as positions are kept by default (400 days). */
export const MAX_DEVICE_AGE_MS = 400 * DAY_MS;

/** A box in degrees, edges included. */
export type Bounds = { readonly west: number; readonly east: number; readonly south: number; readonly north: number };

/** Where a qualified position may lie: 73°33'-135°05' E, 3°51'-53°33' N (report catalogue 3.2; degrees and minutes). */
export const QUALIFIED_BOUNDS: Bounds = { west: 73 + 33 / 60, east: 135 + 5 / 60, south: 3 + 51 / 60, north: 53 + 33 / 60 };

/** Whether a device time can be believed: it was read, is not ahead of our clock, and is not very old. Both in UTC epoch ms. */
export function goodDeviceTime(deviceAt: number | null, receivedAt: number): deviceAt is number {
  return deviceAt !== null && deviceAt <= receivedAt + CLOCK_TOLERANCE_MS && deviceAt >= receivedAt - MAX_DEVICE_AGE_MS;
}

/**
 * The quality bits of one report on its own: coordinates, time, speed 0-160 km/h, heading 0-359, altitude -200..6500 m, no fix.
 * Coordinates are judged only where there is a fix, for without one they are the last known or zero, which is no error.
 */
export function judge(location: Location, receivedAt: number, bounds: Bounds = QUALIFIED_BOUNDS): number {
  let bits = 0;
  if (!isFixed(location.statusBits)) bits |= QUALITY.noFix;
  // Conditions are written so that NaN fails them.
  else if (!inBounds(location, bounds)) bits |= QUALITY.coordinates;
  if (!goodDeviceTime(location.deviceAt, receivedAt)) bits |= QUALITY.time;
  if (!(location.speedKmh >= 0 && location.speedKmh <= 160)) bits |= QUALITY.speed;
  if (!(location.heading >= 0 && location.heading <= 359)) bits |= QUALITY.heading;
  if (!(location.altitudeM >= -200 && location.altitudeM <= 6500)) bits |= QUALITY.altitude;
  return bits;
}

/** No fault at all: what the data qualification rate counts. A point without a fix or in drift is still qualified. */
export function qualified(quality: number): boolean {
  return (quality & FAULTS) === 0;
}

/** Whether a fix lies where one that is qualified may. Degrees. */
export function inBounds(
  { lng, lat }: { readonly lng: number; readonly lat: number },
  bounds: Bounds = QUALIFIED_BOUNDS,
): boolean {
  // written so that NaN fails it
  return lng >= bounds.west && lng <= bounds.east && lat >= bounds.south && lat <= bounds.north;
}

/** Degrees that can be drawn. 0,0 lies in the sea and is what receivers say when they know nothing; NaN fails every comparison. */
export function onEarth(lng: number, lat: number): boolean {
  return lng >= -180 && lng <= 180 && lat >= -90 && lat <= 90 && !(lng === 0 && lat === 0);
}

/**
 * Fixed at a place on earth, not drift, without another fault: what mileage, trips and stops are made of. A vehicle abroad drives too,
 * although its positions are not qualified. Order of arrival does not matter to it. Degrees.
 */
export function usable({ quality, lng, lat }: { readonly quality: number; readonly lng: number; readonly lat: number }): boolean {
  return (quality & UNUSABLE) === 0 && onEarth(lng, lat);
}
