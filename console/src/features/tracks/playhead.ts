import type { TrackData } from '@fleetwarden/contract/tracks/track-columns';
import { TRACK_GAP_MS } from '@fleetwarden/contract/tracks/track-rules';
import { interpolate } from '@fleetwarden/domain/geometry';
import { DRIVING_KMH } from '@fleetwarden/domain/vehicle-status';

/** State of a vehicle at a time. WGS-84 degrees, heading from north; speed and bits as last reported. */
export type Playhead = {
  /** Before the first point, between two points, in a gap, after the last point. */
  readonly where: 'before' | 'on' | 'gap' | 'after';
  /** Index of the last point at or before the time; the first one before that. */
  readonly index: number;
  readonly lng: number;
  readonly lat: number;
  readonly heading: number;
  readonly speedKmh: number;
};

const FULL_CIRCLE = 360;

/** Index of the last value of an ascending column that is not after `moment`; -1: none. */
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

/** Interpolates a heading by `share` (0 to 1) along the shorter turn. */
export function turned(from: number, to: number, share: number): number {
  const turn = ((((to - from) % FULL_CIRCLE) + FULL_CIRCLE + FULL_CIRCLE / 2) % FULL_CIRCLE) - FULL_CIRCLE / 2;
  return (((from + turn * share) % FULL_CIRCLE) + FULL_CIRCLE) % FULL_CIRCLE;
}

/**
 * The playhead at `moment` (epoch ms): interpolated linearly between points; in a gap it stays at the last point. null without
 * points.
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
  // Parked devices report random headings or 0
  const heading = data.speedKmh[index]! < DRIVING_KMH ? from : turned(from, data.heading[index + 1]!, share);
  return { where: 'on', index, lng, lat, heading, speedKmh: data.speedKmh[index]! };
}

function standing(data: TrackData, index: number, where: Playhead['where']): Playhead {
  const speedKmh = where === 'on' ? data.speedKmh[index]! : 0;
  return { where, index, lng: data.lng[index]!, lat: data.lat[index]!, heading: data.heading[index]!, speedKmh };
}

/** The first of ascending times after `moment`; null: none. */
export function nextMoment(moments: ArrayLike<number>, moment: number): number | null {
  return moments[indexAt(moments, moment) + 1] ?? null;
}

/** The last of ascending times at least `slack` ms before `moment`; null: none. */
export function previousMoment(moments: ArrayLike<number>, moment: number, slack = 0): number | null {
  const index = indexAt(moments, moment - slack);
  const earlier = index >= 0 && moments[index] === moment ? index - 1 : index;
  return earlier >= 0 ? moments[earlier]! : null;
}
