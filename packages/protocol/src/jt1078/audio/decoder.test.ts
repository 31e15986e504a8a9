import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../scripts/property-runs.ts';
import { AUDIO_RATE_HZ, type Codec, createAudioDecoder, createAudioEncoder, stripHisiliconHeader } from '../index.ts';
import { g726Bits } from './g726.ts';

const decode = (codec: Codec, ...data: number[]): number[] => [...createAudioDecoder(codec)!(Uint8Array.from(data))];

describe('an audio decoder', () => {
  it('decodes G.711 to the values of its tables', () => {
    expect(decode('g711a', 0xd5, 0x55, 0xaa, 0x2a, 0x80, 0x00)).toEqual([8, -8, 32_256, -32_256, 5504, -5504]);
    expect(decode('g711u', 0xff, 0x7f, 0x80, 0x00, 0xf0, 0x70)).toEqual([0, 0, 32_124, -32_124, 120, -120]);
    expect(AUDIO_RATE_HZ).toBe(8000);
  });

  it('decodes ADPCM from the state in the frame, the high half-byte first', () => {
    // predictor 1000, index 10 (step 19): code 7 adds 2 + 19 + 9 + 4, then step 41: code 8 subtracts 5
    expect(decode('adpcm', 0xe8, 0x03, 10, 0, 0x78)).toEqual([1034, 1029]);
    expect(decode('adpcm', 0xff, 0x7f, 88, 0, 0x77, 0xff, 0xff)).toEqual([32_767, 32_767, -28_669, -32_768, -32_768, -32_768]);
    expect(decode('adpcm', 1, 2, 3)).toEqual([]);
    expect(decode('adpcm', 0, 0, 255, 0, 0x00)).toHaveLength(2);
  });

  it('strips the HiSilicon header only if its length is correct', () => {
    expect(decode('g711a', 0, 1, 1, 0, 0xd5, 0x55)).toEqual([8, -8]);
    expect(decode('g711a', 0, 1, 2, 0, 0xd5, 0x55)).toHaveLength(6);
    expect(decode('adpcm', 0, 1, 3, 0, 0xe8, 0x03, 10, 0, 0x78, 0x00)).toHaveLength(4);
    expect(stripHisiliconHeader(new Uint8Array())).toEqual(new Uint8Array());
  });

  it('does not exist for AAC, which is passed through, or for unknown codecs', () => {
    for (const codec of ['aac', 'mp3', 'unknown', 'h264'] as const) expect(createAudioDecoder(codec)).toBeNull();
  });

  it.each([
    [80, 2],
    [120, 3],
    [160, 4],
    [200, 5],
    [40, 2],
    [60, 3],
    [100, 5],
    [320, 4],
    [7, 5],
  ])('detects the rate of G.726 from a frame of %i bytes: %i bits', (bytes, bits) => {
    expect(g726Bits(bytes)).toBe(bits);
  });

  it.each([
    [2, 6],
    [3, 12],
    [4, 18],
    [5, 24],
  ])('decodes a tone in G.726 with %i bits per sample, %i dB above the noise', (bits, minDb) => {
    const tone = (i: number): number => Math.round(8000 * Math.sin((2 * Math.PI * 440 * i) / 8000));
    const encodeFrame = createAudioEncoder('g726', bits * 40)!;
    const decodeFrame = createAudioDecoder('g726')!;
    const frames = Array.from({ length: 10 }, (_, frame) =>
      encodeFrame(Int16Array.from({ length: 320 }, (_, i) => tone(frame * 320 + i))),
    );
    expect(frames.map(({ length }) => length)).toEqual(Array(10).fill(bits * 40));
    const samples = frames.flatMap((frame) => [...decodeFrame(frame)]);
    expect(samples).toHaveLength(3200);
    let [signal, noise] = [0, 0];
    for (let i = 1600; i < 3200; i++) {
      signal += tone(i) ** 2;
      noise += (samples[i]! - tone(i)) ** 2;
    }
    expect(10 * Math.log10(signal / noise)).toBeGreaterThan(minDb);
  });

  it('never throws, and returns a limited number of samples', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Codec>('g711a', 'g711u', 'g726', 'adpcm'),
        fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 5 }),
        (codec, frames) => {
          const decodeFrame = createAudioDecoder(codec)!;
          for (const frame of frames) expect(decodeFrame(frame).length).toBeLessThanOrEqual(frame.length * 4);
        },
      ),
      { numRuns: propertyRuns(300) },
    );
    expect(createAudioDecoder('g711a')!(new Uint8Array(1_000_000))).toHaveLength(65_536);
  });
});
