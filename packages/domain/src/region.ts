import type { LngLat } from './coordinates.ts';
import { greatCircleKm } from './geometry.ts';
import { pathKm } from './path.ts';
import { stretchesOf } from './region-reach.ts';
import { type Bounds, boundsM2, crossesItself, isWithin, ringM2, ringsTest } from './ring.ts';

/** A region for vehicle search, by drawing mode (specification 4); WGS-84 degrees and metres. */
export type Region =
  | { readonly mode: 1; readonly bounds: Bounds }
  | { readonly mode: 2; readonly ring: readonly LngLat[] }
  /** Extends `bufferM` to either side. */
  | { readonly mode: 3; readonly points: readonly LngLat[]; readonly bufferM: number }
  | { readonly mode: 4; readonly centre: LngLat; readonly radiusM: number };

/** Screen catalogue 3.2: larger regions, or ones with more corners, are rejected: 区域过大. */
export const MAX_REGION_KM2 = 5_000;
export const MAX_REGION_VERTICES = 100;
/** Screen catalogue 3.2: width of the buffer beside a line, metres. */
export const REGION_BUFFER_M = { least: 50, usual: 200, most: 2_000 } as const;

/** km²; of a line an upper bound, with both ends. */
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

/** Whether a region is too large. */
export const regionTooLarge = (region: Region): boolean =>
  regionAreaKm2(region) > MAX_REGION_KM2 || cornerCount(region) > MAX_REGION_VERTICES;

/** Whether a polygon crosses itself, so that its inside is undefined. Not checked for regions that are too large. */
export const regionCrossesItself = (region: Region): boolean =>
  region.mode === 2 && region.ring.length <= MAX_REGION_VERTICES && crossesItself(region.ring);

/** Returns a point-in-region test (WGS-84 degrees), edges included except those of polygons. */
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
