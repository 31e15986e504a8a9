/**
 * The part of Baidu's JS API GL 1.0 that the console uses, by its published declarations (`bmapgl`). Degrees are BD-09, pixels
 * CSS px from the top left corner.
 */
export type BaiduPoint = { readonly lng: number; readonly lat: number };
type BaiduPixel = { readonly x: number; readonly y: number };
export type BaiduEvent = { readonly type: string; readonly point?: BaiduPoint; readonly pixel?: BaiduPixel };

export type BaiduMap = {
  centerAndZoom(center: BaiduPoint, zoom: number): void;
  setViewport(view: { center: BaiduPoint; zoom: number }, options?: { enableAnimation?: boolean }): void;
  getCenter(): BaiduPoint;
  getZoom(): number;
  pointToPixel(point: BaiduPoint): BaiduPixel;
  setMapType(type: unknown): void;
  setTrafficOn(): void;
  setTrafficOff(): void;
  setMapStyleV2(style: { styleJson: BaiduStyleRule[] }): void;
  setMinZoom(zoom: number): void;
  setMaxZoom(zoom: number): void;
  setHeading(heading: number): void;
  setTilt(tilt: number): void;
  setDefaultCursor(cursor: string): void;
  enableDragging(): void;
  disableDragging(): void;
  enableScrollWheelZoom(): void;
  enableDoubleClickZoom(): void;
  disableDoubleClickZoom(): void;
  enableKeyboard(): void;
  addEventListener(event: string, handler: (event: BaiduEvent) => void): void;
  removeEventListener(event: string, handler: (event: BaiduEvent) => void): void;
  /** Missing from the declarations, but there since 1.0. */
  destroy?(): void;
};

export type BaiduStyleRule = {
  featureType?: string;
  elementType?: string;
  stylers: { color?: string; visibility?: string; weight?: string };
};

type BaiduPoi = { readonly title: string; readonly point: BaiduPoint; readonly address: string };
export type BaiduLocalResult = { getPoi(i: number): BaiduPoi; getCurrentNumPois(): number };
type BaiduLocalSearch = { search(keyword: string): void; getStatus(): number };

export type BaiduSdk = {
  Map: new (container: HTMLElement, options?: { minZoom?: number; maxZoom?: number; enableMapClick?: boolean }) => BaiduMap;
  Point: new (lng: number, lat: number) => BaiduPoint;
  LocalSearch: new (
    location: BaiduMap,
    options?: { pageCapacity?: number; onSearchComplete?: (results: BaiduLocalResult | BaiduLocalResult[]) => void },
  ) => BaiduLocalSearch;
  Geocoder: new () => {
    getPoint(address: string, callback: (point: BaiduPoint | null) => void, city: string): void;
    getLocation(point: BaiduPoint, callback: (result: { address: string } | null) => void): void;
  };
};

/** Globals that the script defines. */
export type BaiduPage = {
  BMapGL?: BaiduSdk;
  BMAP_NORMAL_MAP?: unknown;
  BMAP_SATELLITE_MAP?: unknown;
};

/** Service status by Baidu's numbers (BMAP_STATUS_...). */
export const BAIDU_STATUS = { success: 0, invalidKey: 4 } as const;
