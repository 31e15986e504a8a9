import type { InitRecord } from '@fleetwarden/contract/live/live';
import type { Cells } from './cells.ts';
import { type ChangeReader, changeReader } from './change-reader.ts';
import { PacedListeners } from './paced-listeners.ts';
import { SlotRows } from './slot-rows.ts';
import { type GpsBatch, type GpsPart, type InitBatch, VehiclePacker } from './vehicle-batch.ts';
import { VehicleRows } from './vehicle-rows.ts';
import { inBounds, type NumberedView, Outdated } from './view-memory.ts';

/** Updates buffered until the initial list is complete; enough for several minutes. */
const MAX_EARLY = 256;

/** Applies the batches of one packer to the store. */
export type VehicleFeed = {
  /** `first`: the batch starts a new list; `endInit` evicts rows that the list lacks. */
  applyInit(batch: InitBatch, first: boolean): void;
  endInit(): void;
  /** Returns whether the batch is buffered; otherwise its memory may be reused. */
  applyGps(batch: GpsBatch): boolean;
};

/**
 * The vehicles of the user's scope, outside React: an update of 10,000 takes about 1 ms. Row numbers are stable until
 * `numberingVersion` changes.
 */
export class VehicleStore extends VehicleRows {
  readonly #listeners = new PacedListeners();
  readonly #direct = { packer: new VehiclePacker(), feed: null as VehicleFeed | null };
  #cells: Cells | null = null;
  #view: NumberedView | null = null;
  #outdated: Outdated | null = null;
  /** Offset of the server's clock from the local clock, ms. */
  #ahead = 0;
  #tick = 0;
  #generation = 0;
  #structureVersion = 0;
  #numberingVersion = 0;
  #positionVersion = 0;
  #statusVersion = 0;
  #followVersion = 0;

  /** Grows when vehicles are added or removed, or when a name, department, driver or phone changes. */
  get structureVersion(): number {
    return this.#structureVersion;
  }

  /** Grows when rows are renumbered. */
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

  /** Grows with every change; a snapshot for useSyncExternalStore. */
  get version(): number {
    return this.#tick;
  }

  /** Server clusters that replace single records; null: all vehicles are sent as records. */
  get cells(): Cells | null {
    return this.#cells;
  }

  /**
   * Sets the view subscription. Positions in newly visible bounds may be out of date. When the server
   * echoes the view's sequence number, vehicles missing from its snapshot lose their position.
   */
  look(view: NumberedView | null): void {
    const before = this.#view;
    this.#view = view;
    // before the first view all followed vehicles were sent
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

  /** Applies the server time, the clusters and the echoed view number of an update. */
  #applyWords({ at, cells, view }: GpsBatch): void {
    if (!Number.isNaN(at)) this.#ahead = at - Date.now();
    const dispersed = cells === null && this.#cells !== null;
    if (cells !== undefined) this.#cells = cells;
    const outdated = this.#outdated;
    if (outdated && view === outdated.view) {
      this.#outdated = null;
      if (outdated.numbering === this.#numberingVersion) for (const [row, since] of outdated.rows) this.#forgetPlace(row, since);
    } else if (dispersed && !outdated) {
      // the update contained a full snapshot of the view
      const { lng, lat } = this.columns;
      for (let row = 0; row < this.size; row++)
        if (inBounds(this.#view?.bounds, lng[row]!, lat[row]!)) this.#forgetPlace(row, this.#tick - 1);
    }
  }

  /** Clears the position of a row that got no record since a tick. */
  #forgetPlace(row: number, since: number): void {
    const { heardTick, touchedTick, lng, lat, worldX, worldY } = this.columns;
    if (row >= this.size || heardTick[row]! > since) return;
    lng[row] = lat[row] = worldX[row] = worldY[row] = Number.NaN;
    touchedTick[row] = this.#tick;
  }

  /** Epoch ms by the server's clock: the local clock may be wrong by minutes. */
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

  /** A cursor over rows with a changed position, status, name or follow flag. */
  changes(): ChangeReader {
    return changeReader(this, () => this.columns.touchedTick);
  }

  /** A cursor over rows with a changed status. */
  statusChanges(): ChangeReader {
    return changeReader(this, () => this.columns.statusTick);
  }

  /** Calls `listener` after changes, at most once per animation frame, or once a second while the page is hidden. */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /**
   * Sets the interval between update notifications in ms; 0: immediately, null: only on `refresh`. Lists and user actions always
   * notify at once.
   */
  setPace(everyMs: number | null): void {
    this.#listeners.setPace(everyMs);
  }

  /** Notifies listeners of pending updates. */
  refresh(): void {
    this.#listeners.refresh();
  }

  /** Creates the input for batches of one packer. */
  feed(): VehicleFeed {
    const slots = new SlotRows(this);
    /** Updates of vehicles that the list in progress has not named yet: they may be newer than the list. */
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
        // An empty list sends no batch.
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

  /** Applies records that did not come as a batch (inspection mode, tests). `first` starts a new list. */
  applyInit(records: readonly InitRecord[], first = true): void {
    this.#directFeed().applyInit(this.#direct.packer.packInit(records), first);
  }

  /** Ends the initial list: vehicles that it lacks are evicted. */
  endInit(): void {
    this.#directFeed().endInit();
  }

  /** Applies an update that did not come as a batch. */
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

  /** `rows`: row by slot; -1 for an unknown vehicle, whose records are skipped. */
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
