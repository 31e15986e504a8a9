import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Codec } from '../payload-types.ts';
import { createAudioDecoder, stripHisiliconHeader } from './decoder.ts';
import { addHisiliconHeader, createAudioEncoder } from './encoder.ts';

const encode = (codec: Codec, samples: readonly number[]) => createAudioEncoder(codec)!(Int16Array.from(samples));
const decode = (codec: Codec, data: Uint8Array) => [...createAudioDecoder(codec)!(data)];

describe.each(['g711a', 'g711u'] as const)('%s', (codec) => {
  it('encodes the decoded value of each code to the same code', () => {
    const codes = Uint8Array.from({ length: 256 }, (_, code) => code);
    const values = decode(codec, codes);
    // mu-law has two codes for silence
    const expected = [...codes].map((code) => (codec === 'g711u' && code === 0x7f ? 0xff : code));
    expect([...encode(codec, values)]).toEqual(expected);
  });

  it('changes a sample by at most the step of its segment', () => {
    fc.assert(
      fc.property(fc.integer({ min: -0x8000, max: 0x7fff }), (sample) => {
        const [value] = decode(codec, encode(codec, [sample]));
        expect(Math.abs(value! - sample)).toBeLessThanOrEqual(Math.max(16, Math.abs(sample) / 16));
      }),
    );
  });
});

it('G.711 encodes silence to the standard codes', () => {
  expect([...encode('g711a', [0]), ...encode('g711u', [0])]).toEqual([0xd5, 0xff]);
});

it('ADPCM encodes a tone continuously from frame to frame', () => {
  const tone = Array.from({ length: 640 }, (_, i) => Math.round(8_000 * Math.sin((2 * Math.PI * 400 * i) / 8_000)));
  const encoder = createAudioEncoder('adpcm')!;
  const heard = [tone.slice(0, 320), tone.slice(320)].flatMap((part) => decode('adpcm', encoder(Int16Array.from(part))));
  expect(heard).toHaveLength(640);
  const errors = heard.slice(80).map((value, i) => Math.abs(value - tone[i + 80]!));
  expect(Math.max(...errors)).toBeLessThan(1_000);
});

it('codecs without an encoder return null', () => {
  expect([createAudioEncoder('aac'), createAudioEncoder('g729')]).toEqual([null, null]);
});

it('the HiSilicon header is added and stripped', () => {
  const data = encode(
    'g711a',
    Array.from({ length: 320 }, () => 5),
  );
  expect([...addHisiliconHeader(data).subarray(0, 4)]).toEqual([0, 1, 160, 0]);
  expect(stripHisiliconHeader(addHisiliconHeader(data))).toEqual(data);
});
