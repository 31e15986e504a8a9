import type { FleetRegistry, FleetVehicle } from './fleet-registry.ts';
import { CLUSTER_INTERVAL_MS, MAX_CELL_VEHICLES } from './limits.ts';
import type { Selection } from './selection.ts';

/** A cluster: the vehicles of one map cell. */
export type Cell = {
  /** Sums of the coordinates in WGS-84 degrees: the center is the sum divided by `count`. */
  lng: number;
  lat: number;
  count: number;
  /** By status number. */
  readonly byStatus: number[];
  /** The vehicles, if there are at most MAX_CELL_VEHICLES; otherwise empty. */
  vehicles: FleetVehicle[];
};

/** A level has 16 * 2^level cells along an edge of the world: 32 px each at that zoom. */
const CELLS_AT_0 = 16;
const FINEST = 11;
const STATUSES = 7;

type Grid = { readonly at: number; readonly generation: number; readonly levels: ReadonlyMap<number, Cell>[] };

/**
 * Groups the followed vehicles of a selection by map cell, on the server. Consoles with equal selections share a grid, which is
 * computed on demand and cached for CLUSTER_INTERVAL_MS. Coarser levels derive from finer ones.
 */
export class ServerClustering {
  readonly #registry: FleetRegistry;
  readonly #now: () => number;
  readonly #grids = new WeakMap<Selection['marks'], Grid>();

  constructor(registry: FleetRegistry, now: () => number) {
    this.#registry = registry;
    this.#now = now;
  }

  /** The cells of a zoom; at most CLUSTER_INTERVAL_MS old. */
  cells(selection: Selection, zoom: number): Iterable<Cell> {
    const grid = this.#loadGrid(selection);
    const level = Math.min(Math.max(Math.round(zoom), 0), FINEST);
    for (let coarser = grid.levels.length; coarser <= FINEST - level; coarser++)
      grid.levels.push(mergeCells(grid.levels[coarser - 1]!, FINEST - coarser + 1));
    return grid.levels[FINEST - level]!.values();
  }

  #loadGrid(selection: Selection): Grid {
    const known = this.#grids.get(selection.marks);
    const at = this.#now();
    const { generation } = this.#registry;
    if (known && known.generation === generation && at - known.at < CLUSTER_INTERVAL_MS && at >= known.at) return known;
    const cells = new Map<number, Cell>();
    const across = acrossAt(FINEST);
    for (const vehicle of this.#registry.vehicles) {
      const { live } = vehicle;
      if (!live || !selection.follows(vehicle)) continue;
      const { lng, lat } = live;
      if (lng === null || lat === null || !hasFix(lng, lat)) continue;
      const cell = cellFor(cells, findLine(lat, across) * across + findColumn(lng, across));
      cell.lng += lng;
      cell.lat += lat;
      cell.count++;
      cell.byStatus[live.status]!++;
      if (cell.count <= MAX_CELL_VEHICLES) cell.vehicles.push(vehicle);
      else cell.vehicles = [];
    }
    const grid = { at, generation, levels: [cells] };
    this.#grids.set(selection.marks, grid);
    return grid;
  }
}

const acrossAt = (level: number) => CELLS_AT_0 * 2 ** level;

/** Terminals without a fix send 0/0. */
const hasFix = (lng: number, lat: number) => Number.isFinite(lng) && Number.isFinite(lat) && (lng !== 0 || lat !== 0);

function findColumn(lng: number, across: number): number {
  return clamp(((lng + 180) / 360) * across, across);
}

/** Web Mercator: cells are square on the map. */
function findLine(lat: number, across: number): number {
  const sine = Math.sin((Math.min(Math.max(lat, -85), 85) * Math.PI) / 180);
  return clamp((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * across, across);
}

const clamp = (at: number, across: number) => Math.min(Math.max(Math.floor(at), 0), across - 1);

function cellFor(cells: Map<number, Cell>, key: number): Cell {
  let cell = cells.get(key);
  if (!cell) {
    cell = { lng: 0, lat: 0, count: 0, byStatus: new Array<number>(STATUSES).fill(0), vehicles: [] };
    cells.set(key, cell);
  }
  return cell;
}

/** Merges four cells of `level` into one of the next coarser level. */
function mergeCells(cells: ReadonlyMap<number, Cell>, level: number): ReadonlyMap<number, Cell> {
  const across = acrossAt(level);
  const coarse = new Map<number, Cell>();
  for (const [key, cell] of cells) {
    const line = Math.floor(key / across);
    const into = cellFor(coarse, (line >> 1) * (across / 2) + ((key - line * across) >> 1));
    into.lng += cell.lng;
    into.lat += cell.lat;
    into.count += cell.count;
    for (let status = 0; status < STATUSES; status++) into.byStatus[status]! += cell.byStatus[status]!;
    into.vehicles = into.count <= MAX_CELL_VEHICLES ? [...into.vehicles, ...cell.vehicles] : [];
  }
  return coarse;
}

/** About 10 m: precise enough for the center of a cluster. */
const roundDegrees = (degrees: number) => Math.round(degrees * 1e4) / 1e4;

/** `[[x, y, [vehicles by status], [tids]], ...]` */
export function cellsJson(cells: readonly Cell[]): string {
  return JSON.stringify(
    cells.map(({ lng, lat, count, byStatus, vehicles }) => [
      roundDegrees(lng / count),
      roundDegrees(lat / count),
      byStatus,
      vehicles.map(({ facts }) => String(facts.id)),
    ]),
  );
}
