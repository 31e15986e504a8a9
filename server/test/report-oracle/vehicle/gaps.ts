import { MINUTE } from './definitions.ts';
import type { Interval } from './intervals.ts';
import type { Point } from './points.ts';

/** Two usable points with missing data between them (3.5). */
export type Gap = {
  readonly fromAt: number;
  readonly toAt: number;
  readonly km: number;
  readonly odoKm: number | null;
  readonly broken: boolean;
  readonly incomplete: boolean;
  readonly displaced: boolean;
  /** 1 fix lost, 2 link lost, 3 power off */
  readonly cause: 1 | 2 | 3;
};

export function findGaps(intervals: readonly Interval[], points: readonly Point[]): Gap[] {
  const found: Gap[] = [];
  for (const { a, b, ms, km } of intervals) {
    // up to a minute is no gap
    if (ms <= MINUTE) continue;
    const broken = ms > 5 * MINUTE && (a.accOn || km > 1);
    const incomplete = !b.fresh && isIncomplete(km, ms);
    const between = points.filter(({ at }) => at >= a.at && at <= b.at);
    const silence = longestSilence(between);
    const displaced = !b.fresh && silence.ms >= 30 * MINUTE && km > 20 && km / (ms / MINUTE) <= 1.7;
    if (!broken && !incomplete && !displaced) continue;
    const cause = silence.ms <= 5 * MINUTE ? 1 : (silence.after.alarmBits & (1 << 8)) !== 0 ? 3 : 2;
    found.push({ fromAt: a.at, toAt: b.at, km, odoKm: odometerBetween(points, a, b), broken, incomplete, displaced, cause });
  }
  return found;
}

export const isIncomplete = (km: number, ms: number): boolean => km > 2 && ms > MINUTE;

function longestSilence(between: readonly Point[]): { ms: number; after: Point } {
  let longest = { ms: 0, after: between[0]! };
  for (let i = 1; i < between.length; i++) {
    const ms = between[i]!.at - between[i - 1]!.at;
    if (ms > longest.ms) longest = { ms, after: between[i - 1]! };
  }
  return longest;
}

/** The last odometer readings at or before both ends. */
function odometerBetween(points: readonly Point[], a: Point, b: Point): number | null {
  const reading = (until: number) =>
    points.findLast(({ at, odometerKm }) => at <= until && odometerKm !== null)?.odometerKm ?? null;
  const [from, to] = [reading(a.at), reading(b.at)];
  return from === null || to === null ? null : to - from;
}
