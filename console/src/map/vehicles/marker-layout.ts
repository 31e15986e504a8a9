/**
 * How large and of what kind the markers are. Specification 4: layout 3 is 105x80 with a rectangular click area, others 24x24, and
 * 48 px where a view shows one vehicle or a few. Which of the 24 px layouts draws what is ours: 1 arrowheads and discs, 2 vehicles
 * seen from above.
 */
export type MarkerLayout = 1 | 2 | 3 | 'single';

export type LayoutSpec = {
  /** Where a click means the marker, CSS px; a circle unless `rectangular`. */
  readonly width: number;
  readonly height: number;
  readonly rectangular: boolean;
  /** Which pictures: 0 arrowheads and discs, 1 vehicles from above. */
  readonly family: 0 | 1;
  /** CSS px of one unit of the pictures, which are drawn for 24 px. */
  readonly unit: number;
  /** Whether markers are smaller over a country than over a city. */
  readonly shrinks: boolean;
  /** From the middle to the top of the label, CSS px: plain, and where a ring is round the marker. */
  readonly below: number;
  readonly belowRinged: number;
};

export const MARKER_LAYOUTS: Readonly<Record<MarkerLayout, LayoutSpec>> = {
  1: { width: 24, height: 24, rectangular: false, family: 0, unit: 1, shrinks: true, below: 12, belowRinged: 22 },
  2: { width: 24, height: 24, rectangular: false, family: 1, unit: 1, shrinks: true, below: 14, belowRinged: 22 },
  3: { width: 105, height: 80, rectangular: true, family: 1, unit: 2.6, shrinks: false, below: 43, belowRinged: 43 },
  single: { width: 48, height: 48, rectangular: false, family: 1, unit: 2, shrinks: false, below: 27, belowRinged: 42 },
};

/** Size of the markers at a zoom: those that shrink are small over a country, full over a city. */
export function markerScale(layout: LayoutSpec, zoom: number): number {
  if (!layout.shrinks) return 1;
  const share = Math.min(Math.max((zoom - 4) / 8, 0), 1);
  return 0.6 + 0.4 * share;
}

/** How far a point (CSS px from the marker's middle) is from meaning the marker: 0 in the middle, up to 1 at its edge, above 1 outside. */
export function hitDistance({ width, height, rectangular }: LayoutSpec, scale: number, dx: number, dy: number): number {
  const x = dx / ((width / 2) * scale);
  const y = dy / ((height / 2) * scale);
  return rectangular ? Math.max(Math.abs(x), Math.abs(y)) : Math.hypot(x, y);
}
