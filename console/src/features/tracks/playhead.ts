import type { TrackData } from '@fleetwarden/contract/tracks/track-columns';
import { TRACK_GAP_MS } from '@fleetwarden/contract/tracks/track-rules';
import { interpolate } from '@fleetwarden/domain/geometry';
import { DRIVING_KMH } from '@fleetwarden/domain/vehicle-status';

/** Where a vehicle was at a moment. Degrees are WGS-84, heading 0 is north; speed and bits are those last reported. */
export type Playhead = {
  /** Before the first point, between two points, in a stretch without data, after the last point. */
  readonly where: 'before' | 'on' | 'gap' | 'after';
  /** The last point at or before the moment; the first one before it. */
  readonly index: number;
  readonly lng: number;
  readonly lat: number;
  readonly heading: number;
  readonly speedKmh: number;
};

const FULL_CIRCLE = 360;

/** The last place of an ascending column that is not after `moment`; -1: all are. */
export function indexAt(column: ArrayLike<number>, moment: number): number {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (column[middle]! <= moment) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The heading at `share` (0 to 1) of the turn from one to another, the short way round. */
export function turned(from: number, to: number, share: number): number {
  const turn = ((((to - from) % FULL_CIRCLE) + FULL_CIRCLE + FULL_CIRCLE / 2) % FULL_CIRCLE) - FULL_CIRCLE / 2;
  return (((from + turn * share) % FULL_CIRCLE) + FULL_CIRCLE) % FULL_CIRCLE;
}

/**
 * Where a vehicle was at `moment` (epoch ms): on the way from the point before to the point after, evenly in time; where nothing
 * was heard for longer than a gap it stays at the last point. null for a track without points.
 */
export function playheadAt(data: TrackData, moment: number): Playhead | null {
  const points = data.at.length;
  if (points === 0) return null;
  const index = indexAt(data.at, moment);
  if (index < 0) return standing(data, 0, 'before');
  if (index === points - 1) return standing(data, index, moment > data.at[index]! ? 'after' : 'on');
  const span = data.at[index + 1]! - data.at[index]!;
  const passed = moment - data.at[index]!;
  if (passed > 0 && span > TRACK_GAP_MS) return standing(data, index, 'gap');
  const share = passed / span;
  const [lng, lat] = interpolate(data.lng[index]!, data.lat[index]!, data.lng[index + 1]!, data.lat[index + 1]!, share);
  const from = data.heading[index]!;
  // Standing, devices turn at random or say 0
  const heading = data.speedKmh[index]! < DRIVING_KMH ? from : turned(from, data.heading[index + 1]!, share);
  return { where: 'on', index, lng, lat, heading, speedKmh: data.speedKmh[index]! };
}

function standing(data: TrackData, index: number, where: Playhead['where']): Playhead {
  const speedKmh = where === 'on' ? data.speedKmh[index]! : 0;
  return { where, index, lng: data.lng[index]!, lat: data.lat[index]!, heading: data.heading[index]!, speedKmh };
}

/** The first of some ascending moments after `moment`; null: none is. */
export function nextMoment(moments: ArrayLike<number>, moment: number): number | null {
  return moments[indexAt(moments, moment) + 1] ?? null;
}

/** The last of some ascending moments before `moment`, one that is `slack` ms ago at the least; null: none is. */
export function previousMoment(moments: ArrayLike<number>, moment: number, slack = 0): number | null {
  const index = indexAt(moments, moment - slack);
  const found = index >= 0 && moments[index] === moment ? index - 1 : index;
  return found >= 0 ? moments[found]! : null;
}
