import { viewPart } from '@fleetwarden/contract/video/live-video';
import { AAC_FRAME_SAMPLES, type AacConfig, aacConfigBits, readAdts } from '@fleetwarden/protocol/jt1078';
import { writeSoundInit, writeSoundSegment } from './fmp4.ts';

/** AAC of a stream, ready to be sent and recorded. */
export type AacSound = {
  readonly config: AacConfig;
  readonly mime: string;
  /** The initialisation segment. */
  readonly init: Buffer;
  /** The media segment. */
  readonly bytes: Buffer;
  readonly frames: readonly Uint8Array[];
};

/** Remuxes AAC to fMP4 without decoding it. Its timeline has no gaps: a player that follows the live edge stays beside the picture. */
export class AacRemuxer {
  #bits = 0;
  #head: Pick<AacSound, 'config' | 'mime' | 'init'> | undefined;
  #sequence = 0;
  #samples = 0;

  /** undefined: the sound has no header that tells its format. */
  push(data: Uint8Array): AacSound | undefined {
    const found = readAdts(data);
    if (!found) return undefined;
    const { config, frames } = found;
    const bits = aacConfigBits(config);
    if (!this.#head || bits !== this.#bits) {
      this.#bits = bits;
      const init = Buffer.concat([Uint8Array.of(viewPart.soundInit), writeSoundInit(config)]);
      this.#head = { config, init, mime: `audio/mp4; codecs="mp4a.40.${config.objectType}"` };
    }
    const part = { sequence: ++this.#sequence, decodeAt: this.#samples, frames };
    this.#samples += frames.length * AAC_FRAME_SAMPLES;
    return { ...this.#head, bytes: writeSoundSegment(viewPart.soundSegment, part), frames };
  }
}
