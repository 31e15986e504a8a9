import type { Camera } from '@fleetwarden/domain/mercator';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import type { Crowds } from '../clusters/cell-count.ts';
import { ClusterIndex, type ClusterLimits } from '../clusters/cluster-index.ts';
import type { RowPlaces } from './row-places.ts';

/** More vehicles in view are clustered even if clustering is off: they hide each other, and drawing them may freeze the browser. */
export const SINGLE_LIMITS: ClusterLimits = { on: 50_000, off: 45_000 };

/** The clusters of a vehicle layer, which can be switched off up to a number of vehicles. */
export class LayerClusters {
  readonly index = new ClusterIndex();
  #on = true;
  /** Whether vehicles are counted: clustering is on, or the fleet is large enough for SINGLE_LIMITS. */
  #isCounting = true;

  /** Switches clustering; returns whether it changed. */
  switch(on: boolean): boolean {
    if (this.#on === on) return false;
    this.#on = on;
    if (!on) this.index.rest();
    return true;
  }

  /** Whether the view shows an area that was not counted. */
  outgrown(camera: Camera): boolean {
    return this.#isCounting && this.index.outgrown(camera);
  }

  /** Clusters the vehicles for this view. Returns whether unchanged rows may become hidden or visible. */
  update(
    camera: Camera,
    store: VehicleStore,
    columns: VehicleStore['columns'],
    places: RowPlaces,
    selected: ReadonlySet<string>,
  ): boolean {
    const before = this.index.active;
    this.#isCounting = this.#on || store.size > SINGLE_LIMITS.on;
    if (!this.#isCounting) {
      if (before) this.index.rest();
      return before;
    }
    const { status, followed } = columns;
    const crowds = projectCells(store, places);
    const source = { size: store.size, worldX: places.x, worldY: places.y, status, followed, crowds };
    this.index.update(camera, source, findRows(store, selected), this.#on ? undefined : SINGLE_LIMITS);
    return before || this.index.active;
  }
}

/** Server clusters, projected to the base map's world. */
function projectCells(store: VehicleStore, places: RowPlaces): Crowds | null {
  const { cells } = store;
  if (!cells) return null;
  return { count: cells.count, fields: places.fieldsOf(cells), rows: (cell) => findRows(store, cells.tids[cell]!) };
}

/** Rows of the vehicles that the store has. */
function findRows(store: VehicleStore, ids: Iterable<string>): number[] {
  return Array.from(ids, (id) => store.rowOf(id)).filter((row) => row >= 0);
}
