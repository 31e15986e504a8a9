import type { BadFrameReason } from '@fleetwarden/protocol/jt808';

/** `body`: a frame whose message cannot be read; `item`: one location of a batch that cannot; `header`: its sub-package words lie. */
export type QuarantineReason = BadFrameReason | 'body' | 'item' | 'header';

export type BadFrame = {
  /** Epoch ms. */
  readonly at: number;
  /** Address and port. */
  readonly peer: string;
  readonly transport: 'tcp' | 'udp';
  readonly reason: QuarantineReason;
  /** What exactly could not be read, where that is known. */
  readonly detail: string | null;
  /** The first bytes, as they came (escaped for what is no frame). */
  readonly hex: string;
  /** How many bytes there were; `hex` may hold fewer. */
  readonly bytes: number;
};

/** The last bad frames, for the people who have to find out which terminal sends them. */
export class Quarantine {
  readonly #frames: number;
  readonly #bytes: number;
  readonly #ring: BadFrame[] = [];
  #next = 0;

  /** Keeps so many frames and so many bytes of each. */
  constructor(frames: number, bytes: number) {
    this.#frames = frames;
    this.#bytes = bytes;
  }

  add(frame: Omit<BadFrame, 'hex' | 'bytes'>, bytes: Uint8Array): void {
    const kept = bytes.subarray(0, this.#bytes);
    const hex = Buffer.from(kept.buffer, kept.byteOffset, kept.length).toString('hex');
    this.#ring[this.#next] = { ...frame, hex, bytes: bytes.length };
    this.#next = (this.#next + 1) % this.#frames;
  }

  /** Newest first. */
  list(): BadFrame[] {
    return [...this.#ring.slice(this.#next), ...this.#ring.slice(0, this.#next)].reverse();
  }
}
