import { constants } from 'node:os';
import type { FileSound, RecordReason } from '@fleetwarden/contract/video/recording';
import { SEGMENT_HEADER_BYTES } from '../fmp4.ts';
import { videoEntry } from '../mp4-boxes.ts';
import type { Segment } from '../remuxer.ts';
import type { Sound } from '../sound.ts';
import type { IndexedSample } from './mp4-index.ts';
import { RecordedFile, type WholeFile } from './recorded-file.ts';
import { SoundTrack } from './sound-track.ts';

export type RecordedPart = {
  readonly path: string;
  readonly sound: FileSound;
  /** null: another part follows, or the user stopped. */
  readonly reason: RecordReason | null;
  /** undefined: no picture was written. */
  readonly file: WholeFile | undefined;
};

export type RecordingOptions = {
  /** The path of the next file: at the start, and after each part. */
  readonly nextPath: () => string;
  /** After the last one, the recording has ended. */
  readonly onPart: (part: RecordedPart, isLast: boolean) => void;
  /** At once when it ends, before its last part is finished. */
  readonly onEnd: () => void;
};

/** Samples are written in groups of this length, so that a crash costs no more; ms. */
const GROUP_MS = 1_000;
/** A longer pause begins another file, so that the time in a file stays true; ms. */
const MAX_PAUSE_MS = 5_000;
/** Beyond it the disk is too slow: pictures are not kept waiting in memory. */
const MAX_PENDING_BYTES = 32 * 1024 * 1024;

type Part = {
  readonly path: string;
  readonly file: RecordedFile;
  readonly init: Segment['init'];
  /** Time of the file that was written, ms. */
  videoMs: number;
  readonly sound: SoundTrack;
};

/** Writes a live stream to MP4 files: pictures as received, AAC as received, other sound as FLAC. Another codec or a pause begins another file. */
export class Recording {
  readonly #options: RecordingOptions;
  #path: string;
  #part: Part | undefined;
  #group: Segment[] = [];
  #sound: FileSound = 'none';
  #lastAt = 0;
  #finishing: Promise<void> = Promise.resolve();
  #ended = false;
  /** Of samples, until now. */
  bytes = 0;

  constructor(options: RecordingOptions) {
    this.#options = options;
    this.#path = options.nextPath();
  }

  /** `now`: when the picture came, epoch ms. */
  pushSegment(segment: Segment, now: number): void {
    if (this.#ended) return;
    const pauses = this.#part !== undefined && now - this.#lastAt > MAX_PAUSE_MS;
    if (this.#part && (segment.init !== this.#part.init || pauses)) this.#split();
    if (!this.#part && !segment.isKey) return;
    this.#lastAt = now;
    if (this.#group.length > 0 && segment.decodeMs - this.#group[0]!.decodeMs >= GROUP_MS) this.#flush(segment.decodeMs);
    this.#part ??= this.#startPart(segment, now);
    this.#group.push(segment);
  }

  pushSound(sound: Pick<Sound, 'pcm' | 'aac'>): void {
    if (this.#ended) return;
    const canRecord = sound.pcm !== undefined || sound.aac !== undefined;
    if (!canRecord && this.#sound === 'none') this.#sound = 'notDecoded';
    if (!canRecord || !this.#part) return;
    this.#sound = 'recorded';
    this.#part.sound.push(sound);
  }

  /** Why its file cannot be written. */
  get fault(): RecordReason | undefined {
    const file = this.#part?.file;
    if (!file) return undefined;
    if (file.pending > MAX_PENDING_BYTES) return 'diskSlow';
    if (!file.fault) return undefined;
    return 'errno' in file.fault && file.fault.errno === -constants.errno.ENOSPC ? 'diskFull' : 'diskFault';
  }

  /** Resolves when the last part is finished. */
  async end(reason: RecordReason | null): Promise<void> {
    if (!this.#ended) {
      this.#ended = true;
      this.#options.onEnd();
      this.#finishPart(reason, true);
    }
    await this.#finishing;
  }

  #startPart(segment: Segment, now: number): Part {
    const { config } = segment.init;
    const { width, height, mime } = config;
    const header = {
      startedAt: now,
      width,
      height,
      codec: /codecs="([^"]*)"/.exec(mime)?.[1] ?? '',
      entry: videoEntry(config).toString('base64'),
    };
    const file = new RecordedFile(this.#path, header);
    return { path: this.#path, file, init: segment.init, videoMs: 0, sound: new SoundTrack() };
  }

  #split(): void {
    this.#finishPart('split', false);
    this.#path = this.#options.nextPath();
  }

  #finishPart(reason: RecordReason | null, isLast: boolean): void {
    const last = this.#group.at(-1);
    if (last) this.#flush(last.decodeMs + last.durationMs);
    const { onPart } = this.#options;
    const [part, path, sound] = [this.#part, this.#path, this.#sound];
    this.#part = undefined;
    this.#sound = 'none';
    this.#finishing = this.#finishing.then(async () => {
      const file = await part?.file.finish().catch(() => undefined);
      onPart({ path, sound, reason: file || reason ? reason : 'noPicture', file }, isLast);
    });
  }

  /** Writes the group, whose last picture lasts until `endMs`, and the sound beside it. */
  #flush(endMs: number): void {
    const part = this.#part!;
    const group = this.#group;
    this.#group = [];
    const samples: IndexedSample[] = [];
    const data: Uint8Array[] = [];
    group.forEach(({ bytes, isKey, decodeMs }, i) => {
      const sample = bytes.subarray(SEGMENT_HEADER_BYTES);
      const duration = (group[i + 1]?.decodeMs ?? endMs) - decodeMs;
      samples.push({ track: 'video', isKey, bytes: sample.length, duration });
      data.push(sample);
      part.videoMs += duration;
    });
    for (const { frame, duration, aac } of part.sound.take(part.videoMs)) {
      samples.push({ track: 'audio', isKey: true, bytes: frame.length, duration, aac });
      data.push(frame);
    }
    this.bytes += data.reduce((sum, { length }) => sum + length, 0);
    part.file.append(samples, data);
  }
}
