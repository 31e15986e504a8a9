import type { LngLat } from '@fleetwarden/domain/coordinates';
import { type Camera, worldSizeAt } from '@fleetwarden/domain/mercator';
import {
  type BaseMap,
  type BaseMapEvents,
  CHINA,
  HOME_PADDING,
  type MapBounds,
  type MapPosition,
  type ScreenPoint,
} from '../map-provider.ts';
import type { Projection } from '../projection.ts';
import { watchView } from './view-watch.ts';

/** Timeout of the first tiles, ms: a network failure or a silently refused key. */
export const READY_LIMIT_MS = 20_000;
/** Tolerance between measured and expected scale, besides a power of two. */
const SCALE_SLACK = 0.1;
const MAX_ZOOM = 19;
const MIN_ZOOM = 2;

/** A provider's own map; degrees are its own. */
export type SdkView = {
  readonly projection: Projection;
  /** Edge of the world at its zoom 0, CSS px, as documented. */
  readonly worldAtZero: number;
  centre(): LngLat;
  zoom(): number;
  setView(centre: LngLat, zoom: number, animate: boolean): void;
  /** The screen point of a position, CSS px; null while unknown. */
  pixelOf(degrees: LngLat): ScreenPoint | null;
};

export type SdkFrame = Pick<
  BaseMap,
  'projection' | 'position' | 'camera' | 'bounds' | 'moveTo' | 'zoomBy' | 'fitBounds' | 'resize' | 'home'
> & {
  /** Called when the provider's view moves. */
  stir(): void;
  /** Called when the first tiles are loaded. */
  ready(): void;
  stop(): void;
};

/** The common part of provider maps: camera, motion and position. */
export function frameSdk(container: HTMLElement, view: SdkView, events: BaseMapEvents): SdkFrame {
  const { projection } = view;
  const sizeNow = () => ({ width: container.clientWidth, height: container.clientHeight });
  let size = sizeNow();
  // Some providers use tiles of twice the documented size: measured once on the map.
  let factor: number | null = null;
  /** The requested position until the scale is measured. */
  let early: { x: number; y: number; zoom: number } | null = null;

  const camera = (): Camera => {
    const centre = view.centre();
    const [x, y] = projection.nativeToWorld(...centre);
    const expected = view.worldAtZero * 2 ** view.zoom();
    factor ??= measureScale(view, x, y, expected, size.width);
    return { x, y, worldSize: expected * (factor ?? 1), ...size, pixelRatio: devicePixelRatio };
  };
  const sdkZoom = (zoom: number) =>
    Math.log2(worldSizeAt(Math.min(Math.max(zoom, MIN_ZOOM), MAX_ZOOM)) / (view.worldAtZero * (factor ?? 1)));
  const zoomNow = () => Math.log2(camera().worldSize / worldSizeAt(0));
  const place = (x: number, y: number, zoom: number, animate: boolean) => {
    if (factor === null) camera();
    early = factor === null ? { x, y, zoom } : null;
    view.setView(projection.worldToNative(x, y), sdkZoom(zoom), animate);
    watch.stir();
  };
  const fit = (bounds: MapBounds, animate: boolean, padding = HOME_PADDING) => {
    const { x, y, zoom } = fitting(projection, bounds, size, padding);
    place(x, y, zoom, animate);
  };

  const watch = watchView({
    container,
    read: () => [...view.centre(), view.zoom(), size.width, size.height],
    changed: () => {
      events.frame(camera());
      events.move?.();
    },
    rested: () => events.moveEnd(),
  });
  const resize = () => {
    const next = sizeNow();
    if (next.width === size.width && next.height === size.height) return;
    size = next;
    watch.stir();
    events.frame(camera());
  };
  const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(resize);
  observer?.observe(container);
  const limit = setTimeout(() => events.failed?.('timeout'), READY_LIMIT_MS);

  return {
    projection,
    camera,
    position: (): MapPosition => {
      const { x, y } = camera();
      const [lng, lat] = projection.fromWorld(x, y);
      return { lng, lat, zoom: zoomNow() };
    },
    bounds: () => boundsOf(projection, camera()),
    moveTo: ({ lng, lat, zoom }, animate, coveredBelow = 0) => {
      const [x, y] = projection.toWorld(lng, lat);
      place(x, y + coveredBelow / 2 / worldSizeAt(zoom), zoom, animate);
    },
    zoomBy: (steps) => {
      const { x, y } = camera();
      place(x, y, zoomNow() + steps, true);
    },
    fitBounds: fit,
    home: () => fit(CHINA, true),
    resize,
    stir: watch.stir,
    ready: () => {
      clearTimeout(limit);
      camera();
      if (early && factor !== null) place(early.x, early.y, early.zoom, false);
      watch.stir();
      events.frame(camera());
    },
    stop: () => {
      clearTimeout(limit);
      observer?.disconnect();
      watch.stop();
    },
  };
}

/** Powers of two by which the map is larger than documented; null while it cannot be measured. */
function measureScale(view: SdkView, x: number, y: number, expected: number, width: number): number | null {
  if (width === 0) return null;
  const quarter = width / 4 / expected;
  const at = (worldX: number) => view.pixelOf(view.projection.worldToNative(worldX, y));
  const [left, right] = [at(x - quarter), at(x + quarter)];
  if (!left || !right) return null;
  const exponent = Math.log2((right.x - left.x) / (2 * quarter * expected));
  const whole = Math.round(exponent);
  return Math.abs(exponent - whole) <= SCALE_SLACK ? 2 ** whole : null;
}

/** [west, south, east, north] of a camera's view, WGS-84 degrees. */
function boundsOf(projection: Projection, { x, y, width, height, worldSize }: Camera): MapBounds {
  const [right, down] = [width / 2 / worldSize, height / 2 / worldSize];
  const [west, north] = projection.fromWorld(x - right, y - down);
  const [east, south] = projection.fromWorld(x + right, y + down);
  return [west, south, east, north];
}

/** The centre of bounds and the zoom that shows all of them. */
function fitting(
  projection: Projection,
  [west, south, east, north]: MapBounds,
  { width, height }: { readonly width: number; readonly height: number },
  padding: number,
): { readonly x: number; readonly y: number; readonly zoom: number } {
  const [left, top] = projection.toWorld(west, north);
  const [right, bottom] = projection.toWorld(east, south);
  const room = Math.min(
    Math.max(width - 2 * padding, 1) / Math.max(right - left, 1e-9),
    Math.max(height - 2 * padding, 1) / Math.max(bottom - top, 1e-9),
  );
  const zoom = Math.min(Math.max(Math.log2(room / worldSizeAt(0)), MIN_ZOOM), MAX_ZOOM);
  return { x: (left + right) / 2, y: (top + bottom) / 2, zoom };
}
