/** Lost packets in percent, between two readings. */
class LossMeter {
  #packets = 0;
  #lost = 0;

  addPacket(): void {
    this.#packets++;
  }

  /** `lost`: packets lost since the start. null: none were received since the last call. */
  take(lost: number): number | null {
    const more = lost - this.#lost;
    const received = this.#packets;
    this.#lost = lost;
    this.#packets = 0;
    return received === 0 ? null : Math.round((100 * more) / (more + received));
  }
}

/** What was received of a stream. */
export class StreamStats {
  #since: number;
  #bytes = 0;
  #frames = 0;
  /** Lost packets of earlier connections, and of this one. */
  #lostBefore = 0;
  #lost = 0;
  /** As viewers and the terminal are told it, at their own intervals. */
  readonly #viewersLoss = new LossMeter();
  readonly #terminalLoss = new LossMeter();

  constructor(now: number) {
    this.#since = now;
  }

  get lost(): number {
    return this.#lostBefore + this.#lost;
  }

  addPacket(bytes: number): void {
    this.#bytes += bytes;
    this.#viewersLoss.addPacket();
    this.#terminalLoss.addPacket();
  }

  addFrame(): void {
    this.#frames++;
  }

  /** Lost packets of this connection; true if there are more than before. */
  setLost(lost: number): boolean {
    const isMore = lost !== this.#lost;
    this.#lost = lost;
    return isMore;
  }

  /** Another connection: it counts its losses from 0. */
  startConnection(): void {
    this.#lostBefore += this.#lost;
    this.#lost = 0;
  }

  /** Bytes, bit/s, frames per second and lost packets in percent since the last call. */
  take(now: number): {
    readonly bytes: number;
    readonly bitrate: number;
    readonly frameRate: number;
    readonly lossPercent: number;
  } {
    const seconds = Math.max(now - this.#since, 1) / 1_000;
    const bytes = this.#bytes;
    const frameRate = Math.round((this.#frames / seconds) * 10) / 10;
    this.#bytes = 0;
    this.#frames = 0;
    this.#since = now;
    const lossPercent = this.#viewersLoss.take(this.lost) ?? 0;
    return { bytes, bitrate: Math.round((bytes * 8) / seconds), frameRate, lossPercent };
  }

  /** Lost packets in percent since the last call; null: none were received. */
  takeLossPercent(): number | null {
    return this.#terminalLoss.take(this.lost);
  }
}
