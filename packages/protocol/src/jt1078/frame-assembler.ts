import { isKeyFrame } from './nal.ts';
import type { StreamPacket } from './packet.ts';
import { type Codec, type MediaKind, PAYLOAD_TYPES } from './payload-types.ts';
import { REORDER_WINDOW, Sequencer } from './sequencer.ts';

/** A frame of video or audio, or a block of transparent data. */
export type MediaFrame = {
  readonly kind: MediaKind;
  readonly codec: Codec;
  /** Decoding can start here. */
  readonly isKey: boolean;
  /** Of the terminal; transparent data has that of the frame before it. */
  readonly timestampMs: number;
  readonly data: Uint8Array;
  /** Bytes of this frame are missing. */
  readonly isDamaged: boolean;
};

/** A key frame in 4K has about 1 MB. */
export const MAX_FRAME_BYTES: number = 4 * 1024 * 1024;
const FIRST_CAPACITY_BYTES = 4096;

/** A frame whose parts arrive. */
class PendingFrame {
  readonly first: StreamPacket;
  #buffer = new Uint8Array(FIRST_CAPACITY_BYTES);
  #length = 0;
  isDamaged: boolean;

  constructor(packet: StreamPacket, isDamaged: boolean) {
    this.first = packet;
    this.isDamaged = isDamaged;
    this.append(packet.body);
  }

  /** Bytes above the limit are left out. */
  append(body: Uint8Array): void {
    const length = this.#length + body.length;
    if (length > MAX_FRAME_BYTES) {
      this.isDamaged = true;
      return;
    }
    if (length > this.#buffer.length) {
      const grown = new Uint8Array(Math.min(Math.max(length, this.#buffer.length * 2), MAX_FRAME_BYTES));
      grown.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = grown;
    }
    this.#buffer.set(body, this.#length);
    this.#length = length;
  }

  data(): Uint8Array {
    return this.#buffer.slice(0, this.#length);
  }
}

const classify = (packet: StreamPacket): { kind: MediaKind; codec: Codec } =>
  PAYLOAD_TYPES.get(packet.payloadType) ?? { kind: kindOfType(packet), codec: 'unknown' };

const kindOfType = ({ dataType }: StreamPacket): MediaKind =>
  dataType === 'audio' ? 'audio' : dataType === 'transparent' ? 'data' : 'video';

/**
 * Joins the packets of one channel to frames. Packets are put in order within a window (0 for TCP, which keeps the order). A frame with
 * missing parts is delivered as damaged.
 */
export class FrameAssembler {
  readonly #sequencer: Sequencer;
  readonly #pending = new Map<MediaKind, PendingFrame>();
  #timestampMs = 0;

  constructor(window: number = REORDER_WINDOW) {
    this.#sequencer = new Sequencer(window);
  }

  /** Packets that never came. A rise means that frames may be missing, until the next key frame. */
  get lostPackets(): number {
    return this.#sequencer.lost;
  }

  push(packet: StreamPacket): MediaFrame[] {
    const frames: MediaFrame[] = [];
    this.#sequencer.push(packet, (next, hasGap) => this.#add(next, hasGap, frames));
    return frames;
  }

  /** The end of the stream: frames of the packets that are held, and unfinished frames as damaged ones. */
  flush(): MediaFrame[] {
    const frames: MediaFrame[] = [];
    this.#sequencer.flush((next, hasGap) => this.#add(next, hasGap, frames));
    for (const kind of [...this.#pending.keys()]) this.#end(kind, true, frames);
    return frames;
  }

  #add(packet: StreamPacket, hasGap: boolean, frames: MediaFrame[]): void {
    const { kind } = classify(packet);
    if (hasGap) for (const pending of this.#pending.values()) pending.isDamaged = true;
    const isStart = packet.part === 'whole' || packet.part === 'first';
    const open = this.#pending.get(kind);
    // after a gap, another timestamp is another frame
    const isOther = open?.isDamaged === true && open.first.timestampMs !== packet.timestampMs;
    if (isStart || isOther) this.#end(kind, true, frames);
    if (packet.part === 'whole') {
      frames.push(this.#frame(packet, packet.body, false));
      return;
    }
    const pending = this.#pending.get(kind);
    if (pending === undefined) this.#pending.set(kind, new PendingFrame(packet, !isStart));
    else pending.append(packet.body);
    if (packet.part === 'last') this.#end(kind, false, frames);
  }

  #end(kind: MediaKind, isCut: boolean, frames: MediaFrame[]): void {
    const pending = this.#pending.get(kind);
    if (pending === undefined) return;
    this.#pending.delete(kind);
    frames.push(this.#frame(pending.first, pending.data(), isCut || pending.isDamaged));
  }

  #frame(first: StreamPacket, data: Uint8Array, isDamaged: boolean): MediaFrame {
    const { kind, codec } = classify(first);
    this.#timestampMs = first.timestampMs ?? this.#timestampMs;
    const isKey = kind === 'video' && isKeyFrame(codec, data, first.dataType === 'keyFrame');
    return { kind, codec, isKey, timestampMs: this.#timestampMs, data, isDamaged };
  }
}
