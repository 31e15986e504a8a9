import {
  type AreaGeometry,
  computeBounds,
  DEFAULT_WIDTH_M,
  type ReadGeometry,
  type Route,
  type RouteSegment,
  readGeometry,
  routeRings,
  SHAPE,
} from '@fleetwarden/domain/area-geometry';
import type { LngLat } from '@fleetwarden/domain/coordinates';
import type { AreaShape, AreaStyle, LineShape, Shape } from '../../map/overlays/shapes.ts';
import type { Drawn } from '../../map/tools/drawing.ts';

/** Conversions between geofence records and map shapes. */

const FILL = 0.15;
export const areaStyle = (colour: string): AreaStyle => ({
  stroke: { colour, width: 2 },
  fill: colour,
  fillOpacity: FILL,
});

/** The editable shape of a geofence: a route by its centre line. */
export function toEditableShape(geo: AreaGeometry, colour: string): AreaShape | LineShape {
  const style = areaStyle(colour);
  switch (geo.shape) {
    case SHAPE.rectangle:
      return { kind: 'rectangle', bounds: [geo.west, geo.south, geo.east, geo.north], style };
    case SHAPE.polygon:
      return { kind: 'polygon', ring: geo.points, style };
    case SHAPE.circle:
      return { kind: 'circle', centre: [geo.lng, geo.lat], radiusM: geo.radius, style };
    case SHAPE.route:
      return { kind: 'line', points: geo.points, stroke: style.stroke };
  }
}

/** All shapes of a geofence: area, a route's centre line, name. */
export function toShapes(geo: AreaGeometry, name: string, colour: string): readonly Shape[] {
  const [west, south, east, north] = computeBounds(geo);
  const label: Shape = {
    kind: 'label',
    at: geo.shape === SHAPE.route ? geo.points[0]! : [(west + east) / 2, north],
    text: name,
    colour,
    span: Math.max(east - west, north - south),
  };
  const ground: readonly Shape[] =
    geo.shape === SHAPE.route
      ? routeRings(geo).map((ring) => ({
          kind: 'polygon',
          ring,
          style: { ...areaStyle(colour), stroke: { colour, width: 0.5 } },
        }))
      : [];
  return [...ground, toEditableShape(geo, colour), label];
}

/**
 * Converts an edited shape to a geofence, or the reason why it is invalid. `before`: the previous one; a route keeps its
 * segments.
 */
export function toGeometry(shape: AreaShape | LineShape, before: AreaGeometry): ReadGeometry {
  switch (shape.kind) {
    case 'rectangle': {
      const [west, south, east, north] = shape.bounds;
      return readGeometry({ shape: SHAPE.rectangle, west, south, east, north });
    }
    case 'polygon':
      return readGeometry({ shape: SHAPE.polygon, points: shape.ring });
    case 'circle':
      return readGeometry({ shape: SHAPE.circle, lng: shape.centre[0], lat: shape.centre[1], radius: shape.radiusM });
    case 'line': {
      const segments = before.shape === SHAPE.route ? keepSegments(before, shape.points) : [];
      return readGeometry({ shape: SHAPE.route, points: shape.points, segments });
    }
  }
}

/** Keeps segment settings when a corner is moved, inserted or removed; both halves of a split segment share them. */
function keepSegments({ points, segments }: Route, now: readonly LngLat[]): readonly RouteSegment[] {
  const more = now.length - points.length;
  if (more === 0) return segments;
  const differs = now.findIndex((place, i) => !points[i] || !isNear(place, points[i]));
  const at = differs < 0 ? Math.min(now.length, points.length) : differs;
  if (more < 0) return segments.filter((_, i) => i < at || i >= at - more).slice(0, now.length - 1);
  const split = segments[Math.max(at - 1, 0)] ?? { width: DEFAULT_WIDTH_M };
  return [...segments.slice(0, at), ...Array.from({ length: more }, () => split), ...segments.slice(at)];
}

/** Stored positions are rounded to 1e-6 degrees. */
const isNear = (a: LngLat, b: LngLat): boolean => Math.abs(a[0] - b[0]) < 1e-6 && Math.abs(a[1] - b[1]) < 1e-6;

/** Converts a drawn shape to a geofence, or the reason why it is invalid. */
export function geometryDrawn(drawn: Drawn): ReadGeometry {
  switch (drawn.mode) {
    case 1: {
      const [west, south, east, north] = drawn.bounds;
      return readGeometry({ shape: SHAPE.rectangle, west, south, east, north });
    }
    case 2:
      return readGeometry({ shape: SHAPE.polygon, points: drawn.ring });
    case 3:
      return readGeometry({ shape: SHAPE.route, points: drawn.points });
    case 4:
      return readGeometry({ shape: SHAPE.circle, lng: drawn.centre[0], lat: drawn.centre[1], radius: drawn.radiusM });
  }
}
