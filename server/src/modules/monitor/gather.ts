import type { FleetRegistry, FleetVehicle } from './fleet-registry.ts';
import { CELL_NAMES, GATHER_EVERY_MS } from './limits.ts';
import type { Selection } from './selection.ts';

/** Vehicles that stand near each other, seen from afar. */
export type Cell = {
  /** Sums of their places, WGS-84 degrees: divided by `count`, their middle. */
  lng: number;
  lat: number;
  count: number;
  /** By status number. */
  readonly byStatus: number[];
  /** The vehicles themselves while there are at most CELL_NAMES, else none. */
  vehicles: FleetVehicle[];
};

/** A level has 16 * 2^level cells along an edge of the world: 32 px each at that zoom. */
const CELLS_AT_0 = 16;
const FINEST = 11;
const STATUSES = 7;

type Grid = { readonly at: number; readonly generation: number; readonly levels: ReadonlyMap<number, Cell>[] };

/**
 * Counts the followed vehicles of a selection in cells, for all consoles that select alike: at most every GATHER_EVERY_MS, and only
 * where somebody looks from afar. Coarser levels are made of finer ones.
 */
export class Gathering {
  readonly #registry: FleetRegistry;
  readonly #now: () => number;
  readonly #grids = new WeakMap<Selection['marks'], Grid>();

  constructor(registry: FleetRegistry, now: () => number) {
    this.#registry = registry;
    this.#now = now;
  }

  /** The cells of a zoom; at most GATHER_EVERY_MS old. */
  cells(selection: Selection, zoom: number): Iterable<Cell> {
    const grid = this.#gridOf(selection);
    const level = Math.min(Math.max(Math.round(zoom), 0), FINEST);
    for (let coarser = grid.levels.length; coarser <= FINEST - level; coarser++)
      grid.levels.push(coarsened(grid.levels[coarser - 1]!, FINEST - coarser + 1));
    return grid.levels[FINEST - level]!.values();
  }

  #gridOf(selection: Selection): Grid {
    const known = this.#grids.get(selection.marks);
    const at = this.#now();
    const { generation } = this.#registry;
    if (known && known.generation === generation && at - known.at < GATHER_EVERY_MS && at >= known.at) return known;
    const cells = new Map<number, Cell>();
    const across = acrossAt(FINEST);
    for (const vehicle of this.#registry.vehicles) {
      const { live } = vehicle;
      if (!live || !selection.follows(vehicle)) continue;
      const { lng, lat } = live;
      if (lng === null || lat === null || !isPlace(lng, lat)) continue;
      const cell = cellFor(cells, lineOf(lat, across) * across + columnOf(lng, across));
      cell.lng += lng;
      cell.lat += lat;
      cell.count++;
      cell.byStatus[live.status]!++;
      if (cell.count <= CELL_NAMES) cell.vehicles.push(vehicle);
      else cell.vehicles = [];
    }
    const grid = { at, generation, levels: [cells] };
    this.#grids.set(selection.marks, grid);
    return grid;
  }
}

const acrossAt = (level: number) => CELLS_AT_0 * 2 ** level;

/** 0/0 is what terminals without a fix send. */
const isPlace = (lng: number, lat: number) => Number.isFinite(lng) && Number.isFinite(lat) && (lng !== 0 || lat !== 0);

function columnOf(lng: number, across: number): number {
  return clamped(((lng + 180) / 360) * across, across);
}

/** Web Mercator, so that cells are as high as they are wide on the map. */
function lineOf(lat: number, across: number): number {
  const sine = Math.sin((Math.min(Math.max(lat, -85), 85) * Math.PI) / 180);
  return clamped((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * across, across);
}

const clamped = (at: number, across: number) => Math.min(Math.max(Math.floor(at), 0), across - 1);

function cellFor(cells: Map<number, Cell>, key: number): Cell {
  let cell = cells.get(key);
  if (!cell) {
    cell = { lng: 0, lat: 0, count: 0, byStatus: new Array<number>(STATUSES).fill(0), vehicles: [] };
    cells.set(key, cell);
  }
  return cell;
}

/** Four cells of `level` are one of the next. */
function coarsened(cells: ReadonlyMap<number, Cell>, level: number): ReadonlyMap<number, Cell> {
  const across = acrossAt(level);
  const coarse = new Map<number, Cell>();
  for (const [key, cell] of cells) {
    const line = Math.floor(key / across);
    const into = cellFor(coarse, (line >> 1) * (across / 2) + ((key - line * across) >> 1));
    into.lng += cell.lng;
    into.lat += cell.lat;
    into.count += cell.count;
    for (let status = 0; status < STATUSES; status++) into.byStatus[status]! += cell.byStatus[status]!;
    into.vehicles = into.count <= CELL_NAMES ? [...into.vehicles, ...cell.vehicles] : [];
  }
  return coarse;
}

/** A place of a cell on the wire, degrees: about ten metres are enough for the middle of a crowd. */
const rounded = (degrees: number) => Math.round(degrees * 1e4) / 1e4;

/** `[[x, y, [vehicles by status], [tids]], ...]` */
export function cellsJson(cells: readonly Cell[]): string {
  return JSON.stringify(
    cells.map(({ lng, lat, count, byStatus, vehicles }) => [
      rounded(lng / count),
      rounded(lat / count),
      byStatus,
      vehicles.map(({ facts }) => String(facts.id)),
    ]),
  );
}
