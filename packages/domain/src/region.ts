import type { LngLat } from './coordinates.ts';
import { pathKm } from './path.ts';
import { type Bounds, boundsM2, crossesItself, ringM2 } from './ring.ts';

/** Part of the map that vehicles are looked for in, by drawing mode (specification 4); WGS-84 degrees and metres. */
export type Region =
  | { readonly mode: 1; readonly bounds: Bounds }
  | { readonly mode: 2; readonly ring: readonly LngLat[] }
  /** As far as `bufferM` to either side. */
  | { readonly mode: 3; readonly points: readonly LngLat[]; readonly bufferM: number }
  | { readonly mode: 4; readonly centre: LngLat; readonly radiusM: number };

/** Screen catalogue 3.2: larger regions of the past, and regions with more corners, are refused: 区域过大. */
export const MAX_REGION_KM2 = 5_000;
export const MAX_REGION_VERTICES = 100;
/** Screen catalogue 3.2: buffer on both sides of a line, metres. */
export const REGION_BUFFER_M = { least: 50, usual: 200, most: 2_000 } as const;

/** km²; for a line an upper bound of its buffer, with both ends. */
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

export const cornerCount = (region: Region): number =>
  region.mode === 2 ? region.ring.length : region.mode === 3 ? region.points.length : 0;

/** What a region is refused for. A search of current positions costs the same for any area. */
export function findRegionFault(region: Region, when: 'now' | 'past'): 'corners' | 'area' | null {
  if (cornerCount(region) > MAX_REGION_VERTICES) return 'corners';
  return when === 'past' && regionAreaKm2(region) > MAX_REGION_KM2 ? 'area' : null;
}

/** Whether the outline crosses itself. False for regions that are too large anyway. */
export const regionCrossesItself = (region: Region): boolean =>
  region.mode === 2 && region.ring.length <= MAX_REGION_VERTICES && crossesItself(region.ring);
