import { CodecError } from '@fleetwarden/protocol/codec';
import {
  AUDIO_RATE_HZ,
  addHisiliconHeader,
  createAudioEncoder,
  type EncodeAudio,
  PAYLOAD_TYPES,
  packetize,
  type StreamPacket,
  stripHisiliconHeader,
} from '@fleetwarden/protocol/jt1078';

const FRAME_MS = 40;
const FRAME_SAMPLES = (AUDIO_RATE_HZ * FRAME_MS) / 1000;
/** Where a terminal tells no codec: G.711 A-law. */
const DEFAULT_PAYLOAD = 6;

/** Sound for a terminal, in the format of its own sound: codec, numbers, and the header of HiSilicon if it has one. */
export class TalkSender {
  readonly #sim: string;
  readonly #channel: number;
  readonly #payloadType: number;
  readonly #encode: EncodeAudio;
  readonly #hasHeader: boolean;
  #waiting = new Int16Array(0);
  #sequence = 0;
  #timestampMs = 0;

  /**
   * `first`: the terminal's first packet. `declared`: payload type of 0x1003. Throws CodecError if neither codec can be encoded.
   */
  constructor(first: StreamPacket, declared: number | undefined) {
    this.#sim = first.sim;
    this.#channel = first.channel;
    const received = first.dataType === 'audio' ? first.payloadType : undefined;
    const known = [declared, received].filter((type) => type !== undefined);
    const candidates = known.length > 0 ? known : [DEFAULT_PAYLOAD];
    const frameBytes = received === undefined ? undefined : stripHisiliconHeader(first.body).length;
    const chosen = candidates
      .map((type) => ({ type, encode: createEncoder(type, type === received ? frameBytes : undefined) }))
      .find(({ encode }) => encode !== null);
    if (!chosen?.encode) throw new CodecError(`no encoder for payload types ${candidates.join(', ')}`);
    this.#payloadType = chosen.type;
    this.#encode = chosen.encode;
    this.#hasHeader = frameBytes !== undefined && frameBytes < first.body.length;
  }

  /** The packets of complete frames; the rest waits for more samples. */
  push(samples: Int16Array): StreamPacket[] {
    const all = new Int16Array(this.#waiting.length + samples.length);
    all.set(this.#waiting);
    all.set(samples, this.#waiting.length);
    const packets: StreamPacket[] = [];
    let at = 0;
    for (; at + FRAME_SAMPLES <= all.length; at += FRAME_SAMPLES)
      packets.push(...this.#frame(all.subarray(at, at + FRAME_SAMPLES)));
    this.#waiting = all.slice(at);
    return packets;
  }

  #frame(samples: Int16Array): StreamPacket[] {
    const encoded = this.#encode(samples);
    const packets = packetize(
      {
        sim: this.#sim,
        channel: this.#channel,
        payloadType: this.#payloadType,
        dataType: 'audio',
        timestampMs: this.#timestampMs,
        data: this.#hasHeader ? addHisiliconHeader(encoded) : encoded,
      },
      this.#sequence,
    );
    this.#sequence = (this.#sequence + packets.length) & 0xffff;
    this.#timestampMs += FRAME_MS;
    return packets;
  }
}

const createEncoder = (payloadType: number, frameBytes: number | undefined): EncodeAudio | null => {
  const row = PAYLOAD_TYPES.get(payloadType);
  return row === undefined ? null : createAudioEncoder(row.codec, frameBytes);
};
