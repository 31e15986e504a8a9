import { CELL_FIELDS, type Cells } from '../live/cells.ts';
import type { ChangeReader, VehicleStore } from '../live/vehicle-store.ts';
import { ClusterIndex, type Crowds } from './cluster-index.ts';
import { type ClusterProgram, createClusterProgram } from './cluster-program.ts';
import type { GlOverlay } from './gl-surface.ts';
import { InstanceTable } from './instance-table.ts';
import { type LayoutSpec, MARKER_LAYOUTS, type MarkerLayout, markerScale } from './marker-layout.ts';
import { fixLook, LAYER, layerOf, shapeOf, statusLook } from './marker-look.ts';
import { type Camera, screenX, screenY, zoomOf } from './mercator.ts';
import type { MapPalette } from './palette.ts';
import { type Placer, type Projection, placerOf, webMercator } from './projection.ts';
import { createVehicleProgram, type VehicleProgram } from './vehicle-program.ts';
import { LOOK_SELECTED } from './vehicle-shader.ts';

/** From here up a drive between two fixes is longer than a step of a pixel, so it is worth drawing. */
const SMOOTH_ZOOM = 12;
/** A way is drawn over the time since the last fix, within these, s. */
const MIN_GLIDE_S = 0.3;
const MAX_GLIDE_S = 10;
/** Farther than this nobody drives between two fixes: the marker jumps. World units, about 2 km at the middle latitudes. */
const MAX_GLIDE = 6e-5;
/** How often it is looked which fixes have grown old, s. */
const AGE_EVERY_S = 10;
/** Of a second: an emergency's ring is lit, then dim. Two a second at most trouble nobody (WCAG 2.3.1). */
const BLINK_S = { lit: 0.6, whole: 1 } as const;
const DIM = 0.15;
const EMERGENCY = 5;

/** Rows one call of the inner loops handles (see `live/merge-rows.ts`). */
const BLOCK = 512;

const TABLES = Object.keys(LAYER).length;
const NOT_DRAWN = 255;

/** What was compiled in a context: it serves the layers that draw in it one after the other. */
const prepared = new WeakMap<WebGL2RenderingContext, { readonly vehicles: VehicleProgram; readonly rings: ClusterProgram }>();

/**
 * The vehicles on the map: followed ones that have a position, one instance each, filled from the store's arrays and drawn by
 * four calls; where they crowd, rings in their stead. `sync` brings in what changed; drawing itself touches no vehicle on the
 * main thread, unless the view came to where the clusters are others.
 */
export class VehicleLayer implements GlOverlay {
  readonly #store: VehicleStore;
  readonly #tables = Array.from({ length: TABLES }, () => new InstanceTable());
  readonly #epoch = performance.now();
  #changes: ChangeReader;
  #columns: VehicleStore['columns'];
  /** Where the store's world is not the base map's: the way there, and by row the places on it. */
  #placer: Placer | null = null;
  #shiftedX = new Float64Array(0);
  #shiftedY = new Float64Array(0);
  #nextProjection: Projection | null = null;
  readonly #shifted = new Float64Array(2);
  #program: VehicleProgram | null = null;
  #ringProgram: ClusterProgram | null = null;
  readonly #clusters = new ClusterIndex();
  #clustering = true;
  /** The next `sync` places every row. */
  #anew = false;
  #palette: MapPalette;
  #selected: ReadonlySet<string> = new Set();
  #smooth = true;
  #blinking = true;
  #layout: LayoutSpec = MARKER_LAYOUTS[1];
  #now = 0;
  /** The server's clock at the last look at it, epoch ms, and when it was last asked which fixes are old. */
  #serverNow = 0;
  #agedAt = Number.NEGATIVE_INFINITY;
  #glidingUntil = 0;
  /** By row: where it goes, how far it is from there at the start, when it started; which table and instance draw it. */
  #x = new Float64Array(0);
  #y = new Float64Array(0);
  #dx = new Float32Array(0);
  #dy = new Float32Array(0);
  #start = new Float64Array(0);
  #duration = new Float32Array(0);
  #table = new Uint8Array(0);
  #index = new Int32Array(0);
  /** By row: 1 when it is not drawn because a ring stands for it; what is said of its fix. */
  #hidden = new Uint8Array(0);
  #fix = new Uint8Array(0);
  #sized = 0;

