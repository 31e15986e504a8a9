import { type Dialect, STANDARD_WIRE, type Wire } from './dialects.ts';
import { type BadFrameReason, frameFault, unescapeInto } from './frame.ts';

/** Escaped bytes between two flags; a body is at most 1,023 bytes, escaping at most doubles. */
export const MAX_FRAME_BYTES = 4096;
/** Number of bad bytes passed to onBad. */
const MAX_BAD_BYTES = 1024;
/** Room for a frame cut in two by a chunk's end, to begin with; a location is about 80 bytes. */
const FIRST_ROOM = 256;

export type FramerLimits = {
  /** Escaped bytes between two flags before they count as oversized. */
  readonly maxFrameBytes?: number;
  readonly dialect?: Dialect;
  /** Gets a frame whose checksum is right and whose declared length is wrong, after onBad. Valid only during the call. */
  readonly onWrongLength?: OnFrame;
};

/** Gets an unescaped frame: header and body, checksum removed and right, header readable. Valid only during the call. */
export type OnFrame = (frame: Uint8Array) => void;
/** Gets what was thrown away (at most the first 1,024 bytes, valid only during the call) and why. */
export type OnBad = (reason: BadFrameReason, bytes: Uint8Array) => void;

/**
 * Splits a byte stream into frames. All bytes between two flags are a candidate, so garbage and a lost or shared flag
 * never cost a good neighbour; after an error it continues at the next flag. Holds at most one
 * unfinished frame; copies a chunk only if a frame crosses its end or contains an escape.
 */
export class Framer {
  readonly #max: number;
  readonly #dialect: Dialect | undefined;
  readonly #wire: Wire;
  readonly #onWrongLength: OnFrame | undefined;
  /** Escaped bytes since the last flag, from earlier chunks; null while there are none. */
  #held: Uint8Array | null = null;
  #heldLength = 0;
  /** False until the first flag, and after an oversized run until the next. */
  #inside = false;
  /** True once the current run of bytes outside a frame was reported, so an endless run is reported once. */
  #skipping = false;

  constructor(limits: FramerLimits = {}) {
    this.#max = limits.maxFrameBytes ?? MAX_FRAME_BYTES;
    this.#dialect = limits.dialect;
    this.#wire = limits.dialect?.wire ?? STANDARD_WIRE;
    this.#onWrongLength = limits.onWrongLength;
  }

  /** Bytes buffered for the next chunk. */
  get pending(): number {
    return this.#heldLength;
  }

  /** Reads the next chunk of the stream. Calls back synchronously; keeps no reference to the chunk. */
  push(chunk: Uint8Array, onFrame: OnFrame, onBad: OnBad): void {
    let from = 0;
    while (from < chunk.length) {
      const flag = chunk.indexOf(this.#wire.flag, from);
      const end = flag < 0 ? chunk.length : flag;
      if (end > from) {
        if (!this.#inside) {
          this.#garbage(chunk.subarray(from, end), onBad);
        } else if (flag < 0) {
          this.#hold(chunk, from, end, onBad);
        } else if (this.#heldLength > 0) {
          this.#hold(chunk, from, end, onBad);
          if (this.#inside) this.#release(onFrame, onBad);
        } else if (end - from > this.#max) {
          onBad('oversized', chunk.subarray(from, from + MAX_BAD_BYTES));
        } else {
          this.#candidate(chunk, from, end, onFrame, onBad);
        }
      } else if (this.#heldLength > 0) {
        this.#release(onFrame, onBad);
      }
      if (flag < 0) return;
      this.#inside = true;
      this.#skipping = false;
      from = flag + 1;
    }
  }

  #garbage(bytes: Uint8Array, onBad: OnBad): void {
    if (this.#skipping) return;
    this.#skipping = true;
    onBad('garbage', bytes.subarray(0, MAX_BAD_BYTES));
  }

  #hold(chunk: Uint8Array, from: number, end: number, onBad: OnBad): void {
    const length = this.#heldLength + end - from;
    if (length > this.#max) {
      const shown = new Uint8Array(Math.min(length, MAX_BAD_BYTES));
      const old = Math.min(this.#heldLength, shown.length);
      if (this.#held !== null) shown.set(this.#held.subarray(0, old));
      shown.set(chunk.subarray(from, from + shown.length - old), old);
      this.#drop();
      this.#inside = false;
      this.#skipping = true;
      onBad('oversized', shown);
      return;
    }
    let held = this.#held;
    if (held === null || held.length < length) {
      const grown = new Uint8Array(Math.min(this.#max, Math.max(length, held === null ? FIRST_ROOM : held.length * 2)));
      if (held !== null) grown.set(held.subarray(0, this.#heldLength));
      held = grown;
      this.#held = grown;
    }
    held.set(chunk.subarray(from, end), this.#heldLength);
    this.#heldLength = length;
  }

  #release(onFrame: OnFrame, onBad: OnBad): void {
    const held = this.#held!;
    const length = this.#heldLength;
    // Let go first: an idle connection shall cost no buffer, and a callback may throw.
    this.#drop();
    this.#candidate(held, 0, length, onFrame, onBad);
  }

  #drop(): void {
    this.#held = null;
    this.#heldLength = 0;
  }

  #candidate(b: Uint8Array, from: number, end: number, onFrame: OnFrame, onBad: OnBad): void {
    let plain: Uint8Array;
    if (hasByte(b, this.#wire.escape, from, end)) {
      const out = new Uint8Array(end - from);
      plain = out.subarray(0, unescapeInto(b, from, end, out, this.#wire));
    } else plain = b.subarray(from, end);
    const fault = frameFault(plain, this.#dialect);
    if (fault === null) onFrame(plain.subarray(0, plain.length - 1));
    else {
      onBad(fault, b.subarray(from, Math.min(end, from + MAX_BAD_BYTES)));
      if (fault === 'length') this.#onWrongLength?.(plain.subarray(0, plain.length - 1));
    }
  }
}

const hasByte = (b: Uint8Array, value: number, from: number, end: number): boolean => {
  for (let i = from; i < end; i++) if (b[i] === value) return true;
  return false;
};
