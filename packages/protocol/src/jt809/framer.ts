import { type BadFrameReason, FRAME_END, FRAME_START, type Frame, readFrame, type Wire } from './frame.ts';

/** Escaped bytes between two flags. A photograph (0x1502) is the longest body there is. */
const MAX_FRAME_BYTES = 2 * 1024 * 1024;
/** Number of bad bytes passed to onBad. */
const SHOWN_BYTES = 1024;

export type OnFrame = (frame: Frame) => void;
/** Receives discarded bytes (at most the first 1,024) and the reason. */
export type OnBad = (reason: BadFrameReason, bytes: Uint8Array) => void;

/**
 * Splits a byte stream into frames. A start flag always starts a new one, so a lost end costs only one frame;
 * bytes between an end and the next start are discarded and reported once.
 */
export class Framer {
  /** Wire settings from the next frame on. */
  wire: Wire;
  readonly #max: number;
  /** Pieces of a frame that has begun; null outside of one. */
  #pieces: Uint8Array[] | null = null;
  #length = 0;
  #skipping = false;

  constructor(wire: Wire, maxFrameBytes = MAX_FRAME_BYTES) {
    this.wire = wire;
    this.#max = maxFrameBytes;
  }

  /** Bytes buffered for the next chunk. */
  get pending(): number {
    return this.#length;
  }

  /** Reads the next chunk of the stream. Calls back synchronously; keeps no reference to the chunk. */
  push(chunk: Uint8Array, onFrame: OnFrame, onBad: OnBad): void {
    let from = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!;
      if (byte !== FRAME_START && byte !== FRAME_END) continue;
      this.#keep(chunk.subarray(from, i), onBad);
      from = i + 1;
      if (byte === FRAME_START) {
        if (this.#length > 0) onBad('short', this.#taken().subarray(0, SHOWN_BYTES));
        this.#pieces = [];
        this.#skipping = false;
      } else if (this.#pieces !== null) {
        const between = this.#taken();
        const frame = readFrame(between, this.wire);
        if (typeof frame === 'string') onBad(frame, between.subarray(0, SHOWN_BYTES));
        else onFrame(frame);
      }
    }
    this.#keep(chunk.subarray(from), onBad);
  }

  #keep(piece: Uint8Array, onBad: OnBad): void {
    if (piece.length === 0) return;
    if (this.#pieces === null) {
      if (!this.#skipping) onBad('garbage', piece.slice(0, SHOWN_BYTES));
      this.#skipping = true;
    } else if (this.#length + piece.length > this.#max) {
      onBad('oversized', piece.slice(0, SHOWN_BYTES));
      this.#taken();
      this.#skipping = true;
    } else {
      this.#pieces.push(piece.slice());
      this.#length += piece.length;
    }
  }

  /** The bytes of the frame so far; outside of one afterwards. */
  #taken(): Uint8Array {
    const whole = new Uint8Array(this.#length);
    let at = 0;
    for (const piece of this.#pieces ?? []) {
      whole.set(piece, at);
      at += piece.length;
    }
    this.#pieces = null;
    this.#length = 0;
    return whole;
  }
}
