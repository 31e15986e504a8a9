import { greatCircleKm } from '@fleetwarden/domain/geometry';
import { inBounds } from '@fleetwarden/domain/quality';
import type { TrackPoint } from '../drift.ts';
import { FIGURE } from './figures.ts';
import { dayAt, type OpenDay } from './open-days.ts';

/** A position that the drift filter dropped; the columns of `drift_point` without the vehicle. */
export type DriftPoint = {
  readonly at: number;
  readonly lng: number;
  readonly lat: number;
  readonly speedKmh: number;
  readonly lastAt: number;
  readonly lastLng: number;
  readonly lastLat: number;
  /** From the last believed point, by the great circle. */
  readonly km: number;
};

/** Counts a drift fix unless it is faulty: only qualified fixes can be drift (report catalogue 3.3). Changes `open` and `out`. */
export function countDrift(open: OpenDay[], point: TrackPoint, last: TrackPoint, timeZone: string, out: DriftPoint[]): void {
  if (!inBounds(point)) return;
  const { at, lng, lat, speedKmh } = point;
  dayAt(open, at, timeZone).figures[FIGURE.driftCount]!++;
  const km = greatCircleKm(last.lng, last.lat, lng, lat);
  out.push({ at, lng, lat, speedKmh, lastAt: last.at, lastLng: last.lng, lastLat: last.lat, km });
}
