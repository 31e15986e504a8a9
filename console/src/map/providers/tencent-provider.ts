import { type BaseMap, type Ground, type MapProvider, MapServiceFault, type Place } from '../map-provider.ts';
import type { MapPalette } from '../palette.ts';
import { rgbOf } from '../palette.ts';
import { gcjMercator } from '../projection.ts';
import { loadScript } from './script-loader.ts';
import { frameSdk } from './sdk-map.ts';
import { SERVICE_LIMIT_MS } from './service-call.ts';
import type { TencentHandler, TencentPage, TencentSdk } from './tencent-sdk.ts';

/** The drawing library of specification 7.5; the services are search and addresses. */
const LIBRARIES = ['tools', 'service'] as const;
/** Edge of the world at zoom 0, CSS px. */
const WORLD_AT_ZERO = 256;
const ZOOMS = { min: 3, max: 20 } as const;
const RESULTS = 10;
/** The country-wide region in its search API: a value, not a text. */
const WHOLE_COUNTRY = '全国';
const GLIDE_MS = 200;
const OPENING = { lat: 39.915, lng: 116.404, zoom: 5 } as const;
const STARTS = [
  'panstart',
  'pan',
  'panend',
  'dragstart',
  'drag',
  'dragend',
  'zoom',
  'center_changed',
  'bounds_changed',
  'resize',
] as const;
/** Its styles need a key; without one the light map is inverted with hues kept. */
const DARK_FILTER = 'invert(0.9) hue-rotate(180deg) saturate(0.6)';
/** Service status codes that concern the key. */
const KEY_REFUSED = new Set([110, 111, 112, 113, 120, 121, 190, 199, 311]);
const GROUND = {
  normal: { type: 'vector' },
  satellite: { type: 'satellite', features: ['base', 'road'] },
  traffic: [{ type: 'vector' }, { type: 'traffic', features: ['flow'] }],
} as const satisfies Record<Ground, unknown>;

/** Mode 3: loads Tencent's API GL with the platform's key. */
export async function loadTencent(key: string): Promise<MapProvider> {
  const sdk = await loadScript<TencentSdk>({
    url: (callback) =>
      `https://map.qq.com/api/gljs?v=1.exp&key=${encodeURIComponent(key)}&libraries=${LIBRARIES.join(',')}&callback=${callback}`,
    found: () => (window as unknown as TencentPage).TMap,
  });
  return { name: 'tencent', id: `tencent ${key}`, mode: 3, create: (options) => createTencent(sdk, options) };
}

