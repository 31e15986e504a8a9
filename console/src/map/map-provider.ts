import type { Camera } from '@fleetwarden/domain/mercator';
import type { MapPalette } from './palette.ts';
import type { Projection } from './projection.ts';

/** Centre in WGS-84 degrees and zoom for 512 px tiles. */
export type MapPosition = { readonly lng: number; readonly lat: number; readonly zoom: number };

/** [west, south, east, north], WGS-84 degrees. */
export type MapBounds = readonly [west: number, south: number, east: number, north: number];

/** CSS px from the map's top left corner. */
export type ScreenPoint = { readonly x: number; readonly y: number };

/** Ground layer. `traffic`: the normal map with road conditions. */
export type Ground = 'normal' | 'satellite' | 'traffic';

/** A search result, WGS-84 degrees. */
export type Place = { readonly name: string; readonly address: string; readonly lng: number; readonly lat: number };

/** Specification 4: 1 Baidu-style, 2 Amap-style, 3 Tencent-style. 0 is the keyless map. */
export type MapMode = 0 | 1 | 2 | 3;

/**
 * Why a provider's map failed: the script was `blocked` (network or policy), nothing loaded in time, the provider `refused` the
 * key, or the browser lacks WebGL.
 */
export type MapFault = 'blocked' | 'timeout' | 'refused' | 'noWebGl';

export type BaseMapEvents = {
  /** A frame was drawn; the view may have changed. */
  frame(camera: Camera): void;
  /** The view is moving. */
  move?(): void;
  /** The view stopped moving. */
  moveEnd(): void;
  /** The pointer position; null: it left. */
  hover(point: ScreenPoint | null): void;
  click(point: ScreenPoint): void;
  dblclick?(point: ScreenPoint): void;
  /** The map was created but failed to load. */
  failed?(fault: MapFault): void;
};

/** A map on the page. North is up and there is no tilt: operators read the map. */
export type BaseMap = {
  readonly projection: Projection;
  position(): MapPosition;
  camera(): Camera;
  bounds(): MapBounds;
  /** Centres a position in the visible part; `coveredBelow` CSS px at the lower edge are covered. */
  moveTo(position: MapPosition, animate: boolean, coveredBelow?: number): void;
  zoomBy(steps: number): void;
  /** Fits the bounds, with `padding` in CSS px. `maxZoom` is for maps whose ground is empty beyond a zoom. */
  fitBounds(bounds: MapBounds, animate: boolean, padding?: number, maxZoom?: number): void;
  /** The container was resized. */
  resize(): void;
  restyle(palette: MapPalette, language: string): void;
  /** Available grounds; the first is the initial one. */
  readonly grounds: readonly Ground[];
  setGround(ground: Ground): void;
  /** Zoom beyond which the ground is empty, so that locating stops there; undefined: it has streets. */
  readonly emptyBeyond?: number;
  /** Shows the whole country. */
  home(): void;
  setPointer(overVehicle: boolean): void;
  /** Switches dragging and double-click zoom on or off, for tools that use them. */
  setGestures(gestures: { readonly drag: boolean; readonly doubleClickZoom: boolean }): void;
  /** Searches places, nearest first where the provider supports it. Throws `MapServiceFault`. */
  search(text: string): Promise<Place[]>;
  /** The address of a position; null if unknown. Throws `MapServiceFault`. */
  addressOf(lng: number, lat: number): Promise<string | null>;
  /** Whether another page can reuse the map; default: yes. */
  usable?(): boolean;
  remove(): void;
};

/**
 * A loaded source of base maps. Positions are WGS-84; providers convert by their `projection`. Pages get maps from `map-host.ts`.
 * `create` throws `MapUnavailable` if the browser cannot draw.
 */
export type MapProvider = {
  readonly name: string;
  /** Equal for providers with interchangeable maps: same source or key. */
  readonly id: string;
  readonly mode: MapMode;
  /** `BaseMap.emptyBeyond` of its maps. */
  readonly emptyBeyond?: number;
  create(options: {
    container: HTMLElement;
    palette: MapPalette;
    position: MapPosition | null;
    language: string;
    events: BaseMapEvents;
  }): BaseMap;
};

/** China from Kashgar to Fuyuan including the southern sea, shown by `home`. */
export const CHINA: MapBounds = [73.5, 17.5, 135, 53.6];
/** Padding of `home`, CSS px. */
export const HOME_PADDING = 24;

/** No WebGL (driver missing, switched off, too many contexts), or the provider's map failed. */
export class MapUnavailable extends Error {
  readonly fault: MapFault;
  constructor(message: string, fault: MapFault = 'noWebGl') {
    super(message);
    this.fault = fault;
  }
}

/** A provider's search or address service failed or refused the key. */
export class MapServiceFault extends Error {
  readonly fault: MapFault;
  constructor(message: string, fault: MapFault) {
    super(message);
    this.fault = fault;
  }
}
