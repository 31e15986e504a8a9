import { AAC_FRAME_SAMPLES, type AacConfig, aacConfigBits, silentAacFrame } from '@fleetwarden/protocol/jt1078';
import type { Sound } from '../sound.ts';
import { encodeFlacFrame, FLAC_FRAME_SAMPLES, FLAC_RATE_HZ } from './flac.ts';

/** A frame as it is written; `aac`: its configuration as two bytes, 0 for FLAC. */
export type SoundFrame = { readonly frame: Uint8Array; readonly duration: number; readonly aac: number };

/** How far the sound may be from the picture before it is moved, s. */
const MAX_SHIFT_S = 0.2;

/** The sound of one file: AAC as received, other sound as FLAC. The first frame decides. */
export class SoundTrack {
  #samples = 0;
  #flacFrames = 0;
  #pcm: Int16Array[] = [];
  #aac: AacConfig | undefined;
  #frames: Uint8Array[] = [];

  push({ pcm, aac }: Pick<Sound, 'pcm' | 'aac'>): void {
    if (aac && this.#flacFrames === 0 && this.#pcm.length === 0) {
      this.#aac ??= aac.config;
      if (aacConfigBits(aac.config) === aacConfigBits(this.#aac)) this.#frames.push(...aac.frames);
    } else if (pcm && !this.#aac) {
      const view = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.length);
      this.#pcm.push(Int16Array.from({ length: view.length >> 1 }, (_, i) => view.readInt16LE(i * 2)));
    }
  }

  /** Frames until the end of the pictures. What is missing is silence; what is too much is left out. */
  *take(videoMs: number): Generator<SoundFrame> {
    if (this.#aac) yield* this.#takeAac(this.#aac, videoMs);
    else yield* this.#takeFlac(videoMs);
  }

  *#takeAac(config: AacConfig, videoMs: number): Generator<SoundFrame> {
    const wanted = Math.round((videoMs * config.rateHz) / 1_000) - this.#samples;
    const received = this.#frames.length * AAC_FRAME_SAMPLES;
    const isApart = Math.abs(received - wanted) > config.rateHz * MAX_SHIFT_S;
    const count = isApart ? Math.max(Math.round(wanted / AAC_FRAME_SAMPLES), 0) : this.#frames.length;
    const silence = silentAacFrame(config);
    const missing = silence ? Array<Uint8Array>(Math.max(count - this.#frames.length, 0)).fill(silence) : [];
    for (const frame of [...missing, ...this.#frames].slice(0, count)) {
      this.#samples += AAC_FRAME_SAMPLES;
      yield { frame, duration: AAC_FRAME_SAMPLES, aac: aacConfigBits(config) };
    }
    this.#frames = [];
  }

  *#takeFlac(videoMs: number): Generator<SoundFrame> {
    const wanted = Math.round((videoMs * FLAC_RATE_HZ) / 1_000) - this.#samples;
    const received = this.#pcm.reduce((sum, { length }) => sum + length, 0);
    const count = Math.abs(received - wanted) > FLAC_RATE_HZ * MAX_SHIFT_S ? Math.max(wanted, 0) : received;
    const pcm = new Int16Array(count);
    let at = 0;
    for (const piece of this.#pcm) {
      const fitting = piece.subarray(0, count - at);
      pcm.set(fitting, at);
      at += fitting.length;
    }
    const whole = count - (count % FLAC_FRAME_SAMPLES);
    for (let i = 0; i < whole; i += FLAC_FRAME_SAMPLES) {
      const frame = encodeFlacFrame(pcm.subarray(i, i + FLAC_FRAME_SAMPLES), this.#flacFrames++);
      yield { frame, duration: FLAC_FRAME_SAMPLES, aac: 0 };
    }
    this.#samples += whole;
    // the rest begins the next group
    this.#pcm = whole < at ? [pcm.slice(whole, at)] : [];
  }
}
