import type { InitRecord } from '@fleetwarden/contract/live/live';
import type { Cells } from './cells.ts';
import { type ChangeReader, changeReader } from './change-reader.ts';
import { PacedListeners } from './paced-listeners.ts';
import { SlotRows } from './slot-rows.ts';
import { type GpsBatch, type GpsPart, type InitBatch, VehiclePacker } from './vehicle-batch.ts';
import { VehicleRows } from './vehicle-rows.ts';
import { inBounds, type NumberedView, Outdated } from './view-memory.ts';

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
 * The vehicles of the user's scope, outside React, as lists and updates bring them: an update of 10,000 costs about a millisecond.
 * Row numbers hold until `numberingVersion` changes (vehicles vanished).
 */
export class VehicleStore extends VehicleRows {
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
    const { lng, lat } = this.columns;
    const rows = [];
    for (let row = 0; row < this.size; row++) {
      const doubtful = inBounds(view.bounds, lng[row]!, lat[row]!) && !inBounds(known, lng[row]!, lat[row]!);
      if (doubtful && !named.has(this.idOf(row))) rows.push(row);
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
      const { lng, lat } = this.columns;
      for (let row = 0; row < this.size; row++)
        if (inBounds(this.#view?.bounds, lng[row]!, lat[row]!)) this.#forgetPlace(row, this.#tick - 1);
    }
  }

  /** A row that was not heard of since a tick is not where it was thought to be. */
  #forgetPlace(row: number, since: number): void {
    const { heardTick, touchedTick, lng, lat, worldX, worldY } = this.columns;
    if (row >= this.size || heardTick[row]! > since) return;
    lng[row] = lat[row] = worldX[row] = worldY[row] = Number.NaN;
    touchedTick[row] = this.#tick;
  }

  /** Epoch ms by the server's clock: an operator's machine may be minutes wrong. */
  serverNow(): number {
    return Date.now() + this.#ahead;
  }

  /** Marks rows as followed or not; only followed vehicles are drawn. */
  setFollowed(rows: Iterable<number>, on: boolean): void {
    const tick = ++this.#tick;
    const value = on ? 1 : 0;
    for (const row of rows) {
      if (row < 0 || row >= this.size || this.columns.followed[row] === value) continue;
      this.columns.followed[row] = value;
      this.columns.touchedTick[row] = tick;
    }
    this.#followVersion++;
    this.#listeners.tell();
  }

  /** Rows whose position, status, name or following changed. */
  changes(): ChangeReader {
    return changeReader(this, () => this.columns.touchedTick);
  }

  /** Rows whose status changed. */
  statusChanges(): ChangeReader {
    return changeReader(this, () => this.columns.statusTick);
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
      let row = this.rowOf(id);
      if (row < 0) {
        row = this.addRow(id, tick);
        this.#statusVersion++;
        structure = true;
      }
      rows[slot] = row;
      const columns = this.columns;
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
      if (this.nameRow(row, batch, i)) {
        columns.touchedTick[row] = tick;
        structure = true;
      }
    }
    this.#statusVersion += this.mergeBatch(batch, rows, tick);
    if (structure) this.#structureVersion++;
    this.#positionVersion++;
  }

  /** `rows`: by slot; -1 for a vehicle that is not in the store, whose records are left out. */
  #writeGps(batch: GpsBatch, rows: Int32Array): void {
    const tick = ++this.#tick;
    this.#statusVersion += this.mergeBatch(batch, rows, tick);
    const columns = this.columns;
    const { slot, status, since } = batch.states;
    for (let i = 0; i < slot.length; i++) {
      const row = rows[slot[i]!]!;
      if (row < 0 || since[i]! < columns.statusSince[row]!) continue;
      this.#statusVersion += this.setStatus(row, status[i]!, since[i]!, tick);
    }
    if (batch.count > 0) this.#positionVersion++;
  }

  #dropUnnamed(): void {
    if (!this.keepOnly(this.#generation)) return;
    this.#tick++;
    this.#numberingVersion++;
    this.#structureVersion++;
    this.#statusVersion++;
    this.#positionVersion++;
  }
}
