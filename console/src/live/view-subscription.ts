import type { MapView } from './live-session.ts';

/** What a component needs: vehicles within [west, south, east, north] in degrees at a zoom, and vehicles by ID. */
export type ViewPart = {
  readonly bounds?: readonly [west: number, south: number, east: number, north: number];
  readonly zoom?: number;
  readonly tids?: readonly string[];
};

/** The combined view subscription of all components; the server sends positions of these vehicles only. */
export type ViewSubscription = {
  /** Sets what `part` needs; null: nothing. */
  set(part: object, needed: ViewPart | null): void;
  /** The combined view; without any component it requests no positions. */
  current(): MapView;
  /** Notifies once, shortly after changes. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
};

/** Debounce of changes in ms: components of a page mount one after the other, and a map moves in steps. */
const SETTLE_MS = 200;
/** Margin around a map's bounds, as a share of their size: short drags need no new data. */
const MARGIN = 0.3;
/** Limit of the contract. */
const MAX_TIDS = 5_000;

export function createViewSubscription(): ViewSubscription {
  const parts = new Map<object, ViewPart>();
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const listener of [...listeners]) listener();
    }, SETTLE_MS);
  };
  return {
    set: (part, needed) => {
      if (needed) parts.set(part, needed);
      else if (!parts.delete(part)) return;
      changed();
    },
    current: () => combineViews([...parts.values()]),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function combineViews(parts: readonly ViewPart[]): MapView {
  const tids = [...new Set(parts.flatMap((part) => part.tids ?? []))].slice(0, MAX_TIDS);
  const bounded = parts.flatMap(({ bounds, zoom }) => (bounds ? [{ bounds: addMargin(bounds), zoom }] : []));
  if (bounded.length === 0) return { tids };
  const zooms = bounded.flatMap(({ zoom }) => (zoom === undefined ? [] : [zoom]));
  return {
    tids,
    bounds: unite(bounded.map(({ bounds }) => bounds)),
    // the closest of several maps needs single vehicles
    ...(zooms.length === bounded.length ? { zoom: Math.max(...zooms) } : {}),
  };
}

type Bounds = [west: number, south: number, east: number, north: number];

/** Adds the margin within the world's limits. Bounds that span the world or cross the antimeridian become all longitudes. */
function addMargin([west, south, east, north]: NonNullable<ViewPart['bounds']>): Bounds {
  const [x, y] = [(east - west) * MARGIN, (north - south) * MARGIN];
  const [left, right] = [west - x, east + x];
  const inside = right >= left && left >= -180 && right <= 180;
  return [inside ? left : -180, Math.max(south - y, -90), inside ? right : 180, Math.min(north + y, 90)];
}

function unite(all: readonly Bounds[]): Bounds {
  return all.reduce(([w, s, e, n], [west, south, east, north]) => [
    Math.min(w, west),
    Math.min(s, south),
    Math.max(e, east),
    Math.max(n, north),
  ]);
}
