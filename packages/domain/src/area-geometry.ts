import type { LngLat } from './coordinates.ts';
import type { RuleProblem } from './form-rules.ts';
import { greatCircleKm } from './geometry.ts';

/** AREA_SHAPE (screen catalogue 3.3). */
export const SHAPE = { rectangle: 1, polygon: 2, route: 3, circle: 4 } as const;
export type AreaShapeNumber = (typeof SHAPE)[keyof typeof SHAPE];

/** From one point of a route to the next: metres, seconds, km/h. */
export type RouteSegment = {
  readonly width: number;
  /** To drive through it: shorter is too fast, longer too slow. */
  readonly minSec?: number;
  readonly maxSec?: number;
  readonly maxSpeed?: number;
  /** 2019 only. */
  readonly nightMaxSpeed?: number;
  /** How long faster is too long. */
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
/** A segment between each two points that follow each other. */
export type Route = { readonly shape: 3; readonly points: readonly LngLat[]; readonly segments: readonly RouteSegment[] };
/** Radius in metres. */
export type Circle = { readonly shape: 4; readonly lng: number; readonly lat: number; readonly radius: number };

/** Where an area is. WGS-84 degrees, to the millionth, which is as far as terminals go. None lies over the 180th meridian. */
export type AreaGeometry = Rectangle | Polygon | Route | Circle;

/** Limits of screen catalogue 3.3, both included. */
export const POLYGON_POINTS = { min: 3, max: 100 } as const;
export const ROUTE_POINTS = { min: 2, max: 200 } as const;
export const RADIUS_M = { min: 20, max: 50_000 } as const;
/** Of a route's segments. */
export const SEGMENT_LIMITS = {
  width: { min: 5, max: 255 },
  minSec: { min: 0, max: 65_535 },
  maxSec: { min: 1, max: 65_535 },
  maxSpeed: { min: 1, max: 160 },
  nightMaxSpeed: { min: 1, max: 160 },
  overDuration: { min: 1, max: 255 },
} as const satisfies Readonly<Record<keyof RouteSegment, { readonly min: number; readonly max: number }>>;
/** Width of a segment nobody has said anything of, m. */
export const DEFAULT_WIDTH_M = 50;

const EARTH_M = 6_371_000;
const RAD = Math.PI / 180;
const DEGREE_M = EARTH_M * RAD;
/** Points of half a circle at the end of a segment's outline. */
const CAP_POINTS = 8;
/** Corners a circle's outline has. */
const CIRCLE_POINTS = 48;

export type ReadGeometry = { readonly geometry: AreaGeometry } | { readonly problem: RuleProblem };

const wrong = (key: RuleProblem['key'], params?: RuleProblem['params']): ReadGeometry => ({
  problem: { key, ...(params ? { params } : {}) },
});

/** Reads an area of unknown origin, or says why it is none. Points that repeat the one before are dropped, so is a ring's closing one. */
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
    ...{ shape: SHAPE.rectangle, west: rounded(west), south: rounded(south) },
    ...{ east: rounded(east), north: rounded(north) },
  };
  return geometry.west < geometry.east && geometry.south < geometry.north ? { geometry } : wrong('rule.rectangle');
}

function readCircle({ lng, lat, radius }: Readonly<Record<string, unknown>>): ReadGeometry {
  if (!isLng(lng) || !isLat(lat)) return wrong('rule.areaPlace');
  if (typeof radius !== 'number' || !isBetween(Math.round(radius), RADIUS_M.min, RADIUS_M.max))
    return wrong('rule.radius', RADIUS_M);
  return { geometry: { shape: SHAPE.circle, lng: rounded(lng), lat: rounded(lat), radius: Math.round(radius) } };
}

/** Places, without those that repeat the one before; null where one is none. */
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
  // a closing point may come on top; nothing is done with more than that
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
  // a limit goes to terminals with how long faster is too long
  if ((maxSpeed === undefined) !== (overDuration === undefined)) return { problem: { key: 'rule.segmentSpeed' } };
  return { segment: segment as unknown as RouteSegment };
}

