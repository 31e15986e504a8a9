import { type LocationInput, writeLocation } from '@fleetwarden/protocol/jt808';

/** Positions that were not sent when they were made. */
export type Backlog = {
  /** The next positions to upload, oldest first, `most` at most; empty when there are none now. Not removed yet. */
  readonly next: (most: number) => readonly LocationInput[];
  /** When to call `next`, epoch ms; Infinity if there is nothing to send. */
  readonly readyAt: (now: number) => number;
  /** The server acknowledged the positions returned last. */
  readonly delivered: () => void;
};

/** Capacity of a terminal's memory; the oldest entry is dropped first. */
const MAX_KEPT = 5_000;
const BLIND_ZONE = 1;

/** The terminal's memory: positions recorded in a blind zone, or sent without an acknowledgement. */
export function createMemory(): Backlog & { readonly keep: (location: LocationInput) => void; readonly size: () => number } {
  let kept: LocationInput[] = [];
  let given: ReadonlySet<LocationInput> = new Set();
  return {
    keep: (location) => {
      kept.push(location);
      if (kept.length > MAX_KEPT) kept.shift();
    },
    size: () => kept.length,
    readyAt: (now) => (kept.length > 0 ? now : Number.POSITIVE_INFINITY),
    next: (most) => {
      const batch = kept.slice(0, most);
      given = new Set(batch);
      return batch;
    },
    delivered: () => {
      kept = kept.filter((location) => !given.has(location));
      given = new Set();
    },
  };
}

/** 0x0704 type 1: count, type, then each 0x0200 body behind its length. */
export function batchBody(batch: readonly LocationInput[]): Uint8Array {
  const bodies = batch.map(writeLocation);
  const out = new Uint8Array(3 + bodies.reduce((sum, body) => sum + 2 + body.length, 0));
  const view = new DataView(out.buffer);
  view.setUint16(0, bodies.length);
  out[2] = BLIND_ZONE;
  let at = 3;
  for (const body of bodies) {
    view.setUint16(at, body.length);
    out.set(body, at + 2);
    at += 2 + body.length;
  }
  return out;
}
