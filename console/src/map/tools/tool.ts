import type { LngLat } from '@fleetwarden/domain/coordinates';
import type { ScreenPoint } from '../map-provider.ts';
import type { Shape } from '../overlays/shapes.ts';

/** Specification 4: 1 rectangle, 2 polygon, 3 polyline, 4 circle. */
export type DrawMode = 1 | 2 | 3 | 4;

/** Between the screen and the earth, as the view is now. */
export type ToolView = {
  placeAt(point: ScreenPoint): LngLat;
  pixelOf(place: LngLat): ScreenPoint;
};

/** What a tool made of what was done to it; null: it goes on. */
export type Outcome<R> = { readonly done: R } | { readonly cancelled: true } | null;

/**
 * A tool in use. It hears of the pointer (CSS px of the map) and of keys, and shows what it is at. Its result is WGS-84. The map
 * stays free to be moved and zoomed while one that does not `holdDrag` is in use.
 */
export type Tool<R> = {
  /** Drags are the tool's: the map must not move below it. */
  readonly holdsDrag: boolean;
  press?(point: ScreenPoint): Outcome<R>;
  release?(point: ScreenPoint): Outcome<R>;
  click?(point: ScreenPoint): Outcome<R>;
  dblclick?(point: ScreenPoint): Outcome<R>;
  move(point: ScreenPoint): void;
  key(key: string): Outcome<R>;
  shapes(): readonly Shape[];
};

/** Specification 9: points of the distance tool lie at least so far apart, px; what is drawn keeps to it too. */
export const MIN_STEP_PX = 5;

export const farEnough = (a: ScreenPoint, b: ScreenPoint): boolean => Math.hypot(a.x - b.x, a.y - b.y) >= MIN_STEP_PX;
