import type { VehicleStore } from '../live/vehicle-store.ts';
import { FRAME_LIMIT_MS, type MapPicture, pictureOf } from './capture.ts';
import type { Cluster } from './clusters/cluster.ts';
import { openCluster } from './clusters/cluster-click.ts';
import { openGlSurface } from './gl-surface.ts';
import { showMap } from './map-host.ts';
import type { BaseMap, Ground, MapBounds, MapFault, MapPosition, MapProvider, ScreenPoint } from './map-provider.ts';
import { type Camera, sameCamera, screenX, screenY } from './mercator.ts';
import { openCanvas } from './overlays/canvas.ts';
import { OverlayLayer } from './overlays/overlay-layer.ts';
import type { MapPalette } from './palette.ts';
import { openToolBox, type ToolBox } from './tools/tool-box.ts';
import { LabelOverlay } from './vehicles/label-overlay.ts';
import type { MarkerLayout } from './vehicles/marker-layout.ts';
import { pick } from './vehicles/picking.ts';
import { VehicleLayer } from './vehicles/vehicle-layer.ts';

/** Pause between frames while markers glide, ms: they move a few pixels a second, so 30 frames are as smooth as 60. */
const GLIDE_FRAME_MS = 33;
/** How often it is looked whether fixes have grown old while nothing comes, ms. */
const AGE_MS = 10_000;

export type VehicleMap = {
  /** The base map below; another one after `switchTo`. */
  readonly base: BaseMap;
  /** What else is on the map; it stays when the base map changes. */
  readonly overlays: OverlayLayer;
  readonly tools: ToolBox;
  /** Puts another provider's map below everything, looking where this one does. Throws `MapUnavailable`; the one before is gone then. */
  switchTo(provider: MapProvider): void;
  setGround(ground: Ground): void;
  setSelected(ids: ReadonlySet<string>): void;
  setLabels(all: boolean): void;
  setLayout(layout: MarkerLayout): void;
  /** Whether markers glide between fixes. */
  setSmooth(smooth: boolean): void;
  /** Whether crowded vehicles are gathered into rings. */
  setClusters(on: boolean): void;
  /** Ids of the vehicles in view, at most `limit`: those drawn, what needs an eye first, then those that rings stand for. */
  inView(limit: number): string[];
  /** Where a vehicle is drawn, or would be, CSS px; null: nowhere in view. */
  pixelOf(id: string): ScreenPoint | null;
  restyle(palette: MapPalette, language: string): void;
  /** What is seen, as a picture. */
  capture(): Promise<MapPicture>;
  close(): void;
};

/** What the pointer is on, with where that is drawn, CSS px. `byStatus`: vehicles of a ring by status number. */
export type HoverTarget =
  | { readonly kind: 'vehicle'; readonly id: string; readonly x: number; readonly y: number }
  | { readonly kind: 'cluster'; readonly byStatus: readonly number[]; readonly x: number; readonly y: number };

