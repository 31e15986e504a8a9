import type { TrackPoint } from '../../../src/engine/drift.ts';
import type { JudgedLocation } from '../../../src/engine/judged-location.ts';

/** Fixtures for the engine's tests: reports of a made-up lorry that drives north from Zhengzhou. */

export const SHANGHAI = { timeZone: 'Asia/Shanghai', mileageSource: 0 } as const;

/** 2026-05-20 08:00 in Shanghai. */
export const MORNING = Date.UTC(2026, 4, 20, 0);

export const SECOND = 1000;
export const MINUTE = 60_000;
const KM_PER_DEGREE = (6371 * Math.PI) / 180;

/** A report, two seconds after its fix; default: driving at 60 km/h. */
export function report(change: Partial<JudgedLocation> = {}): JudgedLocation {
  const deviceAt = change.deviceAt === undefined ? MORNING : change.deviceAt;
  return {
    vehicleId: 7,
    receivedAt: (deviceAt ?? MORNING) + 2 * SECOND,
    backfill: false,
    deviceAt,
    lng: 113.6654,
    lat: 34.7579,
    altitudeM: 110,
    speedKmh: 60,
    heading: 0,
    alarmBits: 0,
    statusBits: 3,
    odometerKm: null,
    recorderKmh: null,
    fuelL: null,
    ioBits: null,
    signal: 25,
    satellites: 12,
    extra: null,
    quality: 0,
    ...change,
  };
}

/** The report of a track point. */
export function toReport(point: TrackPoint, change: Partial<JudgedLocation> = {}): JudgedLocation {
  const { at, lng, lat, speedKmh, accOn } = point;
  return report({ deviceAt: at, lng, lat, speedKmh, statusBits: accOn ? 3 : 2, ...change });
}

/** One leg: for `seconds` at `kmh` with the ignition on or off, reported every `every` seconds. */
export type Leg = { readonly seconds: number; readonly kmh: number; readonly accOn: boolean; readonly every: number };

/** The points of consecutive legs, due north. Each point shows the speed of the following leg. */
export function drive(legs: readonly Leg[], startAt = MORNING): TrackPoint[] {
  const points: TrackPoint[] = [];
  let at = startAt;
  let lat = 34.7579;
  let last: Leg | undefined;
  for (const leg of legs) {
    for (let passed = 0; passed < leg.seconds; passed += leg.every) {
      points.push({ at, lng: 113.6654, lat, speedKmh: leg.kmh, accOn: leg.accOn });
      at += leg.every * SECOND;
      lat += (leg.kmh * leg.every) / 3600 / KM_PER_DEGREE;
    }
    last = leg;
  }
  if (last !== undefined) points.push({ at, lng: 113.6654, lat, speedKmh: 0, accOn: last.accOn });
  return points;
}

export const driving = (minutes: number, kmh = 60, every = 10): Leg => ({ seconds: minutes * 60, kmh, accOn: true, every });
export const idling = (minutes: number, every = 10): Leg => ({ seconds: minutes * 60, kmh: 0, accOn: true, every });
export const parked = (minutes: number, every = 30): Leg => ({ seconds: minutes * 60, kmh: 0, accOn: false, every });
