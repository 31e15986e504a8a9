import { type FileHandle, open, rm } from 'node:fs/promises';
import { CodecError } from '@fleetwarden/protocol/codec';
import { isKeyFrame, readSps } from '@fleetwarden/protocol/jt1078';
import { CODECS, type VideoCodec, type VideoConfig } from '../codec-config.ts';
import { SEGMENT_HEADER_BYTES } from '../fmp4.ts';
import { videoEntry } from '../mp4-boxes.ts';
import { type Segment, VideoRemuxer } from '../remuxer.ts';
import { readPictures } from './annex-b.ts';
import { type IndexedSample, type IndexHeader, MEDIA_AT, writeIndexBox } from './mp4-index.ts';
import { writeMediaHeader, writeMovie } from './mp4-tables.ts';

/** 25 pictures a second, as most terminals have. */
const DEFAULT_FRAME_MS = 40;
/** Times of frames that are believed, ms. */
const [MIN_FRAME_MS, MAX_FRAME_MS] = [10, 500];
/** Bytes that are written at once. */
const WRITE_BYTES = 1024 * 1024;
const START_CODE = Buffer.of(0, 0, 0, 1);

export type RemuxRequest = {
  /** A file in Annex B form, without times. */
  readonly path: string;
  readonly codec: VideoCodec;
  /** The mp4 file, which must not exist. */
  readonly target: string;
  /** Of the first picture, epoch ms. */
  readonly startedAt: number;
  /** How long it is, if that is known. */
  readonly spanMs?: number;
};

export type RemuxedFile = Pick<VideoConfig, 'width' | 'height'> & { readonly bytes: number };

/**
 * Writes a raw stream of H.264 or H.265 as mp4, without decoding: up to a change of the resolution, in the order of the pictures (raw
 * streams do not name the time of B pictures). undefined: there is nothing to show, and no file.
 */
export async function remuxFile(request: RemuxRequest): Promise<RemuxedFile | undefined> {
  const { target } = request;
  try {
    const written = await writeFile(request, await findFrameMs(request));
    if (!written) await rm(target, { force: true });
    return written;
  } catch (error) {
    await rm(target, { force: true });
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

async function writeFile({ codec, path, target, startedAt }: RemuxRequest, frameMs: number): Promise<RemuxedFile | undefined> {
  const file = await open(target, 'wx', 0o600);
  try {
    const samples: IndexedSample[] = [];
    let first: Segment | undefined;
    let [at, waiting, waitingBytes] = [MEDIA_AT, [] as Uint8Array[], 0];
    const flush = async () => {
      await writeAt(file, Buffer.concat(waiting), at);
      at += waitingBytes;
      [waiting, waitingBytes] = [[], 0];
    };
    for await (const segment of readSegments(path, codec, frameMs)) {
      first ??= segment;
      // the description of the track holds for all its pictures
      if (segment.init !== first.init) break;
      const data = segment.bytes.subarray(SEGMENT_HEADER_BYTES);
      // in whole ms, without drifting from the frame time
      const duration = Math.round((samples.length + 1) * frameMs) - Math.round(samples.length * frameMs);
      samples.push({ track: 'video', isKey: segment.isKey, bytes: data.length, duration });
      waitingBytes += data.length;
      if (waiting.push(data) > 0 && waitingBytes >= WRITE_BYTES) await flush();
    }
    if (!first) return undefined;
    await flush();
    const { width, height, mime } = first.init.config;
    const entry = videoEntry(first.init.config).toString('base64');
    const header: IndexHeader = { startedAt, width, height, codec: /"(.+)"/.exec(mime)![1]!, entry };
    const tail = Buffer.concat([writeMovie({ header, samples }), writeIndexBox({ header, samples })]);
    await writeAt(file, tail, at);
    await writeAt(file, writeMediaHeader(at - MEDIA_AT), 0);
    return { width, height, bytes: at + tail.length };
  } finally {
    await file.close();
  }
}

async function writeAt(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
}

async function* readSegments(path: string, codec: VideoCodec, frameMs: number): AsyncGenerator<Segment> {
  const remuxer = new VideoRemuxer();
  let count = 0;
  for await (const nals of readPictures(path, codec)) {
    const data = Buffer.concat(nals.flatMap((nal) => [START_CODE, nal]));
    const timestampMs = Math.round(++count * frameMs);
    const frame = { kind: 'video', codec, isKey: isKeyFrame(codec, data, false), timestampMs, data, isDamaged: false } as const;
    const segment = remuxer.push(frame, timestampMs);
    if (segment) yield segment;
  }
}

/** The time of a frame: that of the SPS, or of all pictures in the known time, or the usual one. */
async function findFrameMs({ path, codec, spanMs }: RemuxRequest): Promise<number> {
  const { nalType, sps: spsType } = CODECS[codec];
  const isBelievable = (ms: number | undefined): ms is number => ms !== undefined && ms >= MIN_FRAME_MS && ms <= MAX_FRAME_MS;
  let pictures = 0;
  let sps: Uint8Array | undefined;
  for await (const nals of readPictures(path, codec)) {
    pictures++;
    sps ??= nals.find((nal) => nalType(nal) === spsType);
    const stated = sps && readSps(sps).frameMs;
    if (isBelievable(stated)) return stated;
    if (sps && spanMs === undefined) return DEFAULT_FRAME_MS;
  }
  const spread = spanMs === undefined ? undefined : spanMs / pictures;
  return isBelievable(spread) ? spread : DEFAULT_FRAME_MS;
}
