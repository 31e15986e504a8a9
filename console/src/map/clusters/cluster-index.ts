import { UNCLUSTERED_ZOOM } from '@fleetwarden/contract/live/live-sockets';
import { type Camera, computeZoom, screenX, screenY } from '@fleetwarden/domain/mercator';
import { CellCount, type ClusterSource } from './cell-count.ts';
import { type Cluster, ringRadius } from './cluster.ts';
import { ClusterSet } from './cluster-set.ts';
import { type Extent, NO_EXTENT, reachesBeyond, toExtent } from './extent.ts';

/** From this zoom on vehicles are not clustered. */
export const CLUSTER_ZOOM = 14;
/** Hysteresis: clustering starts above the first number of vehicles in view and ends below the second. */
export type ClusterLimits = { readonly on: number; readonly off: number };
const CROWD: ClusterLimits = { on: 60, off: 40 };
/** The same where the server sends all vehicles in view: at street level only dense groups are clustered. */
const THICKET: ClusterLimits = { on: 500, off: 400 };
/** Zoom step for which clusters are recomputed; each step extends a little beyond its half. */
const STEP = 0.5;
const STEP_HOLDS = 0.35;
/** Margin around the view for which clusters are precomputed, as a share of its size. */
const MARGIN = 0.5;
/** Share of change in the number of vehicles after which seeds are chosen again. */
const DRIFT = 0.3;
/** Cell limit after which the index is reset. */
const MAX_CELLS = 16_384;

/**
 * Clusters vehicles by screen distance. Seeds stay while vehicles move, which avoids flicker; a zoom step or another fleet
 * chooses new ones.
 */
export class ClusterIndex {
  readonly #cells = new CellCount();
  readonly #clusters = new ClusterSet(this.#cells);
  #level = Number.NaN;
  #active = false;
  #crowded = false;
  #region = NO_EXTENT;
  #seededFor = 0;
  #version = 0;

  /** Whether vehicles are clustered. */
  get active(): boolean {
    return this.#active;
  }

  /** Whether the server counted the vehicles: most are unknown by row. */
  get crowded(): boolean {
    return this.#crowded;
  }

  /** Grows when the clusters may have changed. */
  get version(): number {
    return this.#version;
  }

  /** Clusters drawn as rings. */
  rings(): Cluster[] {
    return this.#active ? this.#clusters.rings() : [];
  }

  /** Whether a ring replaces the vehicle. */
  hides(row: number): boolean {
    const cell = this.#cells.cellOf(row);
    return cell >= 0 ? this.#clusters.ringed(cell) : this.#cells.elsewhere(row);
  }

  /** Rows of a cluster. */
  members(cluster: Cluster): number[] {
    const number = this.#clusters.numberOf(cluster);
    const rows: number[] = [];
    for (let row = 0; row < this.#cells.rows; row++) {
      const cell = this.#cells.cellOf(row);
      if (cell >= 0 && this.#clusters.numberAt(cell) === number) rows.push(row);
    }
    return rows;
  }

  /** The ring under a point, CSS px from the top left. */
  at(camera: Camera, point: { x: number; y: number }): Cluster | null {
    let nearest: Cluster | null = null;
    let least = 0;
    for (const cluster of this.rings()) {
      const distance = Math.hypot(screenX(camera, cluster.x) - point.x, screenY(camera, cluster.y) - point.y);
      const over = distance - ringRadius(cluster.count);
      if (over > least) continue;
      nearest = cluster;
      least = over;
    }
    return nearest;
  }

  /** Drops state by row after renumbering. The clusters keep their positions. */
  forgetRows(): void {
    this.#cells.forgetRows();
  }

  /** Whether the view shows an area that was not counted. */
  outgrown(camera: Camera): boolean {
    if (this.#levelFor(camera) !== this.#level) return true;
    return computeZoom(camera) < CLUSTER_ZOOM && reachesBeyond(toExtent(camera), this.#region);
  }

  /** Counts all vehicles for this view. `alone`: rows that are never clustered. `limits`: default: those of the zoom. */
  update(camera: Camera, source: ClusterSource, alone: Iterable<number>, limits?: ClusterLimits): void {
    this.#version++;
    this.#cells.makeRoom(source.worldX.length);
    const level = this.#levelFor(camera);
    if (level !== this.#level || this.#cells.size > MAX_CELLS) this.#startAfresh(level);
    if (computeZoom(camera) >= CLUSTER_ZOOM) {
      this.rest();
      return;
    }
    this.#crowded = source.crowds != null;
    const moved = this.outgrown(camera);
    const view = toExtent(camera);
    if (moved || this.#region.halfWidth === 0) this.#region = expandAhead(view);
    this.#cells.count(source, this.#region, view, alone);
    const { on, off } = limits ?? (computeZoom(camera) < UNCLUSTERED_ZOOM ? CROWD : THICKET);
    this.#active = this.#crowded || this.#cells.inView > (this.#active ? off : on);
    if (!this.#active) {
      this.rest();
      return;
    }
    const { counted } = this.#cells;
    if (!moved && Math.abs(counted - this.#seededFor) > DRIFT * this.#seededFor) this.#forgetSeeds();
    if (moved || this.#clusters.empty) this.#seededFor = counted;
    // The smallest scale of this level.
    this.#clusters.form(this.#level - STEP_HOLDS);
  }

  /** Switches clustering off: every vehicle is drawn. */
  rest(): void {
    this.#active = false;
    this.#crowded = false;
    this.#version++;
    this.#cells.release();
  }

  #levelFor(camera: Camera): number {
    const zoom = Math.min(computeZoom(camera), CLUSTER_ZOOM);
    return Math.abs(zoom - this.#level) <= STEP_HOLDS ? this.#level : Math.round(zoom / STEP) * STEP;
  }

  #startAfresh(level: number): void {
    this.#level = level;
    this.#region = NO_EXTENT;
    this.#cells.startAfresh(level);
    this.#forgetSeeds();
  }

  #forgetSeeds(): void {
    this.#clusters.forget();
    this.#seededFor = 0;
  }
}

/** A view with the precomputed margin. */
function expandAhead(view: Extent): Extent {
  const grow = 1 + 2 * MARGIN;
  return { ...view, halfWidth: view.halfWidth * grow, halfHeight: view.halfHeight * grow };
}
