import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/property-runs.ts';
import { fromHex, toHex } from '../hex.ts';
import { readSps, splitNals } from './index.ts';

const split = (hex: string): string[] => splitNals(fromHex(hex)).map(toHex);

describe('NAL units', () => {
  it('are separated by start codes of three and four bytes', () => {
    expect(split('00000001 6742 00000001 68ce 000001 65b8')).toEqual(['6742', '68ce', '65b8']);
    expect(split('ffff 000001 6742 0000')).toEqual(['6742']);
    expect(split('000001 000001 67')).toEqual(['67']);
    for (const none of ['', '00', '0000', '000001', '67420000']) expect(split(none)).toEqual([]);
  });

  it('are limited in number', () => {
    const hostile = Uint8Array.from({ length: 40_000 }, (_, i) => [0, 0, 1, 0x65][i % 4]!);
    expect(splitNals(hostile)).toHaveLength(1024);
  });

  it('are unchanged after a round trip through a stream', () => {
    const nal = fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => bytes.map((byte) => (byte < 2 ? 0x80 : byte)));
    fc.assert(
      fc.property(fc.array(fc.tuple(nal, fc.boolean()), { maxLength: 20 }), (nals) => {
        const stream = nals.flatMap(([bytes, isLong]) => [...(isLong ? [0] : []), 0, 0, 1, ...bytes]);
        expect(splitNals(Uint8Array.from(stream))).toEqual(nals.map(([bytes]) => bytes));
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});

describe('sequence parameter set', () => {
  it.each([
    // by x264, 1920 x 1080: the last 8 lines are cropped
    ['67640028acd940780227e5c044000003000400000300c83c60c658', 1920, 1080, 'avc1.640028'],
    // constrained baseline
    ['6742c01ed9016096a0', 352, 288, 'avc1.42c01e'],
    // H.265, main profile, level 4
    ['420101016000000300900000030000030078a003c08010e5965925ae491b3a90', 1920, 1080, 'hvc1.1.6.L120.90'],
  ])('%s is %i x %i, %s', (hex, width, height, codecString) => {
    expect(readSps(fromHex(hex))).toMatchObject({ width, height, codecString });
  });

  it('contains the frame duration if it is present', () => {
    expect(readSps(fromHex('67640028acd940780227e5c044000003000400000300c83c60c658')).frameMs).toBe(40);
    expect(readSps(fromHex('6742c01ed9016096a0')).frameMs).toBeUndefined();
  });

  it('is refused if truncated, empty, of another type, or of an impossible size', () => {
    const sps = fromHex('67640028acd940780227e5');
    for (const bad of [new Uint8Array(), sps.subarray(0, 7), fromHex('68ce3880'), fromHex('4001')]) {
      expect(() => readSps(bad)).toThrow(/CodecError|sequence parameter set|bits/);
    }
    expect(() => readSps(fromHex(`6742c01e${'e000000001'.repeat(3)}`))).toThrow(/./);
  });

  it('throws only a CodecError', () => {
    fc.assert(
      fc.property(fc.constantFrom(0x67, 0x42), fc.uint8Array({ maxLength: 80 }), (type, bytes) => {
        try {
          const { width, height } = readSps(Uint8Array.from([type, ...bytes]));
          expect(width * height).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toHaveProperty('name', 'CodecError');
        }
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });
});
