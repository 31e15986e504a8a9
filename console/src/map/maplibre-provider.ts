import { Map as MapLibre, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { baseStyle } from './base-style.ts';
import { type BaseMap, type MapPosition, type MapProvider, MapUnavailable } from './map-provider.ts';
import { type Camera, mercatorX, mercatorY, worldSizeAt } from './mercator.ts';
import type { MapPalette } from './palette.ts';

/** China from Kashgar to Fuyuan, with the sea in the south. */
const CHINA: [number, number, number, number] = [73.5, 17.5, 135, 53.6];
const HOME = { padding: 24, duration: 200 };
const MAX_ZOOM = 19;

setWorkerUrl(workerUrl);

/** The keyless map: boundaries that come with the console, drawn by MapLibre GL. WGS-84 all through. */
export const maplibreProvider: MapProvider = {
  name: 'maplibre',
  create({ container, palette, position, language, events }): BaseMap {
    if (!hasWebGl()) throw new MapUnavailable('this browser gives no WebGL 2');
    const map = new MapLibre({
      container,
      style: baseStyle(palette, language),
      ...(position ? { center: [position.lng, position.lat], zoom: position.zoom } : { bounds: CHINA, fitBoundsOptions: HOME }),
      maxZoom: MAX_ZOOM,
      attributionControl: { compact: true },
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      maxPitch: 0,
      fadeDuration: 0,
      reduceMotion: reducedMotion(),
    });
    foldAttribution(container);
    map.touchZoomRotate.disableRotation();
    map.keyboard.disableRotation();
    map.addControl(new ScaleControl({ unit: 'metric', maxWidth: 96 }), 'bottom-left');

    // Read when it changes: asking the page for it lays the page out, in each frame.
    const sizeOf = ({ clientWidth: width, clientHeight: height }: HTMLElement) => ({ width, height });
    let size = sizeOf(container);
    map.on('resize', () => {
      size = sizeOf(container);
    });
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
    let wanted: { palette: MapPalette; language: string } | null = null;
    let styled = false;
    const applyWanted = () => {
      if (!wanted || !styled) return;
      for (const { id, paint, layout } of baseStyle(wanted.palette, wanted.language).layers) {
        for (const [name, value] of Object.entries(paint ?? {})) map.setPaintProperty(id, name as 'fill-color', value);
        for (const [name, value] of Object.entries(layout ?? {})) map.setLayoutProperty(id, name as 'text-field', value);
      }
      wanted = null;
    };
    // At the start, and again when a lost context was given back.
    map.on('style.load', () => {
      styled = true;
      applyWanted();
    });
    map.on('webglcontextlost', () => {
      styled = false;
    });
    map.on('render', () => events.frame(camera()));
    map.on('moveend', () => events.moveEnd());
    map.on('mousemove', ({ point }) => events.hover(point));
    map.on('mouseout', () => events.hover(null));
    map.on('click', ({ point }) => events.click(point));

    return {
      camera,
      position: (): MapPosition => ({ lng: map.getCenter().lng, lat: map.getCenter().lat, zoom: map.getZoom() }),
      bounds: () => map.getBounds().toArray().flat() as [number, number, number, number],
      moveTo: ({ lng, lat, zoom }, animate, coveredBelow = 0) => {
        map.easeTo({ center: [lng, lat], zoom, offset: [0, -coveredBelow / 2], duration: animate ? 200 : 0 });
      },
      zoomBy: (steps) => map.easeTo({ zoom: map.getZoom() + steps, duration: 160 }),
      restyle: (next, language) => {
        wanted = { palette: next, language };
        applyWanted();
      },
      home: () => map.fitBounds(CHINA, HOME),
      setPointer: (overVehicle) => {
        map.getCanvas().style.cursor = overVehicle ? 'pointer' : '';
      },
      remove: () => map.remove(),
    };
  },
};

/** The sources are named on demand. MapLibre unfolds them when it makes the control compact; this one is already. */
function foldAttribution(container: HTMLElement): void {
  const attribution = container.querySelector('.maplibregl-ctrl-attrib');
  attribution?.classList.add('maplibregl-compact');
  attribution?.classList.remove('maplibregl-compact-show');
  attribution?.removeAttribute('open');
}

function hasWebGl(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null;
}

export function reducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
