import type { VehicleStore } from '../live/vehicle-store.ts';
import { LabelOverlay } from './label-overlay.ts';
import type { BaseMap, MapPosition, MapProvider } from './map-provider.ts';
import { type Camera, zoomOf } from './mercator.ts';
import type { MapPalette } from './palette.ts';
import { pick } from './picking.ts';
import { VehicleLayer } from './vehicle-layer.ts';

/** Pause between frames while markers glide, ms: they move a few pixels a second, so 30 frames are as smooth as 60. */
const GLIDE_FRAME_MS = 33;

export type VehicleMap = {
  readonly base: BaseMap;
  setSelected(ids: ReadonlySet<string>): void;
  setLabels(all: boolean): void;
  restyle(palette: MapPalette, language: string): void;
  close(): void;
};

export type VehicleMapEvents = {
  /** A vehicle was clicked, or several that lie on one spot, nearest first. */
  select(ids: string[]): void;
  /** The pointer is on a vehicle, with where it is drawn, CSS px; null: on none. */
  hover?(vehicle: { id: string; x: number; y: number } | null): void;
  /** The view came to rest. */
  view?(position: MapPosition, bounds: [number, number, number, number]): void;
};

/** A base map with the store's vehicles on it. Throws `MapUnavailable` where the browser cannot draw. */
export function openVehicleMap(options: {
  provider: MapProvider;
  container: HTMLElement;
  /** Lies over the container; labels are drawn on it. */
  canvas: HTMLCanvasElement;
  store: VehicleStore;
  palette: MapPalette;
  language: string;
  position: MapPosition | null;
  smooth: boolean;
  events: VehicleMapEvents;
}): VehicleMap {
  const { provider, container, canvas, store, events } = options;
  const layer = new VehicleLayer(store, options.palette);
  layer.setSmooth(options.smooth);
  const labels = new LabelOverlay(canvas, store, layer, options.palette);
  let selected: ReadonlySet<string> = new Set();
  let look = { palette: options.palette, language: options.language };
  let hovered: string | null = null;
  let glideTimer: ReturnType<typeof setTimeout> | undefined;

  const onFrame = (camera: Camera) => {
    labels.draw(camera, selected);
    clearTimeout(glideTimer);
    if (layer.gliding()) glideTimer = setTimeout(base.repaint, GLIDE_FRAME_MS);
  };

  const onHover = (point: { x: number; y: number } | null) => {
    const row = point ? pick(layer, base.camera(), point)[0] : undefined;
    const id = row === undefined ? null : store.idOf(row);
    if (id === hovered) return;
    hovered = id;
    base.setPointer(id !== null);
    events.hover?.(id === null || !point ? null : { id, x: point.x, y: point.y });
  };

  const base: BaseMap = provider.create({
    container,
    palette: options.palette,
    language: options.language,
    position: options.position,
    overlay: layer,
    events: {
      frame: onFrame,
      hover: onHover,
      click: (point) => {
        const rows = pick(layer, base.camera(), point);
        if (rows.length > 0) events.select(rows.map((row) => store.idOf(row)));
      },
      moveEnd: () => events.view?.(base.position(), base.bounds()),
    },
  });

  const sync = () => {
    layer.sync(zoomOf(base.camera()));
    base.repaint();
  };
  sync();
  const unsubscribe = store.subscribe(sync);

  return {
    base,
    setSelected(ids) {
      selected = ids;
      layer.setSelected(ids);
      base.repaint();
    },
    setLabels(all) {
      labels.all = all;
      base.repaint();
    },
    restyle(palette, language) {
      if (palette === look.palette && language === look.language) return;
      look = { palette, language };
      layer.setPalette(palette);
      labels.setPalette(palette);
      base.restyle(palette, language);
      base.repaint();
    },
    close() {
      unsubscribe();
      clearTimeout(glideTimer);
      base.remove();
    },
  };
}