function createTencent(sdk: TencentSdk, { container, palette, position, events }: Parameters<MapProvider['create']>[0]): BaseMap {
  const map = new sdk.Map(container as HTMLDivElement, {
    center: new sdk.LatLng(OPENING.lat, OPENING.lng),
    zoom: OPENING.zoom,
    minZoom: ZOOMS.min,
    maxZoom: ZOOMS.max,
    pitch: 0,
    rotation: 0,
    pitchable: false,
    rotatable: false,
    showControl: false,
    viewMode: '2D',
  });
  const frame = frameSdk(
    container,
    {
      projection: gcjMercator,
      worldAtZero: WORLD_AT_ZERO,
      centre: () => [map.getCenter().getLng(), map.getCenter().getLat()],
      zoom: () => map.getZoom(),
      setView: ([lng, lat], zoom, animate) => {
        const center = new sdk.LatLng(lat, lng);
        if (animate) map.easeTo({ center, zoom }, { duration: GLIDE_MS });
        else {
          map.setZoom(zoom);
          map.setCenter(center);
        }
      },
      pixelOf: ([lng, lat]) => map.projectToContainer(new sdk.LatLng(lat, lng)) ?? null,
    },
    events,
  );
  const handlers: Record<string, TencentHandler> = {
    ...Object.fromEntries(STARTS.map((name) => [name, frame.stir])),
    tilesloaded: frame.ready,
    click: ({ point }) => point && events.click({ x: point.x, y: point.y }),
    dblclick: ({ point }) => point && events.dblclick?.({ x: point.x, y: point.y }),
    mousemove: ({ point }) => point && events.hover({ x: point.x, y: point.y }),
    mouseout: () => events.hover(null),
  };
  for (const [name, handler] of Object.entries(handlers)) map.on(name, handler);
  if (position) frame.moveTo(position, false);
  else frame.home();

  let dark = isDark(palette);
  let ground: Ground = 'normal';
  // satellite images keep their colours
  const tint = () => {
    container.style.filter = dark && ground !== 'satellite' ? DARK_FILTER : '';
  };
  tint();

  return {
    ...frame,
    grounds: ['normal', 'satellite', 'traffic'],
    setGround: (next) => {
      ground = next;
      const base = GROUND[next];
      map.setBaseMap(Array.isArray(base) ? [...base] : (base as never));
      tint();
    },
    restyle: (next) => {
      dark = isDark(next);
      tint();
    },
    setPointer: (overVehicle) => {
      container.style.cursor = overVehicle ? 'pointer' : '';
    },
    setGestures: ({ drag, doubleClickZoom }) => {
      map.setDraggable(drag);
      map.setDoubleClickZoom(doubleClickZoom);
    },
    search: async (text) => {
      const [lng, lat] = [map.getCenter().getLng(), map.getCenter().getLat()];
      const options = { keyword: text, cityName: WHOLE_COUNTRY, autoExtend: true, referenceLocation: new sdk.LatLng(lat, lng) };
      const found = await awaitService('tencent search', new sdk.service.Search({ pageSize: RESULTS }).searchRegion(options));
      const named = (found?.data ?? []).map(({ title, address, location }) => placeOf(title, address ?? '', location));
      if (named.length > 0) return named;
      const { result } =
        (await awaitService('tencent geocoder', new sdk.service.Geocoder().getLocation({ address: text }))) ?? {};
      return result ? [placeOf(result.title || text, '', result.location)] : [];
    },
    addressOf: async (lng, lat) => {
      const [x, y] = gcjMercator.worldToNative(...gcjMercator.toWorld(lng, lat));
      const answer = await awaitService(
        'tencent address',
        new sdk.service.Geocoder().getAddress({ location: new sdk.LatLng(y, x) }),
      );
      return answer?.result.formatted_addresses?.recommend || answer?.result.address || null;
    },
    remove: () => {
      frame.stop();
      for (const [name, handler] of Object.entries(handlers)) map.off(name, handler);
      map.destroy();
      container.style.filter = '';
      container.style.cursor = '';
    },
  };
}

const isDark = ({ land }: MapPalette): boolean => rgbOf(land).reduce((sum, part) => sum + part, 0) < 1.5;

function placeOf(
  name: string,
  address: string,
  location: { lat: number; lng: number } | { getLat(): number; getLng(): number },
): Place {
  const [x, y] = 'getLng' in location ? [location.getLng(), location.getLat()] : [location.lng, location.lat];
  const [lng, lat] = gcjMercator.fromWorld(...gcjMercator.nativeToWorld(x, y));
  return { name, address, lng, lat };
}

/** Awaits a service; null if it found nothing. A refused key or a timeout rejects. */
async function awaitService<T>(name: string, answer: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MapServiceFault(`${name}: no answer`, 'timeout')), SERVICE_LIMIT_MS);
  });
  try {
    return await Promise.race([answer, silence]);
  } catch (error) {
    if (error instanceof MapServiceFault) throw error;
    const status = (error as { status?: unknown } | null)?.status;
    if (typeof status === 'number' && KEY_REFUSED.has(status)) throw new MapServiceFault(`${name}: key (${status})`, 'refused');
    return null;
  } finally {
    clearTimeout(timer);
  }
}
