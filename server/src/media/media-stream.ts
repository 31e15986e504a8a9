import type { ViewReason, ViewState } from '@fleetwarden/contract/video/live-video';
import { CodecError } from '@fleetwarden/protocol/codec';
import { FrameAssembler, type MediaFrame, type StreamPacket } from '@fleetwarden/protocol/jt1078';
import type { MediaLimits } from './limits.ts';
import { type Segment, VideoRemuxer } from './remuxer.ts';
import { SoundDecoder } from './sound.ts';
import { Viewer, type ViewerOptions } from './viewer.ts';

/** What a user asked a terminal for. */
export type StreamRequest = {
  readonly vehicleId: number;
  readonly departmentId: number;
  readonly channel: number;
  /** 0 main, 1 sub. */
  readonly streamType: 0 | 1;
  /** Numbers under which the terminal is known, without leading zeros. */
  readonly sims: readonly string[];
  /** Remote address of the terminal's 808 session; null: unknown. */
  readonly address: string | null;
  /** Stops the terminal. */
  readonly stop: () => void;
};

/** The connection that a stream is received on. */
export type StreamSource = {
  readonly transport: 'tcp' | 'udp';
  readonly lastAt: number;
  /** The stream needs it no more. */
  release(): void;
};

/** One stream of a terminal with its viewers: one ingest, any number of viewers. */
export class MediaStream {
  readonly request: StreamRequest;
  readonly #limits: MediaLimits;
  readonly #onEnd: () => void;
  readonly #onFault: (error: unknown) => void;
  readonly #now: () => number;
  readonly #viewers = new Set<Viewer>();
  #state: ViewState = 'requesting';
  /** Since when the state lasts, and since when there are no viewers. */
  #since: number;
  #idleSince: number;
  #source: StreamSource | undefined;
  #assembler = new FrameAssembler();
  #remuxer = new VideoRemuxer();
  #sound = new SoundDecoder();
  /** The last key frame and the frames after it. */
  #group: Segment[] = [];
  #groupBytes = 0;
  #lost = 0;
  #lostBefore = 0;
  #bytes = 0;
  #frames = 0;
  #statsAt: number;
  #hasFault = false;
  #endReason: ViewReason = 'noStream';

  constructor(
    request: StreamRequest,
    deps: {
      readonly limits: MediaLimits;
      readonly now: () => number;
      readonly onEnd: () => void;
      /** An unexpected error, the first of a stream only: it costs this stream at most. */
      readonly onFault: (error: unknown) => void;
    },
  ) {
    this.request = request;
    this.#limits = deps.limits;
    this.#now = deps.now;
    this.#onEnd = deps.onEnd;
    this.#onFault = deps.onFault;
    this.#since = this.#now();
    this.#idleSince = this.#since;
    this.#statsAt = this.#since;
  }

  get state(): ViewState {
    return this.#state;
  }

  get viewers(): number {
    return this.#viewers.size;
  }

  /** Whether another connection may become its source. */
  get isFree(): boolean {
    return this.#state !== 'ended' && (this.#source === undefined || this.#now() - this.#source.lastAt > this.#limits.replaceMs);
  }

  get hasSource(): boolean {
    return this.#source !== undefined;
  }

