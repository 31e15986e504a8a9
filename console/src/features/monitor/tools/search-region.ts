import type { RegionRequest } from '@fleetwarden/contract/region-search/schemas';
import {
  cornerCount,
  findRegionFault,
  MAX_REGION_KM2,
  MAX_REGION_VERTICES,
  REGION_BUFFER_M,
  type Region,
  regionAreaKm2,
} from '@fleetwarden/domain/region';
import type { TFunction } from 'i18next';
import type { AreaStyle, Shape } from '../../../map/overlays/shapes.ts';
import type { Drawn } from '../../../map/tools/drawing.ts';
import { formatNumber } from '../../../ui/format.ts';
import { inUserUnits } from '../../../ui/units.ts';

/** Converts a drawn shape into a search region. */
export function toRegion(drawn: Drawn, bufferM: number): Region {
  return drawn.mode === 3 ? { ...drawn, bufferM } : drawn;
}

/** Converts a region for the call, with copies of its read-only lists. */
export function toRegionQuery(region: Region): RegionRequest {
  switch (region.mode) {
    case 1:
      return { mode: 1, bounds: [...region.bounds] };
    case 2:
      return { mode: 2, ring: region.ring.map(([lng, lat]) => [lng, lat]) };
    case 3:
      return { mode: 3, points: region.points.map(([lng, lat]) => [lng, lat]), bufferM: region.bufferM };
    case 4:
      return { mode: 4, centre: [region.centre[0], region.centre[1]], radiusM: region.radiusM };
  }
}

/** Parses the buffer of a line; the default if it is no number. */
export function parseBuffer(text: string): number {
  const metres = Number(text);
  if (text.trim() === '' || !Number.isFinite(metres)) return REGION_BUFFER_M.usual;
  return Math.min(Math.max(Math.round(metres), REGION_BUFFER_M.least), REGION_BUFFER_M.most);
}

/** The map shape of a region. */
export function toShape(region: Region, style: AreaStyle): Shape {
  switch (region.mode) {
    case 1:
      return { kind: 'rectangle', bounds: region.bounds, style };
    case 2:
      return { kind: 'polygon', ring: region.ring, style };
    case 3:
      return { kind: 'line', points: region.points, stroke: { ...style.stroke, width: 4 } };
    case 4:
      return { kind: 'circle', centre: region.centre, radiusM: region.radiusM, style };
  }
}

/** Stroke and fill of drawings. */
export const drawingStyle = (colour: string): AreaStyle => ({
  stroke: { colour, width: 2, opacity: 0.8 },
  fill: colour,
  fillOpacity: 0.12,
});

/** Why a region is not searched, with the limit and its own size; null if it is. */
export function describeRegionFault(region: Region, when: 'now' | 'past', language: string, t: TFunction): string | null {
  const figures = (max: number, size: number) => ({
    max: formatNumber(language, max),
    // an area just above the limit is not shown as the limit
    size: formatNumber(language, Math.ceil(size)),
  });
  switch (findRegionFault(region, when)) {
    case 'area':
      return t('mapTools.tooLarge', figures(inUserUnits('area', MAX_REGION_KM2), inUserUnits('area', regionAreaKm2(region))));
    case 'corners':
      return t('mapTools.tooManyCorners', figures(MAX_REGION_VERTICES, cornerCount(region)));
    case null:
      return null;
  }
}
