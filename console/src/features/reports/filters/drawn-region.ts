import { regionAreaKm2 } from '@fleetwarden/domain/region';
import { regionBounds } from '@fleetwarden/domain/region-reach';
import { readRegionText, regionText, type WrittenRegion } from '@fleetwarden/domain/region-text';
import type { TFunction } from 'i18next';
import type { AreaStyle, Shape } from '../../../map/overlays/shapes.ts';
import type { Drawn } from '../../../map/tools/drawing.ts';
import { inUserUnits } from '../../../ui/units.ts';

/** Drawing modes of a report's region: rectangle, circle, polygon. */
export const DRAWN_MODES = [1, 4, 2] as const;
export type DrawnMode = (typeof DRAWN_MODES)[number];

/** Figures that define a region: edges, or centre and radius. A polygon can only be drawn. */
export const FIGURES: Readonly<Record<DrawnMode, readonly ('west' | 'south' | 'east' | 'north' | 'lng' | 'lat' | 'radius')[]>> = {
  1: ['west', 'south', 'east', 'north'],
  2: [],
  4: ['lng', 'lat', 'radius'],
};

const COLOUR = '#1F5FD6';
export const DRAWN_STYLE: AreaStyle = { stroke: { colour: COLOUR, width: 2 }, fill: COLOUR, fillOpacity: 0.12 };

/** The condition for a drawn shape; '' for an invalid one. */
export const formatDrawnRegion = (drawn: Drawn): string => (drawn.mode === 3 ? '' : regionText(drawn));

/** Figures of a region in a condition, in the order of FIGURES. */
export function readFigures(value: string): readonly string[] {
  const region = readRegionText(value);
  return region === null || region.mode === 2 ? [] : value.slice(2).split(',');
}

/** The condition for figures; incomplete ones are invalid. */
export const formatFigures = (mode: DrawnMode, figures: readonly string[]): string => `${mode}:${figures.join()}`;

/** The region's shape and bounds on the map. */
export function locateRegion(region: WrittenRegion) {
  const shape: Shape =
    region.mode === 1
      ? { kind: 'rectangle', bounds: region.bounds, style: DRAWN_STYLE }
      : region.mode === 2
        ? { kind: 'polygon', ring: region.ring, style: DRAWN_STYLE }
        : { kind: 'circle', centre: region.centre, radiusM: region.radiusM, style: DRAWN_STYLE };
  return { shapes: [shape], bounds: regionBounds(region, 0) };
}

/** Describes a region: its shape and size. */
export function describeRegion(t: TFunction, value: string): string {
  const region = readRegionText(value);
  if (region === null) return '';
  const km2 = Math.round(inUserUnits('area', regionAreaKm2(region)) * 100) / 100;
  return t('reports.drawnRegion', { shape: t(`reports.drawn${region.mode}`), km2 });
}
