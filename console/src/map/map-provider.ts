import type { Camera } from './mercator.ts';
import type { MapPalette } from './palette.ts';

/** Where a map looks: WGS-84 degrees, zoom as of 512 px tiles. */
export type MapPosition = { readonly lng: number; readonly lat: number; readonly zoom: number };

type BaseMapEvents = {
  /** A frame was drawn: the view may be another. */
  frame(camera: Camera): void;
  /** The view came to rest. */
  moveEnd(): void;
  /** The pointer is over this point, CSS px; null: it left. */
  hover(point: { x: number; y: number } | null): void;
  click(point: { x: number; y: number }): void;
};

/** One map on the page. North is up and the view is flat: an operator's map is read, not flown through. */
export type BaseMap = {
  position(): MapPosition;
  camera(): Camera;
  /** [west, south, east, north], WGS-84 degrees. */
  bounds(): [number, number, number, number];
  /** Puts a place into the middle of what can be seen: `coveredBelow` CSS px at the lower edge lie under something. */
  moveTo(position: MapPosition, animate: boolean, coveredBelow?: number): void;
  zoomBy(steps: number): void;
  restyle(palette: MapPalette, language: string): void;
  /** The whole country. */
  home(): void;
  setPointer(overVehicle: boolean): void;
  remove(): void;
};

/**
 * A source of base maps. Positions in and out are WGS-84; a provider whose tiles are in another system converts at its own edge.
 * `create` throws `MapUnavailable` where the browser cannot draw.
 */
export type MapProvider = {
  readonly name: string;
  create(options: {
    container: HTMLElement;
    palette: MapPalette;
    position: MapPosition | null;
    language: string;
    events: BaseMapEvents;
  }): BaseMap;
};

/** The browser gives no WebGL: no driver, switched off, or too many contexts. */
export class MapUnavailable extends Error {}