/** Twice the signed area of a triangle, in degrees. */
const turn = (a: LngLat, b: LngLat, c: LngLat): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
const isOn = (a: LngLat, b: LngLat, p: LngLat): boolean =>
  Math.min(a[0], b[0]) <= p[0] && p[0] <= Math.max(a[0], b[0]) && Math.min(a[1], b[1]) <= p[1] && p[1] <= Math.max(a[1], b[1]);

/** Whether two stretches have a point in common. */
function meet(a: LngLat, b: LngLat, c: LngLat, d: LngLat): boolean {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (abc * abd < 0 && cda * cdb < 0) return true;
  return (
    (abc === 0 && isOn(a, b, c)) || (abd === 0 && isOn(a, b, d)) || (cda === 0 && isOn(c, d, a)) || (cdb === 0 && isOn(c, d, b))
  );
}

/**
 * Whether a ring (not closed) crosses or touches itself, goes back over its own edge, or encloses nothing: then it is not said what
 * lies inside. Every edge with every other: meant for rings of a hundred corners.
 */
export function crossesItself(ring: readonly LngLat[]): boolean {
  const count = ring.length;
  const corner = (at: number) => ring[at % count]!;
  for (let i = 0; i < count; i++) {
    const [a, b, c] = [corner(i), corner(i + 1), corner(i + 2)];
    const isBack = turn(a, b, c) === 0 && (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0;
    if (isBack) return true;
    for (let j = i + 2; j < count; j++) {
      // the last edge ends where the first begins
      if (i === 0 && j === count - 1) continue;
      if (meet(a, b, corner(j), corner(j + 1))) return true;
    }
  }
  return false;
}

/** Metres east and north of a place, on the plane that touches the earth there: for a few dozen kilometres around. */
const planeAt = ([lng, lat]: LngLat) => {
  const eastM = DEGREE_M * Math.cos(lat * RAD);
  return (place: LngLat): readonly [x: number, y: number] => [(place[0] - lng) * eastM, (place[1] - lat) * DEGREE_M];
};

/** From a place to a stretch between two others, m. */
function toStretchM(place: LngLat, from: LngLat, to: LngLat): number {
  const plane = planeAt(place);
  const [ax, ay] = plane(from);
  const [bx, by] = plane(to);
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length));
  return Math.hypot(ax + share * dx, ay + share * dy);
}

/** From a place to the nearest point of a way, m; infinite for a way of no points. */
export function distanceToPathM(place: LngLat, path: readonly LngLat[]): number {
  if (path.length === 1) return greatCircleKm(...place, ...path[0]!) * 1000;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 1; i < path.length; i++) least = Math.min(least, toStretchM(place, path[i - 1]!, path[i]!));
  return least;
}

