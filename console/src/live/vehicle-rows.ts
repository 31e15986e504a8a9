import { growColumns, makeColumns, moveRow, STORE_COLUMNS, type StoreColumns } from './columns.ts';
import { mergeRows, NO_TEXTS, writeStatus } from './merge-rows.ts';
import type { InitBatch, VehicleBatch } from './vehicle-batch.ts';
import { VehicleNames } from './vehicle-names.ts';

const FIRST_CAPACITY = 1024;

/** State of the vehicles: one row per vehicle in typed arrays, so that 100,000 vehicles need little memory. */
export class VehicleRows {
  #columns: StoreColumns = makeColumns(STORE_COLUMNS, FIRST_CAPACITY);
  #size = 0;
  readonly #rows = new Map<string, number>();
  readonly #id: string[] = [];
  readonly #names = new VehicleNames();
  readonly #alarmTexts: (readonly string[])[] = [];
  readonly #counts = new Uint32Array(256);

  /** Number of vehicles; rows are 0 to size - 1. */
  get size(): number {
    return this.#size;
  }

  /**
   * The arrays themselves for bulk readers. They are longer than `size` and are replaced when the store grows: do not store
   * references.
   */
  get columns(): Readonly<StoreColumns> {
    return this.#columns;
  }

  /** Number of vehicles with a status, in the whole scope. */
  countOf(status: number): number {
    return this.#counts[status] ?? 0;
  }

  idOf(row: number): string {
    return this.#id[row]!;
  }

  /** -1: not in the user's scope. */
  rowOf(tid: string): number {
    return this.#rows.get(tid) ?? -1;
  }

  carId(row: number): string {
    return this.#names.car[row]!;
  }

  plate(row: number): string {
    return this.#names.plate[row]!;
  }

  deptId(row: number): string {
    return this.#names.dept[row]!;
  }

  driver(row: number): string {
    return this.#names.driver[row]!;
  }

  phone(row: number): string {
    return this.#names.phone[row]!;
  }

  /** Terminal ID; '' if there is no terminal or it has none. */
  terminalNo(row: number): string {
    return this.#names.terminal[row]!;
  }

  /** Texts of the active alarms, from the last record. */
  alarmTexts(row: number): readonly string[] {
    return this.#alarmTexts[row]!;
  }

  /** 0 offline, 1 parked, 2 moving, 3 idling, 4 alarm, 5 emergency, 6 online without a fix. */
  status(row: number): number {
    return this.#columns.status[row]!;
  }

  /** Longitude in WGS-84 degrees; NaN: no position yet. */
  x(row: number): number {
    return this.#columns.lng[row]!;
  }

  /** Latitude in WGS-84 degrees; NaN: no position yet. */
  y(row: number): number {
    return this.#columns.lat[row]!;
  }

  /** Degrees clockwise from north. */
  heading(row: number): number {
    return this.#columns.heading[row]!;
  }

  /** km/h */
  speed(row: number): number {
    return this.#columns.speed10[row]! / 10;
  }

  /** Time of the fix in epoch ms; NaN: none. */
  time(row: number): number {
    return this.#columns.time[row]!;
  }

  /** When the server received the newest record, epoch ms. */
  receivedAt(row: number): number {
    return this.#columns.receivedAt[row]!;
  }

  /** Epoch ms. */
  statusSince(row: number): number {
    return this.#columns.statusSince[row]!;
  }

  statusBits(row: number): number {
    return this.#columns.statusBits[row]!;
  }

  alarmBits(row: number): number {
    return this.#columns.alarmBits[row]!;
  }

  /** Kilometres of the business day. */
  dayKm(row: number): number {
    return this.#columns.dayKm[row]!;
  }

  /** Plate colour code. */
  colour(row: number): number {
    return this.#columns.colour[row]!;
  }

  /** 1 coach, 2 truck, 3 special. */
  iconSet(row: number): number {
    return this.#columns.iconSet[row]!;
  }

  vehicleType(row: number): number {
    return this.#columns.vehicleType[row]!;
  }

  stale(row: number): boolean {
    return this.#columns.stale[row] === 1;
  }

  followed(row: number): boolean {
    return this.#columns.followed[row] === 1;
  }

  /** Not in operation according to its record. */
  suspended(row: number): boolean {
    return this.#columns.suspended[row] === 1;
  }

  /** Offline since it was registered. */
  neverSeen(row: number): boolean {
    return this.#columns.status[row] === 0 && !(this.#columns.statusSince[row]! > 0);
  }

  /** Adds a row for a vehicle and sets its status tick. */
  protected addRow(id: string, tick: number): number {
    if (this.#size === this.#columns.lng.length) {
      this.#columns = growColumns(STORE_COLUMNS, this.#columns, this.#size * 2);
    }
    const row = this.#size++;
    const columns = this.#columns;
    // The row may hold values of a removed vehicle.
    for (const name of Object.keys(STORE_COLUMNS) as (keyof StoreColumns)[]) columns[name][row] = 0;
    columns.receivedAt[row] = Number.NEGATIVE_INFINITY;
    columns.statusSince[row] = Number.NEGATIVE_INFINITY;
    columns.statusTick[row] = tick;
    this.#counts[0]!++;
    this.#rows.set(id, row);
    this.#id[row] = id;
    this.#names.add(row);
    this.#alarmTexts[row] = NO_TEXTS;
    return row;
  }

  /** Copies the texts at index `i` of a batch into a row; returns whether any changed. */
  protected nameRow(row: number, { names }: InitBatch, i: number): boolean {
    return this.#names.set(row, names, i);
  }

  /** Merges a batch into the rows of its slots (`rows`); returns the number of status changes. */
  protected mergeBatch(batch: VehicleBatch, rows: Int32Array, tick: number): number {
    const columns = this.#columns;
    const target = { columns, counts: this.#counts, alarmTexts: this.#alarmTexts, tick };
    const changed = mergeRows(target, batch.columns, batch.count, rows);
    for (const [i, texts] of batch.alarmTexts) {
      const row = rows[batch.columns.slot[i]!]!;
      if (row >= 0 && columns.receivedAt[row] === batch.columns.receivedAt[i]) this.#alarmTexts[row] = texts;
    }
    return changed;
  }

  /** Sets the status of a row; returns 1 if it changed, else 0. */
  protected setStatus(row: number, status: number, since: number, tick: number): 0 | 1 {
    return writeStatus(this.#columns, this.#counts, row, status, since, tick);
  }

  /** Removes the rows of other generations and renumbers the rest. Returns whether any row was removed. */
  protected keepOnly(generation: number): boolean {
    let kept = 0;
    for (let row = 0; row < this.#size; row++) {
      if (this.#columns.generation[row] === generation) {
        if (kept !== row) this.#renumber(row, kept);
        kept++;
      } else {
        this.#counts[this.#columns.status[row]!]!--;
        this.#rows.delete(this.#id[row]!);
      }
    }
    if (kept === this.#size) return false;
    this.#size = kept;
    this.#names.truncate(kept);
    this.#id.length = this.#alarmTexts.length = kept;
    return true;
  }

  #renumber(from: number, to: number): void {
    moveRow(this.#columns, from, to);
    this.#names.move(from, to);
    this.#id[to] = this.#id[from]!;
    this.#alarmTexts[to] = this.#alarmTexts[from]!;
    this.#rows.set(this.#id[to]!, to);
  }
}
