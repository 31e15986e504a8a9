import { isTalk, type ViewReason, type ViewState } from '@fleetwarden/contract/video/live-video';
import type { MediaFrame, StreamPacket } from '@fleetwarden/protocol/jt1078';
import { Audience } from './audience.ts';
import { Recording, type RecordingOptions } from './recording/recording.ts';
import type { Segment } from './remuxer.ts';
import { StreamInput } from './stream-input.ts';
import type { Pace, StreamDeps, StreamRequest, StreamSource } from './stream-types.ts';
import { TalkSender } from './talk-sender.ts';
import { Viewer, type ViewerOptions } from './viewer.ts';

/** One stream of a terminal: one ingest, any number of viewers and recordings. */
export class MediaStream {
  #request: StreamRequest;
  /** A talk or a broadcast: sound in both directions, or to the terminal only. */
  readonly #isTalk: boolean;
  readonly #deps: StreamDeps;
  readonly #audience: Audience;
  #state: ViewState = 'requesting';
  /** Since when the state lasts. */
  #since: number;
  #source: StreamSource | undefined;
  readonly #input: StreamInput;
  /** Of a talk, since the terminal's first packet. */
  #talk: TalkSender | undefined;
  /** True after a command to pause, which the terminal gets when all viewers pause. */
  #isPaused = false;
  #wasReceived = false;
  #pausedUntil = 0;
  #endReason: ViewReason = 'noStream';

  constructor(request: StreamRequest, deps: StreamDeps) {
    this.#request = request;
    this.#isTalk = isTalk(request);
    this.#deps = deps;
    this.#since = deps.now();
    this.#audience = new Audience(deps.now, () => this.#pauseTerminal());
    this.#input = new StreamInput(deps.limits, this.#since, request.startAt);
  }

  get request(): StreamRequest {
    return this.#request;
  }

  get state(): ViewState {
    return this.#state;
  }

  get viewers(): number {
    return this.#audience.viewers.size;
  }