/** Whether a place lies in a ring (not closed); even-odd, straight in degrees. */
export function inRing([lng, lat]: LngLat, ring: readonly LngLat[]): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [x1, y1] = ring[i]!;
    const [x2, y2] = ring[j]!;
    if (y1 > lat !== y2 > lat && lng < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

/** Whether a place lies in an area: on a route is whoever is no further from a segment than half its width. */
export function inArea(place: LngLat, geometry: AreaGeometry): boolean {
  switch (geometry.shape) {
    case SHAPE.rectangle:
      return isBetween(place[0], geometry.west, geometry.east) && isBetween(place[1], geometry.south, geometry.north);
    case SHAPE.polygon:
      return inRing(place, geometry.points);
    case SHAPE.circle:
      return greatCircleKm(...place, geometry.lng, geometry.lat) * 1000 <= geometry.radius;
    case SHAPE.route:
      return geometry.segments.some(
        ({ width }, at) => toStretchM(place, geometry.points[at]!, geometry.points[at + 1]!) <= width / 2,
      );
  }
}

/** [west, south, east, north] of an area, a route's width and a circle's radius included. */
export function boundsOf(geometry: AreaGeometry): readonly [west: number, south: number, east: number, north: number] {
  if (geometry.shape === SHAPE.rectangle) return [geometry.west, geometry.south, geometry.east, geometry.north];
  const points = geometry.shape === SHAPE.circle ? [[geometry.lng, geometry.lat] as const] : geometry.points;
  const [lngs, lats] = [points.map(([lng]) => lng), points.map(([, lat]) => lat)];
  const reach =
    geometry.shape === SHAPE.circle
      ? geometry.radius
      : geometry.shape === SHAPE.route
        ? Math.max(...geometry.segments.map(({ width }) => width)) / 2
        : 0;
  const furthest = Math.max(...lats.map(Math.abs));
  const [dLat, dLng] = [reach / DEGREE_M, reach / (DEGREE_M * Math.max(Math.cos(furthest * RAD), 1e-6))];
  return [Math.min(...lngs) - dLng, Math.min(...lats) - dLat, Math.max(...lngs) + dLng, Math.max(...lats) + dLat];
}

/** Area of a ring on the sphere, km²; the way round does not matter. */
export function ringKm2(ring: readonly LngLat[]): number {
  let sum = 0;
  for (let i = 0; i < ring.length; i++) {
    const [lng1, lat1] = ring[i]!;
    const [lng2, lat2] = ring[(i + 1) % ring.length]!;
    sum += (lng2 - lng1) * RAD * (2 + Math.sin(lat1 * RAD) + Math.sin(lat2 * RAD));
  }
  return Math.abs((sum * EARTH_M * EARTH_M) / 2) / 1e6;
}

/** Length of a way, km. */
export const pathKm = (path: readonly LngLat[]): number =>
  path.reduce((sum, point, at) => (at === 0 ? 0 : sum + greatCircleKm(...path[at - 1]!, ...point)), 0);

/** How large an area is, km². A route is its length by its widths: where it bends or ends, no more exact than that. */
export function areaKm2(geometry: AreaGeometry): number {
  switch (geometry.shape) {
    case SHAPE.rectangle: {
      const { west, south, east, north } = geometry;
      return (EARTH_M * EARTH_M * (east - west) * RAD * (Math.sin(north * RAD) - Math.sin(south * RAD))) / 1e6;
    }
    case SHAPE.polygon:
      return ringKm2(geometry.points);
    case SHAPE.circle:
      return (2 * Math.PI * EARTH_M * EARTH_M * (1 - Math.cos(geometry.radius / EARTH_M))) / 1e6;
    case SHAPE.route:
      return geometry.segments.reduce(
        (sum, { width }, at) => sum + (pathKm(geometry.points.slice(at, at + 2)) * width) / 1000,
        0,
      );
  }
}

/** The outline of what lies within `metres` of the stretch between two places: straight along it, round at its ends. */
export function stretchRing(from: LngLat, to: LngLat, metres: number): LngLat[] {
  const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2] as const;
  const eastM = DEGREE_M * Math.max(Math.cos(middle[1] * RAD), 1e-6);
  const course = Math.atan2((to[1] - from[1]) * DEGREE_M, (to[0] - from[0]) * eastM);
  const cap = ([lng, lat]: LngLat, begin: number): LngLat[] =>
    Array.from({ length: CAP_POINTS + 1 }, (_, i) => {
      const angle = begin + (Math.PI * i) / CAP_POINTS;
      return [lng + (Math.cos(angle) * metres) / eastM, lat + (Math.sin(angle) * metres) / DEGREE_M];
    });
  return [...cap(to, course - Math.PI / 2), ...cap(from, course + Math.PI / 2)];
}

/** The ground a route covers: an outline for each of its segments; they lie over one another where it bends. */
export const routeRings = ({ points, segments }: Route): LngLat[][] =>
  segments.map(({ width }, at) => stretchRing(points[at]!, points[at + 1]!, width / 2));

/** A circle as a ring, for formats that know none. */
export function circleRing({ lng, lat, radius }: Circle): LngLat[] {
  const eastM = DEGREE_M * Math.max(Math.cos(lat * RAD), 1e-6);
  return Array.from({ length: CIRCLE_POINTS }, (_, i) => {
    const angle = (2 * Math.PI * i) / CIRCLE_POINTS;
    return [rounded(lng + (Math.cos(angle) * radius) / eastM), rounded(lat + (Math.sin(angle) * radius) / DEGREE_M)];
  });
}

/** A rectangle's corners, the way round a clock does not go. */
export const rectangleRing = ({ west, south, east, north }: Rectangle): LngLat[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
];
