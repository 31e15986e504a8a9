import { type ViewMessage, viewPart } from '@fleetwarden/contract/video/live-video';
import { AUDIO_RATE_HZ, createAudioDecoder, type MediaFrame } from '@fleetwarden/protocol/jt1078';
import { AacRemuxer, type AacSound } from './aac-remuxer.ts';

type AudioMessage = Extract<ViewMessage, { type: 'audio' }>;
/** `init` and `bytes`: for viewers; `pcm` or `aac`: for recordings. Without bytes, the sound cannot be decoded. */
export type Sound = {
  readonly message: AudioMessage;
  readonly init?: Uint8Array;
  readonly bytes?: Uint8Array;
  readonly pcm?: Uint8Array;
  readonly aac?: AacSound;
};

/** Of a message, before its samples. */
const SOUND_HEADER_BYTES = 5;

/** Decodes the sound of one stream to PCM messages, and passes AAC through. */
export class SoundDecoder {
  #codec: string | undefined;
  #decode: ReturnType<typeof createAudioDecoder> = null;
  readonly #aac = new AacRemuxer();

  /** Throws CodecError. */
  push({ codec, data, timestampMs }: MediaFrame): Sound {
    if (codec !== this.#codec) {
      this.#codec = codec;
      this.#decode = createAudioDecoder(codec);
    }
    const message: AudioMessage = { type: 'audio', codec, rate: AUDIO_RATE_HZ, isSupported: this.#decode !== null };
    const aac = codec === 'aac' ? this.#aac.push(data) : undefined;
    if (aac) {
      const { mime, config, init, bytes } = aac;
      return { message: { ...message, rate: config.rateHz, isSupported: true, mime }, init, bytes, aac };
    }
    if (this.#decode === null) return { message };
    const samples = this.#decode(data);
    const bytes = Buffer.allocUnsafe(SOUND_HEADER_BYTES + samples.length * 2);
    bytes.writeUInt8(viewPart.pcm, 0);
    bytes.writeUInt32BE(timestampMs % 2 ** 32, 1);
    samples.forEach((sample, i) => {
      bytes.writeInt16LE(sample, SOUND_HEADER_BYTES + i * 2);
    });
    return { message, bytes, pcm: bytes.subarray(SOUND_HEADER_BYTES) };
  }
}
