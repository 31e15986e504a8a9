import { viewPart } from '@fleetwarden/contract/video/live-video';
import { CodecError } from '@fleetwarden/protocol/codec';
import { type MediaFrame, splitNals } from '@fleetwarden/protocol/jt1078';
import { CODECS, makeConfig, type VideoCodec, type VideoConfig } from './codec-config.ts';
import { writeInit, writeSegment } from './fmp4.ts';

/** An initialisation segment, ready to be sent. */
export type InitSegment = { readonly config: VideoConfig; readonly bytes: Buffer };
/** A media segment, ready to be sent, and the initialisation segment that it needs. */
export type Segment = {
  readonly init: InitSegment;
  readonly bytes: Buffer;
  readonly isKey: boolean;
  readonly decodeMs: number;
  readonly durationMs: number;
};

/** Parameter sets of one type; more are not real. */
const MAX_SETS = 8;
const DEFAULT_FRAME_MS = 40;
/** A longer step is a jump of the terminal's clock. */
const MAX_STEP_MS = 10_000;
const MAX_FRAME_MS = 1_000;

const isVideoCodec = (codec: string): codec is VideoCodec => Object.hasOwn(CODECS, codec);

/** Remuxes the video of one stream to fMP4 without encoding it. After damage it waits for the next key frame. */
export class VideoRemuxer {
  #codec: VideoCodec | undefined;
  /** By NAL type: the sets of the last frame that had any. */
  readonly #sets = new Map<number, Uint8Array[]>();
  #init: InitSegment | undefined;
  #signature = '';
  #needsKey = true;
  #sequence = 0;
  readonly #timeline = new Timeline();

  /** Frames after it may refer to lost ones. */
  onLoss(): void {
    this.#needsKey = true;
  }

  /** The terminal plays from elsewhere, or at another speed. `byArrival`: its timestamps do not tell when pictures are shown. */
  jump(byArrival: boolean): void {
    this.#needsKey = true;
    this.#timeline.jump(byArrival);
  }

  /** The segment of a frame; undefined where there is nothing to show. Throws CodecError for a codec that is not supported. */
  push(frame: MediaFrame, now: number): Segment | undefined {
    if (!isVideoCodec(frame.codec)) throw new CodecError(`${frame.codec} is not supported`);
    if (frame.codec !== this.#codec) {
      this.#codec = frame.codec;
      this.#sets.clear();
      this.#needsKey = true;
    }
    if (frame.isDamaged) {
      this.#needsKey = true;
      return undefined;
    }
    const nals = this.#takeSets(frame.codec, splitNals(frame.data));
    if (nals.length === 0) return undefined;
    if (this.#needsKey && !frame.isKey) return undefined;
    if (frame.isKey && !this.#updateInit(frame.codec)) return undefined;
    this.#needsKey = false;
    const time = this.#timeline.next(frame.timestampMs, now);
    const bytes = writeSegment(viewPart.segment, { sequence: ++this.#sequence, ...time, isKey: frame.isKey, nals });
    return { init: this.#init!, bytes, isKey: frame.isKey, ...time };
  }

  /** Stores the parameter sets; returns the NAL units of the sample, none without a picture. */
  #takeSets(codec: VideoCodec, nals: readonly Uint8Array[]): Uint8Array[] {
    const { nalType, sets, dropped, isPicture } = CODECS[codec];
    const byType = Map.groupBy(nals, nalType);
    for (const type of sets) {
      const found = byType.get(type);
      if (found) this.#sets.set(type, found.slice(0, MAX_SETS));
    }
    if (![...byType.keys()].some(isPicture)) return [];
    return nals.filter((nal) => !sets.includes(nalType(nal)) && !dropped.includes(nalType(nal)));
  }

  /** Whether the parameter sets are complete; makes another initialisation segment if they changed. */
  #updateInit(codec: VideoCodec): boolean {
    const sets = CODECS[codec].sets.map((type) => this.#sets.get(type) ?? []);
    if (sets.some((nals) => nals.length === 0)) return false;
    const signature = `${codec} ${sets.flat().map((nal) => Buffer.from(nal.buffer, nal.byteOffset, nal.length).toString('base64'))}`;
    if (signature === this.#signature) return true;
    const config = makeConfig(codec, sets);
    this.#signature = signature;
    this.#init = { config, bytes: Buffer.concat([Uint8Array.of(viewPart.init), writeInit(config)]) };
    return true;
  }
}

/**
 * Decode times from timestamps of a terminal, which may stand still, jump, or go back. Then the time of arrival counts, so that the
 * timeline goes on without a gap.
 */
class Timeline {
  #timestampMs: number | undefined;
  #arrivedAt = 0;
  #decodeMs = 0;
  #frameMs = DEFAULT_FRAME_MS;
  #byArrival = false;
  #hasJumped = false;

  /** The next time is that of arrival; with `byArrival`, those after it too. */
  jump(byArrival: boolean): void {
    this.#byArrival = byArrival;
    this.#hasJumped = true;
  }

  next(timestampMs: number, now: number): { readonly decodeMs: number; readonly durationMs: number } {
    if (this.#timestampMs !== undefined) {
      const step = timestampMs - this.#timestampMs;
      const isBelievable = !this.#byArrival && !this.#hasJumped && step > 0 && step <= MAX_STEP_MS;
      const stepMs = isBelievable ? step : Math.min(Math.max(now - this.#arrivedAt, 1), MAX_STEP_MS);
      this.#decodeMs += stepMs;
      this.#frameMs = Math.min(stepMs, MAX_FRAME_MS);
    }
    this.#timestampMs = timestampMs;
    this.#hasJumped = false;
    this.#arrivedAt = now;
    return { decodeMs: this.#decodeMs, durationMs: this.#frameMs };
  }
}
