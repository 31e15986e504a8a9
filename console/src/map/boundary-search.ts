import urls from 'virtual:boundaries';
import { MapServiceFault, type Place } from './map-provider.ts';

type Labels = {
  readonly features: readonly {
    readonly properties: { readonly kind: string; readonly zh: string; readonly en: string };
    readonly geometry: { readonly coordinates: readonly [number, number] };
  }[];
};

const MAX_RESULTS = 10;
/** Coordinates as text: longitude, then latitude. */
const DEGREES = /^(-?\d{1,3}(?:\.\d+)?)\s*[,，|\s]\s*(-?\d{1,2}(?:\.\d+)?)$/;
/** Larger divisions first. */
const RANK = ['province', 'city', 'district', 'sea'];

let labels: Promise<Labels> | null = null;

/** Finds provinces, cities and districts by Chinese or Latin name, and positions by coordinates; exact matches first. */
export async function searchBoundaries(text: string): Promise<Place[]> {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const [, lng, lat] = DEGREES.exec(wanted) ?? [];
  if (lng && lat && Math.abs(Number(lng)) <= 180 && Math.abs(Number(lat)) <= 85)
    return [{ name: `${lng}, ${lat}`, address: '', lng: Number(lng), lat: Number(lat) }];
  labels ??= fetch(urls.labels).then((reply) => reply.json() as Promise<Labels>);
  // retries after a failed download
  labels.catch(() => {
    labels = null;
  });
  const { features } = await labels.catch((error: unknown) => {
    throw new MapServiceFault(`names of places: ${String(error)}`, 'blocked');
  });
  const matches = features.flatMap(({ properties: { kind, zh, en }, geometry }) => {
    const [chinese, latin] = [zh.toLowerCase(), en.toLowerCase()];
    if (!chinese.includes(wanted) && !latin.includes(wanted) && !(chinese.length > 1 && wanted.startsWith(chinese))) return [];
    const exact = chinese === wanted || latin === wanted ? 0 : 1;
    return [
      {
        exact,
        rank: RANK.indexOf(kind),
        place: { name: zh, address: en, lng: geometry.coordinates[0], lat: geometry.coordinates[1] },
      },
    ];
  });
  return matches
    .sort((a, b) => a.exact - b.exact || a.rank - b.rank)
    .slice(0, MAX_RESULTS)
    .map(({ place }) => place);
}
