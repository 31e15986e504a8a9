import { GATHER_ZOOM } from '@fleetwarden/contract/live/live-sockets';
import { type Camera, screenX, screenY, zoomOf } from '@fleetwarden/domain/mercator';
import { CellCount, type ClusterSource } from './cell-count.ts';
import { type Cluster, ringRadius } from './cluster.ts';
import { ClusterSet } from './cluster-set.ts';
import { type Extent, NO_EXTENT, reachesBeyond, viewOf } from './extent.ts';

/** From this zoom on every vehicle is drawn by itself. */
export const CLUSTER_ZOOM = 14;
/** Clusters are made when more vehicles than the first are in view, and kept until there are fewer than the second. */
const CROWD = { on: 60, off: 40 } as const;
/** The same where all vehicles in view are told: streets are looked at, so only a thicket is gathered. */
const THICKET = { on: 500, off: 400 } as const;
/** Clusters are made anew for each step of zoom; a step holds a little beyond its half. */
const STEP = 0.5;
const STEP_HOLDS = 0.35;
/** Round the view, in its own sizes, clusters are made ahead for panning. */
const MARGIN = 0.5;
/** Seeds are chosen anew when the number of vehicles changed by this share since. */
const DRIFT = 0.3;
/** Cells kept at most; then the index starts afresh. */
const MAX_CELLS = 16_384;

/**
 * Gathers vehicles into clusters by where they fall on the screen. Seeds stay while vehicles move, so nothing flickers: only another
 * step of zoom, or another fleet, chooses them anew.
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

  /** Whether vehicles are gathered at all. */
  get active(): boolean {
    return this.#active;
  }

  /** Whether the server counted the vehicles: most of them are not known one by one. */
  get crowded(): boolean {
    return this.#crowded;
  }

  /** Grows when the clusters may have changed. */
  get version(): number {
    return this.#version;
  }

  /** Those drawn as rings. */
  rings(): Cluster[] {
    return this.#active ? this.#clusters.rings() : [];
  }

  /** Whether the vehicle is in a ring instead of being drawn. */
  hides(row: number): boolean {
    const cell = this.#cells.cellOf(row);
    return cell >= 0 ? this.#clusters.ringed(cell) : this.#cells.elsewhere(row);
  }

  /** The rows in a cluster. */
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

  /** Rows got other numbers: what is held by row is void. The clusters stay where they are. */
  forgetRows(): void {
    this.#cells.forgetRows();
  }

  /** Whether this view shows what was not counted for the last one. */
  outgrown(camera: Camera): boolean {
    if (this.#levelFor(camera) !== this.#level) return true;
    return zoomOf(camera) < CLUSTER_ZOOM && reachesBeyond(viewOf(camera), this.#region);
  }

  /** Counts all vehicles for this view. `alone`: rows that are never gathered. */
  update(camera: Camera, source: ClusterSource, alone: Iterable<number>): void {
    this.#version++;
    this.#cells.makeRoom(source.worldX.length);
    const level = this.#levelFor(camera);
    if (level !== this.#level || this.#cells.size > MAX_CELLS) this.#startAfresh(level);
    if (zoomOf(camera) >= CLUSTER_ZOOM) {
      this.rest();
      return;
    }
    this.#crowded = source.crowds != null;
    const moved = this.outgrown(camera);
    const view = viewOf(camera);
    if (moved || this.#region.halfWidth === 0) this.#region = aheadOf(view);
    this.#cells.count(source, this.#region, view, alone);
    const { on, off } = zoomOf(camera) < GATHER_ZOOM ? CROWD : THICKET;
    this.#active = this.#crowded || this.#cells.inView > (this.#active ? off : on);
    if (!this.#active) {
      this.rest();
      return;
    }
    const { counted } = this.#cells;
    if (!moved && Math.abs(counted - this.#seededFor) > DRIFT * this.#seededFor) this.#forgetSeeds();
    if (moved || this.#clusters.empty) this.#seededFor = counted;
    // As small as this level is ever drawn.
    this.#clusters.form(this.#level - STEP_HOLDS);
  }

  /** Nothing is gathered: every vehicle is drawn itself. */
  rest(): void {
    this.#active = false;
    this.#crowded = false;
    this.#version++;
    this.#cells.release();
  }

  #levelFor(camera: Camera): number {
    const zoom = Math.min(zoomOf(camera), CLUSTER_ZOOM);
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

/** A view and what lies about it. */
function aheadOf(view: Extent): Extent {
  const grow = 1 + 2 * MARGIN;
  return { ...view, halfWidth: view.halfWidth * grow, halfHeight: view.halfHeight * grow };
}
