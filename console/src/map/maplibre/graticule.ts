import type { MapBounds } from '../map-provider.ts';

/** Steps between lines, in thousandths of a degree. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
/** Lines are no closer than this, CSS px. */
const MIN_SPACE_PX = 140;
const WORLD_PX = 512;
/** Mercator ends here. */
const MAX_LAT = 85;

/** GeoJSON. */
type Line = {
  type: 'Feature';
  properties: { name: string };
  geometry: { type: 'LineString'; coordinates: [number, number][] };
};

/** Lines of longitude and latitude, and the bounds that they cover. */
export type Graticule = {
  readonly step: number;
  readonly bounds: MapBounds;
  readonly lines: { type: 'FeatureCollection'; features: Line[] };
};

/** The graticule of a view, with a margin of the view's size; `drawn` itself if it still covers the view. */
export function buildGraticule([west, south, east, north]: MapBounds, zoom: number, drawn: Graticule | null): Graticule {
  const pxPerDegree = (WORLD_PX * 2 ** zoom) / 360;
  const step = STEPS.find((each) => (each / 1000) * pxPerDegree >= MIN_SPACE_PX) ?? STEPS.at(-1)!;
  if (drawn?.step === step) {
    const [left, bottom, right, top] = drawn.bounds;
    if (west >= left && south >= bottom && east <= right && north <= top) return drawn;
  }
  const [width, height] = [east - west, north - south];
  const bounds: MapBounds = [
    Math.max(west - width, -180),
    Math.max(south - height, -MAX_LAT),
    Math.min(east + width, 180),
    Math.min(north + height, MAX_LAT),
  ];
  const [left, bottom, right, top] = bounds;
  const features = [
    ...multiples(left, right, step).map((lng) => line([lng, bottom], [lng, top], label(lng, step, 'E', 'W'))),
    ...multiples(bottom, top, step).map((lat) => line([left, lat], [right, lat], label(lat, step, 'N', 'S'))),
  ];
  return { step, bounds, lines: { type: 'FeatureCollection', features } };
}

/** Multiples of a step, in degrees. Whole numbers of thousandths add up no error. */
function multiples(from: number, to: number, step: number): number[] {
  const [first, last] = [Math.ceil((from * 1000) / step), Math.floor((to * 1000) / step)];
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, i) => ((first + i) * step) / 1000);
}

function label(degrees: number, step: number, positive: string, negative: string): string {
  const digits = [1000, 100, 10].findIndex((unit) => step % unit === 0);
  const text = Math.abs(degrees).toFixed(digits < 0 ? 3 : digits);
  return `${text}°${degrees < 0 ? negative : positive}`;
}

const line = (from: [number, number], to: [number, number], name: string): Line => ({
  type: 'Feature',
  properties: { name },
  geometry: { type: 'LineString', coordinates: [from, to] },
});
