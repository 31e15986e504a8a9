import type { Codec } from '../payload-types.ts';
import { createAdpcmEncoder } from './adpcm.ts';
import type { EncodeAudio } from './decode-audio.ts';
import { encodeG711A, encodeG711U } from './g711.ts';

const ENCODERS: { readonly [C in Codec]?: () => EncodeAudio } = {
  g711a: () => encodeG711A,
  g711u: () => encodeG711U,
  adpcm: createAdpcmEncoder,
};

/** An encoder with the state of one stream, for sound of AUDIO_RATE_HZ; null for codecs that cannot be encoded. */
export const createAudioEncoder = (codec: Codec): EncodeAudio | null => ENCODERS[codec]?.() ?? null;

/** The header `00 01 LL 00` that HiSilicon decoders want; LL counts words behind it. */
export function addHisiliconHeader(data: Uint8Array): Uint8Array {
  const framed = new Uint8Array(data.length + 4);
  framed.set([0, 1, data.length / 2, 0]);
  framed.set(data, 4);
  return framed;
}
