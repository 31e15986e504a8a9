import type { Camera } from '@fleetwarden/domain/mercator';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import type { Crowds } from '../clusters/cell-count.ts';
import { ClusterIndex } from '../clusters/cluster-index.ts';
import type { RowPlaces } from './row-places.ts';

/** The clusters of a vehicle layer, which can be switched off. */
export class LayerClusters {
  readonly index = new ClusterIndex();
  #on = true;

  /** Switches clustering; returns whether it changed. */
  switch(on: boolean): boolean {
    if (this.#on === on) return false;
    this.#on = on;
    if (!on) this.index.rest();
    return true;
  }

  /** Whether the view shows an area that was not counted. */
  outgrown(camera: Camera): boolean {
    return this.#on && this.index.outgrown(camera);
  }

  /** Clusters the vehicles for this view. Returns whether unchanged rows may become hidden or visible. */
  update(
    camera: Camera,
    store: VehicleStore,
    columns: VehicleStore['columns'],
    places: RowPlaces,
    selected: ReadonlySet<string>,
  ): boolean {
    if (!this.#on) return false;
    const before = this.index.active;
    const { status, followed } = columns;
    const crowds = projectCells(store, places);
    const source = { size: store.size, worldX: places.x, worldY: places.y, status, followed, crowds };
    this.index.update(camera, source, findRows(store, selected));
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
