import { worldSizeAt } from '@fleetwarden/domain/mercator';
import { growTypedArray } from '../../live/grow-typed-array.ts';
import { CELL, type CellCount, STATUSES } from './cell-count.ts';
import { type Cluster, ringRadius } from './cluster.ts';

/** Hysteresis of rings: a cluster becomes a ring at the first number of vehicles and stays one down to the second. */
const RING = { on: 4, off: 3 } as const;
/** Distance from the seed within which vehicles join a cluster, px: three cells. */
const REACH = 72;
/** Radius of a single vehicle outside rings, px. */
const ALONE = 8;
/** Maximum merge passes over close clusters. */
const MERGES = 4;

/** Clusters of counted cells: the fullest cells become seeds and absorb their surroundings. */
export class ClusterSet {
  readonly #cells: CellCount;
  #clusters: Cluster[] = [];
  /** Cluster by cell (-1: none), and whether it is drawn as a ring. */
  #clusterOf = new Int32Array(0);
  #ringed = new Uint8Array(0);

  constructor(cells: CellCount) {
    this.#cells = cells;
  }

  get empty(): boolean {
    return this.#clusters.length === 0;
  }

  /** Clusters drawn as rings. */
  rings(): Cluster[] {
    return this.#clusters.filter(({ ring }) => ring);
  }

  /** The index of a cluster, as returned by `numberAt`. */
  numberOf(cluster: Cluster): number {
    return this.#clusters.indexOf(cluster);
  }

  /** The index of a cell's cluster. */
  numberAt(cell: number): number {
    return this.#clusterOf[cell]!;
  }

  /** Whether a ring represents the vehicles of a cell. */
  ringed(cell: number): boolean {
    return this.#ringed[cell] === 1;
  }

  /** Discards the seeds. */
  forget(): void {
    this.#clusters = [];
    this.#clusterOf.fill(-1);
  }

  /**
   * Assigns every cell with vehicles to a cluster and sums them up. `smallest`: the lowest zoom at which the clusters must not
   * overlap.
   */
  form(smallest: number): void {
    this.#makeRoom();
    const fresh = this.#assign();
    this.#sumCells();
    // Merges only after new clusters appeared, so that existing neighbours stay.
    for (let i = 0; fresh && i < MERGES && this.#merge(smallest); i++) this.#sumCells();
  }

  /** Assigns every cell with vehicles to an existing cluster nearby or to a new one. Returns whether there are new ones. */
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
   * Assigns cells within reach of a seed that have no cluster, or whose seed is farther by `nearest` (squared). `count`: vehicles
   * of assignable cells.
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

  /** Merges clusters into larger ones whose rings would cover them. Returns whether any merged. */
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

  /** Sums the cells into their clusters. */
  #sumCells(): void {
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
    this.#clusterOf = growTypedArray(this.#clusterOf, length, -1);
    this.#ringed = growTypedArray(this.#ringed, length);
  }
}

/** Whether the large ring would cover the small one. `scale`: width of the world in px. */
function covers(large: Cluster, small: Cluster, scale: number): boolean {
  if (!large.ring) return false;
  const room = ringRadius(large.count) + (small.ring ? ringRadius(small.count) : ALONE);
  const dx = (large.x - small.x) * scale;
  const dy = (large.y - small.y) * scale;
  return dx * dx + dy * dy < room * room;
}