  /** The terminal accepted the request. */
  onAccepted(): void {
    if (this.#state === 'requesting') this.#setState('waitingStream');
  }

  bind(source: StreamSource): void {
    const previous = this.#source;
    this.#source = source;
    previous?.release();
    this.#lostBefore += this.#assembler.lostPackets;
    // TCP keeps the order
    this.#assembler = source.transport === 'tcp' ? new FrameAssembler(0) : new FrameAssembler();
    this.#lost = 0;
    this.#remuxer.onLoss();
    this.#setState('waitingKeyFrame');
  }

  /** The source was closed, or fell silent. The terminal may connect again. */
  onSourceLost(source: StreamSource): void {
    if (source !== this.#source) return;
    this.#source = undefined;
    this.#clearGroup();
    if (this.#state !== 'ended') this.#setState('waitingStream');
  }

  /** Adds a viewer, which starts at the cached key frame. */
  watch(options: Omit<ViewerOptions, 'limits'>): Viewer {
    const viewer = new Viewer({
      ...options,
      limits: this.#limits,
      onEnd: (reason) => {
        if (this.#viewers.delete(viewer)) this.#idleSince = this.#now();
        options.onEnd(reason);
      },
    });
    this.#viewers.add(viewer);
    if (this.#state === 'ended') viewer.end(this.#endReason);
    else if (this.#state !== 'playing') viewer.setState(this.#state);
    else if (this.#group.length === 0) viewer.setState('waitingKeyFrame');
    for (const segment of this.#group) viewer.sendSegment(segment, this.#now());
    return viewer;
  }

  receive(packet: StreamPacket): void {
    if (this.#state === 'ended') return;
    const now = this.#now();
    this.#bytes += packet.body.length;
    const frames = this.#assembler.push(packet);
    // after loss, pictures refer to some that are missing
    if (this.#assembler.lostPackets !== this.#lost) this.#remuxer.onLoss();
    this.#lost = this.#assembler.lostPackets;
    for (const frame of frames) this.#handle(frame, now);
  }

  /** Statistics, and the time limits of waiting. */
  sweep(): void {
    const now = this.#now();
    if (this.#viewers.size === 0 && now - this.#idleSince > this.#limits.graceMs) {
      this.request.stop();
      this.end();
      return;
    }
    if (this.#source && now - this.#source.lastAt > this.#limits.silentMs) {
      const source = this.#source;
      this.onSourceLost(source);
      source.release();
    }
    if (this.#source === undefined && now - this.#since > this.#limits.streamMs) {
      this.request.stop();
      this.end('noStream');
      return;
    }
    this.#tellStats(now);
  }

  /** Ends the stream and its views. */
  end(reason?: ViewReason): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    if (reason) this.#endReason = reason;
    this.#source?.release();
    this.#source = undefined;
    this.#clearGroup();
    this.#onEnd();
    for (const viewer of this.#viewers) viewer.end(reason);
    this.#viewers.clear();
  }

  #handle(frame: MediaFrame, now: number): void {
    if (frame.kind === 'audio') this.#handleSound(frame);
    if (frame.kind !== 'video') return;
    this.#frames++;
    try {
      const segment = this.#remuxer.push(frame, now);
      if (segment) this.#relay(segment, now);
    } catch (error) {
      this.#tellFault(error);
      this.request.stop();
      this.end('codecNotSupported');
    }
  }

  #handleSound(frame: MediaFrame): void {
    if (frame.isDamaged || this.#viewers.size === 0) return;
    try {
      const { message, bytes } = this.#sound.push(frame);
      for (const viewer of this.#viewers) viewer.sendSound(message, bytes);
    } catch (error) {
      // a bad frame of sound is left out
      this.#tellFault(error);
    }
  }

  #tellFault(error: unknown): void {
    if (error instanceof CodecError || this.#hasFault) return;
    this.#hasFault = true;
    this.#onFault(error);
  }

  #relay(segment: Segment, now: number): void {
    if (segment.isKey) this.#clearGroup();
    if (segment.isKey || this.#group.length > 0) {
      this.#group.push(segment);
      this.#groupBytes += segment.bytes.length;
      const { groupBytes, groupFrames } = this.#limits;
      if (this.#groupBytes > groupBytes || this.#group.length > groupFrames) this.#clearGroup();
    }
    if (this.#state !== 'playing') {
      this.#state = 'playing';
      this.#since = now;
    }
    for (const viewer of this.#viewers) viewer.sendSegment(segment, now);
  }

  #clearGroup(): void {
    this.#group = [];
    this.#groupBytes = 0;
  }

  #setState(state: ViewState): void {
    this.#state = state;
    this.#since = this.#now();
    for (const viewer of this.#viewers) viewer.setState(state);
  }

  #tellStats(now: number): void {
    const seconds = Math.max(now - this.#statsAt, 1) / 1_000;
    if (this.#source) {
      const bitrate = Math.round((this.#bytes * 8) / seconds);
      const frameRate = Math.round((this.#frames / seconds) * 10) / 10;
      const lost = this.#lostBefore + this.#lost;
      for (const viewer of this.#viewers) viewer.tell({ type: 'stats', bitrate, frameRate, lost });
    }
    this.#bytes = 0;
    this.#frames = 0;
    this.#statsAt = now;
  }
}
