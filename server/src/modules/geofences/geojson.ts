import { type AreaGeometry, circleRing, rectangleRing, SHAPE } from '@fleetwarden/domain/area-geometry';
import type { LngLat } from '@fleetwarden/domain/coordinates';
import { colourIn, type FileGeometry, type FileShape, nameIn, type Said, shapeOf } from './shape-file.ts';

/** An area as files are made of it. */
export type WrittenArea = {
  readonly areaNo: number;
  readonly areaName: string;
  readonly color: string | null;
  readonly geo: AreaGeometry;
};

/** Properties of a feature besides its geometry, for a lossless import. */
export function propertiesOf({ areaNo, areaName, color, geo }: WrittenArea): Readonly<Record<string, unknown>> {
  return {
    name: areaName,
    areaNo,
    shape: geo.shape,
    ...(color === null ? {} : { color: `#${color}` }),
    ...(geo.shape === SHAPE.circle ? { lng: geo.lng, lat: geo.lat, radius: geo.radius } : {}),
    ...(geo.shape === SHAPE.route ? { segments: geo.segments } : {}),
  };
}

const closed = (ring: readonly LngLat[]): readonly LngLat[] => [...ring, ring[0]!];

/** The ring of an area that is one, closed; a circle's is made of corners. */
export function closedRing(geo: Exclude<AreaGeometry, { readonly shape: 3 }>): readonly LngLat[] {
  if (geo.shape === SHAPE.polygon) return closed(geo.points);
  return closed(geo.shape === SHAPE.circle ? circleRing(geo) : rectangleRing(geo));
}

/** GeoJSON (RFC 7946) of areas, a feature at a time. */
export function* writeGeoJson(areas: Iterable<WrittenArea>): Generator<string> {
  yield '{"type":"FeatureCollection","features":[';
  let first = true;
  for (const area of areas) {
    const { geo } = area;
    const geometry =
      geo.shape === SHAPE.route
        ? { type: 'LineString', coordinates: geo.points }
        : { type: 'Polygon', coordinates: [closedRing(geo)] };
    yield `${first ? '' : ','}\n${JSON.stringify({ type: 'Feature', properties: propertiesOf(area), geometry })}`;
    first = false;
  }
  yield '\n]}\n';
}

/** A text that is no GeoJSON. */
export class NoGeoJson extends Error {}

const isObject = (value: unknown): value is Said => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** Coordinates as they are; the schema of the geofence validates them. */
const points = (value: unknown) => listOf(value) as readonly LngLat[];

/** Every shape of a file. Throws NoGeoJson. */
export function readGeoJson(text: string): FileShape[] {
  let root: unknown;
  try {
    root = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new NoGeoJson();
  }
  if (!isObject(root)) throw new NoGeoJson();
  const features = root['type'] === 'FeatureCollection' ? listOf(root['features']) : [root];
  return features.flatMap((feature) => {
    if (!isObject(feature)) return [];
    const isFeature = feature['type'] === 'Feature';
    const said = isFeature && isObject(feature['properties']) ? feature['properties'] : {};
    const geometries = geometriesIn(isFeature ? feature['geometry'] : feature);
    if (!geometries && !isFeature) throw new NoGeoJson();
    const common = { name: nameIn(said['name'] ?? said['title']), color: colourIn(said['color'] ?? said['stroke']) };
    return (geometries ?? []).map((geometry): FileShape => ({ ...common, read: shapeOf(geometry, said) }));
  });
}

/** The geometries of a GeoJSON geometry; null for what is none. */
function geometriesIn(value: unknown, depth = 0): FileGeometry[] | null {
  if (!isObject(value) || depth > 8) return null;
  const coordinates = value['coordinates'];
  const ring = (polygon: unknown): FileGeometry => {
    const [outer, ...holes] = listOf(polygon);
    return { kind: 'ring', points: points(outer), holes: holes.length > 0 };
  };
  const line = (path: unknown): FileGeometry => ({ kind: 'line', points: points(path) });
  const point = (at: unknown): FileGeometry => ({ kind: 'point', at: points(at) as unknown as LngLat });
  switch (value['type']) {
    case 'Point':
      return [point(coordinates)];
    case 'MultiPoint':
      return listOf(coordinates).map(point);
    case 'LineString':
      return [line(coordinates)];
    case 'MultiLineString':
      return listOf(coordinates).map(line);
    case 'Polygon':
      return [ring(coordinates)];
    case 'MultiPolygon':
      return listOf(coordinates).map(ring);
    case 'GeometryCollection':
      return listOf(value['geometries']).flatMap((each) => geometriesIn(each, depth + 1) ?? []);
    default:
      return null;
  }
}
