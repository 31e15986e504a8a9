import type { DecodeAudio, EncodeAudio } from './decode-audio.ts';

/** Decoded values of all 256 codes, as 16-bit samples. */
const table = (decodeCode: (code: number) => number): Int16Array =>
  Int16Array.from({ length: 256 }, (_, code) => decodeCode(code));

/** G.711 A-law: even bits are inverted; sign, exponent, mantissa. */
const A_LAW: Int16Array = table((code) => {
  const bits = code ^ 0x55;
  const exponent = (bits >> 4) & 7;
  const mantissa = ((bits & 15) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return bits & 0x80 ? magnitude : -magnitude;
});

const MU_BIAS = 0x84;
/** G.711 mu-law: all bits are inverted. */
const MU_LAW: Int16Array = table((code) => {
  const bits = ~code & 0xff;
  const magnitude = ((((bits & 15) << 3) + MU_BIAS) << ((bits >> 4) & 7)) - MU_BIAS;
  return bits & 0x80 ? -magnitude : magnitude;
});

const byTable =
  (values: Int16Array): DecodeAudio =>
  (data) =>
    Int16Array.from(data, (code) => values[code]!);

const MAX_A_MAGNITUDE = 0xfff;
const MAX_MU_MAGNITUDE = 0x7fff - MU_BIAS;

/** A-law codes of one 16-bit sample: the highest bit names the segment, and the first two segments have the same step. */
function encodeASample(sample: number): number {
  const magnitude = Math.min((sample < 0 ? ~sample : sample) >> 3, MAX_A_MAGNITUDE);
  const segment = Math.max(0, 27 - Math.clz32(magnitude));
  return ((segment << 4) | ((magnitude >> Math.max(1, segment)) & 15)) ^ (sample < 0 ? 0x55 : 0xd5);
}

function encodeMuSample(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), MAX_MU_MAGNITUDE) + MU_BIAS;
  const segment = 24 - Math.clz32(magnitude);
  return ~((sample < 0 ? 0x80 : 0) | (segment << 4) | ((magnitude >> (segment + 3)) & 15)) & 0xff;
}

export const encodeG711A: EncodeAudio = (samples) => Uint8Array.from(samples, encodeASample);
export const encodeG711U: EncodeAudio = (samples) => Uint8Array.from(samples, encodeMuSample);

export const decodeG711A: DecodeAudio = byTable(A_LAW);
export const decodeG711U: DecodeAudio = byTable(MU_LAW);
