import type { Camera } from '@fleetwarden/domain/mercator';
import type { MapPalette } from './palette.ts';
import type { Projection } from './projection.ts';

/** Where a map looks: WGS-84 degrees, zoom as of 512 px tiles. */
export type MapPosition = { readonly lng: number; readonly lat: number; readonly zoom: number };

/** [west, south, east, north], WGS-84 degrees. */
export type MapBounds = readonly [west: number, south: number, east: number, north: number];

/** CSS px from the map's top left corner. */
export type ScreenPoint = { readonly x: number; readonly y: number };

/** What lies under everything else. `traffic`: the plain map with the state of the roads. */
export type Ground = 'normal' | 'satellite' | 'traffic';

/** What a search found, WGS-84 degrees. */
export type Place = { readonly name: string; readonly address: string; readonly lng: number; readonly lat: number };

/** Specification 4: 1 Baidu-style, 2 Amap-style, 3 Tencent-style. 0 is the map that needs no key. */
export type MapMode = 0 | 1 | 2 | 3;

/**
 * Why a provider's map does not come: its script was `blocked` (network, policy of the page), nothing came in time, the provider
 * `refused` the key, or the browser cannot draw.
 */
export type MapFault = 'blocked' | 'timeout' | 'refused' | 'noWebGl';

export type BaseMapEvents = {
  /** A frame was drawn: the view may be another. */
  frame(camera: Camera): void;
  /** The view is on its way. */
  move?(): void;
  /** The view came to rest. */
  moveEnd(): void;
  /** The pointer is over this point; null: it left. */
  hover(point: ScreenPoint | null): void;
  click(point: ScreenPoint): void;
  dblclick?(point: ScreenPoint): void;
  /** The map was opened and yet does not come up. */
  failed?(fault: MapFault): void;
};

/** One map on the page. North is up and the view is flat: an operator's map is read, not flown through. */
export type BaseMap = {
  readonly projection: Projection;
  position(): MapPosition;
  camera(): Camera;
  bounds(): MapBounds;
  /** Puts a place into the middle of what can be seen: `coveredBelow` CSS px at the lower edge lie under something. */
  moveTo(position: MapPosition, animate: boolean, coveredBelow?: number): void;
  zoomBy(steps: number): void;
  /** Shows all of it, with `padding` CSS px round it. */
  fitBounds(bounds: MapBounds, animate: boolean, padding?: number): void;
  /** The container has another size. */
  resize(): void;
  restyle(palette: MapPalette, language: string): void;
  /** Those this map has; the first is shown at the start. */
  readonly grounds: readonly Ground[];
  setGround(ground: Ground): void;
  /** The whole country. */
  home(): void;
  setPointer(overVehicle: boolean): void;
  /** A tool that takes clicks and drags for itself switches off what they do to the view. */
  setGestures(gestures: { readonly drag: boolean; readonly doubleClickZoom: boolean }): void;
  /** Places of that name, nearest to the view first where the provider does so; none: an empty list. Throws `MapServiceFault`. */
  search(text: string): Promise<Place[]>;
  /** The address there; null where none is known. Throws `MapServiceFault`. */
  addressOf(lng: number, lat: number): Promise<string | null>;
  /** Whether another page can be given it as it is; without this it can. */
  usable?(): boolean;
  remove(): void;
};

/**
 * A source of base maps, loaded. Positions in and out are WGS-84; a provider whose tiles are in another system converts at its own
 * edge, by its `projection`. Pages get their map from `map-host.ts`. `create` throws `MapUnavailable` where the browser cannot draw.
 */
export type MapProvider = {
  readonly name: string;
  /** The same for providers whose maps are alike: those of one source or key. */
  readonly id: string;
  readonly mode: MapMode;
  create(options: {
    container: HTMLElement;
    palette: MapPalette;
    position: MapPosition | null;
    language: string;
    events: BaseMapEvents;
  }): BaseMap;
};

/** China from Kashgar to Fuyuan, with the sea in the south: what `home` shows. */
export const CHINA: MapBounds = [73.5, 17.5, 135, 53.6];
/** CSS px round it. */
export const HOME_PADDING = 24;

/** The browser gives no WebGL: no driver, switched off, or too many contexts; or a provider's map does not come. */
export class MapUnavailable extends Error {
  readonly fault: MapFault;
  constructor(message: string, fault: MapFault = 'noWebGl') {
    super(message);
    this.fault = fault;
  }
}

/** A provider's search or address service did not answer, or refused the key. */
export class MapServiceFault extends Error {
  readonly fault: MapFault;
  constructor(message: string, fault: MapFault) {
    super(message);
    this.fault = fault;
  }
}
