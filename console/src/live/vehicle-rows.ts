import { growColumns, makeColumns, moveRow, STORE_COLUMNS, type StoreColumns } from './columns.ts';
import { mergeRows, NO_TEXTS, writeStatus } from './merge-rows.ts';
import type { InitBatch, VehicleBatch } from './vehicle-batch.ts';
import { VehicleNames } from './vehicle-names.ts';

const FIRST_CAPACITY = 1024;

/** What is known of each vehicle: one row a vehicle in typed arrays, so that 100,000 of them cost little memory. */
export class VehicleRows {
  #columns: StoreColumns = makeColumns(STORE_COLUMNS, FIRST_CAPACITY);
  #size = 0;
  readonly #rows = new Map<string, number>();
  readonly #id: string[] = [];
  readonly #names = new VehicleNames();
  readonly #alarmTexts: (readonly string[])[] = [];
  readonly #counts = new Uint32Array(256);

  /** How many vehicles there are; rows are 0 to size - 1. */
  get size(): number {
    return this.#size;
  }

  /** The arrays themselves, longer than `size`, for bulk readers; replaced when the store grows, so never keep them. */
  get columns(): Readonly<StoreColumns> {
    return this.#columns;
  }

  /** Vehicles with that status, in the whole scope. */
  countOf(status: number): number {
    return this.#counts[status] ?? 0;
  }

  idOf(row: number): string {
    return this.#id[row]!;
  }

  /** -1: no such vehicle in the user's scope. */
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

  /** The id the terminal itself has; '' where there is no terminal, or it has none. */
  terminalNo(row: number): string {
    return this.#names.terminal[row]!;
  }

  /** Texts of the alarms that are on, as the last record brought them. */
  alarmTexts(row: number): readonly string[] {
    return this.#alarmTexts[row]!;
  }

  /** 0 offline, 1 parked, 2 moving, 3 idling, 4 alarm, 5 emergency, 6 online without a fix. */
  status(row: number): number {
    return this.#columns.status[row]!;
  }

  /** Longitude, WGS-84 degrees; NaN: never seen anywhere. */
  x(row: number): number {
    return this.#columns.lng[row]!;
  }

  /** Latitude, WGS-84 degrees; NaN: never seen anywhere. */
  y(row: number): number {
    return this.#columns.lat[row]!;
  }

  /** Degrees, 0 is north, clockwise. */
  heading(row: number): number {
    return this.#columns.heading[row]!;
  }

  /** km/h */
  speed(row: number): number {
    return this.#columns.speed10[row]! / 10;
  }

  /** Of the fix, epoch ms; NaN: none. */
  time(row: number): number {
    return this.#columns.time[row]!;
  }

  /** When the server got the newest record, epoch ms. */
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

  /** Not in operation, by its record. */
  suspended(row: number): boolean {
    return this.#columns.suspended[row] === 1;
  }

  /** Never seen since it was entered: offline, and since no time at all. */
  neverSeen(row: number): boolean {
    return this.#columns.status[row] === 0 && !(this.#columns.statusSince[row]! > 0);
  }

  /** A new row for a vehicle; its status changed with that. */
  protected addRow(id: string, tick: number): number {
    if (this.#size === this.#columns.lng.length) {
      this.#columns = growColumns(STORE_COLUMNS, this.#columns, this.#size * 2);
    }
    const row = this.#size++;
    const columns = this.#columns;
    // The row may have been another vehicle's once.
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

  /** Takes a row's texts over from place `i` of a batch; whether any of them is another one. */
  protected nameRow(row: number, { names }: InitBatch, i: number): boolean {
    return this.#names.set(row, names, i);
  }

  /** Writes the records of a batch over the rows of their slots (`rows`); returns how many statuses changed. */
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

  /** Gives a row a status; returns 1 when it had another one, else 0. */
  protected setStatus(row: number, status: number, since: number, tick: number): 0 | 1 {
    return writeStatus(this.#columns, this.#counts, row, status, since, tick);
  }

  /** Lets rows go that a list does not name: those behind them get other numbers. Returns whether there were any. */
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
