import { EARTH_M, RAD } from './geometry.ts';

/** A track in columns, in order of time: UTC epoch ms, WGS-84 degrees. */
export type TrackColumns = {
  readonly at: ArrayLike<number>;
  readonly lng: ArrayLike<number>;
  readonly lat: ArrayLike<number>;
};

/**
 * Douglas-Peucker with synchronized distance: drops points within `toleranceM` metres of the interpolated position **at the same
 * time**. Shape, speeds, waits and turns survive. `keep`: 1 for points that must
 * stay; set to 1 for all that stay. First and last always stay. Returns their number.
 */
export function simplifyTrack({ at, lng, lat }: TrackColumns, toleranceM: number, keep: Uint8Array): number {
  const points = keep.length;
  if (points === 0) return 0;
  keep[0] = 1;
  keep[points - 1] = 1;
  const x = new Float64Array(points);
  const y = new Float64Array(points);
  const limit = new Float64Array(points);
  for (let i = 0; i < points; i++) {
    // Mercator: conformal, stretched by 1 / cos(latitude).
    const phi = lat[i]! * RAD;
    x[i] = lng[i]! * RAD;
    y[i] = Math.asinh(Math.tan(phi));
    limit[i] = (toleranceM / EARTH_M / Math.cos(phi)) ** 2;
  }
  const stack: number[] = [];
  let kept = 1;
  for (let from = 0, to = 1; to < points; to++) {
    if (keep[to] !== 1) continue;
    stack.push(from, to);
    from = to;
    kept++;
  }
  while (stack.length > 0) {
    const to = stack.pop()!;
    const from = stack.pop()!;
    const worst = farthest(at, x, y, limit, from, to);
    if (worst < 0) continue;
    keep[worst] = 1;
    kept++;
    stack.push(from, worst, worst, to);
  }
  return kept;
}

/** The point farthest over its limit between two points; -1 if none is. */
function farthest(
  at: ArrayLike<number>,
  x: Float64Array,
  y: Float64Array,
  limit: Float64Array,
  from: number,
  to: number,
): number {
  const span = at[to]! - at[from]!;
  const dx = x[to]! - x[from]!;
  const dy = y[to]! - y[from]!;
  let worst = -1;
  let most = 1;
  for (let i = from + 1; i < to; i++) {
    const share = span > 0 ? (at[i]! - at[from]!) / span : 0;
    const offX = x[i]! - x[from]! - share * dx;
    const offY = y[i]! - y[from]! - share * dy;
    const over = (offX * offX + offY * offY) / limit[i]!;
    if (over > most) {
      most = over;
      worst = i;
    }
  }
  return worst;
}
