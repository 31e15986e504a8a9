import type { BatchColumns, StoreColumns } from './columns.ts';

/**
 * Rows one call of the inner loop writes. Many short calls instead of a long one: V8 then compiles the loop once as a function;
 * a loop of 50,000 rounds it would replace in its midst and throw away at its end, with every update.
 */
const BLOCK = 512;

/** What a vehicle without alarm texts has; one object, so that it can be told by identity. */
export const NO_TEXTS: readonly string[] = [];

/** Where a batch goes. */
export type MergeTarget = {
  readonly columns: StoreColumns;
  /** Vehicles by status. */
  readonly counts: Uint32Array;
  readonly alarmTexts: (readonly string[])[];
  readonly tick: number;
};

/**
 * Writes the first `count` records of a batch over the rows of their slots (`rows`; -1: no such vehicle, left out). A record the
 * server got earlier than the one held changes nothing. Returns how many statuses changed.
 */
export function mergeRows(target: MergeTarget, from: BatchColumns, count: number, rows: Int32Array): number {
  let changed = 0;
  for (let start = 0; start < count; start += BLOCK) {
    changed += mergeBlock(target, from, rows, start, Math.min(start + BLOCK, count));
  }
  return changed;
}

function mergeBlock(
  { columns: to, counts, alarmTexts, tick }: MergeTarget,
  from: BatchColumns,
  rows: Int32Array,
  start: number,
  end: number,
): number {
  let changed = 0;
  for (let i = start; i < end; i++) {
    const row = rows[from.slot[i]!]!;
    if (row < 0) continue;
    const receivedAt = from.receivedAt[i]!;
    const held = to.receivedAt[row]!;
    if (receivedAt < held) continue;
    // A status can change without a new record (offline): with equal `r`, the later status wins.
    const since = from.statusSince[i]!;
    if (receivedAt > held || since >= to.statusSince[row]!) changed += writeStatus(to, counts, row, from.status[i]!, since, tick);
    to.lng[row] = from.lng[i]!;
    to.lat[row] = from.lat[i]!;
    to.worldX[row] = from.worldX[i]!;
    to.worldY[row] = from.worldY[i]!;
    to.time[row] = from.time[i]!;
    to.receivedAt[row] = receivedAt;
    to.dayKm[row] = from.dayKm[i]!;
    to.statusBits[row] = from.statusBits[i]!;
    to.alarmBits[row] = from.alarmBits[i]!;
    to.heading[row] = from.heading[i]!;
    to.speed10[row] = from.speed10[i]!;
    to.vehicleType[row] = from.vehicleType[i]!;
    to.colour[row] = from.colour[i]!;
    to.iconSet[row] = from.iconSet[i]!;
    to.stale[row] = from.stale[i]!;
    to.touchedTick[row] = tick;
    if (alarmTexts[row] !== NO_TEXTS) alarmTexts[row] = NO_TEXTS;
  }
  return changed;
}

/** Gives the row a status; returns 1 when it had another one, else 0. */
export function writeStatus(
  to: StoreColumns,
  counts: Uint32Array,
  row: number,
  status: number,
  since: number,
  tick: number,
): 0 | 1 {
  to.statusSince[row] = since;
  const before = to.status[row]!;
  if (before === status) return 0;
  counts[before]!--;
  counts[status]!++;
  to.status[row] = status;
  to.statusTick[row] = tick;
  to.touchedTick[row] = tick;
  return 1;
}

/** Writes the rows below `size` whose tick is later than `tick` into `into`; returns how many. */
export function rowsAfter(ticks: Uint32Array, tick: number, size: number, into: Int32Array): number {
  let found = 0;
  for (let start = 0; start < size; start += BLOCK) {
    found = blockAfter(ticks, tick, start, Math.min(start + BLOCK, size), into, found);
  }
  return found;
}

function blockAfter(ticks: Uint32Array, tick: number, start: number, end: number, into: Int32Array, found: number): number {
  let at = found;
  for (let row = start; row < end; row++) if (ticks[row]! > tick) into[at++] = row;
  return at;
}
