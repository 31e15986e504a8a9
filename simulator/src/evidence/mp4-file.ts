import { splitNals } from '@fleetwarden/protocol/jt1078';
import type { EncodedFrame } from '../video/h264-encoder.ts';

/** Units of a second in the file. */
const TIMESCALE = 600;
const BRAND = Buffer.from('isom\0\0\0\x01isomavc1', 'latin1');
/** ISO/IEC 14496-12: the matrix that changes nothing. */
const MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
const DPI_72 = 0x480000;
const LENGTH_BYTES = 4;
/** NAL units of parameter sets. */
const [SPS, PPS] = [7, 8] as const;
const typeOf = (nal: Uint8Array) => nal[0]! & 0x1f;

const box = (type: string, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([u32(8 + content.length), Buffer.from(type, 'latin1'), content]);
};
const u16 = (...values: readonly number[]) => Buffer.from(values.flatMap((value) => [value >> 8, value & 0xff]));
const u32 = (...values: readonly number[]) => {
  const out = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) out.writeUInt32BE(value, 4 * i);
  return out;
};
/** A box with version and flags. */
const fullBox = (type: string, flags: number, ...parts: readonly Uint8Array[]) => box(type, u32(flags), ...parts);

type Film = {
  readonly frames: readonly EncodedFrame[];
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
};

/** Frames of a baseline encoder, the first one a key frame, as an MP4 file (ISO/IEC 14496-12) with one track. */
export function writeMp4({ frames, width, height, frameRate }: Film): Uint8Array {
  const sets = splitNals(frames[0]!.data);
  const samples = frames.map(({ data }) =>
    Buffer.concat(
      splitNals(data)
        .filter((nal) => typeOf(nal) !== SPS && typeOf(nal) !== PPS)
        .flatMap((nal) => [u32(nal.length), nal]),
    ),
  );
  const [sps, pps] = [SPS, PPS].map((type) => sets.find((nal) => typeOf(nal) === type)!) as [Uint8Array, Uint8Array];
  const record = [
    Uint8Array.of(1, sps[1]!, sps[2]!, sps[3]!, 0xfc | (LENGTH_BYTES - 1), 0xe1),
    ...[u16(sps.length), sps, Uint8Array.of(1), u16(pps.length), pps],
  ];
  const step = TIMESCALE / frameRate;
  const duration = step * frames.length;
  const start = box('ftyp', BRAND);
  const media = box('mdat', ...samples);
  const entry = box(
    'avc1',
    ...[u16(0, 0, 0, 1), Buffer.alloc(16), u16(width, height), u32(DPI_72, DPI_72, 0), u16(1), Buffer.alloc(32), u16(24, 0xffff)],
    box('avcC', ...record),
  );
  const keys = frames.flatMap(({ isKey }, i) => (isKey ? [i + 1] : []));
  const tables = (mediaAt: number) =>
    box(
      'stbl',
      fullBox('stsd', 0, u32(1), entry),
      fullBox('stts', 0, u32(1, frames.length, step)),
      fullBox('stss', 0, u32(keys.length, ...keys)),
      fullBox('stsc', 0, u32(1, 1, frames.length, 1)),
      fullBox('stsz', 0, u32(0, frames.length, ...samples.map(({ length }) => length))),
      fullBox('stco', 0, u32(1, mediaAt)),
    );
  const movie = (mediaAt: number) =>
    box(
      'moov',
      fullBox(
        'mvhd',
        0,
        u32(0, 0, TIMESCALE, duration, 0x10000),
        u16(0x100),
        Buffer.alloc(10),
        u32(...MATRIX),
        Buffer.alloc(24),
        u32(2),
      ),
      box(
        'trak',
        fullBox('tkhd', 3, u32(0, 0, 1, 0, duration), Buffer.alloc(16), u32(...MATRIX, width * 0x10000, height * 0x10000)),
        box(
          'mdia',
          fullBox('mdhd', 0, u32(0, 0, TIMESCALE, duration), u16(0x55c4, 0)),
          fullBox('hdlr', 0, u32(0), Buffer.from('vide'), Buffer.alloc(13)),
          box(
            'minf',
            fullBox('vmhd', 1, Buffer.alloc(8)),
            box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1))),
            tables(mediaAt),
          ),
        ),
      ),
    );
  // the length of the movie box does not depend on the place
  const mediaAt = start.length + movie(0).length + 8;
  return Buffer.concat([start, movie(mediaAt), media]);
}
