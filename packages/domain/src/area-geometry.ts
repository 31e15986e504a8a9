import type { LngLat } from './coordinates.ts';
import type { RuleProblem } from './form-rules.ts';
import { EARTH_M, greatCircleKm, METRES_A_DEGREE, RAD } from './geometry.ts';
import { distanceTo, pathKm } from './path.ts';
import { type Bounds, boundsM2, boundsOfPlaces, crossesItself, expandBounds, isWithin, ringM2, ringsTest } from './ring.ts';

/** AREA_SHAPE (screen catalogue 3.3). */
export const SHAPE = { rectangle: 1, polygon: 2, route: 3, circle: 4 } as const;
export type AreaShapeNumber = (typeof SHAPE)[keyof typeof SHAPE];

/** A segment between two points of a route: metres, seconds, km/h. */
export type RouteSegment = {
  readonly width: number;
  /** Driving time: shorter is too fast, longer too slow. */
  readonly minSec?: number;
  readonly maxSec?: number;
  readonly maxSpeed?: number;
  /** 2019 only. */
  readonly nightMaxSpeed?: number;
  /** Allowed duration of overspeeding. */
  readonly overDuration?: number;
};

export type Rectangle = {
  readonly shape: 1;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
};
export type Polygon = { readonly shape: 2; readonly points: readonly LngLat[] };
/** One segment between each two consecutive points. */
export type Route = { readonly shape: 3; readonly points: readonly LngLat[]; readonly segments: readonly RouteSegment[] };
/** Radius in metres. */
export type Circle = { readonly shape: 4; readonly lng: number; readonly lat: number; readonly radius: number };

/** Shape of a geofence. WGS-84 degrees with six decimals, the precision of terminals. No shape crosses the 180th meridian. */
export type AreaGeometry = Rectangle | Polygon | Route | Circle;

/** Limits of screen catalogue 3.3, both included. */
export const POLYGON_POINTS = { min: 3, max: 100 } as const;
export const ROUTE_POINTS = { min: 2, max: 200 } as const;
export const RADIUS_M = { min: 20, max: 50_000 } as const;
/** Limits of route segments. */
export const SEGMENT_LIMITS = {
  width: { min: 5, max: 255 },
  minSec: { min: 0, max: 65_535 },
  maxSec: { min: 1, max: 65_535 },
  maxSpeed: { min: 1, max: 160 },
  nightMaxSpeed: { min: 1, max: 160 },
  overDuration: { min: 1, max: 255 },
} as const satisfies Readonly<Record<keyof RouteSegment, { readonly min: number; readonly max: number }>>;
/** Default segment width, m. */
export const DEFAULT_WIDTH_M = 50;

/** Points of the half circle at the end of a segment's outline. */
const CAP_POINTS = 8;
/** Corners of a circle's outline. */
const CIRCLE_POINTS = 48;

export type ReadGeometry = { readonly geometry: AreaGeometry } | { readonly problem: RuleProblem };

const wrong = (key: RuleProblem['key'], params?: RuleProblem['params']): ReadGeometry => ({
  problem: { key, ...(params ? { params } : {}) },
});

/** Validates a shape, or returns the problem. Drops consecutive duplicate points and a ring's closing point. */
export function readGeometry(value: unknown): ReadGeometry {
  if (typeof value !== 'object' || value === null) return wrong('rule.areaShape');
  const given = value as Readonly<Record<string, unknown>>;
  switch (given['shape']) {
    case SHAPE.rectangle:
      return readRectangle(given);
    case SHAPE.polygon:
      return readPolygon(given['points']);
    case SHAPE.route:
      return readRoute(given['points'], given['segments']);
    case SHAPE.circle:
      return readCircle(given);
    default:
      return wrong('rule.areaShape');
  }
}

const isBetween = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && value >= min && value <= max;
const isLng = (value: unknown): value is number => isBetween(value, -180, 180);
const isLat = (value: unknown): value is number => isBetween(value, -90, 90);
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6 + 0;

function readRectangle({ west, south, east, north }: Readonly<Record<string, unknown>>): ReadGeometry {
  if (!isLng(west) || !isLng(east) || !isLat(south) || !isLat(north)) return wrong('rule.areaPlace');
  const geometry: Rectangle = {
    shape: SHAPE.rectangle,
    west: rounded(west),
    south: rounded(south),
    east: rounded(east),
    north: rounded(north),
  };
  return geometry.west < geometry.east && geometry.south < geometry.north ? { geometry } : wrong('rule.rectangle');
}

