import type { VehicleStore } from '../live/vehicle-store.ts';
import { openCluster } from './cluster-click.ts';
import { openGlSurface } from './gl-surface.ts';
import { LabelOverlay } from './label-overlay.ts';
import type { BaseMap, MapPosition, MapProvider } from './map-provider.ts';
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
  /** Lies over the container: the vehicles are drawn in it. */
  overlay: HTMLElement;
  /** Lies over the vehicles: their labels are drawn on it. */
  canvas: HTMLCanvasElement;
  store: VehicleStore;
  palette: MapPalette;
  language: string;
  position: MapPosition | null;
  smooth: boolean;
  /** Whether the view moves there instead of jumping. */
  animate: boolean;
  /** Whether crowded vehicles are gathered into rings. */
  clusters: boolean;
  events: VehicleMapEvents;
}): VehicleMap {
  const { provider, container, canvas, store, events } = options;
  const layer = new VehicleLayer(store, options.palette);
  layer.setSmooth(options.smooth);
  layer.setClustering(options.clusters);
  const labels = new LabelOverlay(canvas, store, layer, options.palette);
  let selected: ReadonlySet<string> = new Set();
  let look = { palette: options.palette, language: options.language };
  let hovered: string | null = null;
  let glideTimer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;

  const paint = () => {
    cancelAnimationFrame(frame);
    clearTimeout(glideTimer);
    const camera = base.camera();
    surface.draw(camera);
    labels.draw(camera, selected);
    if (layer.gliding()) glideTimer = setTimeout(repaint, GLIDE_FRAME_MS);
  };
  const repaint = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(paint);
  };
  const surface = openGlSurface(options.overlay, layer, repaint);

  /** What lies under a point: markers first where a chosen one lies on top, else a ring, else markers; nearest first. */
  const under = (point: { x: number; y: number }) => {
    const rows = pick(layer, base.camera(), point);
    const cluster = rows.some((row) => layer.selected(row)) ? null : layer.clusters.at(base.camera(), point);
    return { rows: cluster ? [] : rows, cluster };
  };

  const onClick = (point: { x: number; y: number }) => {
    const { rows, cluster } = under(point);
    if (cluster) {
      const found = openCluster(layer, cluster, base.camera());
      if ('position' in found) base.moveTo(found.position, options.animate);
      else events.select(found.rows.map((row) => store.idOf(row)));
    } else if (rows.length > 0) events.select(rows.map((row) => store.idOf(row)));
  };

  const onHover = (point: { x: number; y: number } | null) => {
    const { rows, cluster } = point ? under(point) : { rows: [], cluster: null };
    const row = rows[0];
    base.setPointer(cluster !== null || row !== undefined);
    const id = row === undefined ? null : store.idOf(row);
    if (id === hovered) return;
    hovered = id;
    events.hover?.(id === null || !point ? null : { id, x: point.x, y: point.y });
  };

  const openBase = (): BaseMap => {
    try {
      return provider.create({
        container,
        palette: options.palette,
        language: options.language,
        position: options.position,
        events: {
          // In the same frame, so that vehicles never swim on the map.
          frame: paint,
          hover: onHover,
          click: onClick,
          moveEnd: () => events.view?.(base.position(), base.bounds()),
        },
      });
    } catch (error) {
      surface.close();
      throw error;
    }
  };
  const base = openBase();

  const sync = () => {
    layer.sync(base.camera());
    // The store calls in a frame of its own; only while the page is hidden it does not.
    if (document.hidden) repaint();
    else paint();
  };
  sync();
  const unsubscribe = store.subscribe(sync);

  return {
    base,
    setSelected(ids) {
      selected = ids;
      layer.setSelected(ids);
      layer.sync(base.camera());
      repaint();
    },
    setLabels(all) {
      labels.all = all;
      repaint();
    },
    restyle(palette, language) {
      if (palette === look.palette && language === look.language) return;
      look = { palette, language };
      layer.setPalette(palette);
      labels.setPalette(palette);
      base.restyle(palette, language);
      repaint();
    },
    close() {
      unsubscribe();
      clearTimeout(glideTimer);
      cancelAnimationFrame(frame);
      surface.close();
      base.remove();
    },
  };
}
