/** What was received of a stream. */
export class StreamStats {
  #since: number;
  #bytes = 0;
  #frames = 0;
  #packets = 0;
  /** Lost packets of earlier connections, and of this one. */
  #lostBefore = 0;
  #lost = 0;
  #toldLost = 0;

  constructor(now: number) {
    this.#since = now;
  }

  get lost(): number {
    return this.#lostBefore + this.#lost;
  }

  addPacket(bytes: number): void {
    this.#bytes += bytes;
    this.#packets++;
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

  /** Bytes, bit/s and frames per second since the last call. */
  take(now: number): { readonly bytes: number; readonly bitrate: number; readonly frameRate: number } {
    const seconds = Math.max(now - this.#since, 1) / 1_000;
    const bytes = this.#bytes;
    const frameRate = Math.round((this.#frames / seconds) * 10) / 10;
    this.#bytes = 0;
    this.#frames = 0;
    this.#since = now;
    return { bytes, bitrate: Math.round((bytes * 8) / seconds), frameRate };
  }

  /** Lost packets in percent since the last call; null: none were received. */
  takeLossPercent(): number | null {
    const lost = this.lost - this.#toldLost;
    const received = this.#packets;
    this.#toldLost = this.lost;
    this.#packets = 0;
    return received === 0 ? null : Math.round((100 * lost) / (lost + received));
  }
}
