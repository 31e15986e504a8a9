import type { LngLat } from '@fleetwarden/domain/coordinates';
import { greatCircleKm } from '@fleetwarden/domain/geometry';
import type { MapBounds, ScreenPoint } from '../map-provider.ts';
import type { AreaStyle, Shape } from '../overlays/shapes.ts';
import { type DrawMode, farEnough, type Outcome, type Tool, type ToolView } from './tool.ts';

/** A drawn shape by mode; WGS-84 degrees and metres. */
export type Drawn =
  | { readonly mode: 1; readonly bounds: MapBounds }
  | { readonly mode: 2; readonly ring: readonly LngLat[] }
  | { readonly mode: 3; readonly points: readonly LngLat[] }
  | { readonly mode: 4; readonly centre: LngLat; readonly radiusM: number };

/** Creates the tool of a drawing mode. */
export function drawingTool(mode: DrawMode, view: ToolView, style: AreaStyle): Tool<Drawn> {
  return mode === 1 || mode === 4 ? spanTool(mode, view, style) : pathTool(mode, view, style);
}

/** Rectangle and circle: by dragging, or by a click at each end. */
function spanTool(mode: 1 | 4, view: ToolView, style: AreaStyle): Tool<Drawn> {
  let from: LngLat | null = null;
  let to: LngLat | null = null;
  let pressed: ScreenPoint | null = null;

  const drawn = (): Drawn => {
    const [a, b] = [from!, to!];
    if (mode === 4) return { mode, centre: a, radiusM: greatCircleKm(...a, ...b) * 1_000 };
    return { mode, bounds: [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])] };
  };
  const finish = (point: ScreenPoint): Outcome<Drawn> => {
    to = view.placeAt(point);
    return farEnough(view.pixelOf(from!), point) ? { done: drawn() } : null;
  };
  return {
    holdsDrag: true,
    press: (point) => {
      pressed = point;
      from ??= view.placeAt(point);
      to = view.placeAt(point);
      return null;
    },
    move: (point) => {
      if (from) to = view.placeAt(point);
    },
    release: (point) => {
      const dragged = pressed !== null && farEnough(pressed, point);
      const second = pressed !== null && from !== null && farEnough(view.pixelOf(from), pressed);
      pressed = null;
      return from && (dragged || second) ? finish(point) : null;
    },
    key: (key) => (key === 'Escape' ? { cancelled: true } : null),
    shapes: (): Shape[] => {
      if (!from || !to) return [];
      const shape = drawn();
      if (shape.mode === 4) return [{ kind: 'circle', centre: shape.centre, radiusM: shape.radiusM, style }];
      return shape.mode === 1 ? [{ kind: 'rectangle', bounds: shape.bounds, style }] : [];
    },
  };
}

/** Polygon and polyline: each click adds a corner, a double click or Enter ends, Backspace removes the last corner. */
function pathTool(mode: 2 | 3, view: ToolView, style: AreaStyle): Tool<Drawn> {
  const least = mode === 2 ? 3 : 2;
  let points: LngLat[] = [];
  let pointer: LngLat | null = null;
  const end = (): Outcome<Drawn> => {
    if (points.length < least) return null;
    return { done: mode === 2 ? { mode, ring: points } : { mode, points } };
  };
  return {
    holdsDrag: false,
    click: (point) => {
      const last = points.at(-1);
      if (!last || farEnough(view.pixelOf(last), point)) points = [...points, view.placeAt(point)];
      return null;
    },
    dblclick: end,
    move: (point) => {
      pointer = view.placeAt(point);
    },
    key: (key) => {
      if (key === 'Escape') return { cancelled: true };
      if (key === 'Backspace') points = points.slice(0, -1);
      return key === 'Enter' ? end() : null;
    },
    shapes: (): Shape[] => {
      const path = pointer ? [...points, pointer] : points;
      if (path.length < 2) return [];
      return mode === 2 && path.length > 2
        ? [{ kind: 'polygon', ring: path, style }]
        : [{ kind: 'line', points: path, stroke: style.stroke }];
    },
  };
}
