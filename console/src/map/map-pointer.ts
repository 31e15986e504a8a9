import { screenX, screenY } from '@fleetwarden/domain/mercator';
import type { VehicleStore } from '../live/vehicle-store.ts';
import type { Cluster } from './clusters/cluster.ts';
import { openCluster } from './clusters/cluster-click.ts';
import type { BaseMap, ScreenPoint } from './map-provider.ts';
import { pick } from './vehicles/picking.ts';
import type { VehicleLayer } from './vehicles/vehicle-layer.ts';

/** What the pointer is on, with where that is drawn, CSS px. `byStatus`: vehicles of a ring by status number. */
export type HoverTarget =
  | { readonly kind: 'vehicle'; readonly id: string; readonly x: number; readonly y: number }
  | { readonly kind: 'cluster'; readonly byStatus: readonly number[]; readonly x: number; readonly y: number };

export type PointerEvents = {
  /** A vehicle was clicked, or several that lie under one point, nearest first. */
  select(ids: string[], point: ScreenPoint): void;
  /** The menu of a vehicle was asked for, or of several that lie under one point, nearest first. Returns whether there is one. */
  menu?(ids: string[], point: ScreenPoint): boolean;
  /** The pointer came to something else; null: nothing of ours, or the view is on its way. */
  hover?(target: HoverTarget | null): void;
};

/** What the pointer does with the vehicles and rings of a map. */
export type MapPointer = {
  click(point: ScreenPoint): void;
  /** null: it left the map. */
  hover(point: ScreenPoint | null): void;
  /** What was under it is elsewhere now. */
  leave(): void;
  close(): void;
};

export function openMapPointer(of: {
  readonly container: HTMLElement;
  readonly store: VehicleStore;
  readonly layer: VehicleLayer;
  readonly base: () => BaseMap;
  /** Whether clicks are a tool's. */
  readonly busy: () => boolean;
  /** A click on nothing of the vehicles. */
  readonly clickBeside: (point: ScreenPoint) => void;
  /** Whether the view moves to what a ring holds instead of jumping. */
  readonly animate: boolean;
  readonly events: PointerEvents;
}): MapPointer {
  const { container, store, layer, base, busy, events } = of;
  let hovered: string | null = null;
  const idsOf = (rows: readonly number[]) => rows.map((row) => store.idOf(row));

  /** What lies under a point: markers first where a chosen one lies on top, else a ring, else markers; nearest first. */
  const under = (point: ScreenPoint) => {
    const rows = pick(layer, base().camera(), point);
    const cluster = rows.some((row) => layer.selected(row)) ? null : layer.clusters.at(base().camera(), point);
    return { rows: cluster ? [] : rows, cluster };
  };
  const targetOf = (row: number | undefined, cluster: Cluster | null): HoverTarget | null => {
    const camera = base().camera();
    const at = (x: number, y: number) => ({ x: screenX(camera, x), y: screenY(camera, y) });
    if (cluster) return { kind: 'cluster', byStatus: [...cluster.byStatus], ...at(cluster.x, cluster.y) };
    return row === undefined ? null : { kind: 'vehicle', id: store.idOf(row), ...at(layer.x(row), layer.y(row)) };
  };

  /** The browser's own menu stays where no vehicle is, or vehicles have none. */
  const onMenu = (event: MouseEvent) => {
    if (busy()) return;
    const box = container.getBoundingClientRect();
    const point = { x: event.clientX - box.left, y: event.clientY - box.top };
    const { rows } = under(point);
    if (rows.length > 0 && events.menu?.(idsOf(rows), point)) event.preventDefault();
  };
  container.addEventListener('contextmenu', onMenu);

  return {
    click: (point) => {
      if (busy()) return;
      const { rows, cluster } = under(point);
      if (cluster) {
        const found = openCluster(layer, cluster, base().camera(), base().projection);
        if ('position' in found) base().moveTo(found.position, of.animate);
        else events.select(idsOf(found.rows), point);
      } else if (rows.length > 0) events.select(idsOf(rows), point);
      else of.clickBeside(point);
    },
    hover: (point) => {
      const { rows, cluster } = point && !busy() ? under(point) : { rows: [], cluster: null };
      const row = rows[0];
      base().setPointer(cluster !== null || row !== undefined);
      const key = cluster ? `cluster ${cluster.seedX} ${cluster.seedY}` : row === undefined ? null : store.idOf(row);
      if (key === hovered) return;
      hovered = key;
      events.hover?.(targetOf(row, cluster));
    },
    leave: () => {
      if (hovered === null) return;
      hovered = null;
      events.hover?.(null);
    },
    close: () => container.removeEventListener('contextmenu', onMenu),
  };
}
