import { type ViewMessage, viewPart } from '@fleetwarden/contract/video/live-video';
import { AUDIO_RATE_HZ, createAudioDecoder, type MediaFrame } from '@fleetwarden/protocol/jt1078';

type AudioMessage = Extract<ViewMessage, { type: 'audio' }>;
type Sound = { readonly message: AudioMessage; readonly bytes: Uint8Array | undefined };

/** Of a message, before its samples. */
export const SOUND_HEADER_BYTES = 5;

/** Decodes the sound of one stream to PCM messages. */
export class SoundDecoder {
  #codec: string | undefined;
  #decode: ReturnType<typeof createAudioDecoder> = null;

  /** `bytes` undefined: the codec cannot be decoded. Throws CodecError. */
  push({ codec, data, timestampMs }: MediaFrame): Sound {
    if (codec !== this.#codec) {
      this.#codec = codec;
      this.#decode = createAudioDecoder(codec);
    }
    const message: AudioMessage = { type: 'audio', codec, rate: AUDIO_RATE_HZ, isSupported: this.#decode !== null };
    if (this.#decode === null) return { message, bytes: undefined };
    const samples = this.#decode(data);
    const bytes = Buffer.allocUnsafe(SOUND_HEADER_BYTES + samples.length * 2);
    bytes.writeUInt8(viewPart.pcm, 0);
    bytes.writeUInt32BE(timestampMs % 2 ** 32, 1);
    samples.forEach((sample, i) => {
      bytes.writeInt16LE(sample, SOUND_HEADER_BYTES + i * 2);
    });
    return { message, bytes };
  }
}
