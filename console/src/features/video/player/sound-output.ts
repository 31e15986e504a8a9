import { type ViewMessage, viewPart } from '@fleetwarden/contract/video/live-video';
import { MediaBuffer } from './media-buffer.ts';
import { PcmOutput } from './pcm-output.ts';
import { readSamples } from './read-message.ts';

type Format = Pick<Extract<ViewMessage, { type: 'audio' }>, 'isSupported' | 'rate' | 'mime'>;

/** Plays the sound of a stream while the user listens: samples as they come, AAC through an element that follows its live edge. */
export class SoundOutput {
  #isOn = false;
  #format: Format | null = null;
  #pcm: PcmOutput | null = null;
  #aac: MediaBuffer | null = null;
  #init: Uint8Array<ArrayBuffer> | null = null;

  setOn(on: boolean): void {
    this.#isOn = on;
    this.#update();
  }

  /** Another format begins; false: this browser does not play it. */
  begin(format: Format): boolean {
    this.close();
    const { mime } = format;
    const isPlayable = mime === undefined || (typeof MediaSource !== 'undefined' && MediaSource.isTypeSupported(mime));
    this.#format = format.isSupported && isPlayable ? format : null;
    this.#update();
    return this.#format !== null;
  }

  /** A binary message; others than sound are ignored. */
  receive(kind: number | undefined, data: ArrayBuffer): void {
    if (kind === viewPart.pcm) this.#pcm?.play(readSamples(data));
    else if (kind === viewPart.soundSegment) this.#aac?.append(new Uint8Array(data, 1));
    else if (kind === viewPart.soundInit) {
      this.#init = new Uint8Array(data, 1);
      this.#update();
    }
  }

  /** Ends the sound of a session. */
  close(): void {
    this.#format = this.#init = null;
    this.#stop();
  }

  #update(): void {
    if (!this.#isOn || !this.#format) {
      this.#stop();
      return;
    }
    const { mime, rate } = this.#format;
    if (mime === undefined) this.#pcm ??= new PcmOutput(rate);
    else if (this.#init && !this.#aac) {
      this.#aac = new MediaBuffer(new Audio(), () => this.#stop());
      this.#aac.init(mime, this.#init);
    }
  }

  #stop(): void {
    this.#pcm?.close();
    this.#aac?.stop();
    this.#pcm = this.#aac = null;
  }
}
