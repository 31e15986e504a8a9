import { DAY_MS } from './durations.ts';
import type { Location } from './location.ts';
import { isFixed } from './status-bits.ts';

/** Bits of `position.quality`. The first seven are faults (as in JT/T 794); the others describe a point that may be valid. */
export const QUALITY = {
  coordinates: 1,
  time: 2,
  speed: 4,
  heading: 8,
  altitude: 16,
  /** Plate or colour differs from the record: set by the gateway. */
  plate: 32,
  /** Status or alarm word unreadable: set by the gateway. */
  status: 64,
  noFix: 128,
  /** Set later, once the following points are known. */
  drift: 256,
  outOfOrder: 512,
} as const;

const FAULTS = 127;
/**
 * Faults that leave a position usable. A vehicle abroad is not qualified; its coordinates only need to exist. A wrong heading or
 * altitude says nothing of the place. A speed is judged by MAX_USABLE_KMH.
 */
const HARMLESS = QUALITY.coordinates | QUALITY.speed | QUALITY.heading | QUALITY.altitude;
/** Bits of positions that form no track. */
export const UNUSABLE = (FAULTS & ~HARMLESS) | QUALITY.noFix | QUALITY.drift;
/** Above 160 km/h a position is not qualified, but the vehicle may drive so fast. Above this nothing does (report catalogue 3.3). */
export const MAX_USABLE_KMH = 200;
/** Points without a usable time or fix; `onEarth` checks their coordinates. */
export const UNPLACED = QUALITY.time | QUALITY.noFix;

/** Maximum lead of a device clock, ms. */
export const CLOCK_TOLERANCE_MS = 60_000;

/** An older device time is a dead clock or an old frame, ms: the default retention (400 days). */
export const MAX_DEVICE_AGE_MS = 400 * DAY_MS;

/** A bounding box in degrees, edges included. */
export type Bounds = { readonly west: number; readonly east: number; readonly south: number; readonly north: number };

/** Bounds of qualified positions: 73°33'-135°05' E, 3°51'-53°33' N (report catalogue 3.2; degrees and minutes). */
export const QUALIFIED_BOUNDS: Bounds = { west: 73 + 33 / 60, east: 135 + 5 / 60, south: 3 + 51 / 60, north: 53 + 33 / 60 };

/** Whether a device time is believable: readable, not ahead of our clock, and not very old. UTC epoch ms. */
export function goodDeviceTime(deviceAt: number | null, receivedAt: number): deviceAt is number {
  return deviceAt !== null && deviceAt <= receivedAt + CLOCK_TOLERANCE_MS && deviceAt >= receivedAt - MAX_DEVICE_AGE_MS;
}

/**
 * Quality bits of one report: coordinates, time, speed 0-160 km/h, heading 0-359, altitude -200..6500 m, no fix. Coordinates are
 * judged only with a fix; otherwise they are the last known ones or zero.
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

/** No fault, as counted by the data qualification rate. A point without a fix or in drift is still qualified. */
export function qualified(quality: number): boolean {
  return (quality & FAULTS) === 0;
}

/** Whether a fix is within the bounds of qualified positions. Degrees. */
export function inBounds(
  { lng, lat }: { readonly lng: number; readonly lat: number },
  bounds: Bounds = QUALIFIED_BOUNDS,
): boolean {
  // written so that NaN fails it
  return lng >= bounds.west && lng <= bounds.east && lat >= bounds.south && lat <= bounds.north;
}

/** Valid coordinates. 0,0 means that a receiver has no position; NaN fails every comparison. */
export function onEarth(lng: number, lat: number): boolean {
  return lng >= -180 && lng <= 180 && lat >= -90 && lat <= 90 && !(lng === 0 && lat === 0);
}

/** A point for mileage, trips, stops and rules: a fix at a valid place, with a possible speed and time, no drift. Degrees, km/h. */
export function usable(point: {
  readonly quality: number;
  readonly lng: number;
  readonly lat: number;
  readonly speedKmh: number;
}): boolean {
  const { quality, lng, lat, speedKmh } = point;
  return (quality & UNUSABLE) === 0 && speedKmh >= 0 && speedKmh <= MAX_USABLE_KMH && onEarth(lng, lat);
}
