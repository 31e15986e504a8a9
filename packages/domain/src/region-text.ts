import type { LngLat } from './coordinates.ts';
import type { Region } from './region.ts';

/**
 * A region as text for URLs and filters: drawing mode, then degrees and metres. `1:west,south,east,north`,
 * `2:lng,lat;lng,lat;...`, `4:lng,lat,radius`. Lines have no text form.
 */
export type WrittenRegion = Extract<Region, { readonly mode: 1 | 2 | 4 }>;

/** Maximum corners of a text. */
export const MAX_WRITTEN_CORNERS = 100;
const MIN_CORNERS = 3;
const MAX_LAT = 85;
const MAX_RADIUS_M = 1_000_000;

const degrees = (value: number): string => String(Math.round(value * 1e6) / 1e6);

/** Formats a region; six decimals, the radius in whole metres. */
export function regionText(region: WrittenRegion): string {
  if (region.mode === 1) return `1:${region.bounds.map(degrees).join()}`;
  if (region.mode === 2) return `2:${region.ring.map((place) => place.map(degrees).join()).join(';')}`;
  return `4:${region.centre.map(degrees).join()},${Math.round(region.radiusM)}`;
}

/** Parses a region, or null. */
export function readRegionText(text: string): WrittenRegion | null {
  const [, mode, rest = ''] = /^([124]):([-\d.,;]+)$/.exec(text) ?? [];
  const lists = rest.split(';').map((part) => part.split(',').map(parseNumber));
  if (lists.length > MAX_WRITTEN_CORNERS || lists.flat().some((value) => value === null)) return null;
  const [first = []] = lists as number[][];
  if (mode === '2') {
    const ring = (lists as number[][]).filter((each) => isPlace(each)) as unknown as LngLat[];
    return lists.length >= MIN_CORNERS && ring.length === lists.length ? { mode: 2, ring } : null;
  }
  if (lists.length > 1) return null;
  if (mode === '1') {
    const [west = 0, south = 0, east = 0, north = 0] = first;
    const isOne = first.length === 4 && isPlace([west, south]) && isPlace([east, north]) && west < east && south < north;
    return isOne ? { mode: 1, bounds: [west, south, east, north] } : null;
  }
  const [lng = 0, lat = 0, radiusM = 0] = first;
  const isOne = mode === '4' && first.length === 3 && isPlace([lng, lat]) && radiusM > 0 && radiusM <= MAX_RADIUS_M;
  return isOne ? { mode: 4, centre: [lng, lat], radiusM } : null;
}

const parseNumber = (text: string): number | null => (/^-?\d{1,7}(\.\d{1,9})?$/.test(text) ? Number(text) : null);
const isPlace = (values: readonly number[]): boolean =>
  values.length === 2 && Math.abs(values[0]!) <= 180 && Math.abs(values[1]!) <= MAX_LAT;
