import { AAC_FRAME_SAMPLES, type AacConfig } from '@fleetwarden/protocol/jt1078';
import type { VideoConfig } from './codec-config.ts';
import { aacEntry, ascii, box, concat, fullBox, MATRIX, ONE, u16, u32, videoEntry, zeros } from './mp4-boxes.ts';

/** Fragmented MP4 (ISO/IEC 14496-12) with one track: video in ms, or AAC in samples. */

const TIMESCALE = 1_000;
const TRACK = 1;

/** What moov says about the track. */
type TrackInit = {
  readonly timescale: number;
  readonly handler: 'vide' | 'soun';
  readonly mediaHeader: Buffer;
  readonly entry: Buffer;
  readonly volume: number;
  /** px. */
  readonly size: readonly [width: number, height: number];
};

/** ftyp and moov of video. */
export const writeInit = (config: VideoConfig): Buffer =>
  writeTrackInit({
    timescale: TIMESCALE,
    handler: 'vide',
    mediaHeader: fullBox('vmhd', 1, zeros(8)),
    entry: videoEntry(config),
    volume: 0,
    size: [config.width, config.height],
  });

/** ftyp and moov of AAC. */
export const writeSoundInit = (config: AacConfig): Buffer =>
  writeTrackInit({
    timescale: config.rateHz,
    handler: 'soun',
    mediaHeader: fullBox('smhd', 0, zeros(4)),
    entry: aacEntry(config),
    volume: 0x0100,
    size: [0, 0],
  });

function writeTrackInit({ timescale, handler, mediaHeader, entry, volume, size: [width, height] }: TrackInit): Buffer {
  const tables = ['stts', 'stsc', 'stco'].map((type) => fullBox(type, 0, u32(0)));
  const stbl = box('stbl', fullBox('stsd', 0, u32(1), entry), ...tables, fullBox('stsz', 0, u32(0, 0)));
  const minf = box('minf', mediaHeader, box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1))), stbl);
  const mdia = box(
    'mdia',
    fullBox('mdhd', 0, u32(0, 0, timescale, 0), u16(0x55c4, 0)),
    fullBox('hdlr', 0, u32(0), ascii(handler), zeros(12), ascii(`${handler}\0`)),
    minf,
  );
  const trak = box(
    'trak',
    fullBox('tkhd', 3, u32(0, 0, TRACK, 0, 0, 0, 0), u16(0, 0, volume, 0), u32(...MATRIX, width << 16, height << 16)),
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

/** moof and mdat of some frames of AAC, behind `prefix`. `decodeAt`: samples since the start of the timeline. */
export function writeSoundSegment(
  prefix: number,
  part: { readonly sequence: number; readonly decodeAt: number; readonly frames: readonly Uint8Array[] },
): Buffer {
  const { sequence, decodeAt, frames } = part;
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(decodeAt));
  const moof = (offset: number) =>
    box(
      'moof',
      fullBox('mfhd', 0, u32(sequence)),
      box(
        'traf',
        // offsets from the start of moof; duration of each sample
        fullBox('tfhd', 0x020008, u32(TRACK, AAC_FRAME_SAMPLES)),
        box('tfdt', u32(0x01000000), time),
        fullBox('trun', 0x000201, u32(frames.length, offset, ...frames.map(({ length }) => length))),
      ),
    );
  const headBytes = moof(0).length;
  return concat([Uint8Array.of(prefix), moof(headBytes + MDAT_HEADER_BYTES), box('mdat', ...frames)]);
}