  /** Whether another connection may become its source. */
  get isFree(): boolean {
    return (
      this.#state !== 'ended' &&
      (this.#source === undefined || this.#deps.now() - this.#source.lastAt > this.#deps.limits.replaceMs)
    );
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
  setPace(pace: Pace): void {
    // the pause is no silence
    this.#pausedUntil = pace.isPaused ? Number.POSITIVE_INFINITY : this.#deps.now();
    this.#input.setPace(pace);
  }

  /** The terminal is to send the channel's other stream in place of this one. False: others use this one or that one. */
  switchTo(streamType: 0 | 1): boolean {
    if (this.#state !== 'playing' || !this.#audience.isSingle || this.#deps.hasOther()) return false;
    const before = this.#request;
    this.#request = { ...before, streamType };
    this.#deps.onSwitch(before);
    this.#restart();
    return true;
  }

  bind(source: StreamSource): void {
    const previous = this.#source;
    this.#source = source;
    this.#wasReceived = true;
    previous?.release();
    this.#input.startConnection(source.transport);
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
    return this.#input.stats.takeLossPercent();
  }

  /** The source was closed, or fell silent. The terminal may connect again. */
  onSourceLost(source: StreamSource): void {
    if (source !== this.#source) return;
    this.#source = undefined;
    this.#input.group.clear();
    if (this.#state === 'ended') return;
    // terminals close the connection behind the last picture
    if (this.request.kind === 'replay') this.end('replayEnded');
    // the next view requests it again
    else if (!this.isWanted) this.end();
    else this.#setState('waitingStream');
  }

  /** Adds a viewer, which starts at the cached key frame. */
  watch(options: Omit<ViewerOptions, 'limits' | 'onPause'>): Viewer {
    const viewer = new Viewer({
      ...options,
      limits: this.#deps.limits,
      onPause: () => this.#pauseTerminal(),
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
    else if (this.#input.group.segments.length === 0) viewer.setState('waitingKeyFrame');
    for (const segment of this.#input.group.segments) viewer.sendSegment(segment, this.#deps.now());
    if (this.#input.position) viewer.tell(this.#input.position);
    return viewer;
  }

  /** Adds a recording, which begins at the cached key frame. */
  record(options: Pick<RecordingOptions, 'nextPath' | 'onPart'>): Recording {
    const recording = new Recording({
      ...options,
      onEnd: () => this.#audience.leave(recording),
    });
    this.#audience.join(recording);
    const lastMs = this.#input.group.segments.at(-1)?.decodeMs ?? 0;
    for (const segment of this.#input.group.segments)
      recording.pushSegment(segment, this.#deps.now() - (lastMs - segment.decodeMs));
    if (this.#state === 'ended') void recording.end(this.#endReason);
    return recording;
  }

  receive(packet: StreamPacket): void {
    if (this.#state === 'ended') return;
    const now = this.#deps.now();
    if (this.#isTalk && !this.#openTalk(packet)) return;
    for (const frame of this.#input.push(packet)) this.#handle(frame, now);
  }

  /** Statistics, and the time limits of waiting. */
  sweep(): void {
    const now = this.#deps.now();
    this.#audience.endFaulty();
    if (this.#audience.idleMs > this.#deps.limits.graceMs) this.#giveUp();
    const heardAt = Math.max(this.#source?.lastAt ?? 0, this.#pausedUntil);
    // a talk may be silent for a while
    if (this.#source && !this.#isTalk && now - heardAt > this.#deps.limits.silentMs) {
      const source = this.#source;
      this.onSourceLost(source);
      source.release();
    }
    if (this.state === 'ended') return;
    if (this.#source === undefined && now - this.#since > this.#deps.limits.streamMs) this.#giveUp('noStream');
    else this.#tellStats(now);
  }

  /** Ends the stream and its views. */
  end(reason?: ViewReason): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    if (reason) this.#endReason = reason;
    this.#deps.onReceived(this.#input.stats.take(this.#deps.now()).bytes);
    this.#source?.release();
    this.#source = undefined;
    this.#input.group.clear();
    this.#deps.onEnd();
    this.#audience.end(reason, this.#endReason);
  }

  /** While all viewers pause, the terminal need not send. */
  #pauseTerminal(): void {
    const { isPaused } = this.#audience;
    if (isPaused === this.#isPaused || this.#state === 'ended' || !this.#request.pause) return;
    // without a viewer, it pauses until it is stopped
    if (!isPaused && this.#audience.isEmpty) return;
    this.#isPaused = isPaused;
    this.#pausedUntil = isPaused ? Number.POSITIVE_INFINITY : this.#deps.now();
    this.#request.pause(isPaused);
    if (!isPaused) this.#restart();
  }

  /** The next picture is a key frame. */
  #restart(): void {
    this.#input.restart();
    if (this.#source) this.#setState('waitingKeyFrame');
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
      this.#deps.onFault(error);
      this.request.stop();
      this.end('talkCodec');
      return false;
    }
  }

  #handle(frame: MediaFrame, now: number): void {
    if (frame.kind === 'audio') this.#handleSound(frame);
    if (frame.kind !== 'video') return;
    try {
      const remuxed = this.#input.remux(frame, now);
      if (!remuxed) return;
      this.#relay(remuxed.segment, now);
      if (remuxed.position) this.#audience.tell(remuxed.position);
    } catch (error) {
      this.#deps.onFault(error);
      this.request.stop();
      this.end('codecNotSupported');
    }
  }

  #handleSound(frame: MediaFrame): void {
    if (frame.isDamaged || this.#audience.isEmpty) return;
    try {
      this.#audience.relaySound(this.#input.decode(frame));
    } catch (error) {
      // a bad frame of sound is left out
      this.#deps.onFault(error);
    }
  }

  #relay(segment: Segment, now: number): void {
    if (this.#state !== 'playing') {
      this.#state = 'playing';
      this.#since = now;
    }
    this.#audience.relay(segment, now);
  }

  #setState(state: ViewState): void {
    this.#state = state;
    this.#since = this.#deps.now();
    for (const viewer of this.#audience.viewers) this.#tellState(viewer);
  }

  #tellState(viewer: Viewer): void {
    viewer.setState(this.#state);
    // a talk has no picture to begin with
    if (this.#state === 'playing') viewer.playedAt ??= this.#since;
  }

  #tellStats(now: number): void {
    const { bytes, ...stats } = this.#input.stats.take(now);
    this.#deps.onReceived(bytes);
    if (this.#source) this.#audience.tell({ type: 'stats', ...stats, lost: this.#input.stats.lost });
  }
}
