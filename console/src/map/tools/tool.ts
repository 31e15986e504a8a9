import type { LngLat } from '@fleetwarden/domain/coordinates';
import type { ScreenPoint } from '../map-provider.ts';
import type { Shape } from '../overlays/shapes.ts';

/** Specification 4: 1 rectangle, 2 polygon, 3 polyline, 4 circle. */
export type DrawMode = 1 | 2 | 3 | 4;

/** Converts between the screen and the earth for the current view. */
export type ToolView = {
  placeAt(point: ScreenPoint): LngLat;
  pixelOf(place: LngLat): ScreenPoint;
};

/** Outcome of an input; null: the tool continues. */
export type Outcome<R> = { readonly done: R } | { readonly cancelled: true } | null;

/**
 * A tool that handles pointer (CSS px of the map) and keys and draws its progress. Its result is WGS-84. The map can be moved and
 * zoomed unless the tool `holdsDrag`.
 */
export type Tool<R> = {
  /** Whether the tool uses drags, so that the map must not move. */
  readonly holdsDrag: boolean;
  press?(point: ScreenPoint): Outcome<R>;
  release?(point: ScreenPoint): Outcome<R>;
  click?(point: ScreenPoint): Outcome<R>;
  dblclick?(point: ScreenPoint): Outcome<R>;
  move(point: ScreenPoint): void;
  key(key: string): Outcome<R>;
  shapes(): readonly Shape[];
};

/** Specification 9: minimum distance of points of the distance tool, px; drawing tools use it too. */
export const MIN_STEP_PX = 5;

export const farEnough = (a: ScreenPoint, b: ScreenPoint): boolean => Math.hypot(a.x - b.x, a.y - b.y) >= MIN_STEP_PX;
