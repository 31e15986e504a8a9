import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../../../../scripts/property-runs.ts';
import { aacConfigBits, readAacConfig, readAdts, silentAacFrame } from './adts.ts';

/** AAC-LC, 16 kHz, mono: 17 bytes with the header. */
const HEADER = [0xff, 0xf1, 0x60, 0x40, 0x02, 0x3f, 0xfc];
const BODY = Array.from({ length: 10 }, (_, i) => i);

it('reads the ADTS configuration and frames, with or without a checksum', () => {
  const config = { objectType: 2, rateIndex: 8, rateHz: 16_000, channels: 1 };
  const two = readAdts(Uint8Array.from([...HEADER, ...BODY, ...HEADER, ...BODY]))!;
  expect(two.config).toEqual(config);
  expect(two.frames.map((frame) => [...frame])).toEqual([BODY, BODY]);
  const checked = [0xff, 0xf0, ...HEADER.slice(2)];
  expect(readAdts(Uint8Array.from([...checked, ...BODY]))!.frames.map((frame) => [...frame])).toEqual([BODY.slice(2)]);
  expect(aacConfigBits(config)).toBe(0x1408);
  expect(readAacConfig(0x1408)).toEqual(config);
});

it('leaves out a truncated frame, another configuration, and data that is not ADTS', () => {
  const other = [0xff, 0xf1, 0x50, ...HEADER.slice(3), ...BODY];
  expect(readAdts(Uint8Array.from([...HEADER, ...BODY, ...other, ...HEADER]))!.frames).toHaveLength(1);
  expect(readAdts(Uint8Array.from([...HEADER, ...BODY.slice(1)]))).toBeUndefined();
  expect(readAdts(Uint8Array.from([0x21, 0x10, ...BODY]))).toBeUndefined();
  expect(readAacConfig(0)).toBeUndefined();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (data) => {
      expect(readAdts(Uint8Array.from([...HEADER, ...data]))?.frames.length ?? 0).toBeLessThanOrEqual(9);
    }),
    { numRuns: propertyRuns(200) },
  );
});

it('has a silent AAC frame for mono and stereo', () => {
  expect([1, 2, 6].map((channels) => silentAacFrame({ channels })?.length)).toEqual([6, 9, undefined]);
});
