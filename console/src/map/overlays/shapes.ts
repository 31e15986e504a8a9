import type { LngLat } from '@fleetwarden/domain/coordinates';
import { EARTH_M, RAD } from '@fleetwarden/domain/geometry';
import type { MapBounds } from '../map-provider.ts';

/** Line style: colour #RRGGBB, width in CSS px, opacity 0-1, dash in px on and off. */
export type Stroke = {
  readonly colour: string;
  readonly width: number;
  readonly opacity?: number;
  readonly dash?: readonly number[];
};

/** Edge and fill of an area. */
export type AreaStyle = { readonly stroke: Stroke; readonly fill?: string; readonly fillOpacity?: number };

export type LineShape = {
  readonly kind: 'line';
  readonly points: readonly LngLat[];
  readonly stroke: Stroke;
  /** Colours of segments that differ from the stroke's, by their first point. */
  readonly colours?: readonly (string | undefined)[];
};
type PolygonShape = { readonly kind: 'polygon'; readonly ring: readonly LngLat[]; readonly style: AreaStyle };
type RectangleShape = { readonly kind: 'rectangle'; readonly bounds: MapBounds; readonly style: AreaStyle };
type CircleShape = {
  readonly kind: 'circle';
  readonly centre: LngLat;
  readonly radiusM: number;
  readonly style: AreaStyle;
};
/** Text in a box above its position. */
export type LabelShape = {
  readonly kind: 'label';
  readonly at: LngLat;
  readonly text: string;
  readonly colour?: string;
  /** Size of what it names, degrees: it is hidden while that is smaller than MIN_LABELLED_PX. */
  readonly span?: number;
};
/** A pin with its tip on the position; `text` is one or two characters. */
export type PinShape = { readonly kind: 'pin'; readonly at: LngLat; readonly colour: string; readonly text?: string };

/** A small sign: a square for a stop, a triangle below it for an alarm (design: "The map"), or a flag. */
export type BadgeShape = {
  readonly kind: 'badge';
  readonly at: LngLat;
  readonly form: 'square' | 'triangle' | 'flag';
  /** #RRGGBB */
  readonly colour: string;
  readonly text?: string;
};

/** Glowing spots; `weight`: 0-1, larger and redder the closer to 1. */
export type HeatShape = {
  readonly kind: 'heat';
  readonly spots: readonly { readonly at: LngLat; readonly weight: number }[];
};

/** A shape over a base map. Positions are WGS-84 degrees. */
export type Shape = LineShape | PolygonShape | RectangleShape | CircleShape | LabelShape | PinShape | BadgeShape | HeatShape;
export type AreaShape = PolygonShape | RectangleShape | CircleShape;
/** Shapes at a single position. */
type SignShape = LabelShape | PinShape | BadgeShape;

export const isSign = (shape: Shape): shape is SignShape =>
  shape.kind === 'label' || shape.kind === 'pin' || shape.kind === 'badge';

/** Specification 4: line of a tracked vehicle. */
export const TRACKING_STROKE: Stroke = { colour: '#FF0000', width: 3, opacity: 0.8 };
/** Specification 9: distance tool. */
export const MEASURE = { width: 2, opacity: 0.8 } as const;
/** An area that is smaller on the screen has no label: it would hide vehicles and clusters around it. */
export const MIN_LABELLED_PX = 24;
/** Specification 9: width of a label's box, px. */
export const LABEL_BOX = 100;

/** Corners of a drawn circle. */
const CIRCLE_CORNERS = 72;

/** The position `metres` away in a direction (degrees from north), on the sphere. */
export function placeFrom([lng, lat]: LngLat, metres: number, direction: number): LngLat {
  const arc = metres / EARTH_M;
  const [sinLat, cosLat] = [Math.sin(lat * RAD), Math.cos(lat * RAD)];
  const sinTo = sinLat * Math.cos(arc) + cosLat * Math.sin(arc) * Math.cos(direction * RAD);
  const east = Math.atan2(Math.sin(direction * RAD) * Math.sin(arc) * cosLat, Math.cos(arc) - sinLat * sinTo);
  return [lng + east / RAD, Math.asin(Math.min(Math.max(sinTo, -1), 1)) / RAD];
}

/** The corners of an area in order; circles are round on the ground in every projection. */
export function ringOf(shape: AreaShape): readonly LngLat[] {
  switch (shape.kind) {
    case 'polygon':
      return shape.ring;
    case 'rectangle': {
      const [west, south, east, north] = shape.bounds;
      return [
        [west, north],
        [east, north],
        [east, south],
        [west, south],
      ];
    }
    case 'circle':
      return Array.from({ length: CIRCLE_CORNERS }, (_, i) => placeFrom(shape.centre, shape.radiusM, (360 / CIRCLE_CORNERS) * i));
  }
}

/** The positions that define a shape. */
export function placesOf(shape: Shape): readonly LngLat[] {
  if (shape.kind === 'line') return shape.points;
  if (shape.kind === 'heat') return shape.spots.map(({ at }) => at);
  if (isSign(shape)) return [shape.at];
  return ringOf(shape);
}

/** The bounds of the positions; null for none. */
export function boundsOfPlaces(places: readonly LngLat[]): MapBounds | null {
  if (places.length === 0) return null;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lng, lat] of places) {
    west = Math.min(west, lng);
    east = Math.max(east, lng);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  return [west, south, east, north];
}
