/**
 * Size and kind of the markers. Specification 4: layout 3 is 105x80 with a rectangular click area, others 24x24, and 48 px in
 * views of one or few vehicles. Layout 1 draws arrowheads and discs, layout 2 vehicles from above.
 */
export type MarkerLayout = 1 | 2 | 3 | 'single';

export type LayoutSpec = {
  /** Click area in CSS px; a circle unless `rectangular`. */
  readonly width: number;
  readonly height: number;
  readonly rectangular: boolean;
  /** Icon family: 0 arrowheads and discs, 1 vehicles from above. */
  readonly family: 0 | 1;
  /** CSS px per icon unit; icons are designed for 24 px. */
  readonly unit: number;
  /** Whether markers are smaller at country scale. */
  readonly shrinks: boolean;
  /** Distance from the centre to the label's top, CSS px: plain, and with a ring. */
  readonly below: number;
  readonly belowRinged: number;
};

export const MARKER_LAYOUTS: Readonly<Record<MarkerLayout, LayoutSpec>> = {
  1: { width: 24, height: 24, rectangular: false, family: 0, unit: 1, shrinks: true, below: 12, belowRinged: 22 },
  2: { width: 24, height: 24, rectangular: false, family: 1, unit: 1, shrinks: true, below: 14, belowRinged: 22 },
  3: { width: 105, height: 80, rectangular: true, family: 1, unit: 2.6, shrinks: false, below: 43, belowRinged: 43 },
  single: { width: 48, height: 48, rectangular: false, family: 1, unit: 2, shrinks: false, below: 27, belowRinged: 34 },
};

/** Scale at country scale: an arrowhead is still 17 px long, so its direction is legible. */
const FARTHEST_SCALE = 0.84;

/** Marker scale at a zoom: shrinking layouts are small at country scale and full size at city scale. */
export function markerScale(layout: LayoutSpec, zoom: number): number {
  if (!layout.shrinks) return 1;
  const share = Math.min(Math.max((zoom - 4) / 8, 0), 1);
  return FARTHEST_SCALE + (1 - FARTHEST_SCALE) * share;
}

/** Relative distance of a point (CSS px from the marker's centre): 0 in the centre, 1 at the edge of the click area. */
export function hitDistance({ width, height, rectangular }: LayoutSpec, scale: number, dx: number, dy: number): number {
  const x = dx / ((width / 2) * scale);
  const y = dy / ((height / 2) * scale);
  return rectangular ? Math.max(Math.abs(x), Math.abs(y)) : Math.hypot(x, y);
}