  constructor(store: VehicleStore, palette: MapPalette) {
    this.#store = store;
    this.#palette = palette;
    this.#changes = store.changes();
    this.#columns = store.columns;
  }

  /** Vehicles drawn. */
  get count(): number {
    return this.#tables.reduce((sum, table) => sum + table.count, 0);
  }

  /** The rings on the map and what they stand for. */
  get clusters(): ClusterIndex {
    return this.#clusters;
  }

  /** Whether crowded vehicles are gathered into rings. */
  setClustering(on: boolean): void {
    if (this.#clustering === on) return;
    this.#clustering = on;
    if (!on) this.#clusters.rest();
    this.#anew = true;
  }

  setPalette(palette: MapPalette): void {
    this.#palette = palette;
  }

  /** The world of the base map below; the next `sync` moves every vehicle there. */
  setProjection(projection: Projection): void {
    this.#nextProjection = projection;
  }

  setSelected(ids: ReadonlySet<string>): void {
    this.#makeRoom();
    const now = this.#tick();
    const before = this.#selected;
    this.#selected = ids;
    for (const id of new Set([...before, ...ids])) {
      const row = this.#store.rowOf(id);
      if (row >= 0 && row < this.#sized) this.#place(row, now, false);
    }
  }

  /** Whether markers glide between fixes; off, they jump. */
  setSmooth(smooth: boolean): void {
    this.#smooth = smooth;
  }

  /** Whether emergencies blink; off, their rings are always lit. */
  setBlinking(on: boolean): void {
    this.#blinking = on;
  }

  setLayout(layout: MarkerLayout): void {
    this.#layout = MARKER_LAYOUTS[layout];
  }

  get layout(): LayoutSpec {
    return this.#layout;
  }

  /** Size of the markers in this view. */
  scaleIn(camera: Camera): number {
    return markerScale(this.#layout, zoomOf(camera));
  }

  /** Draws those anew whose fix has grown old since; returns whether there were any. */
  age(): boolean {
    const now = this.#tick();
    this.#agedAt = now;
    const columns = this.#columns;
    let changed = false;
    for (const table of this.#tables) {
      for (let i = table.count - 1; i >= 0; i--) {
        const row = table.rowAt(i);
        if (fixLook(columns, row, this.#serverNow) === this.#fix[row]) continue;
        this.#place(row, now, false);
        changed = true;
      }
    }
    return changed;
  }

  /** Seconds until the view changes because an emergency in it blinks; null: none does. */
  nextBlink(camera: Camera): number | null {
    if (!this.#blinking || !this.#emergencyIn(camera)) return null;
    const at = this.#tick() % BLINK_S.whole;
    return (at < BLINK_S.lit ? BLINK_S.lit : BLINK_S.whole) - at;
  }

  /** Brings in what changed in the store. */
  sync(camera: Camera): void {
    const now = this.#tick();
    const glide = this.#smooth && zoomOf(camera) >= SMOOTH_ZOOM;
    const collected = this.#changes.collect();
    const changed = this.#nextProjection || this.#anew ? null : collected;
    this.#anew = false;
    // the store has its places on Web Mercator's world already
    if (this.#nextProjection) this.#placer = this.#nextProjection === webMercator ? null : placerOf(this.#nextProjection);
    this.#nextProjection = null;
    this.#makeRoom();
    this.#project(changed);
    if (!changed) {
      for (const table of this.#tables) table.clear();
      this.#table.fill(NOT_DRAWN);
      this.#x.fill(Number.NaN);
      this.#hidden.fill(0);
      this.#clusters.forgetRows();
    }
    const gathered = this.#gather(camera);
    if (changed) {
      for (let i = 0; i < changed.length; i += BLOCK) {
        this.#placeRows(changed, i, Math.min(i + BLOCK, changed.length), now, glide);
      }
    }
    const { size } = this.#store;
    if (!changed) this.#eachBlock(size, (from, to) => this.#placeAll(from, to, now));
    else if (gathered) this.#eachBlock(size, (from, to) => this.#placeTurned(from, to, now));
    if (now - this.#agedAt >= AGE_EVERY_S) this.age();
  }

  /** Whether some marker is on its way, so that frames are needed. */
  gliding(): boolean {
    return this.#tick() < this.#glidingUntil;
  }

  drawn(row: number): boolean {
    return row < this.#sized && this.#table[row] !== NOT_DRAWN;
  }

  selected(row: number): boolean {
    return this.drawn(row) && this.#table[row] === LAYER.selected;
  }

  /** Where the marker was at the last frame, world units. */
  x(row: number): number {
    return this.#x[row]! + this.#dx[row]! * this.#left(row);
  }

  y(row: number): number {
    return this.#y[row]! + this.#dy[row]! * this.#left(row);
  }

  /** Where the vehicle is, drawn or not, world units; NaN: nowhere. */
  place(row: number): readonly [x: number, y: number] {
    return [this.#worldX[row]!, this.#worldY[row]!];
  }

  /** Visits the drawn rows, the topmost first, until `visit` returns false. */
  each(visit: (row: number) => boolean): void {
    for (let t = this.#tables.length - 1; t >= 0; t--) {
      const table = this.#tables[t]!;
      for (let i = table.count - 1; i >= 0; i--) if (!visit(table.rowAt(i))) return;
    }
  }

  attach(gl: WebGL2RenderingContext, isPrepared: boolean): void {
    const known = isPrepared ? prepared.get(gl) : undefined;
    const programs = known ?? { vehicles: createVehicleProgram(gl, TABLES), rings: createClusterProgram(gl) };
    prepared.set(gl, programs);
    if (known) for (const program of [programs.vehicles, programs.rings]) program.forget();
    this.#program = programs.vehicles;
    this.#ringProgram = programs.rings;
  }

  detach(): void {
    this.#program = null;
    this.#ringProgram = null;
  }

  draw(gl: WebGL2RenderingContext, camera: Camera): void {
    const now = this.#tick();
    if (this.#clustering && this.#sized > 0 && this.#clusters.outgrown(camera)) {
      this.#gather(camera);
      this.#eachBlock(Math.min(this.#store.size, this.#sized), (from, to) => this.#placeTurned(from, to, now));
    }
    const scene = {
      ...{ camera, palette: this.#palette, now, tables: this.#tables },
      ...{ scale: this.scaleIn(camera), layout: this.#layout, blink: this.#blink() },
    };
    this.#program?.draw(gl, scene, LAYER.quiet, LAYER.selected);
    const { clusters } = this;
    this.#ringProgram?.draw(gl, { camera, palette: this.#palette, rings: () => clusters.rings(), version: clusters.version });
    this.#program?.draw(gl, scene, LAYER.selected, TABLES);
  }

  /** By row, on the base map's world. */
  get #worldX(): Float64Array {
    return this.#placer ? this.#shiftedX : this.#columns.worldX;
  }

  get #worldY(): Float64Array {
    return this.#placer ? this.#shiftedY : this.#columns.worldY;
  }

  /** Brings the rows that changed (null: all) to the base map's world. */
  #project(changed: Int32Array | null): void {
    if (!this.#placer) return;
    if (changed) for (const row of changed) this.#projectRow(this.#placer, row);
    else for (let row = 0; row < this.#store.size; row++) this.#projectRow(this.#placer, row);
  }

  #projectRow(placer: Placer, row: number): void {
    const into = this.#shifted;
    const lng = this.#columns.lng[row]!;
    // never seen anywhere
    if (Number.isNaN(lng)) into.fill(Number.NaN);
    else placer(lng, this.#columns.lat[row]!, into);
    this.#shiftedX[row] = into[0]!;
    this.#shiftedY[row] = into[1]!;
  }

  /** Gathers the crowded vehicles for this view. Returns whether other rows than the changed ones may be hidden or seen now. */
  #gather(camera: Camera): boolean {
    if (!this.#clustering) return false;
    const before = this.#clusters.active;
    const { size } = this.#store;
    const alone: number[] = [];
    for (const id of this.#selected) {
      const row = this.#store.rowOf(id);
      if (row >= 0) alone.push(row);
    }
    const { status, followed } = this.#columns;
    const source = { size, worldX: this.#worldX, worldY: this.#worldY, status, followed, crowds: this.#crowds() };
    this.#clusters.update(camera, source, alone);
    return before || this.#clusters.active;
  }

  /** What the server counted, on the base map's world. */
  #crowds(): Crowds | null {
    const { cells } = this.#store;
    if (!cells) return null;
    const fields = this.#placer ? placedCells(cells, this.#placer) : cells.fields;
    const rows = (cell: number) => cells.tids[cell]!.map((tid) => this.#store.rowOf(tid)).filter((row) => row >= 0);
    return { count: cells.count, fields, rows };
  }

  #eachBlock(size: number, visit: (from: number, to: number) => void): void {
    for (let from = 0; from < size; from += BLOCK) visit(from, Math.min(from + BLOCK, size));
  }

  #placeRows(rows: Int32Array, from: number, to: number, now: number, glide: boolean): void {
    for (let i = from; i < to; i++) this.#place(rows[i]!, now, glide);
  }

  #placeAll(from: number, to: number, now: number): void {
    for (let row = from; row < to; row++) this.#place(row, now, false);
  }

  /** Places the rows that are hidden and should not be, or the other way round. */
  #placeTurned(from: number, to: number, now: number): void {
    for (let row = from; row < to; row++) {
      if (this.#hidden[row] !== (this.#clusters.hides(row) ? 1 : 0)) this.#place(row, now, false);
    }
  }

  #blink(): number {
    return !this.#blinking || this.#now % BLINK_S.whole < BLINK_S.lit ? 1 : DIM;
  }

  #emergencyIn(camera: Camera): boolean {
    const { status } = this.#columns;
    for (const table of [this.#tables[LAYER.alarm]!, this.#tables[LAYER.selected]!]) {
      for (let i = 0; i < table.count; i++) {
        const row = table.rowAt(i);
        if (status[row] === EMERGENCY && this.#inView(camera, row)) return true;
      }
    }
    return false;
  }

  #inView(camera: Camera, row: number): boolean {
    const x = screenX(camera, this.x(row));
    const y = screenY(camera, this.y(row));
    return x >= 0 && x <= camera.width && y >= 0 && y <= camera.height;
  }

  /** Reads the clocks; asking them for each of 50,000 rows would cost more than the rows do. */
  #tick(): number {
    this.#now = (performance.now() - this.#epoch) / 1_000;
    this.#serverNow = this.#store.serverNow();
    return this.#now;
  }

  /** Share of its way the row still has before it. */
  #left(row: number): number {
    const duration = this.#duration[row]!;
    return duration > 0 ? Math.min(Math.max(1 - (this.#now - this.#start[row]!) / duration, 0), 1) : 0;
  }

  // Once a row and update: no destructuring here, its iterators cost more than the work before the code is optimised.
  #place(row: number, now: number, glide: boolean): void {
    const from = this.#columns;
    const x = this.#worldX[row]!;
    const y = this.#worldY[row]!;
    const hidden = this.#clusters.hides(row);
    this.#hidden[row] = hidden ? 1 : 0;
    if (hidden || from.followed[row] === 0 || Number.isNaN(x)) {
      this.#move(row, NOT_DRAWN);
      return;
    }
    if (this.#table[row] === NOT_DRAWN || x !== this.#x[row] || y !== this.#y[row]) this.#drive(row, x, y, now, glide);
    const selected = this.#selected.size > 0 && this.#selected.has(this.#store.idOf(row));
    const fix = fixLook(from, row, this.#serverNow);
    this.#fix[row] = fix;
    this.#move(row, layerOf(from, row, selected));
    this.#tables[this.#table[row]!]!.write(
      this.#index[row]!,
      this.#x[row]!,
      this.#y[row]!,
      this.#dx[row]!,
      this.#dy[row]!,
      this.#start[row]!,
      this.#duration[row]!,
      from.heading[row]!,
      shapeOf(from, row),
      statusLook(from, row) | fix | (selected ? LOOK_SELECTED : 0),
    );
  }

  /** Gives the row a new place to go to, from where it is seen now. */
  #drive(row: number, x: number, y: number, now: number, glide: boolean): void {
    const glides = glide && this.#table[row] !== NOT_DRAWN;
    const dx = glides ? this.x(row) - x : 0;
    const dy = glides ? this.y(row) - y : 0;
    const sinceLast = now - this.#start[row]!;
    this.#x[row] = x;
    this.#y[row] = y;
    this.#start[row] = now;
    if (!glides || Math.abs(dx) > MAX_GLIDE || Math.abs(dy) > MAX_GLIDE) {
      this.#dx[row] = 0;
      this.#dy[row] = 0;
      this.#duration[row] = 0;
      return;
    }
    const duration = Math.min(Math.max(sinceLast, MIN_GLIDE_S), MAX_GLIDE_S);
    this.#dx[row] = dx;
    this.#dy[row] = dy;
    this.#duration[row] = duration;
    if (now + duration > this.#glidingUntil) this.#glidingUntil = now + duration;
  }

  /** Puts the row into a table, out of the one it was in. */
  #move(row: number, to: number): void {
    const from = this.#table[row]!;
    if (from === to) return;
    if (from !== NOT_DRAWN) {
      const index = this.#index[row]!;
      const moved = this.#tables[from]!.remove(index);
      if (moved >= 0) this.#index[moved] = index;
    }
    this.#table[row] = to;
    if (to !== NOT_DRAWN) this.#index[row] = this.#tables[to]!.add(row);
  }

  #makeRoom(): void {
    this.#columns = this.#store.columns;
    const capacity = this.#columns.worldX.length;
    if (this.#placer && this.#shiftedX.length !== capacity) {
      const before = this.#shiftedX.length;
      this.#shiftedX = grown(this.#shiftedX, capacity).fill(Number.NaN, before);
      this.#shiftedY = grown(this.#shiftedY, capacity).fill(Number.NaN, before);
    }
    if (capacity === this.#sized) return;
    const wider = <T extends Float64Array | Float32Array | Uint8Array | Int32Array>(old: T): T => grown(old, capacity);
    this.#x = wider(this.#x).fill(Number.NaN, this.#sized);
    this.#y = wider(this.#y);
    this.#dx = wider(this.#dx);
    this.#dy = wider(this.#dy);
    this.#start = wider(this.#start);
    this.#duration = wider(this.#duration);
    this.#hidden = wider(this.#hidden);
    this.#fix = wider(this.#fix);
    this.#table = wider(this.#table).fill(NOT_DRAWN, this.#sized);
    this.#index = wider(this.#index);
    this.#sized = capacity;
  }
}

/** The server counts on Web Mercator's world. */
function placedCells({ count, fields }: Cells, placer: Placer): Float64Array {
  const placed = fields.slice();
  const into = new Float64Array(2);
  for (let at = 0; at < count * CELL_FIELDS; at += CELL_FIELDS) {
    const [lng, lat] = webMercator.fromWorld(fields[at]!, fields[at + 1]!);
    placer(lng, lat, into);
    placed.set(into, at);
  }
  return placed;
}

function grown<T extends Float64Array | Float32Array | Uint8Array | Int32Array>(old: T, capacity: number): T {
  const wide = new (old.constructor as new (length: number) => T)(capacity);
  wide.set(old);
  return wide;
}
