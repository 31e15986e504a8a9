import type { GeofencePlan } from '../fixture/fleet.ts';
import { kmBetween, SECOND, sum } from './definitions.ts';
import type { Interval } from './intervals.ts';
import type { Step } from './points.ts';

/** A geofence visit (1.2); midnight does not split it. */
export type Visit = {
  readonly area: string;
  readonly enterAt: number;
  readonly leaveAt: number;
  readonly km: number;
  readonly maxSpeed: number;
};

export function findVisits(usable: readonly Step[], intervals: readonly Interval[], area: GeofencePlan): Visit[] {
  const found: Visit[] = [];
  for (const stretch of splitTrack(usable)) {
    const inside = debounce(stretch, (point) => isInside(area, point));
    for (let i = 0; i < stretch.length; i++) {
      if (!inside[i]) continue;
      const first = i;
      while (inside[i + 1]) i++;
      // until the first point outside, or the last point
      const enterAt = stretch[first]!.at;
      const leaveAt = (stretch[i + 1] ?? stretch[i]!).at;
      if (leaveAt === enterAt) continue;
      const covered = intervals.filter(({ a, b }) => a.at >= enterAt && b.at <= leaveAt);
      const seen = stretch.slice(first, i + 1).filter((point) => isInside(area, point));
      found.push({
        area: area.name,
        enterAt,
        leaveAt,
        km: sum(covered.map(({ countedKm }) => countedKm)),
        maxSpeed: Math.max(...seen.map(({ speedKmh }) => speedKmh)),
      });
    }
  }
  return found;
}

/** A break in the track ends all visits. */
function splitTrack(usable: readonly Step[]): Step[][] {
  const stretches: Step[][] = [];
  for (const point of usable) {
    if (point.fresh || stretches.length === 0) stretches.push([]);
    stretches.at(-1)!.push(point);
  }
  return stretches;
}

/** Enter and leave are debounced: two points, or 30 s. */
function debounce(points: readonly Step[], test: (point: Step) => boolean): boolean[] {
  const inside = points.map(test);
  return inside.map((is, i) => {
    const alone = i > 0 && i + 1 < points.length && inside[i - 1] !== is && inside[i + 1] !== is;
    return alone && points[i + 1]!.at - points[i]!.at < 30 * SECOND ? !is : is;
  });
}

function isInside(area: GeofencePlan, { lng, lat }: Step): boolean {
  if (area.shape === 4) return kmBetween(area, { lng, lat }) * 1000 <= area.radius;
  return lng >= area.west && lng <= area.east && lat >= area.south && lat <= area.north;
}
