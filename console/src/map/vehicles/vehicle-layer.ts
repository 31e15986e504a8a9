import { type Camera, computeZoom } from '@fleetwarden/domain/mercator';
import type { ChangeReader } from '../../live/change-reader.ts';
import { growTypedArray } from '../../live/grow-typed-array.ts';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import type { ClusterIndex } from '../clusters/cluster-index.ts';
import type { GlOverlay } from '../gl-surface.ts';
import type { MapPalette } from '../palette.ts';
import type { Projection } from '../projection.ts';
import { blinkAt, untilBlink } from './blink.ts';
import { DrawnRows, NOT_DRAWN, TABLES, writeInstance } from './drawn-rows.ts';
import { hasEmergency } from './emergencies.ts';
import { Glides } from './glides.ts';
import { LayerClusters } from './layer-clusters.ts';
import { type LayerPrograms, programsIn } from './layer-programs.ts';
import { type LayoutSpec, MARKER_LAYOUTS, type MarkerLayout, markerScale } from './marker-layout.ts';
import { fixLook, LAYER, layerOf, shapeOf, statusLook } from './marker-look.ts';
import { RowPlaces } from './row-places.ts';
import { LOOK_SELECTED } from './vehicle-shader.ts';

/** From this zoom on the distance between two fixes exceeds a pixel, so gliding is visible. */
const SMOOTH_ZOOM = 12;
/** How often fixes are checked for age, s. */
const AGE_EVERY_S = 10;

/** Rows per call of the inner loops (see `live/merge-rows.ts`). */
const BLOCK = 512;

/**
 * Draws followed vehicles with a position, one instance each, in four draw calls; crowded ones as cluster rings. `sync` applies
 * changes. Drawing touches no vehicle on the main thread unless the clusters change with the view.
 */
export class VehicleLayer implements GlOverlay {
  readonly #store: VehicleStore;
  readonly #drawn = new DrawnRows();
  readonly #glides = new Glides();
  readonly #places: RowPlaces;
  readonly #clusters = new LayerClusters();
  readonly #epoch = performance.now();
  #changes: ChangeReader;
  #columns: VehicleStore['columns'];
  #nextProjection: Projection | null = null;
  #programs: LayerPrograms | null = null;
  /** Whether the next `sync` places every row. */
  #allDirty = false;
  #palette: MapPalette;
  #selected: ReadonlySet<string> = new Set();
  #smooth = true;
  #blinking = true;
  #layout: LayoutSpec = MARKER_LAYOUTS[1];
  #now = 0;
  /** Server time at the last reading, epoch ms, and when fixes were last checked for age. */
  #serverNow = 0;
  #agedAt = Number.NEGATIVE_INFINITY;
  /** By row: 1 if a ring replaces it; warning bits of its fix. */
  #hidden = new Uint8Array(0);
  #fix = new Uint8Array(0);
  #sized = 0;

  constructor(store: VehicleStore, palette: MapPalette) {
    this.#store = store;
    this.#palette = palette;
    this.#changes = store.changes();
    this.#columns = store.columns;
    this.#places = new RowPlaces(store.columns);
  }

  /** Number of drawn vehicles. */
  get count(): number {
    return this.#drawn.count;
  }

  /** The clusters on the map. */
  get clusters(): ClusterIndex {
    return this.#clusters.index;
  }

