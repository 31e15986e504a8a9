import { describe, expect, it } from 'vitest';
import { encodeFlacFrame, FLAC_FRAME_SAMPLES, FLAC_RATE_HZ } from './flac.ts';

/** Reads bits of a frame, the highest first. */
function bitReader(bytes: Uint8Array) {
  let at = 0;
  const bit = () => (bytes[at >> 3]! >> (7 - (at++ & 7))) & 1;
  const read = (count: number) => Array.from({ length: count }).reduce<number>((value) => value * 2 + bit(), 0);
  const signed = (count: number) => {
    const value = read(count);
    return value >= 2 ** (count - 1) ? value - 2 ** count : value;
  };
  const zeros = () => {
    let count = 0;
    while (bit() === 0) count++;
    return count;
  };
  return { read, signed, zeros };
}

/** A decoder of what the encoder writes (RFC 9639 9). */
function decode(bytes: Uint8Array): { readonly frameNumber: number; readonly kind: number; readonly samples: number[] } {
  const { read, signed, zeros } = bitReader(bytes);
  expect([read(15), read(1), read(4), read(4), read(4), read(3), read(1)]).toEqual([0x7ffc, 0, 10, 4, 0, 4, 0]);
  const first = read(8);
  const more = first < 0x80 ? 0 : Math.clz32(~(first << 24)) - 1;
  let frameNumber = more === 0 ? first : first & (2 ** (6 - more) - 1);
  for (let i = 0; i < more; i++) frameNumber = frameNumber * 64 + (read(8) & 0x3f);
  read(8);
  const kind = read(8) >> 1;
  if (kind === 0) return { frameNumber, kind, samples: Array.from({ length: FLAC_FRAME_SAMPLES }).fill(signed(16)) as number[] };
  if (kind === 1) return { frameNumber, kind, samples: Array.from({ length: FLAC_FRAME_SAMPLES }, () => signed(16)) };
  const order = kind - 8;
  const samples = Array.from({ length: order }, () => signed(16));
  expect(read(6)).toBe(0);
  const rice = read(4);
  const weights = [[], [1], [2, -1], [3, -3, 1]][order]!;
  while (samples.length < FLAC_FRAME_SAMPLES) {
    const folded = zeros() * 2 ** rice + read(rice);
    const residual = folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
    samples.push(weights.reduce((sum, weight, i) => sum + weight * samples.at(-1 - i)!, residual));
  }
  return { frameNumber, kind, samples };
}

/** RFC 9639 9.1.8 and 9.3, bit by bit. */
function crc(bytes: Uint8Array, bits: number, polynomial: number): number {
  let value = 0;
  for (const byte of bytes)
    for (let i = 7; i >= 0; i--) {
      const top = ((value >> (bits - 1)) & 1) ^ ((byte >> i) & 1);
      value = ((value << 1) & (2 ** bits - 1)) ^ (top ? polynomial : 0);
    }
  return value;
}

const wave = (sample: (i: number) => number) => Int16Array.from({ length: FLAC_FRAME_SAMPLES }, (_, i) => sample(i));
const sine = wave((i) => Math.round(12_000 * Math.sin((2 * Math.PI * 440 * i) / FLAC_RATE_HZ)));
/** Numbers that look random, always the same. */
const noise = wave((i) => (((i * 1_103_515_245 + 12_345) >>> 3) % 65_536) - 32_768);

describe('a frame of FLAC', () => {
  it.each([
    ['silence', wave(() => 0)],
    ['a constant', wave(() => -32_768)],
    ['a tone', sine],
    ['noise', noise],
    ['a click', wave((i) => (i === 500 ? 32_767 : 0))],
    ['the largest steps', wave((i) => (i % 2 === 0 ? 32_767 : -32_768))],
  ])('decodes %s without loss', (_, samples) => {
    expect(decode(encodeFlacFrame(samples, 0)).samples).toEqual([...samples]);
  });

  it('is smaller than its samples, and has only a few bytes for silence', () => {
    expect(encodeFlacFrame(sine, 0).length).toBeLessThan(FLAC_FRAME_SAMPLES * 1.5);
    expect(
      encodeFlacFrame(
        wave(() => 0),
        0,
      ).length,
    ).toBeLessThan(16);
    expect(encodeFlacFrame(noise, 0).length).toBeLessThan(FLAC_FRAME_SAMPLES * 2 + 16);
  });

  it.each([0, 127, 128, 2_047, 2_048, 65_535, 65_536, 1_000_000])('has number %d, and checksums', (frameNumber) => {
    const bytes = encodeFlacFrame(sine, frameNumber);
    expect(decode(bytes).frameNumber).toBe(frameNumber);
    expect(crc(bytes, 16, 0x8005)).toBe(0);
    const headBytes = 5 + [128, 2_048, 65_536, 2 ** 21].findIndex((limit) => frameNumber < limit);
    expect(crc(bytes.subarray(0, headBytes + 1), 8, 0x07)).toBe(0);
  });
});