export type VehicleMapEvents = {
  /** A vehicle was clicked, or several that lie under one point, nearest first. */
  select(ids: string[], point: ScreenPoint): void;
  /** The menu of a vehicle was asked for, or of several that lie under one point, nearest first. Returns whether there is one. */
  menu?(ids: string[], point: ScreenPoint): boolean;
  /** The pointer came to something else; null: nothing of ours, or the view is on its way. */
  hover?(target: HoverTarget | null): void;
  /** Vehicles cannot be drawn for want of WebGL, or can be again. */
  lost?(lost: boolean): void;
  /** The view came to rest. */
  view?(position: MapPosition, bounds: MapBounds): void;
  /** The base map was opened and does not come up. */
  failed?(fault: MapFault): void;
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
  /** Whether emergencies blink. */
  blinks: boolean;
  layout: MarkerLayout;
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
  layer.setBlinking(options.blinks);
  layer.setLayout(options.layout);
  const labels = new LabelOverlay(canvas, store, layer, options.palette);
  let selected: ReadonlySet<string> = new Set();
  let look = { palette: options.palette, language: options.language };
  let hovered: string | null = null;
  let blinkTimer: ReturnType<typeof setTimeout> | undefined;
  let blinkFrame = 0;
  let glideTimer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  /** What lies on it is taken away by others, and after it. */
  let closed = false;
  /** What the overlays were last drawn for; null: they are to be drawn anew. */
  let drawnFor: Camera | null = null;

  const paint = () => {
    cancelAnimationFrame(frame);
    clearTimeout(glideTimer);
    const camera = base.camera();
    // Vehicles move much more often than what lies about them, which may be long
    if (!drawnFor || !sameCamera(drawnFor, camera)) {
      drawnFor = { ...camera };
      overlays.drawBelow(below.begin(camera), camera, look.palette);
      overlays.drawAbove(above.begin(camera), camera, look.palette);
    }
    surface.draw(camera);
    labels.draw(camera, selected);
    if (layer.gliding()) glideTimer = setTimeout(repaint, GLIDE_FRAME_MS);
    blinkLater(camera);
  };
  /** Only the vehicles are drawn for it; in a frame of the browser's, which gives none before it is through with the last. */
  const blinkLater = (camera: Camera) => {
    stopBlinking();
    const seconds = document.hidden ? null : layer.nextBlink(camera);
    if (seconds === null) return;
    blinkTimer = setTimeout(() => {
      blinkFrame = requestAnimationFrame(() => {
        surface.draw(base.camera());
        blinkLater(base.camera());
      });
    }, seconds * 1_000);
  };
  const stopBlinking = () => {
    clearTimeout(blinkTimer);
    cancelAnimationFrame(blinkFrame);
  };
  const repaint = () => {
    cancelAnimationFrame(frame);
    if (!closed) frame = requestAnimationFrame(paint);
  };
  const below = openCanvas(options.overlay);
  const surface = openGlSurface(options.overlay, layer, (lost) => {
    events.lost?.(lost);
    if (!lost) repaint();
  });
  const above = openCanvas(options.overlay);
  const overlays = new OverlayLayer(() => {
    drawnFor = null;
    repaint();
  });

  /** What lies under a point: markers first where a chosen one lies on top, else a ring, else markers; nearest first. */
  const under = (point: { x: number; y: number }) => {
    const rows = pick(layer, base.camera(), point);
    const cluster = rows.some((row) => layer.selected(row)) ? null : layer.clusters.at(base.camera(), point);
    return { rows: cluster ? [] : rows, cluster };
  };

  let captured: ((picture: MapPicture) => void)[] = [];
  /** Takes the picture that was asked for; in the frame of the base map, whose drawing is gone after it. */
  const takePicture = () => {
    if (captured.length === 0 || !holder) return;
    const picture = pictureOf(holder, [options.overlay, canvas], look.palette.water);
    for (const resolve of captured) resolve(picture);
    captured = [];
  };

  const onClick = (point: { x: number; y: number }) => {
    if (tools.active) return;
    const { rows, cluster } = under(point);
    if (cluster) {
      const found = openCluster(layer, cluster, base.camera(), base.projection);
      if ('position' in found) base.moveTo(found.position, options.animate);
      else
        events.select(
          found.rows.map((row) => store.idOf(row)),
          point,
        );
    } else if (rows.length > 0)
      events.select(
        rows.map((row) => store.idOf(row)),
        point,
      );
    else overlays.click(base.camera(), point, above.widthOf);
  };

  /** The browser's own menu stays where no vehicle is, or vehicles have none. */
  const onMenu = (event: MouseEvent) => {
    if (tools.active) return;
    const box = container.getBoundingClientRect();
    const point = { x: event.clientX - box.left, y: event.clientY - box.top };
    const { rows } = under(point);
    if (rows.length === 0) return;
    const ids = rows.map((row) => store.idOf(row));
    if (events.menu?.(ids, point)) event.preventDefault();
  };
  container.addEventListener('contextmenu', onMenu);

  const onHover = (point: { x: number; y: number } | null) => {
    const { rows, cluster } = point && !tools.active ? under(point) : { rows: [], cluster: null };
    const row = rows[0];
    base.setPointer(cluster !== null || row !== undefined);
    const key = cluster ? `cluster ${cluster.seedX} ${cluster.seedY}` : row === undefined ? null : store.idOf(row);
    if (key === hovered) return;
    hovered = key;
    events.hover?.(targetOf(row, cluster));
  };
  const targetOf = (row: number | undefined, cluster: Cluster | null): HoverTarget | null => {
    const camera = base.camera();
    const at = (x: number, y: number) => ({ x: screenX(camera, x), y: screenY(camera, y) });
    if (cluster) return { kind: 'cluster', byStatus: [...cluster.byStatus], ...at(cluster.x, cluster.y) };
    return row === undefined ? null : { kind: 'vehicle', id: store.idOf(row), ...at(layer.x(row), layer.y(row)) };
  };
  /** What was under the pointer is elsewhere now. */
  const unhover = () => {
    if (hovered === null) return;
    hovered = null;
    events.hover?.(null);
  };

  let holder: HTMLElement | null = null;
  const openBase = (from: MapProvider, position: MapPosition | null): BaseMap => {
    const shown = showMap({
      provider: from,
      container,
      ...look,
      position,
      events: {
        // In the same frame, so that vehicles never swim on the map.
        frame: () => {
          paint();
          takePicture();
        },
        hover: onHover,
        click: onClick,
        move: unhover,
        moveEnd: () => events.view?.(base.position(), base.bounds()),
        failed: (fault) => events.failed?.(fault),
      },
    });
    holder = shown.holder;
    return shown.base;
  };
  /** The base map is another page's from now on; where it looked last is known. */
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
    // The store calls in a frame of its own; only while the page is hidden it does not.
    if (document.hidden) repaint();
    else paint();
  };
  sync();
  const unsubscribe = store.subscribe(sync);
  const ageTimer = setInterval(() => {
    if (!document.hidden && layer.age()) repaint();
  }, AGE_MS);

  /** Where a row is drawn, or would be; null: nowhere in view. */
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
      // until another one stands the vehicles are where they were, over nothing
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
      // of what the server counted in crowds nobody knows where it is
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
      drawnFor = null;
      repaint();
    },
    capture: () =>
      new Promise((resolve) => {
        captured.push(resolve);
        // has it draw a frame
        base.resize();
        setTimeout(() => {
          if (captured.length > 0) paint();
          takePicture();
        }, FRAME_LIMIT_MS);
      }),
    close() {
      closed = true;
      takePicture();
      container.removeEventListener('contextmenu', onMenu);
      unsubscribe();
      clearInterval(ageTimer);
      stopBlinking();
      clearTimeout(glideTimer);
      cancelAnimationFrame(frame);
      tools.close();
      shut();
      leaveBase();
    },
  };
}

/** A base map that was given back, as it looked last. */
function stillOf(base: BaseMap): BaseMap {
  const [camera, position, bounds] = [base.camera(), base.position(), base.bounds()];
  const nothing = () => {};
  return {
    projection: base.projection,
    grounds: ['normal'],
    camera: () => camera,
    position: () => position,
    bounds: () => bounds,
    search: async () => [],
    addressOf: async () => null,
    ...{ moveTo: nothing, zoomBy: nothing, fitBounds: nothing, home: nothing, resize: nothing, remove: nothing },
    ...{ restyle: nothing, setGround: nothing, setPointer: nothing, setGestures: nothing },
  };
}