  /** Whether crowded vehicles are clustered. */
  setClustering(on: boolean): void {
    if (this.#clusters.switch(on)) this.#allDirty = true;
  }

  setPalette(palette: MapPalette): void {
    this.#palette = palette;
  }

  /** Changes the projection; the next `sync` moves every vehicle. */
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

  /** Whether markers glide between fixes or jump. */
  setSmooth(smooth: boolean): void {
    this.#smooth = smooth;
  }

  /** Whether emergencies blink; otherwise their rings stay bright. */
  setBlinking(on: boolean): void {
    this.#blinking = on;
  }

  setLayout(layout: MarkerLayout): void {
    this.#layout = MARKER_LAYOUTS[layout];
  }

  get layout(): LayoutSpec {
    return this.#layout;
  }

  /** Marker scale in this view. */
  scaleIn(camera: Camera): number {
    return markerScale(this.#layout, computeZoom(camera));
  }

  /** Updates rows whose fix became old; returns whether there were any. */
  age(): boolean {
    const now = this.#tick();
    this.#agedAt = now;
    const columns = this.#columns;
    let changed = false;
    for (const table of this.#drawn.tables) {
      for (let i = table.count - 1; i >= 0; i--) {
        const row = table.rowAt(i);
        if (fixLook(columns, row, this.#serverNow) === this.#fix[row]) continue;
        this.#place(row, now, false);
        changed = true;
      }
    }
    return changed;
  }

  /** Seconds until a visible emergency changes its brightness; null: none. */
  nextBlink(camera: Camera): number | null {
    return this.#blinking && hasEmergency(this, this.#drawn, this.#columns.status, camera) ? untilBlink(this.#tick()) : null;
  }

  /** Applies changes of the store. */
  sync(camera: Camera): void {
    const now = this.#tick();
    const glide = this.#smooth && computeZoom(camera) >= SMOOTH_ZOOM;
    const collected = this.#changes.collect();
    const changed = this.#nextProjection || this.#allDirty ? null : collected;
    this.#allDirty = false;
    if (this.#nextProjection) this.#places.setProjection(this.#nextProjection);
    this.#nextProjection = null;
    this.#makeRoom();
    const { size } = this.#store;
    this.#places.project(changed, size);
    if (!changed) this.#forgetRows();
    const reclustered = this.#clusters.update(camera, this.#store, this.#columns, this.#places, this.#selected);
    if (changed) {
      for (let i = 0; i < changed.length; i += BLOCK) {
        this.#placeRows(changed, i, Math.min(i + BLOCK, changed.length), now, glide);
      }
    }
    if (!changed) this.#eachBlock(size, (from, to) => this.#placeAll(from, to, now));
    else if (reclustered) this.#eachBlock(size, (from, to) => this.#placeTurned(from, to, now));
    if (now - this.#agedAt >= AGE_EVERY_S) this.age();
  }

  /** Whether a marker is moving, so that frames are needed. */
  gliding(): boolean {
    return this.#tick() < this.#glides.until;
  }

  drawn(row: number): boolean {
    return row < this.#sized && this.#drawn.layerOf(row) !== NOT_DRAWN;
  }

  selected(row: number): boolean {
    return this.drawn(row) && this.#drawn.layerOf(row) === LAYER.selected;
  }

  /** Marker position in the last frame, world units. */
  x(row: number): number {
    return this.#glides.xAt(row, this.#now);
  }

  y(row: number): number {
    return this.#glides.yAt(row, this.#now);
  }

  /** Vehicle position, drawn or not, world units; NaN: none. */
  place(row: number): readonly [x: number, y: number] {
    return [this.#places.x[row]!, this.#places.y[row]!];
  }

  /** Visits the drawn rows, topmost first, until `visit` returns false. */
  each(visit: (row: number) => boolean): void {
    this.#drawn.each(visit);
  }

  attach(gl: WebGL2RenderingContext, isPrepared: boolean): void {
    this.#programs = programsIn(gl, isPrepared);
  }

  detach(): void {
    this.#programs = null;
  }

  draw(gl: WebGL2RenderingContext, camera: Camera): void {
    const now = this.#tick();
    if (this.#sized > 0 && this.#clusters.outgrown(camera)) {
      this.#clusters.update(camera, this.#store, this.#columns, this.#places, this.#selected);
      this.#eachBlock(Math.min(this.#store.size, this.#sized), (from, to) => this.#placeTurned(from, to, now));
    }
    const scene = {
      camera,
      palette: this.#palette,
      now,
      tables: this.#drawn.tables,
      scale: this.scaleIn(camera),
      layout: this.#layout,
      blink: this.#blinking ? blinkAt(now) : 1,
    };
    this.#programs?.vehicles.draw(gl, scene, LAYER.quiet, LAYER.selected);
    const { clusters } = this;
    this.#programs?.rings.draw(gl, { camera, palette: this.#palette, rings: () => clusters.rings(), version: clusters.version });
    this.#programs?.vehicles.draw(gl, scene, LAYER.selected, TABLES);
  }

  /** Drops state by row, after renumbering or before placing all rows. */
  #forgetRows(): void {
    this.#drawn.clear();
    this.#glides.forget();
    this.#hidden.fill(0);
    this.#clusters.index.forgetRows();
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

  /** Places rows whose hidden flag is out of date. */
  #placeTurned(from: number, to: number, now: number): void {
    for (let row = from; row < to; row++) {
      if (this.#hidden[row] !== (this.#clusters.index.hides(row) ? 1 : 0)) this.#place(row, now, false);
    }
  }

  /** Reads the clocks once; reading them for each of 50,000 rows costs more than the rows. */
  #tick(): number {
    this.#now = (performance.now() - this.#epoch) / 1_000;
    this.#serverNow = this.#store.serverNow();
    return this.#now;
  }

  // Once per row and update: no destructuring, because iterators are slow before optimisation.
  #place(row: number, now: number, glide: boolean): void {
    const from = this.#columns;
    const x = this.#places.x[row]!;
    const y = this.#places.y[row]!;
    const hidden = this.#clusters.index.hides(row);
    this.#hidden[row] = hidden ? 1 : 0;
    if (hidden || from.followed[row] === 0 || Number.isNaN(x)) {
      this.#drawn.move(row, NOT_DRAWN);
      return;
    }
    const fresh = this.#drawn.layerOf(row) === NOT_DRAWN;
    if (fresh || !this.#glides.leadsTo(row, x, y)) this.#glides.drive(row, x, y, now, glide && !fresh);
    const selected = this.#selected.size > 0 && this.#selected.has(this.#store.idOf(row));
    const fix = fixLook(from, row, this.#serverNow);
    this.#fix[row] = fix;
    this.#drawn.move(row, layerOf(from, row, selected));
    const look = statusLook(from, row) | fix | (selected ? LOOK_SELECTED : 0);
    writeInstance(this.#drawn, this.#glides, row, from.heading[row]!, shapeOf(from, row), look);
  }

  #makeRoom(): void {
    this.#columns = this.#store.columns;
    this.#places.makeRoom(this.#columns);
    const capacity = this.#columns.worldX.length;
    if (capacity === this.#sized) return;
    this.#drawn.makeRoom(capacity);
    this.#glides.makeRoom(capacity);
    this.#hidden = growTypedArray(this.#hidden, capacity);
    this.#fix = growTypedArray(this.#fix, capacity);
    this.#sized = capacity;
  }
}
