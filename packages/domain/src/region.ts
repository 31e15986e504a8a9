import type { LngLat } from './coordinates.ts';
import { greatCircleKm } from './geometry.ts';
import { pathKm } from './path.ts';
import { stretchesOf } from './region-reach.ts';
import { type Bounds, boundsM2, crossesItself, isWithin, ringM2, ringsTest } from './ring.ts';

/** Part of the map that vehicles are looked for in, by drawing mode (specification 4); WGS-84 degrees and metres. */
export type Region =
  | { readonly mode: 1; readonly bounds: Bounds }
  | { readonly mode: 2; readonly ring: readonly LngLat[] }
  /** As far as `bufferM` to either side. */
  | { readonly mode: 3; readonly points: readonly LngLat[]; readonly bufferM: number }
  | { readonly mode: 4; readonly centre: LngLat; readonly radiusM: number };

/** Screen catalogue 3.2: what is larger, or has more corners, is refused: 区域过大. */
export const MAX_REGION_KM2 = 5_000;
export const MAX_REGION_VERTICES = 100;
/** Screen catalogue 3.2: how far beside a line vehicles are found, metres. */
export const REGION_BUFFER_M = { least: 50, usual: 200, most: 2_000 } as const;

/** km²; of a line what it reaches at the most, with both ends. */
export function regionAreaKm2(region: Region): number {
  switch (region.mode) {
    case 1:
      return boundsM2(region.bounds) / 1e6;
    case 2:
      return ringM2(region.ring) / 1e6;
    case 3: {
      const width = (2 * region.bufferM) / 1_000;
      return pathKm(region.points) * width + (Math.PI * width * width) / 4;
    }
    case 4:
      return (Math.PI * region.radiusM * region.radiusM) / 1e6;
  }
}

const cornerCount = (region: Region): number =>
  region.mode === 2 ? region.ring.length : region.mode === 3 ? region.points.length : 0;

/** Whether a region is refused for its size. */
export const regionTooLarge = (region: Region): boolean =>
  regionAreaKm2(region) > MAX_REGION_KM2 || cornerCount(region) > MAX_REGION_VERTICES;

/** Whether it is not said what lies inside. Of what is too large anyway nothing is said. */
export const regionCrossesItself = (region: Region): boolean =>
  region.mode === 2 && region.ring.length <= MAX_REGION_VERTICES && crossesItself(region.ring);

/** Tells whether places (WGS-84 degrees) lie in a region, its edge included but for a ring's. */
export function regionTest(region: Region): (lng: number, lat: number) => boolean {
  switch (region.mode) {
    case 1:
      return (lng, lat) => isWithin(region.bounds, lng, lat);
    case 2:
      return ringsTest([region.ring]);
    case 3: {
      const { bufferM } = region;
      const stretches = stretchesOf(region);
      return (lng, lat) => stretches.some(({ bounds, distance }) => isWithin(bounds, lng, lat) && distance(lng, lat) <= bufferM);
    }
    case 4: {
      const { centre, radiusM } = region;
      return (lng, lat) => greatCircleKm(...centre, lng, lat) * 1_000 <= radiusM;
    }
  }
}