function readCircle({ lng, lat, radius }: Readonly<Record<string, unknown>>): ReadGeometry {
  if (!isLng(lng) || !isLat(lat)) return wrong('rule.areaPlace');
  if (typeof radius !== 'number' || !isBetween(Math.round(radius), RADIUS_M.min, RADIUS_M.max))
    return wrong('rule.radius', RADIUS_M);
  return { geometry: { shape: SHAPE.circle, lng: rounded(lng), lat: rounded(lat), radius: Math.round(radius) } };
}

/** Points without consecutive duplicates; null if one is invalid. */
function readPoints(value: readonly unknown[]): LngLat[] | null {
  const points: LngLat[] = [];
  for (const each of value) {
    if (!Array.isArray(each) || !isLng(each[0]) || !isLat(each[1])) return null;
    const point = [rounded(each[0]), rounded(each[1])] as const;
    const last = points.at(-1);
    if (!last || !isSame(last, point)) points.push(point);
  }
  return points;
}

const isSame = (a: LngLat, b: LngLat): boolean => a[0] === b[0] && a[1] === b[1];
const countProblem = (
  key: 'rule.polygonPoints' | 'rule.routePoints',
  { min, max }: typeof POLYGON_POINTS | typeof ROUTE_POINTS,
  count: number,
) => wrong(key, { min, max, count });

function readPolygon(value: unknown): ReadGeometry {
  if (!Array.isArray(value)) return wrong('rule.areaShape');
  // One more for a closing point; longer lists are rejected at once.
  if (value.length > POLYGON_POINTS.max + 1) return countProblem('rule.polygonPoints', POLYGON_POINTS, value.length);
  const points = readPoints(value);
  if (!points) return wrong('rule.areaPlace');
  if (points.length > 1 && isSame(points[0]!, points.at(-1)!)) points.pop();
  if (!isBetween(points.length, POLYGON_POINTS.min, POLYGON_POINTS.max))
    return countProblem('rule.polygonPoints', POLYGON_POINTS, points.length);
  return crossesItself(points) ? wrong('rule.polygonCrosses') : { geometry: { shape: SHAPE.polygon, points } };
}

function readRoute(value: unknown, given: unknown): ReadGeometry {
  if (!Array.isArray(value)) return wrong('rule.areaShape');
  if (value.length > ROUTE_POINTS.max) return countProblem('rule.routePoints', ROUTE_POINTS, value.length);
  const points = readPoints(value);
  if (!points) return wrong('rule.areaPlace');
  if (points.length < ROUTE_POINTS.min) return countProblem('rule.routePoints', ROUTE_POINTS, points.length);
  const wanted = Array.isArray(given) ? given : [];
  const segments: RouteSegment[] = [];
  for (let at = 0; at < points.length - 1; at++) {
    const read = readSegment(wanted[at] ?? {});
    if ('problem' in read) return wrong(read.problem.key, { ...read.problem.params, segment: at + 1 });
    segments.push(read.segment);
  }
  return { geometry: { shape: SHAPE.route, points, segments } };
}

function readSegment(value: unknown): { readonly segment: RouteSegment } | { readonly problem: RuleProblem } {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const segment: Record<string, number> = { width: DEFAULT_WIDTH_M };
  for (const [key, { min, max }] of Object.entries(SEGMENT_LIMITS)) {
    const said = given[key];
    if (said === undefined || said === null) continue;
    if (!isBetween(said, min, max) || !Number.isInteger(said))
      return { problem: { key: key === 'width' ? 'rule.segmentWidth' : 'rule.segmentValue', params: { min, max } } };
    segment[key] = said;
  }
  const { minSec, maxSec, maxSpeed, overDuration } = segment;
  if (minSec !== undefined && maxSec !== undefined && minSec > maxSec) return { problem: { key: 'rule.segmentTimes' } };
  // A speed limit needs its allowed duration: terminals get both.
  if ((maxSpeed === undefined) !== (overDuration === undefined)) return { problem: { key: 'rule.segmentSpeed' } };
  return { segment: segment as unknown as RouteSegment };
}

/** Returns a point-in-geofence test. A route contains points within half a segment's width. */
export function areaTest(geometry: AreaGeometry): (lng: number, lat: number) => boolean {
  const bounds = computeBounds(geometry);
  const isNear = (lng: number, lat: number): boolean => isWithin(bounds, lng, lat);
  switch (geometry.shape) {
    case SHAPE.rectangle:
      return isNear;
    case SHAPE.polygon:
      return ringsTest([geometry.points]);
    case SHAPE.circle: {
      const { lng: x, lat: y, radius } = geometry;
      return (lng, lat) => isNear(lng, lat) && greatCircleKm(lng, lat, x, y) * 1000 <= radius;
    }
    case SHAPE.route: {
      const { points, segments } = geometry;
      const distances = segments.map((_, at) => distanceTo(points.slice(at, at + 2)));
      return (lng, lat) => isNear(lng, lat) && segments.some(({ width }, at) => distances[at]!(lng, lat) <= width / 2);
    }
  }
}

