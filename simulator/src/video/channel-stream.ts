import { type OutgoingFrame, packetize, type StreamPacket } from '@fleetwarden/protocol/jt1078';
import { CLIP_FRAMES, FRAME_RATE, KEY_FRAME_INTERVAL, loadClip, type StreamKind } from './clip.ts';
import { recordTone, SOUND_FRAME_MS } from './tone.ts';

/** The stream of a camera, paced by its caller. Times are epoch ms. */
export type ChannelStream = {
  /** The packets to send by now. */
  readonly take: (now: number) => StreamPacket[];
  /** When to call `take` again; infinite while paused. */
  readonly nextAt: () => number;
  readonly pause: () => void;
  readonly resume: (now: number) => void;
  readonly switchTo: (kind: StreamKind) => void;
  readonly mute: (media: Medium) => void;
  /** Goes on from another time, with a key frame. */
  readonly jump: (at: number) => void;
  /** Whether only key frames are sent, without sound. */
  readonly setKeyFramesOnly: (only: boolean) => void;
  /** A recording: the last picture was sent. */
  readonly isOver?: () => boolean;
  /** Whether sound or picture is left. */
  readonly hasMedia: () => boolean;
};

export type Medium = 'picture' | 'sound';

type StreamOptions = {
  readonly sim: string;
  readonly channel: number;
  readonly kind: StreamKind;
  readonly media: readonly Medium[];
};

/** Payload types of JT/T 1078-2016 table 12. */
const [H264, G711A] = [98, 6] as const;
const MAX_INTERVAL_MS = 0xffff;
/** A machine that slept does not send what it missed. */
const MAX_LATENESS_MS = 2_000;
const FRAME_MS = 1000 / FRAME_RATE;

export function createChannelStream(
  { sim, channel, kind: first, media: wanted }: StreamOptions,
  startedAt: number,
  /** When timestamps are 0. */
  zeroAt: number = startedAt,
): ChannelStream {
  const media = new Set(wanted);
  let kind = first;
  let sequence = 0;
  let isPaused = false;
  let keyFramesOnly = false;
  // frames since the last start, which was at this time
  let from = startedAt;
  const sent = { picture: 0, sound: 0 };
  let clipAt = 0;
  let keyFrameAt = startedAt;
  let frameAt = startedAt;

  const start = (now: number) => {
    from = now;
    sent.picture = 0;
    sent.sound = 0;
    seekKeyFrame();
  };
  const seekKeyFrame = () => {
    clipAt = (Math.ceil(clipAt / KEY_FRAME_INTERVAL) * KEY_FRAME_INTERVAL) % CLIP_FRAMES;
  };
  const dueAt = (medium: Medium): number =>
    !isPaused && media.has(medium)
      ? from + sent[medium] * (medium === 'picture' ? FRAME_MS : SOUND_FRAME_MS)
      : Number.POSITIVE_INFINITY;

  const divide = (
    frame: Pick<OutgoingFrame, 'payloadType' | 'dataType' | 'keyFrameIntervalMs' | 'frameIntervalMs' | 'data'>,
    at: number,
  ) => {
    const packets = packetize({ sim, channel, timestampMs: Math.round(at - zeroAt), ...frame }, sequence);
    sequence = (sequence + packets.length) & 0xffff;
    return packets;
  };
  const interval = (at: number, since: number) => Math.min(MAX_INTERVAL_MS, Math.round(at - since));
  const picture = (at: number): StreamPacket[] => {
    const { isKey, data } = loadClip(channel, kind)[clipAt]!;
    clipAt = (clipAt + 1) % CLIP_FRAMES;
    if (keyFramesOnly && !isKey) return [];
    const packets = divide(
      {
        payloadType: H264,
        dataType: isKey ? 'keyFrame' : 'predictedFrame',
        keyFrameIntervalMs: interval(at, keyFrameAt),
        frameIntervalMs: interval(at, frameAt),
        data,
      },
      at,
    );
    if (isKey) keyFrameAt = at;
    frameAt = at;
    return packets;
  };
  const sound = (at: number): StreamPacket[] => {
    if (keyFramesOnly) return [];
    const data = recordTone(channel, Math.round((at - zeroAt) / SOUND_FRAME_MS));
    return divide({ payloadType: G711A, dataType: 'audio', data }, at);
  };

  const nextAt = () => Math.min(dueAt('picture'), dueAt('sound'));
  return {
    take: (now) => {
      if (now - nextAt() > MAX_LATENESS_MS) start(now);
      const packets: StreamPacket[] = [];
      for (let at = nextAt(); at <= now; at = nextAt()) {
        const medium = dueAt('picture') <= dueAt('sound') ? 'picture' : 'sound';
        sent[medium]++;
        packets.push(...(medium === 'picture' ? picture(at) : sound(at)));
      }
      return packets;
    },
    nextAt,
    pause: () => {
      isPaused = true;
    },
    resume: (now) => {
      if (isPaused) start(now);
      isPaused = false;
    },
    switchTo: (next) => {
      if (next !== kind) seekKeyFrame();
      kind = next;
    },
    jump: start,
    setKeyFramesOnly: (only) => {
      keyFramesOnly = only;
    },
    mute: (medium) => void media.delete(medium),
    hasMedia: () => media.size > 0,
  };
}
