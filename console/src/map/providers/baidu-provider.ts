import type { LngLat } from '@fleetwarden/domain/coordinates';
import { type BaseMap, type MapProvider, MapServiceFault, type Place } from '../map-provider.ts';
import type { MapPalette } from '../palette.ts';
import { BAIDU_HALF_WORLD, baiduMercator } from '../projection.ts';
import { BAIDU_STATUS, type BaiduEvent, type BaiduMap, type BaiduPage, type BaiduSdk, type BaiduStyleRule } from './baidu-sdk.ts';
import { loadScript } from './script-loader.ts';
import { frameSdk } from './sdk-map.ts';
import { answered } from './service-call.ts';

/** At its level 18 a pixel is a metre of its plane. */
const METRE_ZOOM = 18;
const ZOOMS = { min: 3, max: 21 } as const;
const RESULTS = 10;
/** Initial position before the first move. */
const OPENING = { lng: 116.404, lat: 39.915, zoom: 5 } as const;
const STARTS = ['movestart', 'moving', 'moveend', 'zoomstart', 'zoomend', 'dragstart', 'dragging', 'dragend', 'resize'] as const;

const page = () => window as unknown as BaiduPage;

/** Mode 1: loads Baidu's JS API GL with the platform's key. */
export async function loadBaidu(key: string): Promise<MapProvider> {
  const sdk = await loadScript<BaiduSdk>({
    url: (callback) => `https://api.map.baidu.com/api?type=webgl&v=1.0&ak=${encodeURIComponent(key)}&callback=${callback}`,
    found: () => page().BMapGL,
  });
  return { name: 'baidu', id: `baidu ${key}`, mode: 1, create: (options) => createBaidu(sdk, options) };
}

function createBaidu(sdk: BaiduSdk, { container, palette, position, events }: Parameters<MapProvider['create']>[0]): BaseMap {
  const map = new sdk.Map(container, { minZoom: ZOOMS.min, maxZoom: ZOOMS.max, enableMapClick: false });
  map.centerAndZoom(new sdk.Point(OPENING.lng, OPENING.lat), OPENING.zoom);
  map.setHeading(0);
  map.setTilt(0);
  map.enableScrollWheelZoom();
  map.enableKeyboard();
  map.setMapStyleV2({ styleJson: buildStyle(palette) });

  const frame = frameSdk(
    container,
    {
      projection: baiduMercator,
      worldAtZero: (2 * BAIDU_HALF_WORLD) / 2 ** METRE_ZOOM,
      centre: () => degrees(map.getCenter()),
      zoom: () => map.getZoom(),
      setView: ([lng, lat], zoom, animate) => {
        const centre = new sdk.Point(lng, lat);
        if (animate) map.setViewport({ center: centre, zoom }, { enableAnimation: true });
        else map.centerAndZoom(centre, zoom);
      },
      pixelOf: ([lng, lat]) => map.pointToPixel(new sdk.Point(lng, lat)) ?? null,
    },
    events,
  );
  const off = listen(map, {
    ...Object.fromEntries(STARTS.map((name) => [name, frame.stir])),
    tilesloaded: frame.ready,
    click: ({ pixel }) => pixel && events.click(pixel),
    dblclick: ({ pixel }) => pixel && events.dblclick?.(pixel),
    mousemove: ({ pixel }) => pixel && events.hover(pixel),
    mouseout: () => events.hover(null),
  });
  if (position) frame.moveTo(position, false);
  else frame.home();

  return {
    ...frame,
    grounds: ['normal', 'satellite', 'traffic'],
    setGround: (ground) => {
      map.setMapType(ground === 'satellite' ? page().BMAP_SATELLITE_MAP : page().BMAP_NORMAL_MAP);
      if (ground === 'traffic') map.setTrafficOn();
      else map.setTrafficOff();
    },
    restyle: (next) => map.setMapStyleV2({ styleJson: buildStyle(next) }),
    setPointer: (overVehicle) => map.setDefaultCursor(overVehicle ? 'pointer' : 'default'),
    setGestures: ({ drag, doubleClickZoom }) => {
      if (drag) map.enableDragging();
      else map.disableDragging();
      if (doubleClickZoom) map.enableDoubleClickZoom();
      else map.disableDoubleClickZoom();
    },
    search: (text) => searchBaidu(sdk, map, text),
    addressOf: (lng, lat) => {
      const [x, y] = baiduMercator.worldToNative(...baiduMercator.toWorld(lng, lat));
      return answered<string | null>('baidu address', (resolve) =>
        new sdk.Geocoder().getLocation(new sdk.Point(x, y), (result) => resolve(result?.address || null)),
      );
    },
    remove: () => {
      frame.stop();
      off();
      map.destroy?.();
      container.replaceChildren();
    },
  };
}

const degrees = ({ lng, lat }: { lng: number; lat: number }): LngLat => [lng, lat];

function listen(map: BaiduMap, handlers: Record<string, (event: BaiduEvent) => void>): () => void {
  for (const [name, handler] of Object.entries(handlers)) map.addEventListener(name, handler);
  return () => {
    for (const [name, handler] of Object.entries(handlers)) map.removeEventListener(name, handler);
  };
}

async function searchBaidu(sdk: BaiduSdk, map: BaiduMap, text: string): Promise<Place[]> {
  return answered<Place[]>('baidu search', (resolve, reject) => {
    const local = new sdk.LocalSearch(map, {
      pageCapacity: RESULTS,
      onSearchComplete: (results) => {
        const status = local.getStatus();
        if (status === BAIDU_STATUS.invalidKey) return reject(new MapServiceFault('baidu search: key', 'refused'));
        const found = Array.isArray(results) ? results[0] : results;
        if (status !== BAIDU_STATUS.success || !found) return resolve([]);
        return resolve(
          Array.from({ length: found.getCurrentNumPois() }, (_, i) => {
            const { title, address, point } = found.getPoi(i);
            const [lng, lat] = baiduMercator.fromWorld(...baiduMercator.nativeToWorld(point.lng, point.lat));
            return { name: title, address: address ?? '', lng, lat };
          }),
        );
      },
    });
    local.search(text);
  });
}

/** Muted base map colours from the console's palette, so that vehicles stand out. */
function buildStyle({ land, water, border, mapLabel }: MapPalette): BaiduStyleRule[] {
  const geometry = (featureType: string, color: string): BaiduStyleRule => ({
    featureType,
    elementType: 'geometry',
    stylers: { color },
  });
  return [
    geometry('land', land),
    geometry('water', water),
    geometry('green', land),
    geometry('building', land),
    geometry('highway', border),
    geometry('arterial', border),
    geometry('local', border),
    geometry('railway', border),
    geometry('boundary', border),
    { featureType: 'all', elementType: 'labels.text.fill', stylers: { color: mapLabel } },
    { featureType: 'all', elementType: 'labels.text.stroke', stylers: { color: land } },
    { featureType: 'poilabel', elementType: 'labels.icon', stylers: { visibility: 'off' } },
  ];
}
