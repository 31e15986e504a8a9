import type { DecodeAudio } from './decode-audio.ts';

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

export const decodeG711A: DecodeAudio = byTable(A_LAW);
export const decodeG711U: DecodeAudio = byTable(MU_LAW);
