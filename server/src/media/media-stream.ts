import { isTalk, type ViewReason, type ViewState } from '@fleetwarden/contract/video/live-video';
import { CodecError } from '@fleetwarden/protocol/codec';
import { FrameAssembler, type MediaFrame, type StreamPacket } from '@fleetwarden/protocol/jt1078';
import { Audience } from './audience.ts';
import type { MediaLimits } from './limits.ts';
import { Recording, type RecordingOptions } from './recording/recording.ts';
import { type Segment, VideoRemuxer } from './remuxer.ts';
import { ReplayClock } from './replay-clock.ts';
import { SegmentGroup } from './segment-group.ts';
import { SoundDecoder } from './sound.ts';
import { StreamStats } from './stream-stats.ts';
import type { Pace, StreamDeps, StreamRequest, StreamSource } from './stream-types.ts';
import { TalkSender } from './talk-sender.ts';
import { Viewer, type ViewerOptions } from './viewer.ts';

/** One stream of a terminal: one ingest, any number of viewers and recordings. */
export class MediaStream {
  readonly request: StreamRequest;
  /** A talk or a broadcast: sound in both directions, or to the terminal only. */
  readonly #isTalk: boolean;
  readonly #limits: MediaLimits;
  readonly #deps: StreamDeps;
  readonly #now: () => number;
  readonly #audience: Audience;
  #state: ViewState = 'requesting';
  /** Since when the state lasts. */
  #since: number;
  #source: StreamSource | undefined;
  #assembler = new FrameAssembler();
  #remuxer = new VideoRemuxer();
  #sound = new SoundDecoder();
  /** Of a talk, since the terminal's first packet. */
  #talk: TalkSender | undefined;
  readonly #group: SegmentGroup;
  readonly #stats: StreamStats;
  #hasFault = false;
  #wasReceived = false;
  /** Of a playback. */
  readonly #clock: ReplayClock | undefined;
  #pausedUntil = 0;
  #speed = 1;
  #endReason: ViewReason = 'noStream';

  constructor(request: StreamRequest, deps: StreamDeps) {
    this.request = request;
    this.#isTalk = isTalk(request);
    if (request.startAt !== undefined) this.#clock = new ReplayClock(request.startAt);
    this.#limits = deps.limits;
    this.#now = deps.now;
    this.#deps = deps;
    this.#since = this.#now();
    this.#audience = new Audience(this.#now);
    this.#stats = new StreamStats(this.#since);
    this.#group = new SegmentGroup(this.#limits);
  }

  get state(): ViewState {
    return this.#state;
  }

  get viewers(): number {
    return this.#audience.viewers.size;
  }

  /** Whether another connection may become its source. */
  get isFree(): boolean {
    return this.#state !== 'ended' && (this.#source === undefined || this.#now() - this.#source.lastAt > this.#limits.replaceMs);
  }

  get hasSource(): boolean {
    return this.#source !== undefined;
  }

  /** Whether a user watches, records, or is about to. */
  get isWanted(): boolean {
    return this.#state !== 'ended' && this.#audience.isThere;
  }

  /** Whether no connection has brought it yet. */
  get isUnanswered(): boolean {
    return !this.#wasReceived;
  }

  /** Another user wants it: the grace time begins again. */
  renew(): void {
    this.#audience.expect();
  }

