import { type BaseMap, type BaseMapEvents, CHINA, type MapPosition, type MapProvider } from './map-provider.ts';
import type { MapPalette } from './palette.ts';

/** A map that no page asked for in so long is closed, ms: providers' own draw on even where nobody looks. */
export const KEPT_MS = 600_000;

/** A map of this window's, with an element of its own: providers leave traces on theirs. */
type HostedMap = {
  readonly providerId: string;
  readonly holder: HTMLElement;
  readonly base: BaseMap;
  /** Whoever shows it; null: nobody. */
  page: BaseMapEvents | null;
  look: { readonly palette: MapPalette; readonly language: string };
  /** It said that it does not come up. */
  failed: boolean;
};

export type ShownMap = {
  /** `remove` gives it back; it is another page's then, and must not be asked for anything more. */
  readonly base: BaseMap;
  /** What it is drawn in. */
  readonly holder: HTMLElement;
};

type Wish = {
  readonly provider: MapProvider;
  readonly container: HTMLElement;
  readonly palette: MapPalette;
  readonly language: string;
  /** Null: the whole country. */
  readonly position: MapPosition | null;
  readonly events: BaseMapEvents;
};

/** The map that no page shows, and what closes it. */
let idle: { readonly map: HostedMap; readonly timer: ReturnType<typeof setTimeout> } | null = null;
let shed: HTMLElement | null = null;

/**
 * The one way to a base map. A map is dear to open (a context of WebGL, its shaders, tiles and names), so the one that a page gives
 * back is lent to the page that asks next, if it asks for that provider's. One is kept at most; while several are shown at once
 * each is one of its own. Throws `MapUnavailable` as `MapProvider.create` does.
 */
export function showMap(wish: Wish): ShownMap {
  const map = takeIdle(wish) ?? open(wish);
  map.page = wish.events;
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

/** Closes the map that no page shows. */
export function closeIdleMap(): void {
  if (!idle) return;
  const { map, timer } = idle;
  idle = null;
  clearTimeout(timer);
  close(map);
}

function open({ provider, container, palette, language, position, events }: Wish): HostedMap {
  const holder = document.createElement('div');
  holder.style.cssText = 'position: absolute; inset: 0;';
  container.append(holder);
  let map: HostedMap | null = null;
  try {
    const base = provider.create({ container: holder, palette, language, position, events: passedOn(() => map) });
    map = { providerId: provider.id, holder, base, page: events, look: { palette, language }, failed: false };
    return map;
  } catch (error) {
    holder.remove();
    throw error;
  }
}

/** To the page that shows the map; what a map tells that nobody shows is told to nobody. */
function passedOn(map: () => HostedMap | null): Required<BaseMapEvents> {
  const page = () => map()?.page;
  return {
    frame: (camera) => page()?.frame(camera),
    move: () => page()?.move?.(),
    moveEnd: () => page()?.moveEnd(),
    hover: (point) => page()?.hover(point),
    click: (point) => page()?.click(point),
    dblclick: (point) => page()?.dblclick?.(point),
    failed: (fault) => {
      const told = map();
      if (!told) return;
      told.failed = true;
      if (idle?.map === told) closeIdleMap();
      told.page?.failed?.(fault);
    },
  };
}

function takeIdle({ provider, container, palette, language, position }: Wish): HostedMap | null {
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

/** As it was before anybody showed it, and out of sight in its size: a map that has none draws itself anew. */
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
  shedOf().append(holder);
  idle = { map, timer: setTimeout(closeIdleMap, KEPT_MS) };
}

function close({ base, holder }: HostedMap): void {
  base.remove();
  holder.remove();
}

/** Where a map is that no page shows: in the document, for elements outside it have no size. */
function shedOf(): HTMLElement {
  if (!shed?.isConnected) {
    shed = document.createElement('div');
    shed.inert = true;
    shed.style.cssText = 'position: fixed; inset: 0; visibility: hidden; overflow: hidden; pointer-events: none; z-index: -1;';
    document.body.append(shed);
  }
  return shed;
}