/** Returns a test whether a point is inside or at most `metres` from the edge. */
export function nearTest(geometry: AreaGeometry, metres: number): (lng: number, lat: number) => boolean {
  switch (geometry.shape) {
    case SHAPE.circle:
      return areaTest({ ...geometry, radius: geometry.radius + metres });
    case SHAPE.route:
      return areaTest({
        ...geometry,
        segments: geometry.segments.map((segment) => ({ ...segment, width: segment.width + 2 * metres })),
      });
    default: {
      const [west, south, east, north] = expandBounds(computeBounds(geometry), metres);
      const isInside = areaTest(geometry);
      const ring = geometry.shape === SHAPE.rectangle ? rectangleRing(geometry) : geometry.points;
      const toEdge = distanceTo([...ring, ring[0]!]);
      return (lng, lat) =>
        lng >= west && lng <= east && lat >= south && lat <= north && (isInside(lng, lat) || toEdge(lng, lat) <= metres);
    }
  }
}

/** [west, south, east, north], including route widths and circle radius. */
export function computeBounds(geometry: AreaGeometry): Bounds {
  if (geometry.shape === SHAPE.rectangle) return [geometry.west, geometry.south, geometry.east, geometry.north];
  const places = geometry.shape === SHAPE.circle ? [[geometry.lng, geometry.lat] as const] : geometry.points;
  const reach =
    geometry.shape === SHAPE.circle
      ? geometry.radius
      : geometry.shape === SHAPE.route
        ? Math.max(...geometry.segments.map(({ width }) => width)) / 2
        : 0;
  return expandBounds(boundsOfPlaces(places), reach);
}

/** Area in km². A route is length times width, so bends and ends are approximate. */
export function areaKm2(geometry: AreaGeometry): number {
  switch (geometry.shape) {
    case SHAPE.rectangle:
      return boundsM2(computeBounds(geometry)) / 1e6;
    case SHAPE.polygon:
      return ringM2(geometry.points) / 1e6;
    case SHAPE.circle:
      return (2 * Math.PI * EARTH_M * EARTH_M * (1 - Math.cos(geometry.radius / EARTH_M))) / 1e6;
    case SHAPE.route:
      return geometry.segments.reduce(
        (sum, { width }, at) => sum + (pathKm(geometry.points.slice(at, at + 2)) * width) / 1000,
        0,
      );
  }
}

/** Outline of the points within `metres` of a segment, with round ends. */
export function stretchRing(from: LngLat, to: LngLat, metres: number): LngLat[] {
  const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2] as const;
  const eastM = METRES_A_DEGREE * Math.max(Math.cos(middle[1] * RAD), 1e-6);
  const course = Math.atan2((to[1] - from[1]) * METRES_A_DEGREE, (to[0] - from[0]) * eastM);
  const cap = ([lng, lat]: LngLat, begin: number): LngLat[] =>
    Array.from({ length: CAP_POINTS + 1 }, (_, i) => {
      const angle = begin + (Math.PI * i) / CAP_POINTS;
      return [lng + (Math.cos(angle) * metres) / eastM, lat + (Math.sin(angle) * metres) / METRES_A_DEGREE];
    });
  return [...cap(to, course - Math.PI / 2), ...cap(from, course + Math.PI / 2)];
}

/** Outlines of a route's segments; they overlap at bends. */
export const routeRings = ({ points, segments }: Route): LngLat[][] =>
  segments.map(({ width }, at) => stretchRing(points[at]!, points[at + 1]!, width / 2));

/** A circle as a polygon, for formats without circles. */
export function circleRing({ lng, lat, radius }: Circle): LngLat[] {
  const eastM = METRES_A_DEGREE * Math.max(Math.cos(lat * RAD), 1e-6);
  return Array.from({ length: CIRCLE_POINTS }, (_, i) => {
    const angle = (2 * Math.PI * i) / CIRCLE_POINTS;
    return [rounded(lng + (Math.cos(angle) * radius) / eastM), rounded(lat + (Math.sin(angle) * radius) / METRES_A_DEGREE)];
  });
}

/** Corners of a rectangle, counter-clockwise. */
export const rectangleRing = ({ west, south, east, north }: Rectangle): LngLat[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
];
