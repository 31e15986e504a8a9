import { useCallback, useEffect, useMemo, useState } from 'react';
import type { HoverTarget } from '../map-pointer.ts';
import type { ScreenPoint } from '../map-provider.ts';
import type { VehicleMap } from '../vehicle-map.ts';

/** So many vehicles in view are listed at most. */
export const MAX_LISTED = 200;
/** The list of vehicles in view is made anew this often while it is open, ms: vehicles come and go. */
const REFRESH_MS = 3_000;

/** Vehicles under one point, of which one is meant: for a click, or for its menu. */
type Spot = { readonly ids: readonly string[]; readonly point: ScreenPoint; readonly forMenu: boolean };

/** What is said and asked of vehicles on the map: what the pointer is on, who is meant of several under one point, who is in view. */
export type VehiclePopups = {
  /** What the keyboard is on in a list, else the pointer on the map. */
  readonly target: HoverTarget | null;
  /** Where the vehicle is that the keyboard is on; null: none, or out of view. */
  readonly focus: ScreenPoint | null;
  readonly spot: Spot | null;
  /** Null while they are not listed. */
  readonly inView: readonly string[] | null;
  setHovered(target: HoverTarget | null): void;
  ask(ids: readonly string[], point: ScreenPoint, forMenu?: boolean): void;
  list(open: boolean): void;
  /** The vehicle that the keyboard is on. */
  point(id: string | null): void;
  closeSpot(): void;
  /** The map looks elsewhere. */
  moved(map: VehicleMap | null): void;
  /** The map is gone. */
  clear(): void;
};

export function useVehiclePopups(map: VehicleMap | null): VehiclePopups {
  const [hovered, setHovered] = useState<HoverTarget | null>(null);
  const [spot, setSpot] = useState<Spot | null>(null);
  const [inView, setInView] = useState<readonly string[] | null>(null);
  const [pointed, point] = useState<string | null>(null);

  const listing = inView !== null;
  useEffect(() => {
    if (!map || !listing) return;
    const timer = setInterval(() => setInView(map.inView(MAX_LISTED)), REFRESH_MS);
    return () => clearInterval(timer);
  }, [map, listing]);

  const closeSpot = useCallback(() => {
    setSpot(null);
    point(null);
  }, []);
  const steady = useMemo(
    () => ({
      setHovered,
      point,
      closeSpot,
      ask: (ids: readonly string[], at: ScreenPoint, forMenu = false) => {
        setHovered(null);
        setSpot({ ids, point: at, forMenu });
      },
      moved: (of: VehicleMap | null) => {
        closeSpot();
        setInView((now) => now && (of?.inView(MAX_LISTED) ?? now));
      },
      clear: () => {
        setHovered(null);
        setInView(null);
        closeSpot();
      },
    }),
    [closeSpot],
  );
  const list = useCallback(
    (open: boolean) => {
      point(null);
      setInView(open && map ? map.inView(MAX_LISTED) : null);
    },
    [map],
  );

  const focus = pointed === null ? null : (map?.pixelOf(pointed) ?? null);
  const target: HoverTarget | null =
    pointed !== null && focus ? { kind: 'vehicle', id: pointed, ...focus } : spot === null ? hovered : null;
  return { ...steady, list, target, focus, spot, inView };
}
