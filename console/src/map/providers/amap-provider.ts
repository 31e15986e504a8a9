import { type BaseMap, type Ground, type MapProvider, MapServiceFault, type Place } from '../map-provider.ts';
import type { MapPalette } from '../palette.ts';
import { rgbOf } from '../palette.ts';
import { gcjMercator } from '../projection.ts';
import type { AmapHandler, AmapLayer, AmapLngLat, AmapPage, AmapSdk } from './amap-sdk.ts';
import { loadScript } from './script-loader.ts';
import { frameSdk } from './sdk-map.ts';
import { answered } from './service-call.ts';

/** Specification 7.5: version 1.4.15 with ranging, mouse tool, geocoder and place search. */
const VERSION = '1.4.15';
const PLUGINS = ['AMap.RangingTool', 'AMap.MouseTool', 'AMap.Geocoder', 'AMap.PlaceSearch'] as const;
/** Edge of the world at zoom 0, CSS px. */
const WORLD_AT_ZERO = 256;
const ZOOMS: [number, number] = [3, 20];
const RESULTS = 10;
const STYLE = { light: 'amap://styles/whitesmoke', dark: 'amap://styles/dark' } as const;
const STARTS = [
  'movestart',
  'mapmove',
  'moveend',
  'zoomstart',
  'zoomchange',
  'zoomend',
  'dragstart',
  'dragging',
  'dragend',
  'resize',
] as const;
/** Prefixes of the services' messages for a refused key. */
const KEY_REFUSED = /^(INVALID_USER|USERKEY_|INSUFFICIENT_PRIVILEGES|USER_KEY|DAILY_QUERY_OVER_LIMIT)/;

/** Mode 2: loads Amap with the platform's key; `code` is the security code of keys issued since 2021, or ''. */
export async function loadAmap(key: string, code: string): Promise<MapProvider> {
  const page = window as unknown as AmapPage;
  // The script reads it while it starts.
  if (code !== '') page._AMapSecurityConfig = { securityJsCode: code };
  const sdk = await loadScript<AmapSdk>({
    url: (callback) =>
      `https://webapi.amap.com/maps?v=${VERSION}&key=${encodeURIComponent(key)}&plugin=${PLUGINS.join(',')}&callback=${callback}`,
    found: () => page.AMap,
  });
  return { name: 'amap', id: `amap ${key}`, mode: 2, create: (options) => createAmap(sdk, options) };
}

function createAmap(
  sdk: AmapSdk,
  { container, palette, language, position, events }: Parameters<MapProvider['create']>[0],
): BaseMap {
  const map = new sdk.Map(container, {
    zooms: ZOOMS,
    // its 2D mode supports whole zoom steps only
    viewMode: '3D',
    pitch: 0,
    pitchEnable: false,
    rotateEnable: false,
    resizeEnable: true,
    expandZoomRange: true,
    isHotspot: false,
    jogEnable: false,
    mapStyle: buildStyle(palette),
    lang: languageOf(language),
  });
  const frame = frameSdk(
    container,
    {
      projection: gcjMercator,
      worldAtZero: WORLD_AT_ZERO,
      centre: () => degrees(map.getCenter()),
      zoom: () => map.getZoom(),
      setView: ([lng, lat], zoom, animate) => {
        map.setStatus({ animateEnable: animate });
        map.setZoomAndCenter(zoom, [lng, lat]);
      },
      pixelOf: ([lng, lat]) => {
        const pixel = map.lngLatToContainer([lng, lat]);
        return pixel && { x: pixel.getX(), y: pixel.getY() };
      },
    },
    events,
  );
  const handlers: Record<string, AmapHandler> = {
    ...Object.fromEntries(STARTS.map((name) => [name, frame.stir])),
    complete: frame.ready,
    click: ({ pixel }) => pixel && events.click(point(pixel)),
    dblclick: ({ pixel }) => pixel && events.dblclick?.(point(pixel)),
    mousemove: ({ pixel }) => pixel && events.hover(point(pixel)),
    mouseout: () => events.hover(null),
  };
  for (const [name, handler] of Object.entries(handlers)) map.on(name, handler);
  if (position) frame.moveTo(position, false);
  else frame.home();
  const ground = createGrounds(sdk);

  return {
    ...frame,
    grounds: ['normal', 'satellite', 'traffic'],
    setGround: (next) => ground.show(next, (layer, on) => layer.setMap(on ? map : null)),
    restyle: (next, nextLanguage) => {
      map.setMapStyle(buildStyle(next));
      map.setLang(languageOf(nextLanguage));
    },
    setPointer: (overVehicle) => map.setDefaultCursor(overVehicle ? 'pointer' : 'default'),
    setGestures: ({ drag, doubleClickZoom }) => map.setStatus({ dragEnable: drag, doubleClickZoom }),
    search: (text) => searchAmap(sdk, text),
    addressOf: (lng, lat) => {
      const [x, y] = gcjMercator.worldToNative(...gcjMercator.toWorld(lng, lat));
      return answered<string | null>('amap address', (resolve, reject) =>
        new sdk.Geocoder({ extensions: 'base' }).getAddress([x, y], (status, result) => {
          if (refused(result)) reject(new MapServiceFault(`amap address: ${String(result)}`, 'refused'));
          else resolve((status === 'complete' && typeof result !== 'string' && result.regeocode?.formattedAddress) || null);
        }),
      );
    },
    remove: () => {
      frame.stop();
      for (const [name, handler] of Object.entries(handlers)) map.off(name, handler);
      map.destroy();
    },
  };
}

