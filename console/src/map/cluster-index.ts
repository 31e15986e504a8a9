import { GATHER_ZOOM } from '@fleetwarden/contract/live-sockets';
import { CELL_FIELDS } from '../live/cells.ts';
import { type Camera, screenX, screenY, worldSizeAt, zoomOf } from './mercator.ts';

/** From this zoom on every vehicle is drawn by itself. */
export const CLUSTER_ZOOM = 14;
/** Clusters are made when more vehicles than the first are in view, and kept until there are fewer than the second. */
const CROWD = { on: 60, off: 40 } as const;
/** The same where all vehicles in view are told: streets are looked at, so only a thicket is gathered. */
const THICKET = { on: 500, off: 400 } as const;
/** From so many on a clump is a ring; a ring stays one down to the second. */
const RING = { on: 4, off: 3 } as const;
/** How near its seed a vehicle must be to belong to a cluster, px at the zoom the clusters were made for. */
const REACH = 72;
/** Edge of the cells vehicles are counted in, px: a third of the reach. */
const CELL = 24;
/** Clusters are made anew for each step of zoom; a step holds a little beyond its half. */
const STEP = 0.5;
const STEP_HOLDS = 0.35;
/** Radius that a vehicle outside of rings takes, px. */
const ALONE = 8;
/** Times that clusters too close to each other are put together, one after another. */
const MERGES = 4;
/** Round the view, in its own sizes, clusters are made ahead for panning. */
const MARGIN = 0.5;
/** Seeds are chosen anew when the number of vehicles changed by this share since. */
const DRIFT = 0.3;
/** Cells kept at most; then the index starts afresh. */
const MAX_CELLS = 16_384;
const STATUSES = 7;
/** Rows one call of the inner loops handles (see `live/merge-rows.ts`). */
const BLOCK = 512;

/** What the index reads of the vehicles, by row; `crowds`: those that the server counted, in place of their rows. */
export type ClusterSource = {
  readonly crowds?: Crowds | null;
  readonly size: number;
  /** World units; NaN: nowhere. */
  readonly worldX: Float64Array;
  readonly worldY: Float64Array;
  readonly status: Uint8Array;
  /** 1: on the map. */
  readonly followed: Uint8Array;
};

/** Vehicles counted elsewhere: CELL_FIELDS numbers a cell, on the base map's world, and the rows of its vehicles where they are few. */
export type Crowds = {
  readonly count: number;
  readonly fields: Float64Array;
  rows(cell: number): readonly number[];
};

/** Of a row that is counted elsewhere: it is not drawn. */
const ELSEWHERE = -2;

/** Vehicles that lie too close to be told apart. */
export type Cluster = {
  /** Where it began: what is near belongs to it, however its middle moves. World units. */
  readonly seedX: number;
  readonly seedY: number;
  /** The middle of its vehicles, world units. */
  x: number;
  y: number;
  count: number;
  readonly byStatus: Uint32Array;
  /** Drawn as a ring; else its few vehicles are drawn themselves. */
  ring: boolean;
};

/**
 * Gathers vehicles into clusters by where they fall on the screen. Vehicles are counted in cells of the world; the fullest cells
 * become seeds and take in what lies near. Seeds stay while vehicles move, so nothing flickers: only another step of zoom, or
 * another fleet, chooses them anew. An update counts all rows once, about 10 ns each, and looks up a cell only for a vehicle that
 * went into another one.
 */
