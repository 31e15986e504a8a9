import { regionAreaKm2 } from '@fleetwarden/domain/region';
import { regionBounds } from '@fleetwarden/domain/region-reach';
import { readRegionText, regionText, type WrittenRegion } from '@fleetwarden/domain/region-text';
import type { TFunction } from 'i18next';
import type { AreaStyle, Shape } from '../../../map/overlays/shapes.ts';
import type { Drawn } from '../../../map/tools/drawing.ts';

/** Modes in which a part of the map is drawn for a report: rectangle, circle, polygon. */
export const DRAWN_MODES = [1, 4, 2] as const;
export type DrawnMode = (typeof DRAWN_MODES)[number];

/** What a region is told by: its edges, or its centre and radius; a polygon is drawn. */
export const FIGURES: Readonly<Record<DrawnMode, readonly ('west' | 'south' | 'east' | 'north' | 'lng' | 'lat' | 'radius')[]>> = {
  1: ['west', 'south', 'east', 'north'],
  2: [],
  4: ['lng', 'lat', 'radius'],
};

const COLOUR = '#1F5FD6';
export const DRAWN_STYLE: AreaStyle = { stroke: { colour: COLOUR, width: 2 }, fill: COLOUR, fillOpacity: 0.12 };

/** What was drawn, as a condition; '' for what is none. */
export const textOfDrawn = (drawn: Drawn): string => (drawn.mode === 3 ? '' : regionText(drawn));

/** A region's figures as a condition has them, in the order of FIGURES. */
export function figuresOf(value: string): readonly string[] {
  const region = readRegionText(value);
  return region === null || region.mode === 2 ? [] : value.slice(2).split(',');
}

/** A condition of figures; what is not complete reads as none. */
export const textOfFigures = (mode: DrawnMode, figures: readonly string[]): string => `${mode}:${figures.join()}`;

/** How it lies on the map, and what it lies within. */
export function shownRegion(region: WrittenRegion) {
  const shape: Shape =
    region.mode === 1
      ? { kind: 'rectangle', bounds: region.bounds, style: DRAWN_STYLE }
      : region.mode === 2
        ? { kind: 'polygon', ring: region.ring, style: DRAWN_STYLE }
        : { kind: 'circle', centre: region.centre, radiusM: region.radiusM, style: DRAWN_STYLE };
  return { shapes: [shape], bounds: regionBounds(region, 0) };
}

/** A condition in words: the shape, and how large it is. */
export function regionName(t: TFunction, value: string): string {
  const region = readRegionText(value);
  if (region === null) return '';
  const km2 = Math.round(regionAreaKm2(region) * 100) / 100;
  return t('reports.drawnRegion', { shape: t(`reports.drawn${region.mode}`), km2 });
}
