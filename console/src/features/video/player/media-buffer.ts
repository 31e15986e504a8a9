import { followLiveEdge } from './live-edge.ts';

/** Played media that stays buffered, s; the browser decodes from its last key frame. */
const MAX_BEHIND_S = 20;
const KEEP_BEHIND_S = 10;
/** Segments that wait for the browser. More means that it does not decode at all. */
const MAX_WAITING = 256;

type Step = (buffer: SourceBuffer) => void;

/**
 * Feeds fMP4 segments to a video or audio element, keeps playback at the live edge and the buffer bounded. `onFailure`: the browser cannot
 * use the stream, for example after a decoding error; stop it then.
 */
export class MediaBuffer {
  readonly #video: HTMLMediaElement;
  readonly #onFailure: () => void;
  readonly #source = new MediaSource();
  readonly #url: string;
  readonly #waiting: Step[] = [];
  #buffer: SourceBuffer | null = null;
  #mime = '';
  #isStopped = false;

  constructor(video: HTMLMediaElement, onFailure: () => void) {
    this.#video = video;
    this.#onFailure = onFailure;
    this.#url = URL.createObjectURL(this.#source);
    this.#source.addEventListener('sourceopen', this.#open, { once: true });
    video.addEventListener('error', this.#fail);
    video.src = this.#url;
  }

  /** Starts with an init segment, or continues with another codec or resolution. */
  init(mime: string, segment: Uint8Array<ArrayBuffer>): void {
    const before = this.#mime;
    this.#mime = mime;
    if (before !== '' && before !== mime) this.#add((buffer) => buffer.changeType(mime));
    this.append(segment);
    if (this.#source.readyState === 'open') this.#open();
  }

  append(segment: Uint8Array<ArrayBuffer>): void {
    this.#add((buffer) => buffer.appendBuffer(segment));
  }

  /** Seconds between the playhead and the newest buffered frame. */
  delay(): number {
    const range = this.#newestRange();
    return range ? Math.max(0, range.end - this.#video.currentTime) : 0;
  }

  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#waiting.length = 0;
    this.#source.removeEventListener('sourceopen', this.#open);
    this.#buffer?.removeEventListener('updateend', this.#afterUpdate);
    this.#video.removeEventListener('error', this.#fail);
    this.#video.removeAttribute('src');
    this.#video.load();
    URL.revokeObjectURL(this.#url);
  }

  readonly #open = (): void => {
    if (this.#isStopped || this.#buffer || this.#mime === '') return;
    try {
      this.#buffer = this.#source.addSourceBuffer(this.#mime);
    } catch {
      this.#fail();
      return;
    }
    this.#buffer.addEventListener('updateend', this.#afterUpdate);
    this.#run();
  };

  readonly #fail = (): void => {
    if (!this.#isStopped) this.#onFailure();
  };

  readonly #afterUpdate = (): void => {
    this.#keepLive();
    this.#run();
  };

  #add(step: Step): void {
    if (this.#isStopped) return;
    if (this.#waiting.length >= MAX_WAITING) this.#fail();
    else this.#waiting.push(step);
    this.#run();
  }

  #run(): void {
    // changeType is synchronous, so several steps may run
    while (!this.#isStopped && this.#buffer && !this.#buffer.updating) {
      const step = this.#waiting.shift();
      if (!step) return;
      try {
        step(this.#buffer);
      } catch {
        // a full buffer too: it holds seconds only, so this browser cannot play the stream
        this.#fail();
        return;
      }
    }
  }

  #newestRange(): { readonly start: number; readonly end: number } | null {
    const ranges = this.#buffer?.buffered;
    if (!ranges || ranges.length === 0) return null;
    return { start: ranges.start(ranges.length - 1), end: ranges.end(ranges.length - 1) };
  }

  #keepLive(): void {
    const range = this.#newestRange();
    if (!range || this.#isStopped) return;
    const video = this.#video;
    const { seekTo, rate } = followLiveEdge({ ...range, current: video.currentTime, rate: video.playbackRate });
    if (seekTo !== null) video.currentTime = seekTo;
    if (video.playbackRate !== rate) video.playbackRate = rate;
    // rejects while the page is hidden; the next segment tries again
    if (video.paused) void video.play().catch(() => {});
    const first = this.#buffer!.buffered.start(0);
    if (video.currentTime - first > MAX_BEHIND_S)
      this.#waiting.unshift((buffer) => buffer.remove(first, video.currentTime - KEEP_BEHIND_S));
  }
}
