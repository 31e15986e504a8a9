import { nameToday, WGS84_PROVINCES } from '@fleetwarden/domain/boundary-corrections';
import { gcj02ToWgs84 } from '@fleetwarden/domain/coordinates';
import { latinName, shortName } from '@fleetwarden/domain/place-names';
import { withoutDoubles } from './doubles.ts';
import { provinceCodes } from './province-codes.ts';
import { type Area, computeArea, extractBorders, labelPoint, type Point, type Ring, simplify } from './topology.ts';

type Polygon = { readonly type: 'Polygon'; readonly coordinates: Ring[] };
type MultiPolygon = { readonly type: 'MultiPolygon'; readonly coordinates: Ring[][] };
export type Collection = {
  readonly type: 'FeatureCollection';
  readonly features: {
    readonly type: 'Feature';
    readonly properties: Record<string, string | number>;
    readonly geometry: { readonly type: string; readonly coordinates: unknown };
  }[];
};
/** A collection of the package. */
export type SourceCollection = {
  readonly features: { readonly properties: { readonly name: string }; readonly geometry: Polygon | MultiPolygon }[];
};
/** TopoJSON of the world's land from `world-atlas`. */
export type LandTopology = {
  readonly transform: { readonly scale: Point; readonly translate: Point };
  readonly arcs: readonly (readonly Point[])[];
  readonly objects: { readonly land: { readonly geometries: readonly { readonly arcs: readonly (readonly number[][])[] }[] } };
};

/** Tolerance of simplified lines in degrees: far view, near view, and the rest of the world. */
const FAR = 0.01;
const NEAR = 0.0008;
const WORLD = 0.04;
/** Tolerance of outlines for region searches; smaller islands (in square degrees, some ten hectares) are dropped. */
const OUTLINE = 0.002;
const MIN_ISLAND = 1e-5;

/**
 * Builds the base map's layers in WGS-84. `far`: provinces for small scales. `near`: land by province, borders of provinces and
 * cities. `labels`: names. `world`: land of other countries. `outlines`: provinces (named '') and cities or districts, by
 * province code and current name.
 */
export function buildBoundaries(source: {
  china: SourceCollection;
  provinces: Readonly<Record<string, SourceCollection>>;
  land: LandTopology;
}): Record<'far' | 'near' | 'labels' | 'world' | 'outlines', Collection> {
  const areas: Area[] = Object.entries(source.provinces).flatMap(([province, collection]) =>
    collection.features.map(({ properties, geometry }) => ({
      province,
      name: nameToday(province, properties.name),
      rings: toRings(geometry, properties.name).map((ring) => ring.map((point) => toWgs84(province, point))),
    })),
  );
  const borders = extractBorders(areas);
  const near = [...borders.province.values()].flatMap(({ rings }) =>
    rings.map((ring) => polygon([round(simplify(ring, NEAR), 4)])),
  );
  const outlines = withoutDoubles(new Map([...borders.province].map(([name, { lines }]) => [name, lines])));
  near.push(...outlines.map((line) => border('province', round(simplify(line, NEAR), 4))));
  near.push(...borders.city.map((line) => border('city', round(simplify(line, NEAR), 4))));
  const far = source.china.features.flatMap(({ properties, geometry }) =>
    toRings(geometry, properties.name).map((ring) => polygon([round(simplify(ring, FAR), 3)])),
  );
  return {
    far: collection(far),
    near: collection(near),
    labels: collection([...provinceLabels(source.china), ...cityLabels(areas)]),
    outlines: collection([
      ...[...borders.province].map(([province, { rings }]) => outline(province, '', rings)),
      ...areas.map(({ province, name, rings }) => outline(province, name, rings)),
    ]),
    world: collection(landRings(source.land).map((ring) => polygon([round(simplify(ring, WORLD), 2)]))),
  };
}

/** The rings of a geometry: outer ones counterclockwise, holes clockwise. Throws on coordinates that are packed into strings. */
export function toRings(geometry: Polygon | MultiPolygon, name: string): Ring[] {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return polygons.flatMap((rings) =>
    rings.map((ring, i) => {
      if (typeof ring === 'string' || !Number.isFinite(ring[0]?.[0])) throw new Error(`boundary ${name}: not plain coordinates`);
      return computeArea(ring) > 0 === (i === 0) ? ring : [...ring].reverse();
    }),
  );
}

