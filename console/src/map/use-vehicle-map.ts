import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { VehicleStore } from '../live/vehicle-store.ts';
import { type MapBounds, type MapPosition, type MapProvider, MapUnavailable, type ScreenPoint } from './map-provider.ts';
import type { MapPalette } from './palette.ts';
import { useVehiclePopups } from './popups/use-vehicle-popups.ts';
import { reducedMotion } from './reduced-motion.ts';
import { useMapProvider } from './use-map-provider.ts';
import { openVehicleMap, type VehicleMap, type VehicleMapEvents } from './vehicle-map.ts';
import type { MarkerLayout } from './vehicles/marker-layout.ts';

/** Stacked elements of a map, from below: base map, vehicles, labels. */
export type MapElements = {
  readonly container: RefObject<HTMLDivElement | null>;
  readonly overlay: RefObject<HTMLDivElement | null>;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
};

export type VehicleMapProps = {
  store: VehicleStore;
  onSelect(id: string): void;
  /** Called when several vehicles lie under a click, nearest first. Without it the map lists them for selection. */
  onSelectMany?(ids: string[]): void;
  /** Opens the menu of a vehicle at a point of the window, in CSS px. Without it there is no menu. */
  onMenu?(id: string, at: ScreenPoint): void;
  /** Called when the view stops moving, with its position and [west, south, east, north]. */
  onView?: VehicleMapEvents['view'];
  /** Initial position; default: all of China. Read once. */
  position?: MapPosition | null;
  /** Initial position that the page chose, not the user: no closer than the ground shows something. Read once. */
  focus?: MapPosition;
};

const limitFocus = ({ emptyBeyond = Number.POSITIVE_INFINITY }: MapProvider, focus: MapPosition | undefined) =>
  focus && { ...focus, zoom: Math.min(focus.zoom, emptyBeyond) };

/** Opens a vehicle map, closes it with its page or store, and replaces its base map when the provider changes. */
export function useVehicleMap(
  props: VehicleMapProps,
  appearance: { readonly palette: MapPalette; readonly language: string },
  drawing: { readonly layout: MarkerLayout; readonly smooth: boolean; readonly clusters: boolean },
) {
  const { store } = props;
  const container = useRef<HTMLDivElement>(null);
  const overlay = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef({ ...props, appearance, drawing });
  latest.current = { ...props, appearance, drawing };
  /** Last position, restored when a hidden page is shown again. */
  const left = useRef<MapPosition | null>(null);
  const [map, setMap] = useState<VehicleMap | null>(null);
  const [unavailable, setUnavailable] = useState(false);
  const [lost, setLost] = useState(false);
  /** What the map showed when it last stopped moving. */
  const [seen, setSeen] = useState<{ bounds: MapBounds; zoom: number } | null>(null);
  const popups = useVehiclePopups(map);
  const { setHovered, ask, moved, clear } = popups;
  const { opened: provider, baseMap, setting, choose, fail } = useMapProvider();
  const current = useRef<VehicleMap | null>(null);

  const toWindow = useCallback((point: ScreenPoint): ScreenPoint => {
    const { left, top } = overlay.current!.getBoundingClientRect();
    return { x: left + point.x, y: top + point.y };
  }, []);

  useEffect(() => {
    if (!provider) return;
    // only the base map changes; the rest of the map stays
    if (current.current) {
      try {
        current.current.switchTo(provider);
      } catch (error) {
        if (!(error instanceof MapUnavailable)) throw error;
        fail(error.fault);
      }
      return;
    }
    try {
      current.current = openVehicleMap({
        provider,
        container: container.current!,
        overlay: overlay.current!,
        canvas: canvas.current!,
        store,
        ...latest.current.appearance,
        position: left.current ?? limitFocus(provider, latest.current.focus) ?? latest.current.position ?? null,
        ...latest.current.drawing,
        blinks: !reducedMotion(),
        animate: !reducedMotion(),
        events: {
          select: (ids, point) => {
            const { onSelect, onSelectMany } = latest.current;
            if (ids.length === 1) onSelect(ids[0]!);
            else if (onSelectMany) onSelectMany(ids);
            else ask(ids, point);
          },
          menu: (ids, point) => {
            const { onMenu } = latest.current;
            if (!onMenu) return false;
            setHovered(null);
            if (ids.length === 1) onMenu(ids[0]!, toWindow(point));
            else ask(ids, point, true);
            return true;
          },
          hover: setHovered,
          lost: setLost,
          view: (position, bounds) => {
            left.current = position;
            setSeen({ bounds, zoom: position.zoom });
            moved(current.current);
            latest.current.onView?.(position, bounds);
          },
          failed: fail,
        },
      });
      setMap(current.current);
      setSeen({ bounds: current.current.base.bounds(), zoom: current.current.base.position().zoom });
    } catch (error) {
      if (!(error instanceof MapUnavailable)) throw error;
      if (provider.mode === 0) setUnavailable(true);
      else fail(error.fault);
    }
  }, [store, provider, fail, setHovered, ask, moved, toWindow]);
  // separate from the effect above: a new provider must not close the map
  // biome-ignore lint/correctness/useExhaustiveDependencies: another store is another map
  useEffect(
    () => () => {
      current.current?.close();
      current.current = null;
      setMap(null);
      setSeen(null);
      setLost(false);
      clear();
    },
    [store],
  );

  const elements: MapElements = { container, overlay, canvas };
  return { map, elements, popups, seen, unavailable, lost, provider, baseMap, setting, choose, toWindow };
}
