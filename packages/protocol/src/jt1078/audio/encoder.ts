import type { Codec } from '../payload-types.ts';
import { createAdpcmEncoder } from './adpcm.ts';
import type { EncodeAudio } from './decode-audio.ts';
import { encodeG711A, encodeG711U } from './g711.ts';
import { createG726Encoder, g726Bits } from './g726.ts';

/** A frame of 40 ms with 32 kbit/s, the most frequent rate of G.726. */
const USUAL_G726_BYTES = 160;

const ENCODERS: { readonly [C in Codec]?: (frameBytes: number | undefined) => EncodeAudio } = {
  g711a: () => encodeG711A,
  g711u: () => encodeG711U,
  adpcm: createAdpcmEncoder,
  g726: (frameBytes = USUAL_G726_BYTES) => createG726Encoder(g726Bits(frameBytes)),
};

/**
 * An encoder with the state of one stream, for sound of AUDIO_RATE_HZ; null for codecs that cannot be encoded. `frameBytes`: of a frame
 * that the peer sends, without a header; it tells the rate of G.726.
 */
export const createAudioEncoder = (codec: Codec, frameBytes?: number): EncodeAudio | null =>
  ENCODERS[codec]?.(frameBytes) ?? null;

/** The header `00 01 LL 00` that HiSilicon decoders want; LL counts words behind it. */
export function addHisiliconHeader(data: Uint8Array): Uint8Array {
  const framed = new Uint8Array(data.length + 4);
  framed.set([0, 1, data.length / 2, 0]);
  framed.set(data, 4);
  return framed;
}
