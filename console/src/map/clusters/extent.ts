import type { Camera } from '@fleetwarden/domain/mercator';

/** A rectangle of the world around its centre, world units. */
export type Extent = { readonly x: number; readonly y: number; readonly halfWidth: number; readonly halfHeight: number };

export const NO_EXTENT: Extent = { x: 0, y: 0, halfWidth: 0, halfHeight: 0 };

/** The extent that a camera sees. */
export function toExtent({ x, y, width, height, worldSize }: Camera): Extent {
  return { x, y, halfWidth: width / worldSize / 2, halfHeight: height / worldSize / 2 };
}

/** A difference of two x values, the short way around the world. */
export function wrapped(dx: number): number {
  return dx > 0.5 ? dx - 1 : dx < -0.5 ? dx + 1 : dx;
}

/** Whether part of the world within `inner` lies outside `outer`. */
export function reachesBeyond({ x, y, halfWidth, halfHeight }: Extent, outer: Extent): boolean {
  return (
    Math.abs(wrapped(x - outer.x)) + halfWidth > Math.min(outer.halfWidth, 0.5) + 1e-9 ||
    (y - halfHeight < Math.max(outer.y - outer.halfHeight, 0) && y - halfHeight > 0) ||
    (y + halfHeight > Math.min(outer.y + outer.halfHeight, 1) && y + halfHeight < 1)
  );
}
