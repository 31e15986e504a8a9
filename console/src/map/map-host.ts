import { type BaseMap, type BaseMapEvents, CHINA, type MapPosition, type MapProvider } from './map-provider.ts';
import type { MapPalette } from './palette.ts';

/** A hidden map is closed after this time, ms: provider maps keep drawing even when hidden. */
export const IDLE_MS = 600_000;

/** A map with its own element, because providers leave state on theirs. */
type HostedMap = {
  readonly providerId: string;
  readonly holder: HTMLElement;
  readonly base: BaseMap;
  /** Events of the page that shows it; null: hidden. */
  page: BaseMapEvents | null;
  look: { readonly palette: MapPalette; readonly language: string };
  /** Whether it failed to load. */
  failed: boolean;
};

export type LentMap = {
  /** `remove` returns it to the host; do not use it afterwards. */
  readonly base: BaseMap;
  /** The element that it is drawn in. */
  readonly holder: HTMLElement;
};

type MapRequest = {
  readonly provider: MapProvider;
  readonly container: HTMLElement;
  readonly palette: MapPalette;
  readonly language: string;
  /** Null: the whole country. */
  readonly position: MapPosition | null;
  readonly events: BaseMapEvents;
};

/** The hidden map and the timer that closes it. */
let idle: { readonly map: HostedMap; readonly timer: ReturnType<typeof setTimeout> } | null = null;
let shed: HTMLElement | null = null;

/**
 * Opens or reuses a base map. Opening is expensive (WebGL context, shaders, tiles), so a returned map is lent to the next page
 * that wants the same provider. The cache holds at most one hidden map. Throws `MapUnavailable` like `MapProvider.create`.
 */
export function lendMap(request: MapRequest): LentMap {
  const map = takeIdle(request) ?? open(request);
  map.page = request.events;
  const base: BaseMap = {
    ...map.base,
    restyle: (palette, language) => {
      map.look = { palette, language };
      map.base.restyle(palette, language);
    },
    remove: () => giveBack(map),
  };
  return { base, holder: map.holder };
}

/** Closes the hidden map. */
export function closeIdleMap(): void {
  if (!idle) return;
  const { map, timer } = idle;
  idle = null;
  clearTimeout(timer);
  close(map);
}

function open({ provider, container, palette, language, position, events }: MapRequest): HostedMap {
  const holder = document.createElement('div');
  holder.style.cssText = 'position: absolute; inset: 0;';
  container.append(holder);
  let map: HostedMap | null = null;
  try {
    const base = provider.create({ container: holder, palette, language, position, events: forwardEvents(() => map) });
    map = { providerId: provider.id, holder, base, page: events, look: { palette, language }, failed: false };
    return map;
  } catch (error) {
    holder.remove();
    throw error;
  }
}

/** Forwards events to the page that shows the map; events of a hidden map are dropped. */
function forwardEvents(map: () => HostedMap | null): Required<BaseMapEvents> {
  const page = () => map()?.page;
  return {
    frame: (camera) => page()?.frame(camera),
    move: () => page()?.move?.(),
    moveEnd: () => page()?.moveEnd(),
    hover: (point) => page()?.hover(point),
    click: (point) => page()?.click(point),
    dblclick: (point) => page()?.dblclick?.(point),
    failed: (fault) => {
      const target = map();
      if (!target) return;
      target.failed = true;
      if (idle?.map === target) closeIdleMap();
      target.page?.failed?.(fault);
    },
  };
}

function takeIdle({ provider, container, palette, language, position }: MapRequest): HostedMap | null {
  if (idle?.map.providerId !== provider.id || idle.map.base.usable?.() === false) {
    closeIdleMap();
    return null;
  }
  const { map, timer } = idle;
  idle = null;
  clearTimeout(timer);
  map.holder.style.cssText = 'position: absolute; inset: 0;';
  container.append(map.holder);
  map.base.resize();
  if (map.look.palette !== palette || map.look.language !== language) {
    map.look = { palette, language };
    map.base.restyle(palette, language);
  }
  if (position) map.base.moveTo(position, false);
  else map.base.fitBounds(CHINA, false);
  return map;
}

/** Resets a map and hides it at its current size: a map without a size redraws itself. */
function giveBack(map: HostedMap): void {
  map.page = null;
  closeIdleMap();
  if (map.failed) {
    close(map);
    return;
  }
  const { base, holder } = map;
  base.setGestures({ drag: true, doubleClickZoom: true });
  base.setPointer(false);
  if (base.grounds.length > 1) base.setGround(base.grounds[0]!);
  const { width, height } = base.camera();
  holder.style.cssText = `position: absolute; width: ${width}px; height: ${height}px;`;
  findShed().append(holder);
  idle = { map, timer: setTimeout(closeIdleMap, IDLE_MS) };
}

function close({ base, holder }: HostedMap): void {
  base.remove();
  holder.remove();
}

/** The parent of hidden maps: in the document, because detached elements have no size. */
function findShed(): HTMLElement {
  if (!shed?.isConnected) {
    shed = document.createElement('div');
    shed.inert = true;
    shed.style.cssText = 'position: fixed; inset: 0; visibility: hidden; overflow: hidden; pointer-events: none; z-index: -1;';
    document.body.append(shed);
  }
  return shed;
}
