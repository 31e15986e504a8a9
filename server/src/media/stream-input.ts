import { FrameAssembler, type MediaFrame, type StreamPacket } from '@fleetwarden/protocol/jt1078';
import type { MediaLimits } from './limits.ts';
import { type Segment, VideoRemuxer } from './remuxer.ts';
import { ReplayClock } from './replay-clock.ts';
import { SegmentGroup } from './segment-group.ts';
import { type Sound, SoundDecoder } from './sound.ts';
import { StreamStats } from './stream-stats.ts';
import type { Pace, StreamSource } from './stream-types.ts';

/** What the packets of one stream become: frames, then segments of video, and sound. */
export class StreamInput {
  readonly stats: StreamStats;
  /** The cached key frame group. */
  readonly group: SegmentGroup;
  #assembler = new FrameAssembler();
  readonly #remuxer = new VideoRemuxer();
  readonly #sound = new SoundDecoder();
  /** Of a playback. */
  readonly #clock: ReplayClock | undefined;
  #speed = 1;

  /** `startAt`: the requested time of a playback. */
  constructor(limits: MediaLimits, now: number, startAt: number | undefined) {
    this.stats = new StreamStats(now);
    this.group = new SegmentGroup(limits);
    if (startAt !== undefined) this.#clock = new ReplayClock(startAt);
  }

  /** Of a playback: where its last key frame is in the recording. */
  get position(): ReplayClock['position'] {
    return this.#clock?.position;
  }

  startConnection(transport: StreamSource['transport']): void {
    this.stats.startConnection();
    // TCP keeps the order
    this.#assembler = transport === 'tcp' ? new FrameAssembler(0) : new FrameAssembler();
    this.#remuxer.onLoss();
  }

  /** Playback goes on at another time or speed, or as before. */
  setPace({ isSeek = false, speed, position }: Pace): void {
    if (!isSeek && speed === this.#speed) return;
    this.#clock?.setPace({ speed, position });
    this.#speed = speed;
    this.restart();
  }

  /** The terminal sends from elsewhere: the next picture is a key frame. */
  restart(): void {
    this.#remuxer.jump(this.#speed !== 1);
    this.group.clear();
  }

  push(packet: StreamPacket): readonly MediaFrame[] {
    this.stats.addPacket(packet.body.length);
    const frames = this.#assembler.push(packet);
    // after loss, pictures refer to some that are missing
    if (this.stats.setLost(this.#assembler.lostPackets)) this.#remuxer.onLoss();
    return frames;
  }

  /** The segment of a frame, with the position of a playback if it changed; undefined: there is nothing to show. Throws CodecError. */
  remux(frame: MediaFrame, now: number): { readonly segment: Segment; readonly position: ReplayClock['position'] } | undefined {
    this.stats.addFrame();
    const segment = this.#remuxer.push(frame, now);
    if (!segment) return undefined;
    this.group.push(segment);
    return { segment, position: this.#clock?.next(frame.timestampMs, now, segment) };
  }

  /** Throws CodecError. */
  decode(frame: MediaFrame): Sound {
    return this.#sound.push(frame);
  }
}