  /** The terminal accepted the request. */
  onAccepted(): void {
    if (this.#state === 'requesting') this.#setState('waitingStream');
  }

  /** Playback goes on in another way. At another time or speed, its next picture is a key frame. */
  setPace({ isPaused, speed, isSeek = false, position }: Pace): void {
    // the pause is no silence
    this.#pausedUntil = isPaused ? Number.POSITIVE_INFINITY : this.#now();
    if (!isSeek && speed === this.#speed) return;
    this.#clock?.setPace({ speed, position });
    this.#speed = speed;
    this.#remuxer.jump(speed !== 1);
    this.#group.clear();
  }

  bind(source: StreamSource): void {
    const previous = this.#source;
    this.#source = source;
    this.#wasReceived = true;
    previous?.release();
    this.#stats.startConnection();
    // TCP keeps the order
    this.#assembler = source.transport === 'tcp' ? new FrameAssembler(0) : new FrameAssembler();
    this.#remuxer.onLoss();
    this.#talk = undefined;
    this.#setState(this.#isTalk ? 'playing' : 'waitingKeyFrame');
  }

  /** Speaks to the terminal; without a connection the sound is lost. */
  speak(samples: Int16Array): void {
    if (!this.#talk) return;
    for (const packet of this.#talk.push(samples)) this.#source?.send(packet);
  }

  /** Lost packets in percent since the last call; null: none were received. */
  takeLossPercent(): number | null {
    return this.#stats.takeLossPercent();
  }

  /** The source was closed, or fell silent. The terminal may connect again. */
  onSourceLost(source: StreamSource): void {
    if (source !== this.#source) return;
    this.#source = undefined;
    this.#group.clear();
    if (this.#state === 'ended') return;
    // terminals close the connection behind the last picture
    if (this.request.kind === 'replay') this.end('replayEnded');
    // the next view requests it again
    else if (!this.isWanted) this.end();
    else this.#setState('waitingStream');
  }

  /** Adds a viewer, which starts at the cached key frame. */
  watch(options: Omit<ViewerOptions, 'limits'>): Viewer {
    const viewer = new Viewer({
      ...options,
      limits: this.#limits,
      onEnd: (reason) => {
        this.#audience.leave(viewer);
        options.onEnd(reason);
        // without a talker, the terminal need not send its sound
        if (this.#isTalk && this.viewers === 0 && this.#state !== 'ended') {
          this.request.stop();
          this.end();
        }
      },
    });
    this.#audience.join(viewer);
    if (this.#state === 'ended') viewer.end(this.#endReason);
    else if (this.#state !== 'playing' || this.#isTalk) this.#tellState(viewer);
    else if (this.#group.segments.length === 0) viewer.setState('waitingKeyFrame');
    for (const segment of this.#group.segments) viewer.sendSegment(segment, this.#now());
    if (this.#clock?.position) viewer.tell(this.#clock.position);
    return viewer;
  }

  /** Adds a recording, which begins at the cached key frame. */
  record(options: Pick<RecordingOptions, 'nextPath' | 'onPart'>): Recording {
    const recording = new Recording({
      ...options,
      onEnd: () => this.#audience.leave(recording),
    });
    this.#audience.join(recording);
    const lastMs = this.#group.segments.at(-1)?.decodeMs ?? 0;
    for (const segment of this.#group.segments) recording.pushSegment(segment, this.#now() - (lastMs - segment.decodeMs));
    if (this.#state === 'ended') void recording.end(this.#endReason);
    return recording;
  }

  receive(packet: StreamPacket): void {
    if (this.#state === 'ended') return;
    const now = this.#now();
    this.#stats.addPacket(packet.body.length);
    if (this.#isTalk && !this.#openTalk(packet)) return;
    const frames = this.#assembler.push(packet);
    // after loss, pictures refer to some that are missing
    if (this.#stats.setLost(this.#assembler.lostPackets)) this.#remuxer.onLoss();
    for (const frame of frames) this.#handle(frame, now);
  }

  /** Statistics, and the time limits of waiting. */
  sweep(): void {
    const now = this.#now();
    this.#audience.endFaulty();
    if (this.#audience.idleMs > this.#limits.graceMs) this.#giveUp();
    const heardAt = Math.max(this.#source?.lastAt ?? 0, this.#pausedUntil);
    // a talk may be silent for a while
    if (this.#source && !this.#isTalk && now - heardAt > this.#limits.silentMs) {
      const source = this.#source;
      this.onSourceLost(source);
      source.release();
    }
    if (this.state === 'ended') return;
    if (this.#source === undefined && now - this.#since > this.#limits.streamMs) this.#giveUp('noStream');
    else this.#tellStats(now);
  }

  /** Ends the stream and its views. */
  end(reason?: ViewReason): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    if (reason) this.#endReason = reason;
    this.#deps.onReceived(this.#stats.take(this.#now()).bytes);
    this.#source?.release();
    this.#source = undefined;
    this.#group.clear();
    this.#deps.onEnd();
    this.#audience.end(reason, this.#endReason);
  }

  /** Ends the stream and stops the terminal. One with a single stream per channel may send another one in its place, which goes on. */
  #giveUp(reason?: ViewReason): void {
    if (this.#source || !this.#deps.isChannelWanted()) this.request.stop();
    this.end(reason);
  }

  /** Opens the way to the terminal; false if its codec cannot be encoded. */
  #openTalk(first: StreamPacket): boolean {
    try {
      this.#talk ??= new TalkSender(first, this.request.audioPayload);
      return true;
    } catch (error) {
      this.#tellFault(error);
      this.request.stop();
      this.end('talkCodec');
      return false;
    }
  }

  #handle(frame: MediaFrame, now: number): void {
    if (frame.kind === 'audio') this.#handleSound(frame);
    if (frame.kind !== 'video') return;
    this.#stats.addFrame();
    try {
      const segment = this.#remuxer.push(frame, now);
      if (!segment) return;
      this.#relay(segment, now);
      const position = this.#clock?.next(frame.timestampMs, now, segment);
      if (position) this.#audience.tell(position);
    } catch (error) {
      this.#tellFault(error);
      this.request.stop();
      this.end('codecNotSupported');
    }
  }

  #handleSound(frame: MediaFrame): void {
    if (frame.isDamaged || this.#audience.isEmpty) return;
    try {
      const sound = this.#sound.push(frame);
      this.#audience.relaySound(sound);
    } catch (error) {
      // a bad frame of sound is left out
      this.#tellFault(error);
    }
  }

  #tellFault(error: unknown): void {
    if (error instanceof CodecError || this.#hasFault) return;
    this.#hasFault = true;
    this.#deps.onFault(error);
  }

  #relay(segment: Segment, now: number): void {
    this.#group.push(segment);
    if (this.#state !== 'playing') {
      this.#state = 'playing';
      this.#since = now;
    }
    this.#audience.relay(segment, now);
  }

  #setState(state: ViewState): void {
    this.#state = state;
    this.#since = this.#now();
    for (const viewer of this.#audience.viewers) this.#tellState(viewer);
  }

  #tellState(viewer: Viewer): void {
    viewer.setState(this.#state);
    // a talk has no picture to begin with
    if (this.#state === 'playing') viewer.playedAt ??= this.#since;
  }

  #tellStats(now: number): void {
    const { bytes, bitrate, frameRate } = this.#stats.take(now);
    this.#deps.onReceived(bytes);
    if (this.#source) this.#audience.tell({ type: 'stats', bitrate, frameRate, lost: this.#stats.lost });
  }
}
