import type { BadFrameReason } from '@fleetwarden/protocol/jt808';
import type { Link } from './link.ts';
import type { GatewayMetrics } from './metrics.ts';

/** `body`: an unreadable message; `item`: an unreadable location of a batch; `header`: wrong sub-package numbers; `encrypted`: a body without a key. */
export type QuarantineReason = BadFrameReason | 'body' | 'item' | 'header' | 'encrypted';

export type BadFrame = {
  /** Epoch ms. */
  readonly at: number;
  /** Address and port. */
  readonly peer: string;
  readonly transport: 'tcp' | 'udp';
  readonly reason: QuarantineReason;
  /** The decoder's message, if there is one. */
  readonly detail: string | null;
  /** The first bytes as received. Bytes outside a frame are still escaped. */
  readonly hex: string;
  /** The full length; `hex` may hold fewer. */
  readonly bytes: number;
};

/** A ring buffer of the last bad frames, for support. */
export class Quarantine {
  readonly #maxFrames: number;
  readonly #maxBytes: number;
  readonly #counter: GatewayMetrics['bad'];
  readonly #ring: BadFrame[] = [];
  #next = 0;

  /** Holds `maxFrames` frames with up to `maxBytes` bytes each. */
  constructor(maxFrames: number, maxBytes: number, counter: GatewayMetrics['bad']) {
    this.#maxFrames = maxFrames;
    this.#maxBytes = maxBytes;
    this.#counter = counter;
  }

  /** Counts and stores a bad frame. `at`: epoch ms. */
  add(
    { peer, transport }: Pick<Link, 'peer' | 'transport'>,
    at: number,
    reason: QuarantineReason,
    bytes: Uint8Array,
    detail: string | null,
  ): void {
    this.#counter.inc({ reason });
    const first = bytes.subarray(0, this.#maxBytes);
    const hex = Buffer.from(first.buffer, first.byteOffset, first.length).toString('hex');
    this.#ring[this.#next] = { at, peer, transport, reason, detail, hex, bytes: bytes.length };
    this.#next = (this.#next + 1) % this.#maxFrames;
  }

  /** Newest first. */
  list(): BadFrame[] {
    return [...this.#ring.slice(this.#next), ...this.#ring.slice(0, this.#next)].reverse();
  }
}
