import { HOUR_MS } from './durations.ts';
import { greatCircleKm } from './geometry.ts';

/** What a GNSS step needs of a usable point: degrees and km/h. */
export type MileagePoint = { readonly lng: number; readonly lat: number; readonly speedKmh: number };

/** `vehicle.mileage_source`: 0 automatic, 1 odometer, 2 GNSS. */
export type MileageSource = 0 | 1 | 2;

/** A standing vehicle's position wanders; a step shorter than this (km) at less than that speed (km/h) is not movement. */
const JITTER_KM = 0.015;
const JITTER_KMH = 3;

/** Top speed of a qualified report, km/h, and the slack an odometer's increment may have over it. */
const TOP_KMH = 160;
const ODOMETER_SLACK = 1.2;
/** An increment this small is always believed, km: coarse odometers jump by whole kilometres. */
const ODOMETER_ALWAYS_KM = 1;

/** Kilometres from one usable point to the next (report catalogue 3.4): the great circle, or 0 where only the fix wandered. */
export function gnssStepKm(from: MileagePoint, to: MileagePoint): number {
  return countedKm(greatCircleKm(from.lng, from.lat, to.lng, to.lat), to.speedKmh);
}

/** The same for a distance that is already known: `km` as measured, `speedKmh` at its end. */
export function countedKm(km: number, speedKmh: number): number {
  return km < JITTER_KM && speedKmh < JITTER_KMH ? 0 : km;
}

/**
 * Kilometres between two odometer readings `ms` apart. A decrease, or more than the vehicle can have driven, is 0: the terminal
 * was replaced or reset, and counting goes on from the new reading.
 */
export function odometerStepKm(fromKm: number, toKm: number, ms: number): number {
  const step = toKm - fromKm;
  if (!(step > 0)) return 0;
  return step > Math.max(ODOMETER_ALWAYS_KM, (ms / HOUR_MS) * TOP_KMH * ODOMETER_SLACK) ? 0 : step;
}

/**
 * The mileage that counts. Automatic takes the odometer where it has moved and differs from GNSS by at most a fifth of the
 * larger of the two, otherwise GNSS.
 */
export function adoptedKm(source: MileageSource, odometerKm: number, gnssKm: number): number {
  if (source === 1) return odometerKm;
  if (source === 2) return gnssKm;
  const close = Math.abs(odometerKm - gnssKm) <= 0.2 * Math.max(odometerKm, gnssKm);
  return odometerKm > 0 && close ? odometerKm : gnssKm;
}

/**
 * The share (0 to 1) of a step between two instants that falls at or after `boundaryAt`, by time: how a step over midnight is
 * divided between the days. Epoch ms.
 */
export function shareAfter(fromAt: number, toAt: number, boundaryAt: number): number {
  if (boundaryAt <= fromAt) return 1;
  if (boundaryAt >= toAt) return 0;
  return (toAt - boundaryAt) / (toAt - fromAt);
}
