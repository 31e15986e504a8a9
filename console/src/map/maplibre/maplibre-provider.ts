import {
  type GeoJSONSource,
  Map as MapLibre,
  type MapOptions,
  type RequestTransformFunction,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { type Camera, mercatorX, mercatorY, worldSizeAt } from '@fleetwarden/domain/mercator';
import i18next from 'i18next';
import { UNITS_CHANGED, unitSystem } from '../../api/units.ts';
import { searchBoundaries } from '../boundary-search.ts';
import {
  type BaseMap,
  type BaseMapEvents,
  CHINA,
  type Ground,
  HOME_PADDING,
  type MapBounds,
  type MapPosition,
  type MapProvider,
  MapUnavailable,
} from '../map-provider.ts';
import type { MapPalette } from '../palette.ts';
import { webMercator } from '../projection.ts';
import { reducedMotion } from '../reduced-motion.ts';
import { serverAddress } from '../server-address.ts';
import { baseStyle, type StyleSource } from './base-style.ts';
import { retryBoundaries } from './boundary-retry.ts';
import { buildGraticule, type Graticule } from './graticule.ts';
import { type MapSource, NO_SOURCE } from './map-source.ts';
import type { TileArchive } from './pmtiles-archive.ts';
import { watchSource } from './source-watch.ts';

const GLIDE_MS = 200;
const MAX_ZOOM = 19;
/** The boundaries show nothing more beyond: no streets and no districts of a city. */
const BOUNDARIES_ZOOM = 11;
/** Error name of MapLibre without WebGL 2. */
const NO_WEBGL = 'GPUInitializationError';
const HOME = { padding: HOME_PADDING, duration: GLIDE_MS };

/** A map without rotation and pitch; the owner resizes it. */
const FLAT_MAP = {
  maxZoom: MAX_ZOOM,
  attributionControl: { compact: true },
  dragRotate: false,
  pitchWithRotate: false,
  touchPitch: false,
  maxPitch: 0,
  fadeDuration: 0,
  trackResize: false,
} satisfies Partial<MapOptions>;

setWorkerUrl(workerUrl);

/**
 * The keyless map: built-in boundaries and an optional source of the platform, drawn by MapLibre GL in WGS-84. Rejects with
 * `MapUnavailable` if an archive cannot be read.
 */
export async function loadMaplibre(source: MapSource = NO_SOURCE): Promise<MapProvider> {
  const archive = await openSource(source);
  const id = `maplibre ${JSON.stringify(source)}`;
  return { name: 'maplibre', id, mode: 0, ...emptiness(source), create: (options) => createMaplibre(source, archive, options) };
}

const emptiness = ({ kind }: MapSource) => (kind === 'boundaries' ? { emptyBeyond: BOUNDARIES_ZOOM } : {});

async function openSource(source: MapSource): Promise<TileArchive | null> {
  if (source.kind === 'pmtiles') return (await import('./pmtiles-archive.ts')).openArchive(source.url);
  if (source.kind === 'vector') return (await import('./vector-source.ts')).openVectorSource(source);
  return null;
}

/** Public tile servers answer only pages that name themselves; the console's own policy sends no referrer to others. */
const nameOrigin: RequestTransformFunction = (url, type) =>
  type === 'Tile' && /^https?:/.test(url) && new URL(url).origin !== location.origin
    ? { url, referrerPolicy: 'origin' }
    : { url };

function createMaplibre(
  source: MapSource,
  archive: TileArchive | null,
  { container, palette, position, language, events }: Parameters<MapProvider['create']>[0],
): BaseMap {
  let ground: Ground = 'normal';
  const over = (): StyleSource => ({ source, archive, ground });
  const map = openMaplibre({
    container,
    style: baseStyle(palette, language, over()),
    ...openingCamera(position),
    ...FLAT_MAP,
    reduceMotion: reducedMotion(),
    transformRequest: nameOrigin,
  });
  // that of a source stays open until the map is dragged
  if (source.kind === 'boundaries') foldAttribution(container);
  const unwatch = source.kind === 'boundaries' ? null : watchSource(map, 'tiles', (fault) => events.failed?.(fault));
  const endRetries = retryBoundaries(map);
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  const scale = new ScaleControl({ unit: unitSystem(), maxWidth: 96 });
  map.addControl(scale, 'bottom-left');
  const setScaleUnit = () => scale.setUnit(unitSystem());
  i18next.on(UNITS_CHANGED, setScaleUnit);

  // Read on changes only: reading it in each frame forces a layout.
  const sizeOf = ({ clientWidth: width, clientHeight: height }: HTMLElement) => ({ width, height });
  let size = sizeOf(container);
  map.on('resize', () => {
    size = sizeOf(container);
  });
  const fitContainer = () => {
    const { width, height } = sizeOf(container);
    if (width === 0 || height === 0 || (width === size.width && height === size.height)) return;
    map.resize();
    // or nothing was drawn for a frame
    map.redraw();
  };
  const camera = (): Camera => {
    const { lng, lat } = map.getCenter();
    return {
      x: mercatorX(lng),
      y: mercatorY(lat),
      worldSize: worldSizeAt(map.getZoom()),
      ...size,
      pixelRatio: map.getPixelRatio(),
    };
  };
  let look = { palette, language };
  let wanted: { palette: MapPalette; language: string } | null = null;
  let styled = false;
  const applyWanted = () => {
    if (!wanted || !styled) return;
    for (const { id, paint, layout } of baseStyle(wanted.palette, wanted.language, over()).layers) {
      for (const [name, value] of Object.entries(paint ?? {})) map.setPaintProperty(id, name as 'fill-color', value);
      for (const [name, value] of Object.entries(layout ?? {})) map.setLayoutProperty(id, name as 'text-field', value);
    }
    wanted = null;
  };
  // On the first load, and after a lost context was restored.
  map.on('style.load', () => {
    styled = true;
    applyWanted();
  });
  if (source.kind === 'boundaries') drawGraticule(map);
  let lost = false;
  map.on('webglcontextlost', () => {
    styled = false;
    lost = true;
  });
  map.on('webglcontextrestored', () => {
    lost = false;
  });
  // MapLibre's own observer treats a hidden page as 400 px wide.
  const watch = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(fitContainer);
  watch?.observe(container);
  forwardEvents(map, events, camera);

  return {
    projection: webMercator,
    camera,
    position: (): MapPosition => ({ lng: map.getCenter().lng, lat: map.getCenter().lat, zoom: map.getZoom() }),
    bounds: () => map.getBounds().toArray().flat() as unknown as MapBounds,
    moveTo: ({ lng, lat, zoom }, animate, coveredBelow = 0) => {
      map.easeTo({ center: [lng, lat], zoom, offset: [0, -coveredBelow / 2], duration: animate ? GLIDE_MS : 0 });
    },
    fitBounds: (bounds, animate, padding = HOME_PADDING, maxZoom = MAX_ZOOM) => {
      const duration = animate ? GLIDE_MS : 0;
      map.fitBounds([...bounds] as [number, number, number, number], { padding, duration, maxZoom });
    },
    resize: () => map.resize(),
    usable: () => !lost,
    zoomBy: (steps) => map.easeTo({ zoom: map.getZoom() + steps, duration: 160 }),
    restyle: (next, language) => {
      look = { palette: next, language };
      wanted = look;
      applyWanted();
    },
    grounds: source.satelliteUrl === '' ? ['normal'] : ['normal', 'satellite'],
    ...emptiness(source),
    setGround: (next) => {
      ground = next;
      wanted ??= look;
      applyWanted();
    },
    home: () => map.fitBounds([...CHINA] as [number, number, number, number], HOME),
    setPointer: (overVehicle) => {
      map.getCanvas().style.cursor = overVehicle ? 'pointer' : '';
    },
    setGestures: ({ drag, doubleClickZoom }) => {
      map.dragPan[drag ? 'enable' : 'disable']();
      map.doubleClickZoom[doubleClickZoom ? 'enable' : 'disable']();
    },
    search: searchBoundaries,
    addressOf: serverAddress,
    remove: () => {
      unwatch?.();
      endRetries();
      watch?.disconnect();
      i18next.off(UNITS_CHANGED, setScaleUnit);
      map.remove();
    },
  };
}

/** The stored position, or all of China. */
function openingCamera(position: MapPosition | null | undefined): Partial<MapOptions> {
  if (position) return { center: [position.lng, position.lat], zoom: position.zoom };
  return { bounds: [...CHINA] as [number, number, number, number], fitBoundsOptions: HOME };
}

function forwardEvents(map: MapLibre, events: BaseMapEvents, camera: () => Camera): void {
  map.on('render', () => events.frame(camera()));
  map.on('move', () => events.move?.());
  map.on('moveend', () => events.moveEnd());
  map.on('mousemove', ({ point }) => events.hover(point));
  map.on('mouseout', () => events.hover(null));
  map.on('click', ({ point }) => events.click(point));
  map.on('dblclick', ({ point }) => events.dblclick?.(point));
}

/** Draws the graticule of the view, and again after each load of the style. */
function drawGraticule(map: MapLibre): void {
  let drawn: Graticule | null = null;
  const draw = () => {
    const target = map.getSource<GeoJSONSource>('graticule');
    if (!target) return;
    const next = buildGraticule(map.getBounds().toArray().flat() as unknown as MapBounds, map.getZoom(), drawn);
    if (next !== drawn) void target.setData(next.lines);
    drawn = next;
  };
  map.on('style.load', () => {
    drawn = null;
    draw();
  });
  map.on('moveend', draw);
}

/** Collapses the attribution. MapLibre expands it when the control becomes compact; this one already is. */
function foldAttribution(container: HTMLElement): void {
  const attribution = container.querySelector('.maplibregl-ctrl-attrib');
  attribution?.classList.add('maplibregl-compact');
  attribution?.classList.remove('maplibregl-compact-show');
  attribution?.removeAttribute('open');
}

/** Lets MapLibre check WebGL itself: a probe would cost a second context. */
function openMaplibre(options: MapOptions): MapLibre {
  try {
    return new MapLibre(options);
  } catch (error) {
    if ((error as Error).name !== NO_WEBGL) throw error;
    throw new MapUnavailable((error as Error).message);
  }
}