/** Converts from GCJ-02, in which the cities' outlines are drawn (Qianmen Street in Beijing is at 116.3977, not 116.3915). */
function toWgs84(province: string, [lng, lat]: Point): Point {
  if (WGS84_PROVINCES.has(province)) return [lng, lat];
  const [x, y] = gcj02ToWgs84([lng, lat]);
  return [rounded(x, 5), rounded(y, 5)];
}

function provinceLabels(china: SourceCollection): Collection['features'] {
  const labels = china.features.map(({ properties, geometry }) => {
    const rings = toRings(geometry, properties.name);
    return label('province', properties.name, PROVINCE_POINTS[properties.name] ?? labelPoint(rings));
  });
  return [...labels, label('sea', '南海诸岛', [114.4, 13.2])];
}

/** Label points of provinces whose widest stretch is a poor place for the name. */
const PROVINCE_POINTS: Readonly<Record<string, Point>> = {
  内蒙古: [112.6, 42.4],
  甘肃: [103.2, 36.4],
  河北: [115.2, 38.4],
  香港: [114.2, 22.42],
  澳门: [113.56, 22.13],
};

function cityLabels(areas: readonly Area[]): Collection['features'] {
  const rings = new Map<string, { area: Area; rings: Ring[] }>();
  for (const area of areas) {
    if (WGS84_PROVINCES.has(area.province)) continue;
    const key = `${area.province} ${area.name}`;
    const known = rings.get(key);
    if (known) known.rings.push(...area.rings);
    else rings.set(key, { area, rings: [...area.rings] });
  }
  return [...rings.values()].map(({ area, rings }) => {
    const kind = DISTRICT_PROVINCES.has(area.province) ? 'district' : 'city';
    return label(kind, shortName(area.name), labelPoint(rings));
  });
}

/** Provinces divided into districts instead of cities: their labels appear at higher zooms. */
const DISTRICT_PROVINCES = new Set(['Beijing', 'Tianjin', 'Shanghai', 'Chongqing']);

function label(kind: string, zh: string, [lng, lat]: Point): Collection['features'][number] {
  return {
    type: 'Feature',
    properties: { kind, zh, en: latinName(zh) },
    geometry: { type: 'Point', coordinates: [rounded(lng, 3), rounded(lat, 3)] },
  };
}

/** The outer rings of the land: arcs are delta-encoded integers, a negative index runs an arc backwards. */
function landRings({ arcs, transform, objects }: LandTopology): Ring[] {
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]): Point => {
      x += dx;
      y += dy;
      return [x * transform.scale[0] + transform.translate[0], y * transform.scale[1] + transform.translate[1]];
    });
  });
  return objects.land.geometries.flatMap((geometry) =>
    geometry.arcs.map(([outer]) =>
      outer!.flatMap((index, i) => {
        const line = index >= 0 ? lines[index]! : [...lines[~index]!].reverse();
        return i === 0 ? line : line.slice(1);
      }),
    ),
  );
}

function polygon(rings: Ring[]): Collection['features'][number] {
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: rings } };
}

function outline(province: string, name: string, rings: readonly Ring[]): Collection['features'][number] {
  const coordinates = rings
    .filter((ring) => Math.abs(computeArea(ring)) / 2 >= MIN_ISLAND)
    .map((ring) => round(simplify(ring, OUTLINE), 4))
    .filter((ring) => ring.length > 3);
  return {
    type: 'Feature',
    properties: { province: provinceCodes[province] ?? '', name },
    geometry: { type: 'MultiLineString', coordinates },
  };
}

function border(kind: string, line: Ring): Collection['features'][number] {
  return { type: 'Feature', properties: { kind }, geometry: { type: 'LineString', coordinates: line } };
}

function collection(features: Collection['features']): Collection {
  return { type: 'FeatureCollection', features };
}

function round(line: Ring, digits: number): Ring {
  return line.map(([lng, lat]) => [rounded(lng, digits), rounded(lat, digits)]);
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
