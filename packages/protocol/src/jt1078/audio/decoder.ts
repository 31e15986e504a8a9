import type { Codec } from '../payload-types.ts';
import { decodeAdpcm } from './adpcm.ts';
import type { DecodeAudio } from './decode-audio.ts';
import { decodeG711A, decodeG711U } from './g711.ts';
import { createG726Decoder } from './g726.ts';

/** Samples per second of all decoders. */
export const AUDIO_RATE_HZ = 8000;
/** Eight seconds of G.711; a real frame has 20 to 80 ms. */
const MAX_FRAME_BYTES = 65_536;
const HISILICON_BYTES = 4;

/** The frame without the header `00 01 LL 00` of HiSilicon encoders; LL counts words behind it. */
export function stripHisiliconHeader(data: Uint8Array): Uint8Array {
  const isHeader = data[0] === 0 && data[1] === 1 && data[3] === 0 && data[2] === (data.length - HISILICON_BYTES) / 2;
  return isHeader ? data.subarray(HISILICON_BYTES) : data;
}

const DECODERS: { readonly [C in Codec]?: () => DecodeAudio } = {
  g711a: () => decodeG711A,
  g711u: () => decodeG711U,
  g726: createG726Decoder,
  adpcm: () => decodeAdpcm,
};

/** A decoder with the state of one stream; null for codecs that are passed through (AAC) or not known. */
export function createAudioDecoder(codec: Codec): DecodeAudio | null {
  const decode = DECODERS[codec]?.();
  return decode === undefined ? null : (data) => decode(stripHisiliconHeader(data).subarray(0, MAX_FRAME_BYTES));
}
