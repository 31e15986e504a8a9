import type { StreamPacket } from './packet.ts';

/** Packets held for a missing one; at 1 Mbit/s about 120 ms. */
export const REORDER_WINDOW = 16;
/** Larger jumps are a restart of the counter, not loss. */
const MAX_LOST_PACKETS = 1024;

const next = (sequence: number): number => (sequence + 1) & 0xffff;

/** Receives a packet; `hasGap`: packets before it are missing. */
type OnSequenced = (packet: StreamPacket, hasGap: boolean) => void;

/**
 * Puts the packets of one channel in order. Video and audio share a counter by the standard, but some terminals count each by itself:
 * a packet is in order if it follows the last one, or the last one of its kind. A window of 0 delivers packets as they arrive.
 */
export class Sequencer {
  readonly #window: number;
  readonly #held: StreamPacket[] = [];
  #last: number | null = null;
  readonly #lastOfKind = new Map<string, number>();
  /** Packets that never came. */
  lost = 0;

  constructor(window: number) {
    this.#window = window;
  }

  push(packet: StreamPacket, onPacket: OnSequenced): void {
    if (this.#isNext(packet)) {
      this.#deliver(packet, false, onPacket);
      this.#release(onPacket);
      return;
    }
    const ahead = (packet.sequence - this.#last!) & 0xffff;
    if (this.#window > 0 && ahead <= this.#window) {
      if (ahead === 0 || this.#held.some((held) => held.sequence === packet.sequence)) return;
      this.#held.push(packet);
      if (this.#held.length >= this.#window) this.#skipGap(onPacket);
    } else if (0x10000 - ahead > this.#window) {
      this.flush(onPacket);
      if (this.#isNext(packet)) this.#deliver(packet, false, onPacket);
      else this.#deliverAfterGap(packet, onPacket);
    }
  }

  /** Delivers what is held, in order. */
  flush(onPacket: OnSequenced): void {
    while (this.#held.length > 0) this.#skipGap(onPacket);
  }

  #isNext(packet: StreamPacket): boolean {
    if (this.#last === null || packet.sequence === next(this.#last)) return true;
    const last = this.#lastOfKind.get(kindOf(packet));
    return last === undefined || packet.sequence === next(last);
  }

  /** Gives up what is missing before the first held packet. */
  #skipGap(onPacket: OnSequenced): void {
    const last = this.#last!;
    let first = 0;
    for (let i = 1; i < this.#held.length; i++) {
      if (((this.#held[i]!.sequence - last) & 0xffff) < ((this.#held[first]!.sequence - last) & 0xffff)) first = i;
    }
    this.#deliverAfterGap(this.#held.splice(first, 1)[0]!, onPacket);
    this.#release(onPacket);
  }

  #release(onPacket: OnSequenced): void {
    for (;;) {
      const at = this.#held.findIndex((packet) => packet.sequence === next(this.#last!));
      if (at < 0) return;
      this.#deliver(this.#held.splice(at, 1)[0]!, false, onPacket);
    }
  }

  #deliverAfterGap(packet: StreamPacket, onPacket: OnSequenced): void {
    const missing = ((packet.sequence - this.#last!) & 0xffff) - 1;
    const isCounted = missing > 0 && missing <= MAX_LOST_PACKETS;
    this.lost += isCounted ? missing : 1;
    this.#deliver(packet, true, onPacket);
  }

  #deliver(packet: StreamPacket, hasGap: boolean, onPacket: OnSequenced): void {
    this.#last = packet.sequence;
    this.#lastOfKind.set(kindOf(packet), packet.sequence);
    onPacket(packet, hasGap);
  }
}

const kindOf = (packet: StreamPacket): string =>
  packet.dataType === 'audio' || packet.dataType === 'transparent' ? packet.dataType : 'video';
