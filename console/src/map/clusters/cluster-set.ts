import { worldSizeAt } from '@fleetwarden/domain/mercator';
import { widened } from '../../live/grow-typed-array.ts';
import { CELL, type CellCount, STATUSES } from './cell-count.ts';
import { type Cluster, ringRadius } from './cluster.ts';

/** From so many on a clump is a ring; a ring stays one down to the second. */
const RING = { on: 4, off: 3 } as const;
/** How near its seed a vehicle must be to belong to a cluster, px at the zoom the clusters were made for: three cells. */
const REACH = 72;
/** Radius that a vehicle outside of rings takes, px. */
const ALONE = 8;
/** Times that clusters too close to each other are put together, one after another. */
const MERGES = 4;

/** The clusters of counted cells: the fullest cells become seeds and take in what lies near. */
export class ClusterSet {
  readonly #cells: CellCount;
  #clusters: Cluster[] = [];
  /** By cell: its cluster (-1: none), and whether that is drawn as a ring. */
  #clusterOf = new Int32Array(0);
  #ringed = new Uint8Array(0);

  constructor(cells: CellCount) {
    this.#cells = cells;
  }

  get empty(): boolean {
    return this.#clusters.length === 0;
  }

  /** Those drawn as rings. */
  rings(): Cluster[] {
    return this.#clusters.filter(({ ring }) => ring);
  }

  /** The number by which `numberAt` tells a cluster. */
  numberOf(cluster: Cluster): number {
    return this.#clusters.indexOf(cluster);
  }

  /** The number of the cluster a cell belongs to. */
  numberAt(cell: number): number {
    return this.#clusterOf[cell]!;
  }

  /** Whether a ring stands for the vehicles of a cell. */
  ringed(cell: number): boolean {
    return this.#ringed[cell] === 1;
  }

  /** The next clusters get seeds of their own. */
  forget(): void {
    this.#clusters = [];
    this.#clusterOf.fill(-1);
  }

  /**
   * Gives every cell with vehicles a cluster and adds them up. `smallest`: the zoom from which on what is made now must lie apart.
   */
  form(smallest: number): void {
    this.#makeRoom();
    const fresh = this.#assign();
    this.#gather();
    // Only when a cluster came: those that were side by side stay so.
    for (let i = 0; fresh && i < MERGES && this.#merge(smallest); i++) this.#gather();
  }

  /** Gives every cell with vehicles a cluster: an old one whose seed is near, else a new one. Returns whether there are new ones. */
  #assign(): boolean {
    const { size, sumX, sumY } = this.#cells;
    const count = new Uint32Array(size);
    const free: number[] = [];
    for (let cell = 0; cell < size; cell++) {
      if (this.#clusterOf[cell]! >= 0) continue;
      const vehicles = this.#cells.countOf(cell);
      if (vehicles === 0) continue;
      count[cell] = vehicles;
      free.push(cell);
    }
    if (free.length === 0) return false;
    const nearest = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
    for (const [i, { seedX, seedY }] of this.#clusters.entries()) this.#takeIn(i, seedX, seedY, count, nearest);
    const left = free.filter((cell) => this.#clusterOf[cell]! < 0);
    left.sort((a, b) => count[b]! - count[a]! || a - b);
    for (const cell of left) {
      if (this.#clusterOf[cell]! >= 0) continue;
      const seedX = sumX[cell]! / count[cell]!;
      const seedY = sumY[cell]! / count[cell]!;
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
    const { across, sumX, sumY } = this.#cells;
    const reach = (REACH / CELL / across) ** 2;
    const column = Math.floor(seedX * across);
    const line = Math.floor(seedY * across);
    const cells = Math.ceil(REACH / CELL) + 1;
    for (let y = line - cells; y <= line + cells; y++) {
      for (let x = column - cells; x <= column + cells; x++) {
        const cell = this.#cells.at(x, y);
        if (cell === undefined || count[cell] === 0) continue;
        const dx = sumX[cell]! / count[cell]! - seedX;
        const dy = sumY[cell]! / count[cell]! - seedY;
        const distance = dx * dx + dy * dy;
        if (distance > reach || (this.#clusterOf[cell]! >= 0 && distance >= nearest[cell]!)) continue;
        this.#clusterOf[cell] = index;
        nearest[cell] = distance;
      }
    }
  }

  /** Puts clusters into a larger one that their rings would cover. Returns whether there were any. */
  #merge(smallest: number): boolean {
    const scale = worldSizeAt(smallest);
    const order = this.#clusters.map((_, i) => i).filter((i) => this.#clusters[i]!.count > 0);
    order.sort((a, b) => this.#clusters[b]!.count - this.#clusters[a]!.count || a - b);
    const into = new Map<number, number>();
    const kept: number[] = [];
    for (const i of order) {
      const small = this.#clusters[i]!;
      const over = kept.find((k) => covers(this.#clusters[k]!, small, scale));
      if (over === undefined) kept.push(i);
      else into.set(i, over);
    }
    if (into.size === 0) return false;
    for (let cell = 0; cell < this.#cells.size; cell++) {
      this.#clusterOf[cell] = into.get(this.#clusterOf[cell]!) ?? this.#clusterOf[cell]!;
    }
    return true;
  }

  /** Adds the cells up to their clusters. */
  #gather(): void {
    const { size, tally, sumX, sumY } = this.#cells;
    for (const cluster of this.#clusters) {
      cluster.byStatus.fill(0);
      cluster.count = 0;
      cluster.x = cluster.y = 0;
    }
    for (let cell = 0; cell < size; cell++) {
      const cluster = this.#clusters[this.#clusterOf[cell]!];
      if (!cluster) continue;
      for (let kind = 0; kind < STATUSES; kind++) {
        const count = tally[cell * STATUSES + kind]!;
        cluster.byStatus[kind]! += count;
        cluster.count += count;
      }
      cluster.x += sumX[cell]!;
      cluster.y += sumY[cell]!;
    }
    for (const cluster of this.#clusters) {
      if (cluster.count > 0) {
        cluster.x /= cluster.count;
        cluster.y /= cluster.count;
      }
      cluster.ring = cluster.count >= (cluster.ring ? RING.off : RING.on);
    }
    for (let cell = 0; cell < size; cell++) {
      this.#ringed[cell] = this.#clusters[this.#clusterOf[cell]!]?.ring ? 1 : 0;
    }
  }

  #makeRoom(): void {
    const { size } = this.#cells;
    const before = this.#clusterOf.length;
    if (size <= before) return;
    const length = Math.max(size, before * 2);
    this.#clusterOf = widened(this.#clusterOf, length, -1);
    this.#ringed = widened(this.#ringed, length);
  }
}

/** Whether the ring of the large one would lie over the small one. `scale`: px of the world's width. */
function covers(large: Cluster, small: Cluster, scale: number): boolean {
  if (!large.ring) return false;
  const room = ringRadius(large.count) + (small.ring ? ringRadius(small.count) : ALONE);
  const dx = (large.x - small.x) * scale;
  const dy = (large.y - small.y) * scale;
  return dx * dx + dy * dy < room * room;
}
