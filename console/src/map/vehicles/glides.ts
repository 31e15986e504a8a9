import { growTypedArray } from '../../live/grow-typed-array.ts';

/** Limits of a glide's duration, s; it takes as long as the time since the last fix. */
const MIN_GLIDE_S = 0.3;
const MAX_GLIDE_S = 10;
/** A longer distance between two fixes is a jump. World units, about 2 km at middle latitudes. */
const MAX_GLIDE = 6e-5;

/** Movements of markers by row. Times and durations in s. */
export class Glides {
  /** Destination in world units. Arrays are replaced when they grow: do not store references. */
  x = new Float64Array(0);
  y = new Float64Array(0);
  /** Distance from the start to the destination. */
  dx = new Float32Array(0);
  dy = new Float32Array(0);
  start = new Float64Array(0);
  duration = new Float32Array(0);
  #until = 0;

  /** Time when the last marker arrives. */
  get until(): number {
    return this.#until;
  }

  /** Marker position at a time, world units. */
  xAt(row: number, now: number): number {
    return this.x[row]! + this.dx[row]! * this.#left(row, now);
  }

  yAt(row: number, now: number): number {
    return this.y[row]! + this.dy[row]! * this.#left(row, now);
  }

  /** Whether the row moves to that position or is there. */
  leadsTo(row: number, x: number, y: number): boolean {
    return x === this.x[row] && y === this.y[row];
  }

  /** Moves the row from its visible position to a new one; without `glides` it jumps. */
  drive(row: number, x: number, y: number, now: number, glides: boolean): void {
    const dx = glides ? this.xAt(row, now) - x : 0;
    const dy = glides ? this.yAt(row, now) - y : 0;
    const sinceLast = now - this.start[row]!;
    this.x[row] = x;
    this.y[row] = y;
    this.start[row] = now;
    if (!glides || Math.abs(dx) > MAX_GLIDE || Math.abs(dy) > MAX_GLIDE) {
      this.dx[row] = 0;
      this.dy[row] = 0;
      this.duration[row] = 0;
      return;
    }
    const duration = Math.min(Math.max(sinceLast, MIN_GLIDE_S), MAX_GLIDE_S);
    this.dx[row] = dx;
    this.dy[row] = dy;
    this.duration[row] = duration;
    if (now + duration > this.#until) this.#until = now + duration;
  }

  /** Resets all rows. */
  forget(): void {
    this.x.fill(Number.NaN);
  }

  makeRoom(rows: number): void {
    this.x = growTypedArray(this.x, rows, Number.NaN);
    this.y = growTypedArray(this.y, rows);
    this.dx = growTypedArray(this.dx, rows);
    this.dy = growTypedArray(this.dy, rows);
    this.start = growTypedArray(this.start, rows);
    this.duration = growTypedArray(this.duration, rows);
  }

  /** Remaining share of the row's distance. */
  #left(row: number, now: number): number {
    const duration = this.duration[row]!;
    return duration > 0 ? Math.min(Math.max(1 - (now - this.start[row]!) / duration, 0), 1) : 0;
  }
}
