import { readAacConfig } from '@fleetwarden/protocol/jt1078';
import { aacEntry, ascii, box, concat, fullBox, MATRIX, ONE, u16, u32, u32List, zeros } from '../mp4-boxes.ts';
import { FLAC_RATE_HZ, flacStreamInfo } from './flac.ts';
import { type IndexedSample, MEDIA_AT, type Mp4Index } from './mp4-index.ts';

/** The boxes of a recorded MP4 (ISO/IEC 14496-12) around its media: H.264, H.265 and AAC as received, other sound as FLAC. */

const MOVIE_SCALE = 1_000;

type Track = {
  readonly id: number;
  readonly scale: number;
  readonly samples: readonly IndexedSample[];
  /** Offset and number of samples of each chunk. */
  readonly chunks: readonly (readonly [offset: number, count: number])[];
  readonly handler: 'vide' | 'soun';
  readonly name: string;
  readonly mediaHeader: Buffer;
  readonly entry: Uint8Array;
  /** Width and height for the presentation, 16.16. */
  readonly size: readonly [number, number];
  readonly volume: number;
};

/** ftyp and the header of an mdat of `mediaBytes`. */
export const writeMediaHeader = (mediaBytes: number): Buffer =>
  concat([
    box('ftyp', ascii('isom'), u32(0x200), ascii('isomiso2')),
    u32(1),
    ascii('mdat'),
    u32(Math.floor((mediaBytes + 16) / 2 ** 32), (mediaBytes + 16) % 2 ** 32),
  ]);

/** FLACSampleEntry (FLAC in ISOBMFF 3.3.2). */
const flacEntry = (): Buffer =>
  box('fLaC', zeros(6), u16(1), zeros(8), u16(1, 16, 0, 0), u32(FLAC_RATE_HZ * 2 ** 16), fullBox('dfLa', 0, flacStreamInfo()));

/** Pairs of a count and a value. */
function runs(values: readonly number[]): [count: number, value: number][] {
  const found: [number, number][] = [];
  for (const value of values) {
    const last = found.at(-1);
    if (last?.[1] === value) last[0]++;
    else found.push([1, value]);
  }
  return found;
}

/** Chunks of a track: samples that follow each other in the file. */
function chunksOf(samples: readonly IndexedSample[], track: IndexedSample['track']): [number, number][] {
  const chunks: [number, number][] = [];
  let at = MEDIA_AT;
  let previous: IndexedSample['track'] | undefined;
  for (const sample of samples) {
    if (sample.track === track) {
      if (previous === track) chunks.at(-1)![1]++;
      else chunks.push([at, 1]);
    }
    previous = sample.track;
    at += sample.bytes;
  }
  return chunks;
}

export const durationOf = (samples: readonly IndexedSample[], track: IndexedSample['track']): number =>
  samples.reduce((sum, sample) => (sample.track === track ? sum + sample.duration : sum), 0);

const toMovieScale = ({ samples, scale }: Track): number =>
  Math.round((samples.reduce((sum, { duration }) => sum + duration, 0) * MOVIE_SCALE) / scale);

function writeSampleTables({ samples, chunks, entry, handler }: Track): Buffer {
  const durations = runs(samples.map(({ duration }) => duration));
  // the first chunk of each run of chunks of the same length
  const perChunk: number[] = [];
  let [first, last] = [1, -1];
  for (const [, count] of chunks) {
    if (count !== last) perChunk.push(first, count, 1);
    last = count;
    first++;
  }
  const keys = samples.flatMap(({ isKey }, i) => (isKey ? [i + 1] : []));
  const offsets = chunks.flatMap(([offset]) => [Math.floor(offset / 2 ** 32), offset % 2 ** 32]);
  return box(
    'stbl',
    fullBox('stsd', 0, u32(1), entry),
    fullBox('stts', 0, u32(durations.length), u32List(durations.flat())),
    ...(handler === 'vide' ? [fullBox('stss', 0, u32(keys.length), u32List(keys))] : []),
    fullBox('stsc', 0, u32(perChunk.length / 3), u32List(perChunk)),
    fullBox('stsz', 0, u32(0, samples.length), u32List(samples.map(({ bytes }) => bytes))),
    fullBox('co64', 0, u32(chunks.length), u32List(offsets)),
  );
}

function writeTrack(track: Track): Buffer {
  const { id, scale, samples, handler, name, mediaHeader, size, volume } = track;
  const duration = samples.reduce((sum, sample) => sum + sample.duration, 0);
  return box(
    'trak',
    fullBox('tkhd', 3, u32(0, 0, id, 0, toMovieScale(track), 0, 0), u16(0, 0, volume, 0), u32(...MATRIX, ...size)),
    box(
      'mdia',
      fullBox('mdhd', 0, u32(0, 0, scale, duration), u16(0x55c4, 0)),
      fullBox('hdlr', 0, u32(0), ascii(handler), zeros(12), ascii(`${name}\0`)),
      box('minf', mediaHeader, box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1))), writeSampleTables(track)),
    ),
  );
}

/** moov of a file whose samples follow each other from MEDIA_AT on. */
export function writeMovie({ header, samples }: Mp4Index): Buffer {
  const ofTrack = (track: IndexedSample['track']) => ({
    samples: samples.filter((sample) => sample.track === track),
    chunks: chunksOf(samples, track),
  });
  const video: Track = {
    ...ofTrack('video'),
    id: 1,
    scale: 1_000,
    handler: 'vide',
    name: 'video',
    mediaHeader: fullBox('vmhd', 1, zeros(8)),
    entry: Buffer.from(header.entry, 'base64'),
    size: [header.width << 16, header.height << 16],
    volume: 0,
  };
  const sound = ofTrack('audio');
  const aac = readAacConfig(sound.samples[0]?.aac ?? 0);
  const audio: Track = {
    ...sound,
    id: 2,
    scale: aac?.rateHz ?? FLAC_RATE_HZ,
    handler: 'soun',
    name: 'sound',
    mediaHeader: fullBox('smhd', 0, zeros(4)),
    entry: aac ? aacEntry(aac) : flacEntry(),
    size: [0, 0],
    volume: 0x0100,
  };
  const tracks = [video, audio].filter((track) => track.samples.length > 0);
  const duration = Math.max(...tracks.map(toMovieScale));
  return box(
    'moov',
    fullBox('mvhd', 0, u32(0, 0, MOVIE_SCALE, duration, ONE), u16(0x0100, 0), zeros(8), u32(...MATRIX), zeros(24), u32(3)),
    ...tracks.map(writeTrack),
  );
}
