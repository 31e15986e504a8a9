import type { VideoConfig } from './codec-config.ts';
import { ascii, box, concat, fullBox, MATRIX, ONE, u16, u32, videoEntry, zeros } from './mp4-boxes.ts';

/** Fragmented MP4 (ISO/IEC 14496-12) with one video track; times in ms. */

const TIMESCALE = 1_000;
const TRACK = 1;
/** ftyp and moov. */
export function writeInit(config: VideoConfig): Buffer {
  const { width, height } = config;
  const tables = ['stts', 'stsc', 'stco'].map((type) => fullBox(type, 0, u32(0)));
  const stbl = box('stbl', fullBox('stsd', 0, u32(1), videoEntry(config)), ...tables, fullBox('stsz', 0, u32(0, 0)));
  const minf = box('minf', fullBox('vmhd', 1, zeros(8)), box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1))), stbl);
  const mdia = box(
    'mdia',
    fullBox('mdhd', 0, u32(0, 0, TIMESCALE, 0), u16(0x55c4, 0)),
    fullBox('hdlr', 0, u32(0), ascii('vide'), zeros(12), ascii('video\0')),
    minf,
  );
  const trak = box(
    'trak',
    fullBox('tkhd', 3, u32(0, 0, TRACK, 0, 0, 0, 0), u16(0, 0, 0, 0), u32(...MATRIX, width << 16, height << 16)),
    mdia,
  );
  return concat([
    box('ftyp', ascii('iso5'), u32(0x200), ascii('iso5iso6mp41')),
    box(
      'moov',
      fullBox('mvhd', 0, u32(0, 0, TIMESCALE, 0, ONE), u16(0x0100, 0), zeros(8), u32(...MATRIX), zeros(24), u32(TRACK + 1)),
      trak,
      box('mvex', fullBox('trex', 0, u32(TRACK, 1, 0, 0, 0))),
    ),
  ]);
}

export type Sample = {
  /** From 1. */
  readonly sequence: number;
  /** Since the start of the timeline, ms. */
  readonly decodeMs: number;
  readonly durationMs: number;
  readonly isKey: boolean;
  /** NAL units without start codes. */
  readonly nals: readonly Uint8Array[];
};

const MOOF_BYTES = 100;
const MDAT_HEADER_BYTES = 8;
const NAL_LENGTH_BYTES = 4;
/** ISO/IEC 14496-12 8.8.3.1: depends on no other sample; depends on others and is no sync sample. */
const KEY_FLAGS = 0x02000000;
const OTHER_FLAGS = 0x01010000;

/** Bytes of a segment before its sample, with the prefix. */
export const SEGMENT_HEADER_BYTES = 1 + MOOF_BYTES + MDAT_HEADER_BYTES;

/** moof and mdat of one frame, behind `prefix`. In one buffer, because it is written for each frame. */
export function writeSegment(prefix: number, { sequence, decodeMs, durationMs, isKey, nals }: Sample): Buffer {
  const size = nals.reduce((sum, nal) => sum + NAL_LENGTH_BYTES + nal.length, 0);
  const bytes = Buffer.allocUnsafe(SEGMENT_HEADER_BYTES + size);
  let at = bytes.writeUInt8(prefix, 0);
  const put = (...values: number[]) => {
    for (const value of values) at = bytes.writeUInt32BE(value >>> 0, at);
  };
  const start = (boxBytes: number, type: string) => {
    put(boxBytes);
    at += bytes.write(type, at, 'latin1');
  };
  start(MOOF_BYTES, 'moof');
  start(16, 'mfhd');
  put(0, sequence);
  start(76, 'traf');
  start(16, 'tfhd');
  // offsets from the start of moof
  put(0x020000, TRACK);
  start(20, 'tfdt');
  put(0x01000000);
  at = bytes.writeBigUInt64BE(BigInt(decodeMs), at);
  start(32, 'trun');
  // data offset, then duration, size and flags of the sample
  put(0x000701, 1, MOOF_BYTES + MDAT_HEADER_BYTES, durationMs, size, isKey ? KEY_FLAGS : OTHER_FLAGS);
  start(MDAT_HEADER_BYTES + size, 'mdat');
  for (const nal of nals) {
    put(nal.length);
    bytes.set(nal, at);
    at += nal.length;
  }
  return bytes;
}
