import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type IndexedSample, MEDIA_AT, readIndexBox, TRAILER_BYTES, writeIndexBox } from './mp4-index.ts';
import { writeMediaHeader, writeMovie } from './mp4-tables.ts';
import type { WholeFile } from './recorded-file.ts';

/** Bytes of a file from `start` to `end`, both included. */
type Read = (start: number, end: number) => Promise<Readable>;

/** Beyond it, the last bytes of a file are no index of ours. */
const MAX_INDEX_BYTES = 64 * 1024 * 1024;

/** Samples that follow each other in a file; a group begins with pictures, and the sound beside them follows. */
type Group = { readonly at: number; readonly startMs: number; readonly samples: IndexedSample[] };

function groupsOf(samples: readonly IndexedSample[]): Group[] {
  const groups: Group[] = [];
  let [at, ms] = [MEDIA_AT, 0];
  let previous: IndexedSample['track'] = 'audio';
  for (const sample of samples) {
    if (sample.track === 'video' && (previous === 'audio' || sample.isKey)) groups.push({ at, startMs: ms, samples: [] });
    groups.at(-1)?.samples.push(sample);
    at += sample.bytes;
    if (sample.track === 'video') ms += sample.duration;
    previous = sample.track;
  }
  return groups;
}

/** Writes a range of a recording (epoch ms) to `path`, from the key frame before; undefined: nothing is there, or it is no recording. */
export async function cutFile(
  read: Read,
  bytes: number,
  range: { readonly start: number; readonly end: number },
  path: string,
): Promise<WholeFile | undefined> {
  const length = (await buffer(await read(bytes - TRAILER_BYTES, bytes - 1))).readUInt32BE(0);
  if (length > Math.min(bytes, MAX_INDEX_BYTES)) return undefined;
  const index = readIndexBox(await buffer(await read(bytes - length, bytes - 1)));
  if (!index) return undefined;
  const { header } = index;
  const groups = groupsOf(index.samples);
  const endsAfter = groups.findIndex(({ startMs }) => header.startedAt + startMs >= range.end);
  const last = endsAfter < 0 ? groups.length : endsAfter;
  const first = groups.findLastIndex(
    ({ startMs, samples }, i) => i < last && samples[0]!.isKey && header.startedAt + startMs <= range.start,
  );
  const chosen = groups.slice(Math.max(first, 0), last);
  const samples = chosen.flatMap((group) => group.samples);
  if (!samples[0]?.isKey) return undefined;
  const mediaBytes = samples.reduce((sum, sample) => sum + sample.bytes, 0);
  const startedAt = header.startedAt + chosen[0]!.startMs;
  const part = { header: { ...header, startedAt }, samples };
  const tail = Buffer.concat([writeMovie(part), writeIndexBox(part)]);
  const file = await open(path, 'wx', 0o600);
  try {
    await file.write(writeMediaHeader(mediaBytes));
    await file.writeFile(await read(chosen[0]!.at, chosen[0]!.at + mediaBytes - 1));
    await file.writeFile(tail);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  const { codec, width, height } = header;
  const durationMs = samples.reduce((sum, { track, duration }) => (track === 'video' ? sum + duration : sum), 0);
  return { startedAt, endedAt: startedAt + durationMs, codec, width, height, bytes: MEDIA_AT + mediaBytes + tail.length };
}
