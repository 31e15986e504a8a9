import { packetize, type StreamPacket } from '@fleetwarden/protocol/jt1078';
import type { ChannelStream } from './channel-stream.ts';
import { SOUND_FRAME_BYTES, SOUND_FRAME_MS } from './tone.ts';

/** The terminal's side of a talk: it says what it hears, and silence otherwise. */
export type TalkStream = ChannelStream & {
  /** A packet of the server. */
  readonly hear: (packet: StreamPacket) => void;
};

const G711A = 6;
const SILENCE = new Uint8Array(SOUND_FRAME_BYTES).fill(0xd5);
/** Older sound is forgotten. */
const MAX_HEARD_FRAMES = 250;

/** `isOneWay`: a broadcast. The terminal sends one frame, which names the channel of its connection. */
export function createTalkStream(
  { sim, channel, isOneWay }: { readonly sim: string; readonly channel: number; readonly isOneWay: boolean },
  startedAt: number,
): TalkStream {
  const heard: Uint8Array[] = [];
  let sent = 0;
  const nextAt = () => (isOneWay && sent > 0 ? Number.POSITIVE_INFINITY : startedAt + sent * SOUND_FRAME_MS);
  return {
    take: (now) => {
      const packets: StreamPacket[] = [];
      for (; nextAt() <= now; sent++) {
        const data = heard.shift() ?? SILENCE;
        packets.push(
          ...packetize(
            { sim, channel, payloadType: G711A, dataType: 'audio', timestampMs: sent * SOUND_FRAME_MS, data },
            sent & 0xffff,
          ),
        );
      }
      return packets;
    },
    nextAt,
    hear: ({ dataType, body }) => {
      if (dataType === 'audio' && heard.length < MAX_HEARD_FRAMES) heard.push(body);
    },
    pause: () => undefined,
    resume: () => undefined,
    switchTo: () => undefined,
    mute: () => undefined,
    jump: () => undefined,
    setKeyFramesOnly: () => undefined,
    hasMedia: () => true,
  };
}
