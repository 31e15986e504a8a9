/**
 * The part of Amap's JS API 1.4.15 that the console uses, by its published declarations (`amap-js-api`, `-geocoder`,
 * `-place-search`). Degrees are GCJ-02, pixels CSS px from the top left corner.
 */
export type AmapLngLat = { getLng(): number; getLat(): number };
type AmapPixel = { getX(): number; getY(): number };
export type AmapEvent = { readonly type: string; readonly lnglat?: AmapLngLat; readonly pixel?: AmapPixel };
export type AmapHandler = (event: AmapEvent) => void;
type Degrees = [number, number];

export type AmapOptions = {
  center?: Degrees;
  zoom?: number;
  zooms?: Degrees;
  viewMode?: '2D' | '3D';
  pitch?: number;
  pitchEnable?: boolean;
  rotateEnable?: boolean;
  resizeEnable?: boolean;
  expandZoomRange?: boolean;
  isHotspot?: boolean;
  jogEnable?: boolean;
  mapStyle?: string;
  lang?: 'zh_cn' | 'en' | 'zh_en';
};

export type AmapMap = {
  getZoom(): number;
  getCenter(): AmapLngLat;
  setZoomAndCenter(zoom: number, center: Degrees): void;
  lngLatToContainer(place: Degrees): AmapPixel;
  setMapStyle(style: string): void;
  setLang(lang: 'zh_cn' | 'en' | 'zh_en'): void;
  setStatus(status: { dragEnable?: boolean; doubleClickZoom?: boolean; animateEnable?: boolean }): void;
  setDefaultCursor(cursor: string): void;
  on(event: string, handler: AmapHandler): unknown;
  off(event: string, handler: AmapHandler): unknown;
  destroy(): void;
};

export type AmapLayer = { setMap(map: AmapMap | null): void };

type AmapPoi = { readonly name: string; readonly address: string; readonly location: AmapLngLat | null };
export type AmapStatus = 'complete' | 'no_data' | 'error';

export type AmapSdk = {
  Map: new (container: HTMLElement, options?: AmapOptions) => AmapMap;
  TileLayer: {
    Satellite: new () => AmapLayer;
    RoadNet: new () => AmapLayer;
    Traffic: new (options?: { autoRefresh?: boolean }) => AmapLayer;
  };
  PlaceSearch: new (options?: {
    pageSize?: number;
  }) => {
    search(keyword: string, callback: (status: AmapStatus, result: string | { poiList?: { pois: AmapPoi[] } }) => void): void;
  };
  Geocoder: new (options?: {
    extensions?: 'base' | 'all';
  }) => {
    getAddress(
      place: Degrees,
      callback: (status: AmapStatus, result: string | { regeocode?: { formattedAddress: string } }) => void,
    ): void;
    getLocation(
      address: string,
      callback: (
        status: AmapStatus,
        result: string | { geocodes?: { formattedAddress: string; location: AmapLngLat }[] },
      ) => void,
    ): void;
  };
};

/** Globals that the script defines and reads. */
export type AmapPage = { AMap?: AmapSdk; _AMapSecurityConfig?: { securityJsCode: string } };