const point = (pixel: { getX(): number; getY(): number }) => ({ x: pixel.getX(), y: pixel.getY() });
const degrees = (place: AmapLngLat): [number, number] => [place.getLng(), place.getLat()];
const refused = (result: unknown): boolean => typeof result === 'string' && KEY_REFUSED.test(result);
const languageOf = (language: string): 'zh_cn' | 'en' => (/^(zh|ja)/.test(language) ? 'zh_cn' : 'en');

/** Its muted style for the console's theme. */
function buildStyle({ land }: MapPalette): string {
  const [red, green, blue] = rgbOf(land);
  return red + green + blue < 1.5 ? STYLE.dark : STYLE.light;
}

/** Layers over the plain map, created on first use. */
function createGrounds(sdk: AmapSdk) {
  const made = new Map<Ground, AmapLayer[]>();
  const make: Record<Ground, () => AmapLayer[]> = {
    normal: () => [],
    satellite: () => [new sdk.TileLayer.Satellite(), new sdk.TileLayer.RoadNet()],
    traffic: () => [new sdk.TileLayer.Traffic({ autoRefresh: true })],
  };
  let shown: Ground = 'normal';
  return {
    show(ground: Ground, put: (layer: AmapLayer, on: boolean) => void) {
      for (const layer of made.get(shown) ?? []) put(layer, false);
      const layers = made.get(ground) ?? make[ground]();
      made.set(ground, layers);
      for (const layer of layers) put(layer, true);
      shown = ground;
    },
  };
}

/** Searches by name, then as an address. */
async function searchAmap(sdk: AmapSdk, text: string): Promise<Place[]> {
  const place = (name: string, address: string, at: AmapLngLat): Place => {
    const [lng, lat] = gcjMercator.fromWorld(...gcjMercator.nativeToWorld(...degrees(at)));
    return { name, address, lng, lat };
  };
  const named = await answered<Place[]>('amap search', (resolve, reject) =>
    new sdk.PlaceSearch({ pageSize: RESULTS }).search(text, (status, result) => {
      if (refused(result)) return reject(new MapServiceFault(`amap search: ${String(result)}`, 'refused'));
      const pois = status === 'complete' && typeof result !== 'string' ? (result.poiList?.pois ?? []) : [];
      return resolve(
        pois.flatMap(({ name, address, location }) => (location ? [place(name, String(address ?? ''), location)] : [])),
      );
    }),
  );
  if (named.length > 0) return named;
  return answered<Place[]>('amap geocoder', (resolve, reject) =>
    new sdk.Geocoder().getLocation(text, (status, result) => {
      if (refused(result)) return reject(new MapServiceFault(`amap geocoder: ${String(result)}`, 'refused'));
      const found = status === 'complete' && typeof result !== 'string' ? (result.geocodes ?? []) : [];
      return resolve(found.map(({ formattedAddress, location }) => place(formattedAddress, formattedAddress, location)));
    }),
  );
}
