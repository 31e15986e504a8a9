import type { InitRecord } from '@fleetwarden/contract/live';
import type { Cells } from './cells.ts';
import { type ChangeReader, changeReader } from './change-reader.ts';
import { growColumns, makeColumns, moveRow, STORE_COLUMNS, type StoreColumns } from './columns.ts';
import { mergeRows, NO_TEXTS, writeStatus } from './merge-rows.ts';
import { PacedListeners } from './paced-listeners.ts';
import { SlotRows } from './slot-rows.ts';
import { type GpsBatch, type GpsPart, type InitBatch, type VehicleBatch, VehiclePacker } from './vehicle-batch.ts';
import { VehicleNames } from './vehicle-names.ts';
import { inBounds, type NumberedView, Outdated } from './view-memory.ts';

export type { ChangeReader } from './change-reader.ts';

const FIRST_CAPACITY = 1024;
/** Updates kept until the initial list that should name their vehicles is complete; enough for minutes. */
const MAX_EARLY = 256;

/** Brings the batches of one packer into the store. */
export type VehicleFeed = {
  /** `first`: the batch begins a new list; rows it does not name vanish at `endInit`. */
  applyInit(batch: InitBatch, first: boolean): void;
  endInit(): void;
  /** Returns whether the batch is kept for later; else its memory may be used again. */
  applyGps(batch: GpsBatch): boolean;
};

/**
 * The vehicles of the user's scope, outside React: one row a vehicle in typed arrays, so that 100,000 of them cost little memory
 * and an update of 10,000 costs about a millisecond. Row numbers hold until `numberingVersion` changes (vehicles vanished).
 */
export class VehicleStore {
  #columns: StoreColumns = makeColumns(STORE_COLUMNS, FIRST_CAPACITY);
  #size = 0;
  readonly #rows = new Map<string, number>();
  readonly #id: string[] = [];
  readonly #names = new VehicleNames();
  readonly #alarmTexts: (readonly string[])[] = [];
  readonly #counts = new Uint32Array(256);
  readonly #listeners = new PacedListeners();
  readonly #direct = { packer: new VehiclePacker(), feed: null as VehicleFeed | null };
  #cells: Cells | null = null;
  #view: NumberedView | null = null;
  #outdated: Outdated | null = null;
  /** How far the server's clock is ahead of this machine's, ms. */
  #ahead = 0;
  #tick = 0;
  #generation = 0;
  #structureVersion = 0;
  #numberingVersion = 0;
  #positionVersion = 0;
  #statusVersion = 0;
  #followVersion = 0;

  /** How many vehicles there are; rows are 0 to size - 1. */
  get size(): number {
    return this.#size;
  }

  /** Grows when vehicles come or go, or when one changes its name, department, driver or phone. */
  get structureVersion(): number {
    return this.#structureVersion;
  }

  /** Grows when rows get other numbers. */
  get numberingVersion(): number {
    return this.#numberingVersion;
  }

  get positionVersion(): number {
    return this.#positionVersion;
  }

  get statusVersion(): number {
    return this.#statusVersion;
  }

  get followVersion(): number {
    return this.#followVersion;
  }

  /** Grows with every change: a snapshot for useSyncExternalStore. */
  get version(): number {
    return this.#tick;
  }

