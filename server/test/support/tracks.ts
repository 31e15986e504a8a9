import { ACC_ON, FIXED } from '@fleetwarden/domain/status-bits';
import type { StoredTrack } from '../../src/modules/tracks/store.ts';

/** One stored position of a test; default: a fix of a driving vehicle. */
export type TestPoint = {
  readonly at: number;
  readonly lng?: number;
  readonly lat?: number;
  readonly speedKmh?: number;
  readonly statusBits?: number;
  readonly alarmBits?: number;
  readonly quality?: number;
};

/** For tests: a stored track of these points. */
export function storedTrack(points: readonly TestPoint[]): StoredTrack {
  const column = (value: (point: TestPoint) => number) => Float64Array.from(points, value);
  return {
    rows: points.length,
    at: column(({ at }) => at),
    lng: column(({ lng }) => lng ?? 113),
    lat: column(({ lat }) => lat ?? 23),
    speedKmh: column(({ speedKmh }) => speedKmh ?? 60),
    recorderKmh: column(() => Number.NaN),
    heading: column(() => 90),
    altitudeM: column(() => 12),
    odometerKm: column(() => Number.NaN),
    statusBits: column(({ statusBits }) => statusBits ?? ACC_ON | FIXED),
    alarmBits: column(({ alarmBits }) => alarmBits ?? 0),
    quality: column(({ quality }) => quality ?? 0),
  };
}

/** 60 km/h to the east near 23 degrees north, each ten seconds. */
export const DRIVEN_DEGREES = 0.00163;
