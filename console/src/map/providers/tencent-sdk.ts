/**
 * The part of Tencent's JavaScript API GL that the console uses, with its service library, by its published declarations
 * (`tmap-gl-types`). Degrees are GCJ-02, points CSS px from the top left corner.
 */
export type TencentLatLng = { getLat(): number; getLng(): number };
type TencentPlace = TencentLatLng | { lat: number; lng: number };
export type TencentEvent = { readonly type: string; readonly latLng?: TencentLatLng; readonly point?: { x: number; y: number } };
export type TencentHandler = (event: TencentEvent) => void;
type TencentGround =
  | { type: 'vector' }
  | { type: 'satellite'; features?: ('base' | 'road')[] }
  | { type: 'traffic'; features?: ('base' | 'flow')[] };

export type TencentOptions = {
  center?: TencentLatLng;
  zoom?: number;
  minZoom?: number;
  maxZoom?: number;
  pitch?: number;
  rotation?: number;
  pitchable?: boolean;
  rotatable?: boolean;
  showControl?: boolean;
  viewMode?: '2D' | '3D';
  baseMap?: TencentGround | TencentGround[];
};

export type TencentMap = {
  getCenter(): TencentLatLng;
  getZoom(): number;
  setCenter(center: TencentLatLng): unknown;
  setZoom(zoom: number): unknown;
  easeTo(status: { center?: TencentLatLng; zoom?: number }, options?: { duration: number }): unknown;
  projectToContainer(place: TencentLatLng): { x: number; y: number };
  setBaseMap(ground: TencentGround | TencentGround[]): unknown;
  setDraggable(on: boolean): unknown;
  setDoubleClickZoom(on: boolean): unknown;
  on(event: string, handler: TencentHandler): unknown;
  off(event: string, handler: TencentHandler): unknown;
  destroy(): void;
};

export type TencentSdk = {
  Map: new (container: HTMLDivElement, options: TencentOptions) => TencentMap;
  LatLng: new (lat: number, lng: number) => TencentLatLng;
  service: {
    Search: new (options?: {
      pageSize?: number;
    }) => {
      searchRegion(options: {
        keyword: string;
        cityName: string;
        autoExtend?: boolean;
        referenceLocation?: TencentLatLng;
      }): Promise<{ data: { title: string; address: string; location: TencentPlace }[] }>;
    };
    Geocoder: new () => {
      getAddress(options: { location: TencentLatLng }): Promise<{
        result: { address: string; formatted_addresses?: { recommend?: string } };
      }>;
      getLocation(options: { address: string }): Promise<{ result: { title: string; location: TencentPlace } }>;
    };
  };
};

/** Globals that the script defines. */
export type TencentPage = { TMap?: TencentSdk };
