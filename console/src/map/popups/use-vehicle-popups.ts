import { useCallback, useEffect, useMemo, useState } from 'react';
import type { HoverTarget } from '../map-pointer.ts';
import type { ScreenPoint } from '../map-provider.ts';
import type { VehicleMap } from '../vehicle-map.ts';

/** Maximum number of listed vehicles. */
export const MAX_LISTED = 200;
/** Refresh interval of the open list, ms. */
const REFRESH_MS = 3_000;

/** Vehicles under one point, to select one for a click or a menu. */
type Spot = { readonly ids: readonly string[]; readonly point: ScreenPoint; readonly forMenu: boolean };

/** Popups of vehicles on the map: hover card, chooser for overlapping vehicles, list of vehicles in view. */
export type VehiclePopups = {
  /** The item active by keyboard in a list, else under the pointer. */
  readonly target: HoverTarget | null;
  /** Position of the vehicle active by keyboard; null: none or out of view. */
  readonly focus: ScreenPoint | null;
  readonly spot: Spot | null;
  /** Null while the list is closed. */
  readonly inView: readonly string[] | null;
  setHovered(target: HoverTarget | null): void;
  ask(ids: readonly string[], point: ScreenPoint, forMenu?: boolean): void;
  list(open: boolean): void;
  /** Sets the vehicle active by keyboard. */
  point(id: string | null): void;
  closeSpot(): void;
  /** The view moved. */
  moved(map: VehicleMap | null): void;
  /** The map was closed. */
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
