import { errors } from '@fleetwarden/contract/errors';
import {
  KEEP_PLAYING,
  type ViewMessage,
  type ViewReason,
  type ViewState,
  viewPart,
} from '@fleetwarden/contract/video/live-video';
import { NetworkError, Refusal } from '../../../api/client.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { captureFrame, drawFrame } from './draw-frame.ts';
import { MediaBuffer } from './media-buffer.ts';
import { type PlayerOptions, socketUrl } from './player-options.ts';
import { type PlayerState, type PlayerView, START } from './player-view.ts';
import { codecName, isPlayable, readMessage } from './read-message.ts';
import {
  growingDelay,
  HIDING,
  KEEP_RETRYING_MS,
  PASSING,
  PASSING_CODES,
  RECOVERY_MS,
  SILENT_MS,
  STABLE_MS,
  SWITCH_REFUSED,
} from './retry-policy.ts';
import { SoundOutput } from './sound-output.ts';

/**
 * Plays one live stream: asks for an address, opens the socket, feeds the video element and the sound. After a cut it asks for a new
 * address with growing delays. The still canvas shows the last picture meanwhile. It can be started again after `stop`.
 */
export class LivePlayer {
  readonly #options: PlayerOptions;
  readonly #listeners = new Set<() => void>();
  #view = START;
  #video: HTMLVideoElement | null = null;
  #still: HTMLCanvasElement | null = null;
  #socket: WebSocket | null = null;
  #buffer: MediaBuffer | null = null;
  readonly #sound = new SoundOutput();
  #soundOn = false;
  #mime = '';
  #failures = 0;
  /** True after a command to switch: the terminal sends its other stream on the same connection. */
  #isSwitching = false;
  /** Clock of `performance`. */
  #recoversUntil = 0;
  /** The buffer belongs to the current session, not to one before a cut. */
  #isOfSession = false;
  /** The video element shows a picture of the current session. */
  #hasPicture = false;
  #pictureAt = 0;
  /** Number of the current session; answers to earlier ones are dropped. */
  #turn = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PlayerOptions) {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  get view(): PlayerView {
    return this.#view;
  }

  start(video: HTMLVideoElement, still: HTMLCanvasElement): void {
    this.#video = video;
    this.#still = still;
    // only sound that the user asked for, because of the browser's rules for autoplay
    video.muted = !this.#soundOn;
    video.addEventListener('loadeddata', this.#showPicture);
    this.retry();
  }

  stop(): void {
    this.#leave();
    this.#dropBuffer();
    this.#sound.close();
    this.#video?.removeEventListener('loadeddata', this.#showPicture);
    this.#video = this.#still = null;
    this.#set(START);
  }

  /** Asks again, at once. */
  retry(): void {
    if (!this.#video) return;
    this.#failures = this.#recoversUntil = 0;
    void this.#connect();
  }

  /** Answers the warning before the time limit. */
  keepPlaying(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(KEEP_PLAYING);
    this.#set({ endsAt: null });
  }

  /** The server tells the new state. */
  setPaused(isPaused: boolean): void {
    // the call shows its error
    void this.#options.control?.(isPaused ? 'pause' : 'resume').catch(() => undefined);
  }

  /** `request` asks for the other stream from now on. A view that plays goes on with it, if no other user needs the present one. */
  async switchStream(): Promise<void> {
    const turn = this.#turn;
    const isApplied = this.#view.state === 'playing' && (await this.#options.control?.('switchStream').catch(() => false));
    if (turn !== this.#turn) return;
    this.#isSwitching = isApplied === true;
    if (!isApplied) this.retry();
  }

  setSound(on: boolean): void {
    this.#soundOn = on;
    if (this.#video) this.#video.muted = !on;
    this.#sound.setOn(on);
  }

  /** The current picture, with a text in its corner if it needs one; null without a picture. */
  async capture(watermark: string | null = null): Promise<Blob | null> {
    return this.#video && captureFrame(this.#video, watermark);
  }

  async #connect(): Promise<void> {
    this.#leave();
    const turn = ++this.#turn;
    if (this.#failures === 0) this.#set(START);
    else this.#set({ state: 'interrupted' });
    try {
      const path = await this.#options.request();
      if (turn === this.#turn) this.#listen(new WebSocket(socketUrl(path)), turn);
    } catch (failure) {
      if (turn === this.#turn) this.#handleRefusal(failure);
    }
  }

  #handleRefusal(failure: unknown): void {
    const code = failure instanceof Refusal ? failure.code : '';
    if (code === errors.cabinClosed.code) this.#hidePicture();
    if (failure instanceof NetworkError) this.#reconnect();
    else if (code === errors.terminalOffline.code) this.#end('ended', { reason: 'terminalOffline' });
    else this.#end('failed', { detail: failure instanceof Error ? failure.message : '' });
    if (PASSING_CODES.has(code)) this.#tryAgain();
  }

  #listen(socket: WebSocket, turn: number): void {
    this.#socket = socket;
    socket.binaryType = 'arraybuffer';
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (turn !== this.#turn) return;
      this.#watchSilence();
      if (typeof data === 'string') {
        const message = readMessage(data);
        if (message) this.#handleMessage(message);
      } else this.#handleBinary(data);
    };
    // an error is always followed by `close`
    socket.onclose = () => turn === this.#turn && this.#reconnect();
    this.#watchSilence();
  }

  #handleMessage(message: ViewMessage): void {
    switch (message.type) {
      case 'state':
        this.#handleState(message.state, message.reason ?? null);
        break;
      case 'init':
        if (isPlayable(message.mime)) {
          const { mime, width, height } = message;
          this.#mime = mime;
          this.#set({ media: { ...this.#view.media, codec: codecName(mime), width, height } });
        } else this.#end('unplayable', { detail: codecName(message.mime) });
        break;
      case 'audio':
        this.#set({
          sound: this.#sound.begin(message) ? 'playable' : 'unsupported',
          media: { ...this.#view.media, sound: message.codec },
        });
        break;
      case 'stats': {
        const { type: _, ...stats } = message;
        this.#set({ stats, delayS: this.#buffer?.delay() ?? 0 });
        break;
      }
      case 'limit':
        this.#set({ endsAt: Date.now() + message.remainingMs });
        break;
      case 'position':
        this.#options.onPosition?.(message);
        break;
      case 'traffic':
        this.#set({ traffic: { usedBytes: message.usedBytes, limitBytes: message.limitBytes } });
    }
  }

  #handleState(state: ViewState, reason: ViewReason | null): void {
    if (state === 'ended') {
      if (reason && HIDING.has(reason)) this.#hidePicture();
      // the server restarts
      if (reason === 'stopping') this.#reconnect();
      else if (this.#isSwitching && reason && SWITCH_REFUSED.has(reason)) this.retry();
      else this.#end('ended', { reason });
      // its own first picture says that it plays
    } else if (state !== 'playing') this.#set({ state, reason });
    else if (this.#view.state !== 'playing') this.#set({ state: this.#hasPicture ? 'playing' : 'waitingKeyFrame', reason: null });
  }

  #handleBinary(data: ArrayBuffer): void {
    const [kind] = new Uint8Array(data);
    this.#sound.receive(kind, data);
    if (kind === viewPart.init && this.#mime !== '') this.#startBuffer().init(this.#mime, new Uint8Array(data, 1));
    if (kind === viewPart.segment && this.#isOfSession) this.#buffer?.append(new Uint8Array(data, 1));
  }

  /** The buffer of this session. A new session starts with an empty one, because its timeline starts again. */
  #startBuffer(): MediaBuffer {
    if (this.#buffer && this.#isOfSession) return this.#buffer;
    this.#dropBuffer();
    this.#isOfSession = true;
    this.#buffer = new MediaBuffer(this.#video!, () => {
      const isCurrent = this.#isOfSession;
      this.#dropBuffer();
      if (isCurrent) this.#reconnect();
    });
    return this.#buffer;
  }

  readonly #showPicture = (): void => {
    if (!this.#isOfSession) return;
    this.#hasPicture = true;
    this.#pictureAt = performance.now();
    this.#recoversUntil = 0;
    this.#set({ state: 'playing', reason: null, detail: '', since: this.#view.since ?? serverNow() });
    this.#watchSilence();
  };

  #watchSilence(): void {
    clearTimeout(this.#silenceTimer);
    const limit = this.#view.state === 'playing' ? SILENT_MS.playing : SILENT_MS.waiting;
    this.#silenceTimer = setTimeout(() => this.#reconnect(), limit);
  }

  /** Ends the session; the last picture stays. */
  #leave(): void {
    this.#turn++;
    this.#isOfSession = this.#hasPicture = this.#isSwitching = false;
    this.#mime = '';
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#silenceTimer);
    this.#socket?.close();
    this.#socket = null;
  }

  #reconnect(): void {
    if (this.#hasPicture && performance.now() - this.#pictureAt >= STABLE_MS) this.#failures = 0;
    this.#leave();
    this.#recoversUntil = performance.now() + RECOVERY_MS;
    this.#set({ state: 'interrupted', reason: null, detail: '', stats: null, since: null, endsAt: null });
    this.#tryAgain();
  }

  /** Tries again: for some time after a cut, with growing delays; later if the user wants that. */
  #tryAgain(): void {
    const recovers = performance.now() < this.#recoversUntil;
    if (!recovers && !this.#options.keepsRetrying?.()) return;
    const growing = growingDelay(this.#failures);
    if (recovers) this.#failures++;
    this.#retryTimer = setTimeout(() => void this.#connect(), recovers ? growing : KEEP_RETRYING_MS);
  }

  #end(state: PlayerState, { reason = null, detail = '' }: { reason?: ViewReason | null; detail?: string }): void {
    this.#leave();
    this.#set({ state, reason, detail, stats: null, since: null, endsAt: null });
    if (reason && PASSING.has(reason)) this.#tryAgain();
  }

  #dropBuffer(): void {
    if (!this.#buffer) return;
    if (this.#video && this.#still) drawFrame(this.#video, this.#still);
    this.#buffer.stop();
    this.#buffer = null;
  }

  #hidePicture(): void {
    this.#dropBuffer();
    if (this.#still) this.#still.width = 0;
  }

  #set(change: Partial<PlayerView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
}
