import type { Camera } from '@fleetwarden/domain/mercator';
import type { VehicleStore } from '../live/vehicle-store.ts';
import { createBaseSlot } from './base-slot.ts';
import { capturePicture, createPictures, type MapPicture } from './capture.ts';
import { openGlSurface } from './gl-surface.ts';
import { createMapFrames } from './map-frames.ts';
import { openMapPointer, type PointerEvents } from './map-pointer.ts';
import type { BaseMap, Ground, MapBounds, MapFault, MapPosition, MapProvider, ScreenPoint } from './map-provider.ts';
import { openCanvas } from './overlays/canvas.ts';
import { OverlayLayer } from './overlays/overlay-layer.ts';
import type { MapPalette } from './palette.ts';
import type { Projection } from './projection.ts';
import { openToolBox, type ToolBox } from './tools/tool-box.ts';
import { LabelOverlay } from './vehicles/label-overlay.ts';
import type { MarkerLayout } from './vehicles/marker-layout.ts';
import { findPixel, listInView } from './vehicles/rows-in-view.ts';
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

export type VehicleMapOptions = {
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
};

/** Opens the layers over a base map, from below: shapes, vehicles, more shapes and labels. */
function openLayers(options: VehicleMapOptions, camera: () => Camera) {
  const { overlay, canvas, store, palette, language, events } = options;
  const layer = new VehicleLayer(store, palette);
  layer.setSmooth(options.smooth);
  layer.setClustering(options.clusters);
  layer.setBlinking(options.blinks);
  layer.setLayout(options.layout);
  const labels = new LabelOverlay(canvas, store, layer, palette);
  const state = { selected: new Set() as ReadonlySet<string>, look: { palette, language } };
  const frames = createMapFrames({
    layer,
    camera,
    drawVehicles: (view) => surface.draw(view),
    drawLabels: (view) => labels.draw(view, state.selected),
    drawOverlays: (view) => {
      overlays.drawBelow(below.begin(view), view, state.look.palette);
      overlays.drawAbove(above.begin(view), view, state.look.palette);
    },
  });
  const below = openCanvas(overlay);
  const surface = openGlSurface(overlay, layer, (lost) => {
    events.lost?.(lost);
    if (!lost) frames.repaint();
  });
  const above = openCanvas(overlay);
  const overlays = new OverlayLayer(frames.repaintAll);
  return {
    layer,
    labels,
    overlays,
    frames,
    state,
    widthOf: above.widthOf,
    setProjection: (projection: Projection) => {
      layer.setProjection(projection);
      overlays.setProjection(projection);
    },
    close: () => {
      surface.close();
      below.close();
      above.close();
    },
  };
}

/** Opens a base map with the store's vehicles. Throws `MapUnavailable` if the browser cannot draw. */
export function openVehicleMap(options: VehicleMapOptions): VehicleMap {
  const { container, store, events } = options;
  const slot = createBaseSlot(container, () => layers.state.look, {
    // In the base map's frame, so that vehicles do not lag behind it.
    frame: () => {
      paint();
      pictures.fill();
    },
    hover: (point) => pointer.hover(point),
    click: (point) => pointer.click(point),
    move: () => pointer.leave(),
    moveEnd: () => events.view?.(slot.base.position(), slot.base.bounds()),
    failed: (fault) => events.failed?.(fault),
  });
  const layers = openLayers(options, () => slot.base.camera());
  const { layer, labels, overlays, frames, state } = layers;
  const { paint, repaint } = frames;
  const pictures = createPictures(
    () => slot.holder && capturePicture(slot.holder, [options.overlay, options.canvas], state.look.palette.water),
  );
  const pointer = openMapPointer({
    container,
    store,
    layer,
    animate: options.animate,
    events,
    base: () => slot.base,
    busy: () => tools.active,
    clickMap: (point) => overlays.click(slot.base.camera(), point, layers.widthOf),
  });
  try {
    slot.open(options.provider, options.position);
  } catch (error) {
    layers.close();
    throw error;
  }
  layers.setProjection(slot.base.projection);
  const tools = openToolBox({ host: container, overlays, base: () => slot.base });

  const sync = () => {
    layer.sync(slot.base.camera());
    // The store notifies in an animation frame, except while the page is hidden.
    if (document.hidden) repaint();
    else paint();
  };
  sync();
  const unsubscribe = store.subscribe(sync);
  const ageTimer = setInterval(() => {
    if (!document.hidden && layer.age()) repaint();
  }, AGE_MS);

  return {
    get base() {
      return slot.base;
    },
    overlays,
    tools,
    switchTo(next) {
      tools.stop();
      slot.replace(next);
      layers.setProjection(slot.base.projection);
      sync();
    },
    setGround: (ground) => {
      if (slot.base.grounds.includes(ground)) slot.base.setGround(ground);
    },
    setSelected(ids) {
      state.selected = ids;
      layer.setSelected(ids);
      layer.sync(slot.base.camera());
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
    inView: (limit) => listInView(store, layer, slot.base.camera(), limit),
    pixelOf(id) {
      const row = store.rowOf(id);
      return row < 0 ? null : findPixel(layer, slot.base.camera(), row);
    },
    restyle(palette, language) {
      if (palette === state.look.palette && language === state.look.language) return;
      state.look = { palette, language };
      layer.setPalette(palette);
      labels.setPalette(palette);
      slot.base.restyle(palette, language);
      frames.repaintAll();
    },
    capture: () => pictures.order(() => slot.base.resize(), paint),
    close() {
      frames.close();
      pictures.fill();
      pointer.close();
      unsubscribe();
      clearInterval(ageTimer);
      tools.close();
      layers.close();
      slot.leave();
    },
  };
}