export class ClusterIndex {
  #level = Number.NaN;
  #active = false;
  #crowded = false;
  #region = { x: 0, y: 0, halfWidth: 0, halfHeight: 0 };
  #view = { x: 0, y: 0, halfWidth: 0, halfHeight: 0 };
  #inView = 0;
  #counted = 0;
  #seededFor = 0;
  #version = 0;
  #clusters: Cluster[] = [];
  /** By row: the key of the cell it was in last, that cell, and the cell it counts in now (-1: none). */
  #keys = new Float64Array(0);
  #cells = new Int32Array(0);
  #member = new Int32Array(0);
  /** By cell. */
  readonly #cellOf = new Map<number, number>();
  #tally = new Uint32Array(256 * STATUSES);
  #sumX = new Float64Array(256);
  #sumY = new Float64Array(256);
  #clusterOf = new Int32Array(256);
  #ringed = new Uint8Array(256);

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
    return this.#active ? this.#clusters.filter(({ ring }) => ring) : [];
  }

  /** Whether the vehicle is in a ring instead of being drawn. */
  hides(row: number): boolean {
    const cell = this.#member[row]!;
    return cell === ELSEWHERE || (cell >= 0 && this.#ringed[cell] === 1);
  }

  /** The rows in a cluster. */
  members(cluster: Cluster): number[] {
    const index = this.#clusters.indexOf(cluster);
    const rows: number[] = [];
    for (let row = 0; row < this.#member.length; row++) {
      const cell = this.#member[row]!;
      if (cell >= 0 && this.#clusterOf[cell] === index) rows.push(row);
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
    this.#keys.fill(Number.NaN);
  }

  /** Whether this view shows what was not counted for the last one. */
  outgrown(camera: Camera): boolean {
    if (this.#levelFor(camera) !== this.#level) return true;
    const { x, y, halfWidth, halfHeight } = viewOf(camera);
    const region = this.#region;
    return (
      zoomOf(camera) < CLUSTER_ZOOM &&
      (Math.abs(wrapped(x - region.x)) + halfWidth > Math.min(region.halfWidth, 0.5) + 1e-9 ||
        (y - halfHeight < Math.max(region.y - region.halfHeight, 0) && y - halfHeight > 0) ||
        (y + halfHeight > Math.min(region.y + region.halfHeight, 1) && y + halfHeight < 1))
    );
  }

  /** Counts all vehicles for this view. `alone`: rows that are never gathered. */
  update(camera: Camera, source: ClusterSource, alone: Iterable<number>): void {
    this.#version++;
    this.#makeRoom(source.worldX.length);
    const level = this.#levelFor(camera);
    if (level !== this.#level || this.#cellOf.size > MAX_CELLS) this.#startAfresh(level);
    if (zoomOf(camera) >= CLUSTER_ZOOM) {
      this.rest();
      return;
    }
    this.#crowded = source.crowds != null;
    const moved = this.outgrown(camera);
    this.#view = viewOf(camera);
    if (moved || this.#region.halfWidth === 0) {
      const grow = 1 + 2 * MARGIN;
      this.#region = { ...this.#view, halfWidth: this.#view.halfWidth * grow, halfHeight: this.#view.halfHeight * grow };
    }
    this.#count(source, alone);
    const { on, off } = zoomOf(camera) < GATHER_ZOOM ? CROWD : THICKET;
    this.#active = this.#crowded || this.#inView > (this.#active ? off : on);
    if (!this.#active) {
      this.rest();
      return;
    }
    if (!moved && Math.abs(this.#counted - this.#seededFor) > DRIFT * this.#seededFor) this.#forgetSeeds();
    if (moved || this.#clusters.length === 0) this.#seededFor = this.#counted;
    const fresh = this.#assign();
    this.#gather();
    // Only when a cluster came: those that were side by side stay so.
    for (let i = 0; fresh && i < MERGES && this.#merge(); i++) this.#gather();
  }

  /** Nothing is gathered: every vehicle is drawn itself. */
  rest(): void {
    this.#active = false;
    this.#crowded = false;
    this.#version++;
    this.#member.fill(-1);
  }

  #levelFor(camera: Camera): number {
    const zoom = Math.min(zoomOf(camera), CLUSTER_ZOOM);
    return Math.abs(zoom - this.#level) <= STEP_HOLDS ? this.#level : Math.round(zoom / STEP) * STEP;
  }

  #startAfresh(level: number): void {
    this.#level = level;
    this.#region = { x: 0, y: 0, halfWidth: 0, halfHeight: 0 };
    this.#cellOf.clear();
    this.#keys.fill(Number.NaN);
    this.#forgetSeeds();
  }

  #forgetSeeds(): void {
    this.#clusters = [];
    this.#clusterOf.fill(-1);
    this.#seededFor = 0;
  }

  #count(source: ClusterSource, alone: Iterable<number>): void {
    this.#tally.fill(0);
    this.#sumX.fill(0);
    this.#sumY.fill(0);
    this.#inView = 0;
    this.#counted = 0;
    if (source.crowds) {
      this.#countCrowds(source, source.crowds, alone);
      return;
    }
    this.#member.fill(-1, source.size);
    for (let from = 0; from < source.size; from += BLOCK) this.#countBlock(source, from, Math.min(from + BLOCK, source.size));
    for (const row of alone) {
      const cell = this.#member[row] ?? -1;
      if (cell < 0) continue;
      this.#member[row] = -1;
      this.#tally[cell * STATUSES + Math.min(source.status[row]!, STATUSES - 1)]!--;
      this.#sumX[cell]! -= source.worldX[row]!;
      this.#sumY[cell]! -= source.worldY[row]!;
    }
  }

  /** The cells of the server in those of this level; of the vehicles only those that stand almost alone are known. */
  #countCrowds({ size }: ClusterSource, crowds: Crowds, alone: Iterable<number>): void {
    const across = worldSizeAt(this.#level) / CELL;
    this.#member.fill(ELSEWHERE, 0, size);
    for (let i = 0; i < crowds.count; i++) {
      const at = i * CELL_FIELDS;
      const x = crowds.fields[at]!;
      const y = crowds.fields[at + 1]!;
      const cell = this.#cellFor(Math.floor(y * across) * Math.ceil(across) + Math.floor(x * across));
      let count = 0;
      for (let status = 0; status < STATUSES; status++) {
        const vehicles = crowds.fields[at + 2 + status]!;
        this.#tally[cell * STATUSES + status]! += vehicles;
        count += vehicles;
      }
      this.#sumX[cell]! += x * count;
      this.#sumY[cell]! += y * count;
      this.#counted += count;
      for (const row of crowds.rows(i)) this.#member[row] = cell;
    }
    for (const row of alone) this.#member[row] = -1;
  }

  #countBlock({ worldX, worldY, status, followed }: ClusterSource, from: number, to: number): void {
    const { x: cx, y: cy, halfWidth, halfHeight } = this.#region;
    const view = this.#view;
    const across = worldSizeAt(this.#level) / CELL;
    for (let row = from; row < to; row++) {
      const x = worldX[row]!;
      const y = worldY[row]!;
      const dx = wrapped(x - cx);
      const dy = y - cy;
      // Written so that NaN is outside.
      if (followed[row] === 0 || !(dx >= -halfWidth && dx <= halfWidth && dy >= -halfHeight && dy <= halfHeight)) {
        this.#member[row] = -1;
        continue;
      }
      const key = Math.floor(y * across) * Math.ceil(across) + Math.floor(x * across);
      if (key !== this.#keys[row]) {
        this.#keys[row] = key;
        this.#cells[row] = this.#cellFor(key);
      }
      const cell = this.#cells[row]!;
      this.#member[row] = cell;
      const kind = status[row]!;
      this.#tally[cell * STATUSES + (kind < STATUSES ? kind : STATUSES - 1)]!++;
      this.#sumX[cell]! += x;
      this.#sumY[cell]! += y;
      this.#counted++;
      const fromMiddle = wrapped(x - view.x);
      if (
        fromMiddle >= -view.halfWidth &&
        fromMiddle <= view.halfWidth &&
        y >= view.y - view.halfHeight &&
        y <= view.y + view.halfHeight
      )
        this.#inView++;
    }
  }

  #cellFor(key: number): number {
    const known = this.#cellOf.get(key);
    if (known !== undefined) return known;
    const cell = this.#cellOf.size;
    if (cell === this.#clusterOf.length) this.#growCells();
    this.#cellOf.set(key, cell);
    this.#clusterOf[cell] = -1;
    return cell;
  }

  #countOf(cell: number): number {
    let count = 0;
    for (let i = cell * STATUSES; i < (cell + 1) * STATUSES; i++) count += this.#tally[i]!;
    return count;
  }

  /** Gives every cell with vehicles a cluster: an old one whose seed is near, else a new one. Returns whether there are new ones. */
  #assign(): boolean {
    const count = new Uint32Array(this.#cellOf.size);
    const free: number[] = [];
    for (let cell = 0; cell < count.length; cell++) {
      if (this.#clusterOf[cell]! >= 0) continue;
      const vehicles = this.#countOf(cell);
      if (vehicles === 0) continue;
      count[cell] = vehicles;
      free.push(cell);
    }
    if (free.length === 0) return false;
    const nearest = new Float64Array(count.length).fill(Number.POSITIVE_INFINITY);
    for (const [i, { seedX, seedY }] of this.#clusters.entries()) this.#takeIn(i, seedX, seedY, count, nearest);
    const left = free.filter((cell) => this.#clusterOf[cell]! < 0);
    left.sort((a, b) => count[b]! - count[a]! || a - b);
    for (const cell of left) {
      if (this.#clusterOf[cell]! >= 0) continue;
      const seedX = this.#sumX[cell]! / count[cell]!;
      const seedY = this.#sumY[cell]! / count[cell]!;
      const index = this.#clusters.length;
      this.#clusters.push({ seedX, seedY, x: seedX, y: seedY, count: 0, byStatus: new Uint32Array(STATUSES), ring: false });
      this.#takeIn(index, seedX, seedY, count, nearest);
    }
    return left.length > 0;
  }

  /**
   * Gives a cluster the cells within reach of its seed that have none, or that have one whose seed is farther by `nearest`
   * (squared). `count`: vehicles by cell, of the cells that are to be had.
   */
  #takeIn(index: number, seedX: number, seedY: number, count: Uint32Array, nearest: Float64Array): void {
    const across = worldSizeAt(this.#level) / CELL;
    const width = Math.ceil(across);
    const reach = (REACH / CELL / across) ** 2;
    const column = Math.floor(seedX * across);
    const line = Math.floor(seedY * across);
    const cells = Math.ceil(REACH / CELL) + 1;
    for (let y = line - cells; y <= line + cells; y++) {
      for (let x = column - cells; x <= column + cells; x++) {
        const cell = this.#cellOf.get(y * width + x);
        if (cell === undefined || count[cell] === 0) continue;
        const dx = this.#sumX[cell]! / count[cell]! - seedX;
        const dy = this.#sumY[cell]! / count[cell]! - seedY;
        const distance = dx * dx + dy * dy;
        if (distance > reach || (this.#clusterOf[cell]! >= 0 && distance >= nearest[cell]!)) continue;
        this.#clusterOf[cell] = index;
        nearest[cell] = distance;
      }
    }
  }

  /** Puts clusters into a larger one that their rings would cover. Returns whether there were any. */
  #merge(): boolean {
    // As small as this level is ever drawn.
    const scale = worldSizeAt(this.#level - STEP_HOLDS);
    const order = this.#clusters.map((_, i) => i).filter((i) => this.#clusters[i]!.count > 0);
    order.sort((a, b) => this.#clusters[b]!.count - this.#clusters[a]!.count || a - b);
    const into = new Map<number, number>();
    const kept: number[] = [];
    for (const i of order) {
      const small = this.#clusters[i]!;
      const over = kept.find((k) => {
        const large = this.#clusters[k]!;
        if (!large.ring) return false;
        const room = ringRadius(large.count) + (small.ring ? ringRadius(small.count) : ALONE);
        const dx = (large.x - small.x) * scale;
        const dy = (large.y - small.y) * scale;
        return dx * dx + dy * dy < room * room;
      });
      if (over === undefined) kept.push(i);
      else into.set(i, over);
    }
    if (into.size === 0) return false;
    for (let cell = 0; cell < this.#cellOf.size; cell++) {
      this.#clusterOf[cell] = into.get(this.#clusterOf[cell]!) ?? this.#clusterOf[cell]!;
    }
    return true;
  }

  /** Adds the cells up to their clusters. */
  #gather(): void {
    for (const cluster of this.#clusters) {
      cluster.byStatus.fill(0);
      cluster.count = 0;
      cluster.x = cluster.y = 0;
    }
    for (let cell = 0; cell < this.#cellOf.size; cell++) {
      const cluster = this.#clusters[this.#clusterOf[cell]!];
      if (!cluster) continue;
      for (let kind = 0; kind < STATUSES; kind++) {
        const count = this.#tally[cell * STATUSES + kind]!;
        cluster.byStatus[kind]! += count;
        cluster.count += count;
      }
      cluster.x += this.#sumX[cell]!;
      cluster.y += this.#sumY[cell]!;
    }
    for (const cluster of this.#clusters) {
      if (cluster.count > 0) {
        cluster.x /= cluster.count;
        cluster.y /= cluster.count;
      }
      cluster.ring = cluster.count >= (cluster.ring ? RING.off : RING.on);
    }
    for (let cell = 0; cell < this.#cellOf.size; cell++) {
      this.#ringed[cell] = this.#clusters[this.#clusterOf[cell]!]?.ring ? 1 : 0;
    }
  }

  #makeRoom(rows: number): void {
    if (this.#member.length >= rows) return;
    this.#keys = new Float64Array(rows).fill(Number.NaN);
    this.#cells = new Int32Array(rows);
    this.#member = new Int32Array(rows).fill(-1);
  }

  #growCells(): void {
    const cells = this.#clusterOf.length * 2;
    const tally = new Uint32Array(cells * STATUSES);
    tally.set(this.#tally);
    this.#tally = tally;
    const [sumX, sumY] = [new Float64Array(cells), new Float64Array(cells)];
    sumX.set(this.#sumX);
    sumY.set(this.#sumY);
    this.#sumX = sumX;
    this.#sumY = sumY;
    const clusterOf = new Int32Array(cells).fill(-1);
    clusterOf.set(this.#clusterOf);
    this.#clusterOf = clusterOf;
    const ringed = new Uint8Array(cells);
    ringed.set(this.#ringed);
    this.#ringed = ringed;
  }
}

/** Radius of a ring with so many vehicles, px: 17 for three, 24 for a hundred, 33 for ten thousand. */
export function ringRadius(count: number): number {
  return 15 + 4.5 * Math.log10(Math.max(count, 1));
}

function viewOf({ x, y, width, height, worldSize }: Camera) {
  return { x, y, halfWidth: width / worldSize / 2, halfHeight: height / worldSize / 2 };
}

/** A difference of two x, the short way round the world. */
function wrapped(dx: number): number {
  return dx > 0.5 ? dx - 1 : dx < -0.5 ? dx + 1 : dx;
}
