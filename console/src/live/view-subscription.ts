import type { MapView } from './live-session.ts';

/** What a part of the console shows: vehicles within [west, south, east, north] degrees at a zoom, and vehicles by id. */
export type ShownPart = {
  readonly bounds?: readonly [west: number, south: number, east: number, north: number];
  readonly zoom?: number;
  readonly tids?: readonly string[];
};

/** What all parts of the console show at the moment; positions are asked for of these vehicles only. */
export type Shown = {
  /** Says what `part` shows from now on; null: nothing any more. */
  set(part: object, shown: ShownPart | null): void;
  /** All of it; one that nobody shows anything of asks for no positions at all. */
  view(): MapView;
  /** Hears once, a moment after changes. Returns what ends the subscription. */
  subscribe(listener: () => void): () => void;
};

/** Changes in a row are told once, ms: a page puts its parts on one after the other, and a map comes to rest in steps. */
const SETTLE_MS = 200;
/** Round a map's bounds, in their own sizes: what a short drag uncovers is there already. */
const MARGIN = 0.3;
/** As many as the contract takes. */
const MAX_TIDS = 5_000;

export function createShown(): Shown {
  const parts = new Map<object, ShownPart>();
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const listener of [...listeners]) listener();
    }, SETTLE_MS);
  };
  return {
    set: (part, shown) => {
      if (shown) parts.set(part, shown);
      else if (!parts.delete(part)) return;
      changed();
    },
    view: () => combined([...parts.values()]),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function combined(parts: readonly ShownPart[]): MapView {
  const tids = [...new Set(parts.flatMap((part) => part.tids ?? []))].slice(0, MAX_TIDS);
  const bounded = parts.flatMap(({ bounds, zoom }) => (bounds ? [{ bounds: widened(bounds), zoom }] : []));
  if (bounded.length === 0) return { tids };
  const zooms = bounded.flatMap(({ zoom }) => (zoom === undefined ? [] : [zoom]));
  return {
    tids,
    bounds: around(bounded.map(({ bounds }) => bounds)),
    // several maps at once: the nearest of them needs its vehicles one by one
    ...(zooms.length === bounded.length ? { zoom: Math.max(...zooms) } : {}),
  };
}

type Bounds = [west: number, south: number, east: number, north: number];

/** With a margin, within the world; one that goes round the world or over its seam is all of its longitudes. */
function widened([west, south, east, north]: NonNullable<ShownPart['bounds']>): Bounds {
  const [x, y] = [(east - west) * MARGIN, (north - south) * MARGIN];
  const [left, right] = [west - x, east + x];
  const inside = right >= left && left >= -180 && right <= 180;
  return [inside ? left : -180, Math.max(south - y, -90), inside ? right : 180, Math.min(north + y, 90)];
}

function around(all: readonly Bounds[]): Bounds {
  return all.reduce(([w, s, e, n], [west, south, east, north]) => [
    Math.min(w, west),
    Math.min(s, south),
    Math.max(e, east),
    Math.max(n, north),
  ]);
}
