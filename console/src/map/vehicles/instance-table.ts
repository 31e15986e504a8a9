import { growTypedArray } from '../../live/grow-typed-array.ts';

/** Floats of an instance: x and y high, x and y low, distance dx dy, start, duration; then heading u16, shape u8, look u8. */
const FLOATS = 9;
/** Bytes per instance. */
export const STRIDE = FLOATS * 4;

/**
 * Instances of one draw call, densely packed; removal moves the last one into the gap. Tracks changed bytes, so that only those
 * are uploaded.
 */
export class InstanceTable {
  count = 0;
  #rows = new Int32Array(256);
  #floats = new Float32Array(256 * FLOATS);
  #words = new Uint32Array(this.#floats.buffer);
  #bytes = new Uint8Array(this.#floats.buffer);
  #from = Number.POSITIVE_INFINITY;
  #to = 0;
  #grown = true;

  /** The store row of instance `index`. */
  rowAt(index: number): number {
    return this.#rows[index]!;
  }

  /** Returns the new instance's index. */
  add(row: number): number {
    const index = this.count++;
    if (index === this.#rows.length) this.#grow();
    this.#rows[index] = row;
    return index;
  }

  /** Returns the row that was moved into `index`, or -1. */
  remove(index: number): number {
    const last = --this.count;
    if (index === last) return -1;
    this.#floats.copyWithin(index * FLOATS, last * FLOATS, (last + 1) * FLOATS);
    this.#touch(index);
    this.#rows[index] = this.#rows[last]!;
    return this.#rows[index]!;
  }

  clear(): void {
    this.count = 0;
  }

  /** Positions are world units, `dx` and `dy` the remaining distance at `start`; times are seconds of the layer's clock. */
  write(
    index: number,
    x: number,
    y: number,
    dx: number,
    dy: number,
    start: number,
    duration: number,
    heading: number,
    shape: number,
    look: number,
  ): void {
    const at = index * FLOATS;
    const floats = this.#floats;
    // A float has 24 bits but zoom 18 needs 27 bits of pixels: a second float holds the rest.
    const xHigh = Math.fround(x);
    const yHigh = Math.fround(y);
    floats[at] = xHigh;
    floats[at + 1] = yHigh;
    floats[at + 2] = x - xHigh;
    floats[at + 3] = y - yHigh;
    floats[at + 4] = dx;
    floats[at + 5] = dy;
    floats[at + 6] = start;
    floats[at + 7] = duration;
    // One write for the three; WebGL platforms are little-endian.
    this.#words[at + 8] = heading | (shape << 16) | (look << 24);
    this.#touch(index);
  }

  /** Uploads changes to the bound buffer; `whole`: all of it, for a new buffer. */
  upload(gl: WebGL2RenderingContext, whole: boolean): void {
    if (whole || this.#grown) gl.bufferData(gl.ARRAY_BUFFER, this.#bytes, gl.DYNAMIC_DRAW);
    else {
      const from = this.#from * STRIDE;
      const to = Math.min(this.#to, this.count) * STRIDE;
      if (from < to) gl.bufferSubData(gl.ARRAY_BUFFER, from, this.#bytes, from, to - from);
    }
    this.#grown = false;
    this.#from = Number.POSITIVE_INFINITY;
    this.#to = 0;
  }

  /** The floats of one instance, for tests. */
  floatsAt(index: number): Float32Array {
    return this.#floats.subarray(index * FLOATS, index * FLOATS + 8);
  }

  #touch(index: number): void {
    if (index < this.#from) this.#from = index;
    if (index >= this.#to) this.#to = index + 1;
  }

  #grow(): void {
    const capacity = this.#rows.length * 2;
    this.#rows = growTypedArray(this.#rows, capacity);
    this.#floats = growTypedArray(this.#floats, capacity * FLOATS);
    this.#words = new Uint32Array(this.#floats.buffer);
    this.#bytes = new Uint8Array(this.#floats.buffer);
    this.#grown = true;
  }
}
