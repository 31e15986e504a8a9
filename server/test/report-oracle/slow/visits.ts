import type { AreaPlan } from '../world.ts';
import type { Interval } from './intervals.ts';
import type { Step } from './points.ts';
import { kmBetween, SECOND, sum } from './rules.ts';

/** A time in an area (1.2), over midnights as one. */
export type Visit = {
  readonly area: string;
  readonly enterAt: number;
  readonly leaveAt: number;
  readonly km: number;
  readonly maxSpeed: number;
};

export function visitsOf(usable: readonly Step[], intervals: readonly Interval[], area: AreaPlan): Visit[] {
  const found: Visit[] = [];
  for (const stretch of stretchesOf(usable)) {
    const inside = settled(stretch, (point) => isInside(area, point));
    for (let i = 0; i < stretch.length; i++) {
      if (!inside[i]) continue;
      const first = i;
      while (inside[i + 1]) i++;
      // until the first point outside, or as far as is known
      const enterAt = stretch[first]!.at;
      const leaveAt = (stretch[i + 1] ?? stretch[i]!).at;
      if (leaveAt === enterAt) continue;
      const ways = intervals.filter(({ a, b }) => a.at >= enterAt && b.at <= leaveAt);
      const seen = stretch.slice(first, i + 1).filter((point) => isInside(area, point));
      found.push({
        area: area.name,
        enterAt,
        leaveAt,
        km: sum(ways.map(({ countedKm }) => countedKm)),
        maxSpeed: Math.max(...seen.map(({ speedKmh }) => speedKmh)),
      });
    }
  }
  return found;
}

/** Where the track starts anew, whoever was somewhere is there no more. */
function stretchesOf(usable: readonly Step[]): Step[][] {
  const stretches: Step[][] = [];
  for (const point of usable) {
    if (point.fresh || stretches.length === 0) stretches.push([]);
    stretches.at(-1)!.push(point);
  }
  return stretches;
}

/** To have come or gone takes two points, or one for half a minute. */
function settled(points: readonly Step[], test: (point: Step) => boolean): boolean[] {
  const inside = points.map(test);
  return inside.map((is, i) => {
    const alone = i > 0 && i + 1 < points.length && inside[i - 1] !== is && inside[i + 1] !== is;
    return alone && points[i + 1]!.at - points[i]!.at < 30 * SECOND ? !is : is;
  });
}

function isInside(area: AreaPlan, { lng, lat }: Step): boolean {
  if (area.shape === 4) return kmBetween(area, { lng, lat }) * 1000 <= area.radius;
  return lng >= area.west && lng <= area.east && lat >= area.south && lat <= area.north;
}
