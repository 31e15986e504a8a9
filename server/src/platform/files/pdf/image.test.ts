import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeJpegHeader, encodePng, type PngSpec } from '../../../../test/support/files/sample-images.ts';
import { readImage, readPicture } from './image.ts';
import { decodePng, MAX_PIXELS } from './png.ts';

/** A pseudo-random sample, fixed for its position. */
const anySample =
  (seed: number, depth: number): PngSpec['sampleOf'] =>
  (x, y, sample) =>
    Math.abs(Math.imul(x * 7919 + y * 104_729 + sample * 15_485_863 + seed, 2_654_435_761) >> 3) % 2 ** depth;

const KINDS = [
  ...[1, 2, 4, 8, 16].map((depth) => [0, depth] as const),
  ...[1, 2, 4, 8].map((depth) => [3, depth] as const),
  ...[2, 4, 6].flatMap((colourType) => [8, 16].map((depth) => [colourType, depth] as const)),
];

describe('a PNG', () => {
  it('is decoded with every colour type, depth, filter and interlacing', () => {
    fc.assert(
      fc.property(
        ...[fc.constantFrom(...KINDS), fc.integer({ min: 1, max: 19 }), fc.integer({ min: 1, max: 19 })],
        ...[fc.boolean(), fc.integer(), fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 7 })],
        ([colourType, depth], width, height, interlaced, seed, filters) => {
          const sampleOf = anySample(seed, depth);
          const palette = Buffer.from(Array.from({ length: 2 ** Math.min(depth, 8) * 3 }, (_, at) => (at * 37) % 256));
          const transparency = Buffer.from([0, 128]);
          const file = encodePng({
            width,
            height,
            depth,
            colourType,
            interlaced,
            sampleOf,
            filterOf: (line) => filters[line % filters.length]!,
            ...(colourType === 3 ? { palette, transparency } : {}),
          });
          const read = decodePng(file)!;
          expect([read.width, read.height]).toEqual([width, height]);
          const byte = (value: number) => Math.round((value * 255) / (2 ** depth - 1));
          for (let y = 0; y < height; y++)
            for (let x = 0; x < width; x++) {
              const at = y * width + x;
              const of = (sample: number) => sampleOf(x, y, sample);
              const colour = [0, 1, 2].map((nth) =>
                colourType === 3 ? palette[of(0) * 3 + nth]! : byte(of(colourType & 2 ? nth : 0)),
              );
              const opacity =
                colourType === 3 ? (transparency[of(0)] ?? 255) : colourType & 4 ? byte(of(colourType === 4 ? 1 : 3)) : 255;
              expect([...read.rgb.subarray(at * 3, at * 3 + 3), read.alpha[at]]).toEqual([...colour, opacity]);
            }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('has one transparent colour if it declares one', () => {
    const sampleOf: PngSpec['sampleOf'] = (x, _y, sample) => (x === 1 ? [10, 20, 30][sample]! : 200);
    const transparency = Buffer.from([0, 10, 0, 20, 0, 30]);
    const read = decodePng(encodePng({ width: 3, height: 1, depth: 8, colourType: 2, transparency, sampleOf }))!;
    expect([...read.alpha]).toEqual([255, 0, 255]);
  });

  it('is refused if it is broken, of an unknown type or too large', () => {
    const spec: PngSpec = { width: 9, height: 9, depth: 8, colourType: 6, sampleOf: anySample(1, 8) };
    const good = encodePng(spec);
    expect(decodePng(good)).toBeDefined();
    for (let length = 0; length < good.length - 30; length++) expect(decodePng(good.subarray(0, length))).toBeUndefined();
    const changed = (at: number, byte: number) => {
      const copy = Buffer.from(good);
      copy[at] = byte;
      return decodePng(copy);
    };
    // depth, colour type, width
    expect([changed(24, 3), changed(25, 5), changed(19, 0)]).toEqual([undefined, undefined, undefined]);
    expect(decodePng(encodePng({ ...spec, filterOf: () => 0 }))).toBeDefined();
    const wide = Buffer.from(good);
    wide.writeUInt32BE(MAX_PIXELS, 16);
    expect(decodePng(wide)).toBeUndefined();
  });
});

describe('an image on a PDF page', () => {
  const embedded = async (bytes: Buffer, read = readImage) => {
    const said: { entries: string; filter: string | undefined; bytes: number }[] = [];
    let last = 0;
    await read(bytes)!.embed({
      reserveObject: () => ++last,
      writeObject: async () => undefined,
      writeStream: async (_number, entries, { length }, filter) => void said.push({ entries, filter, bytes: length }),
      end: async () => undefined,
    });
    return said;
  };

  it.each([
    [1, 'DeviceGray'],
    [3, 'DeviceRGB'],
    [4, 'DeviceCMYK'],
  ])('is embedded unchanged if it is a JPEG of %i samples', async (samples, space) => {
    const file = encodeJpegHeader(640, 120, samples);
    expect(readImage(file)).toMatchObject({ width: 640, height: 120 });
    const [{ entries, filter, bytes }, ...others] = (await embedded(file)) as [Awaited<ReturnType<typeof embedded>>[0]];
    expect([filter, bytes, others]).toEqual(['DCTDecode', file.length, []]);
    expect(entries).toContain(`/ColorSpace /${space}`);
    expect(entries).not.toContain('/Decode');
    expect((await embedded(encodeJpegHeader(640, 120, samples, true)))[0]!.entries.includes('/Decode [1 0')).toBe(samples === 4);
  });

  it('is embedded with a mask if it is a PNG that is not fully opaque', async () => {
    const sampleOf: PngSpec['sampleOf'] = (x, _y, sample) => (sample === 3 ? x * 100 : 9);
    const transparent = await embedded(encodePng({ width: 2, height: 2, depth: 8, colourType: 6, sampleOf }));
    expect(transparent.map(({ bytes }) => bytes)).toEqual([4, 12]);
    expect(transparent[1]!.entries).toContain('/SMask 2 0 R');
    const opaque = await embedded(encodePng({ width: 2, height: 2, depth: 8, colourType: 2, sampleOf }));
    expect(opaque.map(({ bytes }) => bytes)).toEqual([12]);
  });

  it.each([
    [0, 4, '/DeviceGray', 1],
    [2, 8, '/DeviceRGB', 3],
    [3, 8, '[/Indexed /DeviceRGB 1 <000000ff8000>]', 1],
  ])('is embedded unchanged if it is an opaque PNG of type %i, at any size', async (colourType, depth, space, colours) => {
    const palette = Buffer.from('000000ff8000', 'hex');
    const spec: PngSpec = { width: 3_000, height: 2, depth, colourType, sampleOf: (x) => x % 2 };
    const file = encodePng({ ...spec, ...(colourType === 3 ? { palette } : {}) });
    expect(readPicture(file)).toMatchObject({ width: 3_000, height: 2 });
    const [{ entries, filter }, ...others] = (await embedded(file, readPicture)) as [Awaited<ReturnType<typeof embedded>>[0]];
    expect([filter, others]).toEqual(['FlateDecode', []]);
    expect(entries).toContain(`/ColorSpace ${space} /BitsPerComponent ${depth}`);
    expect(entries).toContain(`[null << /Predictor 15 /Colors ${colours} /BitsPerComponent ${depth} /Columns 3000 >>]`);
  });

  it('in a document is refused if it is a transparent, interlaced or broken PNG', () => {
    const spec: PngSpec = { width: 9, height: 9, depth: 8, colourType: 2, sampleOf: anySample(1, 8) };
    const good = encodePng(spec);
    expect(readPicture(good)).toBeDefined();
    expect(readPicture(encodeJpegHeader(1_920, 1_080, 3))).toMatchObject({ width: 1_920, height: 1_080 });
    for (const other of [
      encodePng({ ...spec, colourType: 6 }),
      encodePng({ ...spec, interlaced: true }),
      encodePng({ ...spec, transparency: Buffer.alloc(6) }),
      encodePng({ ...spec, colourType: 3 }),
      good.subarray(0, 40),
    ])
      expect(readPicture(other)).toBeUndefined();
  });

  it.each([
    ['WebP', Buffer.from('RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0', 'latin1')],
    ['empty data', Buffer.alloc(0)],
    ['a JPEG without a frame', Buffer.from('ffd8ffe000043031ffd9', 'hex')],
    ['a truncated JPEG', encodeJpegHeader(8, 8, 3).subarray(0, 12)],
    ['a JPEG that is too large', encodeJpegHeader(60_000, 60_000, 3)],
  ])('cannot be read from %s', (_what, bytes) => expect(readImage(bytes)).toBeUndefined());
});
