import {
  findPacketEnd,
  isMagic,
  MAGIC,
  MAX_PACKET_BYTES,
  readAt,
  type SimBytes,
  type StreamPacket,
  simWidths,
} from './packet.ts';

/** `garbage`: bytes between packets. `length`: a packet whose body length or type is wrong. */
export type BadPacketReason = 'garbage' | 'length';
export type OnPacket = (packet: StreamPacket) => void;
/** Receives discarded bytes (at most the first 1,024) and the reason. */
export type OnBadPacket = (reason: BadPacketReason, bytes: Uint8Array) => void;

/** Number of bad bytes passed to onBad. */
const SHOWN_BYTES = 1024;
/** Bytes of a chunk that are buffered at once. */
const PIECE_BYTES = 16 * 1024;
const FIRST_CAPACITY_BYTES = 2048;

type Start = { readonly end: number; readonly simBytes: SimBytes };

/**
 * Splits a TCP stream into packets. A packet is good if the next one, or the end of the bytes, follows it. This also tells the
 * width of the SIM. After bad bytes it searches the next magic.
 */
export class PacketFramer {
  #simBytes: SimBytes | null = null;
  #buffer = new Uint8Array(FIRST_CAPACITY_BYTES);
  #start = 0;
  #end = 0;
  /** Whether the last bytes were garbage that has been reported. */
  #skipping = false;

  /** The width of the SIM in the last packet. */
  get simBytes(): SimBytes {
    return this.#simBytes ?? 6;
  }

  /** Bytes buffered for the next chunk; below `MAX_PACKET_BYTES`. */
  get pending(): number {
    return this.#end - this.#start;
  }

  /** Reads the next chunk of the stream. Calls back synchronously; keeps no reference to the chunk. */
  push(chunk: Uint8Array, onPacket: OnPacket, onBad: OnBadPacket): void {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      this.#append(chunk.subarray(at, at + PIECE_BYTES));
      while (this.#readNext(onPacket, onBad));
    }
  }

  #append(piece: Uint8Array): void {
    if (this.#end + piece.length > this.#buffer.length) {
      const needed = this.pending + piece.length;
      const target =
        needed > this.#buffer.length
          ? new Uint8Array(Math.max(needed, Math.min(this.#buffer.length * 2, MAX_PACKET_BYTES)))
          : this.#buffer;
      target.set(this.#buffer.subarray(this.#start, this.#end));
      this.#buffer = target;
      this.#end -= this.#start;
      this.#start = 0;
    }
    this.#buffer.set(piece, this.#end);
    this.#end += piece.length;
  }

  /** Takes one packet or one run of bad bytes; false where more bytes are needed. */
  #readNext(onPacket: OnPacket, onBad: OnBadPacket): boolean {
    const next = this.#findMagic(this.#start);
    if (next > this.#start) {
      if (!this.#skipping) this.#report('garbage', next, onBad);
      this.#skipping = true;
      this.#start = next;
    }
    if (this.pending < MAGIC.length) return this.#wait();
    const found = this.#findStart();
    if (found === 'open') return this.#wait();
    if (found === 'bad') {
      this.#report('length', this.#end, onBad);
      this.#start = this.#findMagic(this.#start + MAGIC.length);
      this.#skipping = true;
      return true;
    }
    this.#skipping = false;
    this.#simBytes = found.simBytes;
    const from = this.#start;
    this.#start = found.end;
    onPacket(readAt(this.#buffer, from, found.end, found.simBytes));
    return true;
  }

  #wait(): false {
    if (this.#start === this.#end) {
      this.#start = 0;
      this.#end = 0;
    }
    return false;
  }

  #report(reason: BadPacketReason, end: number, onBad: OnBadPacket): void {
    onBad(reason, this.#buffer.slice(this.#start, Math.min(end, this.#start + SHOWN_BYTES)));
  }

  /** The first place from `at` where a magic stands or may begin. */
  #findMagic(at: number): number {
    const b = this.#buffer;
    for (let i = Math.min(at, this.#end); i < this.#end; i++) {
      if (b[i] === MAGIC[0] && this.#mayBeMagic(i)) return i;
    }
    return this.#end;
  }

  #mayBeMagic(at: number): boolean {
    for (let i = 0; i < MAGIC.length && at + i < this.#end; i++) if (this.#buffer[at + i] !== MAGIC[i]) return false;
    return true;
  }

  #findStart(): Start | 'open' | 'bad' {
    const known = this.#simBytes;
    const widths = known === null ? simWidths(this.#buffer, this.#start) : [known, known === 6 ? (10 as const) : (6 as const)];
    let isOpen = false;
    let loose: Start | null = null;
    let other: Start | null = null;
    for (const [i, simBytes] of widths.entries()) {
      const end = findPacketEnd(this.#buffer, this.#start, this.#end, simBytes);
      if (end === 'bad') continue;
      if (end === 'open' || end > this.#end) {
        if (simBytes === known) return 'open';
        isOpen = true;
      } else if (this.#mayBeMagic(end)) {
        // the less likely width fits by chance if bytes are few
        if (i === 0 || end + MAGIC.length <= this.#end) return { end, simBytes };
        other = { end, simBytes };
      } else if (simBytes === known) loose = { end, simBytes };
    }
    if (other !== null && !isOpen) return other;
    if (loose !== null && !this.#holdsMagic(loose.end)) return loose;
    return isOpen && known === null ? 'open' : 'bad';
  }

  /** Whether another packet begins before `end`: then the length of this one is wrong. */
  #holdsMagic(end: number): boolean {
    for (let i = this.#start + MAGIC.length; i + MAGIC.length <= end; i++) if (isMagic(this.#buffer, i)) return true;
    return false;
  }
}
