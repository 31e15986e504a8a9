import { type Camera, screenX, screenY } from '@fleetwarden/domain/mercator';
import type { VehicleStore } from '../live/vehicle-store.ts';
import { createPictures, type MapPicture, pictureOf } from './capture.ts';
import { stillOf } from './frozen-map-view.ts';
import { openGlSurface } from './gl-surface.ts';
import { createMapFrames } from './map-frames.ts';
import { showMap } from './map-host.ts';
import { openMapPointer, type PointerEvents } from './map-pointer.ts';
import type { BaseMap, Ground, MapBounds, MapFault, MapPosition, MapProvider, ScreenPoint } from './map-provider.ts';
import { openCanvas } from './overlays/canvas.ts';
import { OverlayLayer } from './overlays/overlay-layer.ts';
import type { MapPalette } from './palette.ts';
import { openToolBox, type ToolBox } from './tools/tool-box.ts';
import { LabelOverlay } from './vehicles/label-overlay.ts';
import type { MarkerLayout } from './vehicles/marker-layout.ts';
import { VehicleLayer } from './vehicles/vehicle-layer.ts';

/** How often fixes are checked for age while no updates arrive, ms. */
const AGE_MS = 10_000;

export type VehicleMap = {
  /** The base map; replaced by `switchTo`. */
  readonly base: BaseMap;
  /** Shapes on the map; they stay when the base map changes. */
  readonly overlays: OverlayLayer;
  readonly tools: ToolBox;
  /** Replaces the base map by another provider's at the same position. Throws `MapUnavailable`; the previous one is gone then. */
  switchTo(provider: MapProvider): void;
  setGround(ground: Ground): void;
  setSelected(ids: ReadonlySet<string>): void;
  setLabels(all: boolean): void;
  setLayout(layout: MarkerLayout): void;
  /** Whether markers glide between fixes. */
  setSmooth(smooth: boolean): void;
  /** Whether crowded vehicles are clustered. */
  setClusters(on: boolean): void;
  /** IDs of at most `limit` vehicles in view: drawn ones with the most urgent first, then clustered ones. */
  inView(limit: number): string[];
  /** Screen position of a vehicle, drawn or not, CSS px; null: out of view. */
  pixelOf(id: string): ScreenPoint | null;
  restyle(palette: MapPalette, language: string): void;
  /** Captures the visible map as an image. */
  capture(): Promise<MapPicture>;
  close(): void;
};

export type VehicleMapEvents = PointerEvents & {
  /** WebGL was lost, or works again. */
  lost?(lost: boolean): void;
  /** The view stopped moving. */
  view?(position: MapPosition, bounds: MapBounds): void;
  /** The base map failed to load. */
  failed?(fault: MapFault): void;
};