  /** The arrays themselves, longer than `size`, for bulk readers; replaced when the store grows, so never keep them. */
  get columns(): Readonly<StoreColumns> {
    return this.#columns;
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

  /** Vehicles that the server tells as crowds, in place of their records; null: all are told one by one. */
  get cells(): Cells | null {
    return this.#cells;
  }

  /**
   * Another view is asked for. What is known of vehicles that were outside of the one before may be long past: it is kept until the
   * server has told all of the new view, and what it did not name then is nowhere, for it is not there.
   */
  look(view: NumberedView | null): void {
    const before = this.#view;
    this.#view = view;
    // the first one narrows what was told in full
    if (!before || !view) return;
    const known = this.#cells === null ? before.bounds : undefined;
    const named = new Set(before.tids);
    const { lng, lat } = this.#columns;
    const rows = [];
    for (let row = 0; row < this.#size; row++) {
      const doubtful = inBounds(view.bounds, lng[row]!, lat[row]!) && !inBounds(known, lng[row]!, lat[row]!);
      if (doubtful && !named.has(this.#id[row]!)) rows.push(row);
    }
    this.#outdated = new Outdated(view.n, rows, this.#tick, this.#numberingVersion, this.#outdated);
  }

  /** What an update says beside vehicles. */
  #applyWords({ at, cells, view }: GpsBatch): void {
    if (!Number.isNaN(at)) this.#ahead = at - Date.now();
    const dispersed = cells === null && this.#cells !== null;
    if (cells !== undefined) this.#cells = cells;
    const outdated = this.#outdated;
    if (outdated && view === outdated.view) {
      this.#outdated = null;
      if (outdated.numbering === this.#numberingVersion) for (const [row, since] of outdated.rows) this.#forgetPlace(row, since);
    } else if (dispersed && !outdated) {
      // all of the view was told with it, one by one
      const { lng, lat } = this.#columns;
      for (let row = 0; row < this.#size; row++)
        if (inBounds(this.#view?.bounds, lng[row]!, lat[row]!)) this.#forgetPlace(row, this.#tick - 1);
    }
  }

  /** A row that was not heard of since a tick is not where it was thought to be. */
  #forgetPlace(row: number, since: number): void {
    const { heardTick, touchedTick, lng, lat, worldX, worldY } = this.#columns;
    if (row >= this.#size || heardTick[row]! > since) return;
    lng[row] = lat[row] = worldX[row] = worldY[row] = Number.NaN;
    touchedTick[row] = this.#tick;
  }

  /** Epoch ms by the server's clock: an operator's machine may be minutes wrong. */
  serverNow(): number {
    return Date.now() + this.#ahead;
  }

  /** Vehicles with that status, in the whole scope. */
  countOf(status: number): number {
    return this.#counts[status] ?? 0;
  }

  /** Marks rows as followed or not; only followed vehicles are drawn. */
  setFollowed(rows: Iterable<number>, on: boolean): void {
    const tick = ++this.#tick;
    const value = on ? 1 : 0;
    for (const row of rows) {
      if (row < 0 || row >= this.#size || this.#columns.followed[row] === value) continue;
      this.#columns.followed[row] = value;
      this.#columns.touchedTick[row] = tick;
    }
    this.#followVersion++;
    this.#listeners.tell();
  }

  /** Rows whose position, status, name or following changed. */
  changes(): ChangeReader {
    return changeReader(this, () => this.#columns.touchedTick);
  }

  /** Rows whose status changed. */
  statusChanges(): ChangeReader {
    return changeReader(this, () => this.#columns.statusTick);
  }

  /** Calls `listener` once an animation frame at the most, after changes; once a second while the page is hidden. */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /**
   * How often listeners hear of updates: ms between, 0 as they come, null only by `refresh`. Of lists, and of what the user does,
   * they hear at once whatever the pace.
   */
  setPace(everyMs: number | null): void {
    this.#listeners.setPace(everyMs);
  }

  /** Tells listeners what came since they heard last. */
  refresh(): void {
    this.#listeners.refresh();
  }

  /** The way in for batches of one packer. */
  feed(): VehicleFeed {
    const slots = new SlotRows(this);
    /** Updates of vehicles that the running initial list has not named yet: that list may be older than they are. */
    const early: GpsBatch[] = [];
    let initRunning = false;

    const write = (batch: GpsBatch) => {
      slots.learn(batch);
      const unknown = slots.resolve(batch.columns.slot, batch.count);
      const unknownState = slots.resolve(batch.states.slot, batch.states.slot.length);
      this.#writeGps(batch, slots.rows);
      return unknown || unknownState;
    };

    return {
      applyInit: (batch, first) => {
        slots.learn(batch);
        if (first) this.#generation++;
        initRunning = true;
        this.#writeInit(batch, slots);
        this.#listeners.tell();
      },
      endInit: () => {
        // A list without a piece is an empty one.
        if (!initRunning) this.#generation++;
        initRunning = false;
        this.#dropUnnamed();
        for (const batch of early.splice(0)) write(batch);
        this.#listeners.tell();
      },
      applyGps: (batch) => {
        const kept = write(batch) && (initRunning || this.#generation === 0);
        this.#applyWords(batch);
        if (kept) early.push(batch);
        if (early.length > MAX_EARLY) early.shift();
        this.#listeners.tellOfUpdates();
        return kept;
      },
    };
  }

  /** A piece of the initial list that did not come as a batch (inspection mode, tests). `first` begins a new list. */
  applyInit(records: readonly InitRecord[], first = true): void {
    this.#directFeed().applyInit(this.#direct.packer.packInit(records), first);
  }

  /** The initial list is complete: vehicles that it did not name vanish. */
  endInit(): void {
    this.#directFeed().endInit();
  }

  /** An update that did not come as a batch. */
  applyGps(message: GpsPart): void {
    this.#directFeed().applyGps(this.#direct.packer.packGps(message));
  }

  #directFeed(): VehicleFeed {
    this.#direct.feed ??= this.feed();
    return this.#direct.feed;
  }

  #writeInit(batch: InitBatch, { ids, rows }: SlotRows): void {
    const tick = ++this.#tick;
    let structure = false;
    for (let i = 0; i < batch.count; i++) {
      const slot = batch.columns.slot[i]!;
      const id = ids[slot]!;
      let row = this.#rows.get(id) ?? -1;
      if (row < 0) {
        row = this.#addRow(id);
        structure = true;
      }
      rows[slot] = row;
      const columns = this.#columns;
      columns.generation[row] = this.#generation;
      if (columns.followed[row] !== batch.followed[i]) {
        columns.followed[row] = batch.followed[i]!;
        columns.touchedTick[row] = tick;
        this.#followVersion++;
      }
      if (columns.suspended[row] !== batch.suspended[i]) {
        columns.suspended[row] = batch.suspended[i]!;
        structure = true;
      }
      if (this.#names.set(row, batch.names, i)) {
        columns.touchedTick[row] = tick;
        structure = true;
      }
    }
    this.#merge(batch, rows);
    if (structure) this.#structureVersion++;
    this.#positionVersion++;
  }

  /** `rows`: by slot; -1 for a vehicle that is not in the store, whose records are left out. */
  #writeGps(batch: GpsBatch, rows: Int32Array): void {
    const tick = ++this.#tick;
    this.#merge(batch, rows);
    const columns = this.#columns;
    const { slot, status, since } = batch.states;
    for (let i = 0; i < slot.length; i++) {
      const row = rows[slot[i]!]!;
      if (row < 0 || since[i]! < columns.statusSince[row]!) continue;
      this.#statusVersion += writeStatus(columns, this.#counts, row, status[i]!, since[i]!, tick);
    }
    if (batch.count > 0) this.#positionVersion++;
  }

  #merge(batch: VehicleBatch, rows: Int32Array): void {
    const columns = this.#columns;
    const target = { columns, counts: this.#counts, alarmTexts: this.#alarmTexts, tick: this.#tick };
    this.#statusVersion += mergeRows(target, batch.columns, batch.count, rows);
    for (const [i, texts] of batch.alarmTexts) {
      const row = rows[batch.columns.slot[i]!]!;
      if (row >= 0 && columns.receivedAt[row] === batch.columns.receivedAt[i]) this.#alarmTexts[row] = texts;
    }
  }

  #addRow(id: string): number {
    if (this.#size === this.#columns.lng.length) {
      this.#columns = growColumns(STORE_COLUMNS, this.#columns, this.#size * 2);
    }
    const row = this.#size++;
    const columns = this.#columns;
    // The row may have been another vehicle's once.
    for (const name of Object.keys(STORE_COLUMNS) as (keyof StoreColumns)[]) columns[name][row] = 0;
    columns.receivedAt[row] = Number.NEGATIVE_INFINITY;
    columns.statusSince[row] = Number.NEGATIVE_INFINITY;
    columns.statusTick[row] = this.#tick;
    this.#counts[0]!++;
    this.#statusVersion++;
    this.#rows.set(id, row);
    this.#id[row] = id;
    this.#names.add(row);
    this.#alarmTexts[row] = NO_TEXTS;
    return row;
  }

  #dropUnnamed(): void {
    let kept = 0;
    for (let row = 0; row < this.#size; row++) {
      if (this.#columns.generation[row] === this.#generation) {
        if (kept !== row) this.#renumber(row, kept);
        kept++;
      } else {
        this.#counts[this.#columns.status[row]!]!--;
        this.#rows.delete(this.#id[row]!);
      }
    }
    if (kept === this.#size) return;
    this.#size = kept;
    this.#names.truncate(kept);
    this.#id.length = this.#alarmTexts.length = kept;
    this.#tick++;
    this.#numberingVersion++;
    this.#structureVersion++;
    this.#statusVersion++;
    this.#positionVersion++;
  }

  #renumber(from: number, to: number): void {
    moveRow(this.#columns, from, to);
    this.#names.move(from, to);
    this.#id[to] = this.#id[from]!;
    this.#alarmTexts[to] = this.#alarmTexts[from]!;
    this.#rows.set(this.#id[to]!, to);
  }
}
