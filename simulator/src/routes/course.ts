import { courseFrom, distanceKm, type LngLat, offsetKm } from '../geometry.ts';
import type { RoadClass } from './roads.ts';

/** A place along a course where a driver slows down or waits: a crossing, a bend of the street. */
type Crossing = { readonly km: number; readonly turn: boolean };

/** A stretch without sight of the sky, km from the start of the course. */
type Tunnel = { readonly fromKm: number; readonly toKm: number };

/** A line on the ground that can be driven in both directions; shared by every vehicle that uses it. */
export type Course = {
  readonly road: RoadClass;
  readonly lng: Float64Array;
  readonly lat: Float64Array;
  /** Distance from the start, per point; rises. */
  readonly km: Float64Array;
  readonly lengthKm: number;
  readonly crossings: readonly Crossing[];
  readonly tunnels: readonly Tunnel[];
};

/** A place on the ground: degrees, and heading in degrees. */
export type CoursePoint = { readonly lng: number; readonly lat: number; readonly heading: number };

/** Distance from the middle of the road to the right lane, km. */
const RIGHT_OF_MIDDLE_KM: Record<RoadClass, number> = { expressway: 0.009, national: 0.004, city: 0.005 };

/** Distance ahead and behind for computing the heading, km. */
const HEADING_REACH_KM = 0.012;

/** Makes a course of at least two points; points closer than a metre to the one before are left out. */
export function course(
  road: RoadClass,
  points: readonly LngLat[],
  crossingPoints: ReadonlyMap<number, boolean> = new Map(),
): Course {
  const kept: LngLat[] = [];
  const km: number[] = [];
  const crossings: Crossing[] = [];
  for (const [i, point] of points.entries()) {
    const before = kept.at(-1);
    const step = before === undefined ? 0 : distanceKm(before, point);
    if (before === undefined || step >= 0.001) {
      kept.push(point);
      km.push((km.at(-1) ?? 0) + step);
    }
    const turn = crossingPoints.get(i);
    if (turn !== undefined) crossings.push({ km: km.at(-1) ?? 0, turn });
  }
  if (kept.length < 2) throw new Error(`course: needs two points apart, got ${kept.length}`);
  return {
    road,
    lng: Float64Array.from(kept, (p) => p[0]),
    lat: Float64Array.from(kept, (p) => p[1]),
    km: Float64Array.from(km),
    lengthKm: km.at(-1)!,
    crossings,
    tunnels: [],
  };
}

/** The point this many km along the middle of the road; clamped to its ends. */
function middleAt(line: Course, km: number): LngLat {
  const { lng, lat, km: along } = line;
  let low = 0;
  let high = along.length - 1;
  while (high - low > 1) {
    const mid = (low + high) >> 1;
    if (along[mid]! <= km) low = mid;
    else high = mid;
  }
  const from = along[low]!;
  const share = Math.min(1, Math.max(0, (km - from) / (along[high]! - from)));
  return [lng[low]! + (lng[high]! - lng[low]!) * share, lat[low]! + (lat[high]! - lat[low]!) * share];
}

/** The place after driving this far from the start (or, reversed, from the end), keeping right. */
export function courseAt(line: Course, drivenKm: number, reversed: boolean): CoursePoint {
  const km = reversed ? line.lengthKm - drivenKm : drivenKm;
  const ahead = middleAt(line, Math.min(line.lengthKm, km + HEADING_REACH_KM));
  const behind = middleAt(line, Math.max(0, km - HEADING_REACH_KM));
  const heading = reversed ? courseFrom(ahead, behind) : courseFrom(behind, ahead);
  const right = ((heading + 90) * Math.PI) / 180;
  const side = RIGHT_OF_MIDDLE_KM[line.road];
  const [lng, lat] = offsetKm(middleAt(line, km), Math.sin(right) * side, Math.cos(right) * side);
  return { lng, lat, heading };
}