/** Opens a base map with the store's vehicles. Throws `MapUnavailable` if the browser cannot draw. */
export function openVehicleMap(options: {
  provider: MapProvider;
  container: HTMLElement;
  /** Lies over the container; vehicles are drawn in it. */
  overlay: HTMLElement;
  /** Lies over the vehicles; labels are drawn on it. */
  canvas: HTMLCanvasElement;
  store: VehicleStore;
  palette: MapPalette;
  language: string;
  position: MapPosition | null;
  smooth: boolean;
  /** Whether emergencies blink. */
  blinks: boolean;
  layout: MarkerLayout;
  /** Whether the view animates. */
  animate: boolean;
  /** Whether crowded vehicles are clustered. */
  clusters: boolean;
  events: VehicleMapEvents;
}): VehicleMap {
  const { provider, container, canvas, store, events } = options;
  const layer = new VehicleLayer(store, options.palette);
  layer.setSmooth(options.smooth);
  layer.setClustering(options.clusters);
  layer.setBlinking(options.blinks);
  layer.setLayout(options.layout);
  const labels = new LabelOverlay(canvas, store, layer, options.palette);
  let selected: ReadonlySet<string> = new Set();
  let look = { palette: options.palette, language: options.language };
  const frames = createMapFrames({
    layer,
    camera: () => base.camera(),
    drawVehicles: (camera) => surface.draw(camera),
    drawLabels: (camera) => labels.draw(camera, selected),
    drawOverlays: (camera) => {
      overlays.drawBelow(below.begin(camera), camera, look.palette);
      overlays.drawAbove(above.begin(camera), camera, look.palette);
    },
  });
  const { paint, repaint } = frames;
  const below = openCanvas(options.overlay);
  const surface = openGlSurface(options.overlay, layer, (lost) => {
    events.lost?.(lost);
    if (!lost) repaint();
  });
  const above = openCanvas(options.overlay);
  const overlays = new OverlayLayer(frames.repaintAll);
  const pictures = createPictures(() => holder && pictureOf(holder, [options.overlay, canvas], look.palette.water));
  const pointer = openMapPointer({
    container,
    store,
    layer,
    animate: options.animate,
    events,
    base: () => base,
    busy: () => tools.active,
    clickBeside: (point) => overlays.click(base.camera(), point, above.widthOf),
  });

  let holder: HTMLElement | null = null;
  const openBase = (from: MapProvider, position: MapPosition | null): BaseMap => {
    const shown = showMap({
      provider: from,
      container,
      ...look,
      position,
      events: {
        // In the base map's frame, so that vehicles do not lag behind it.
        frame: () => {
          paint();
          pictures.fill();
        },
        hover: pointer.hover,
        click: pointer.click,
        move: pointer.leave,
        moveEnd: () => events.view?.(base.position(), base.bounds()),
        failed: (fault) => events.failed?.(fault),
      },
    });
    holder = shown.holder;
    return shown.base;
  };
  /** Returns the base map to the host; a frozen view of it remains. */
  const leaveBase = () => {
    const last = stillOf(base);
    base.remove();
    base = last;
    holder = null;
  };
  const shut = () => {
    surface.close();
    below.close();
    above.close();
  };
  const first = (): BaseMap => {
    try {
      return openBase(provider, options.position);
    } catch (error) {
      shut();
      throw error;
    }
  };
  let base = first();
  layer.setProjection(base.projection);
  overlays.setProjection(base.projection);
  const tools = openToolBox({ host: container, overlays, base: () => base });

  const sync = () => {
    layer.sync(base.camera());
    // The store notifies in an animation frame, except while the page is hidden.
    if (document.hidden) repaint();
    else paint();
  };
  sync();
  const unsubscribe = store.subscribe(sync);
  const ageTimer = setInterval(() => {
    if (!document.hidden && layer.age()) repaint();
  }, AGE_MS);

  /** Screen position of a row, drawn or not; null: out of view. */
  const pixelOfRow = (camera: Camera, row: number): ScreenPoint | null => {
    const [x, y] = layer.drawn(row) ? [layer.x(row), layer.y(row)] : layer.place(row);
    const point = { x: screenX(camera, x), y: screenY(camera, y) };
    const within = point.x >= 0 && point.x <= camera.width && point.y >= 0 && point.y <= camera.height;
    return within ? point : null;
  };

  return {
    get base() {
      return base;
    },
    overlays,
    tools,
    switchTo(next) {
      tools.stop();
      const position = base.position();
      // until the next map is open, vehicles stay over the frozen view
      leaveBase();
      base = openBase(next, position);
      layer.setProjection(base.projection);
      overlays.setProjection(base.projection);
      sync();
    },
    setGround: (ground) => {
      if (base.grounds.includes(ground)) base.setGround(ground);
    },
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
    setLayout(layout) {
      layer.setLayout(layout);
      repaint();
    },
    setSmooth: (smooth) => layer.setSmooth(smooth),
    setClusters(on) {
      layer.setClustering(on);
      sync();
    },
    inView(limit) {
      const camera = base.camera();
      const rows = new Set<number>();
      const take = (row: number) => {
        if (pixelOfRow(camera, row)) rows.add(row);
        return rows.size < limit;
      };
      layer.each(take);
      // vehicles in server clusters have no known position
      if (layer.clusters.crowded) return Array.from(rows, (row) => store.idOf(row));
      for (let row = 0; row < store.size && rows.size < limit; row++) if (store.followed(row)) take(row);
      return Array.from(rows, (row) => store.idOf(row));
    },
    pixelOf(id) {
      const row = store.rowOf(id);
      return row < 0 ? null : pixelOfRow(base.camera(), row);
    },
    restyle(palette, language) {
      if (palette === look.palette && language === look.language) return;
      look = { palette, language };
      layer.setPalette(palette);
      labels.setPalette(palette);
      base.restyle(palette, language);
      frames.repaintAll();
    },
    capture: () => pictures.order(() => base.resize(), paint),
    close() {
      frames.close();
      pictures.fill();
      pointer.close();
      unsubscribe();
      clearInterval(ageTimer);
      tools.close();
      shut();
      leaveBase();
    },
  };
}
