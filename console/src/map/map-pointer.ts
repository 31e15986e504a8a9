import { screenX, screenY } from '@fleetwarden/domain/mercator';
import type { VehicleStore } from '../live/vehicle-store.ts';
import type { Cluster } from './clusters/cluster.ts';
import { openCluster } from './clusters/cluster-click.ts';
import type { BaseMap, ScreenPoint } from './map-provider.ts';
import { pick } from './vehicles/picking.ts';
import type { VehicleLayer } from './vehicles/vehicle-layer.ts';

/** The item under the pointer and its position in CSS px. `byStatus`: vehicles of a ring by status number. */
export type HoverTarget =
  | { readonly kind: 'vehicle'; readonly id: string; readonly x: number; readonly y: number }
  | { readonly kind: 'cluster'; readonly byStatus: readonly number[]; readonly x: number; readonly y: number };

export type PointerEvents = {
  /** Called for a click on vehicles; several under one point come nearest first. */
  select(ids: string[], point: ScreenPoint): void;
  /** Opens the menu of vehicles under a point, nearest first. Returns whether there is one. */
  menu?(ids: string[], point: ScreenPoint): boolean;
  /** The pointer moved to another item; null: to none, or the view is moving. */
  hover?(target: HoverTarget | null): void;
};

/** Pointer handling for the vehicles and rings of a map. */
export type MapPointer = {
  click(point: ScreenPoint): void;
  /** null: the pointer left the map. */
  hover(point: ScreenPoint | null): void;
  /** Clears the hover state when the view moves. */
  leave(): void;
  close(): void;
};

export function openMapPointer(of: {
  readonly container: HTMLElement;
  readonly store: VehicleStore;
  readonly layer: VehicleLayer;
  readonly base: () => BaseMap;
  /** Whether a tool receives the clicks. */
  readonly busy: () => boolean;
  /** A click that hits no vehicle. */
  readonly clickMap: (point: ScreenPoint) => void;
  /** Whether the view animates when a cluster opens. */
  readonly animate: boolean;
  readonly events: PointerEvents;
}): MapPointer {
  const { container, store, layer, base, busy, events } = of;
  let hovered: string | null = null;
  const idsOf = (rows: readonly number[]) => rows.map((row) => store.idOf(row));

  /** Hit test: markers first if one is selected, else a ring, else markers; nearest first. */
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

  /** Keeps the browser's menu where no vehicle menu exists. */
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
        const opened = openCluster(layer, cluster, base().camera(), base().projection);
        if ('position' in opened) base().moveTo(opened.position, of.animate);
        else events.select(idsOf(opened.rows), point);
      } else if (rows.length > 0) events.select(idsOf(rows), point);
      else of.clickMap(point);
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
