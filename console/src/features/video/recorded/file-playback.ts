import type { Member, Shown } from './playback-group.ts';
import type { Recording } from './recordings.ts';

/** Time of a picture before one was measured, s. */
const USUAL_FRAME_S = 1 / 25;
/** HTMLMediaElement.HAVE_CURRENT_DATA. */
const HAS_PICTURE = 2;

/**
 * Plays a file of the server in a video element, from a time on. `onState` notifies when it has a picture, or cannot be played. The
 * element's time 0 is the start of the recording.
 */
export class FilePlayback implements Member {
  readonly isFile = true;
  readonly channel: number;
  readonly recording: Recording;
  readonly #video: HTMLVideoElement;
  readonly #onState: (state: 'playing' | 'failed') => void;
  #wanted: number | null;
  #isPlaying = false;
  #isStopped = false;
  #hasFailed = false;
  #frameS = USUAL_FRAME_S;
  #frameAt: number | null = null;

  constructor(recording: Recording, video: HTMLVideoElement, from: number, onState: (state: 'playing' | 'failed') => void) {
    this.recording = recording;
    this.channel = recording.channel;
    this.#video = video;
    this.#wanted = from;
    this.#onState = onState;
    video.addEventListener('loadedmetadata', this.#jump);
    video.addEventListener('loadeddata', this.#showPicture);
    video.addEventListener('error', this.#fail);
    this.#watchFrames();
  }

  open(url: string): void {
    this.#video.src = url;
    this.#video.load();
  }

  shown(): Shown {
    const { currentTime, ended, readyState, seeking } = this.#video;
    const at = Math.min(this.recording.start + currentTime * 1_000, this.recording.end);
    if (this.#hasFailed) return { state: 'failed', at };
    if (ended) return { state: 'ended', at: this.recording.end };
    return { state: readyState < HAS_PICTURE || seeking || this.#wanted !== null ? 'loading' : 'running', at };
  }

  play(): void {
    this.#isPlaying = true;
    // a browser that refuses sound plays muted; one that refuses everything waits for the next click
    void this.#video.play()?.catch(() => undefined);
  }

  pause(): void {
    this.#isPlaying = false;
    this.#video.pause();
  }

  seek(at: number): void {
    this.#wanted = at;
    if (this.#video.readyState > 0) this.#jump();
  }

  /** Shows the next picture, or the one before. */
  step(direction: 1 | -1): void {
    this.#video.currentTime = Math.max(0, this.#video.currentTime + direction * this.#frameS);
  }

  setRate(rate: number): void {
    // a load resets the rate to the default one
    this.#video.defaultPlaybackRate = this.#video.playbackRate = rate;
  }

  fail(): void {
    this.#fail();
  }

  stop(): void {
    this.#isStopped = true;
    this.#video.removeEventListener('loadedmetadata', this.#jump);
    this.#video.removeEventListener('loadeddata', this.#showPicture);
    this.#video.removeEventListener('error', this.#fail);
    this.#video.removeAttribute('src');
    this.#video.load();
  }

  /** Measures how long a picture lasts, while it plays. */
  #watchFrames(): void {
    this.#video.requestVideoFrameCallback?.((_now, { mediaTime }) => {
      const duration = this.#frameAt === null ? 0 : mediaTime - this.#frameAt;
      if (this.#isPlaying && duration > 0 && duration < 1) this.#frameS = duration;
      this.#frameAt = mediaTime;
      if (!this.#isStopped) this.#watchFrames();
    });
  }

  readonly #jump = (): void => {
    if (this.#wanted === null) return;
    this.#video.currentTime = Math.max(0, (this.#wanted - this.recording.start) / 1_000);
    this.#wanted = null;
    // after its end it stands still
    if (this.#isPlaying) this.play();
  };

  readonly #showPicture = (): void => this.#onState('playing');

  readonly #fail = (): void => {
    this.#hasFailed = true;
    this.#onState('failed');
  };
}
