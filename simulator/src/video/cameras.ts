import type { BodyOf } from '@fleetwarden/protocol/jt808';
import type { Member } from '../identity.ts';
import { type ChannelStream, createChannelStream, type Medium } from './channel-stream.ts';
import type { StreamKind } from './clip.ts';
import { type LiveStream, openLiveStream } from './live-stream.ts';
import { STREAM_FAULTS, type StreamFaults } from './stream-faults.ts';
import { SOUND_FRAME_BYTES } from './tone.ts';

/** The cameras of a terminal, numbered from 1, with a microphone each. */
export type Cameras = {
  /** 0x9101: the result of the general answer. An open stream of the channel ends. */
  readonly open: (request: BodyOf<0x9101>) => number;
  /** 0x9102: the result of the general answer. */
  readonly control: (command: BodyOf<0x9102>) => number;
  readonly closeAll: () => void;
};

export const CHANNELS = 4;

const [OK, FAILED, UNSUPPORTED] = [0, 1, 3] as const;
/** Media by the data type of 0x9101; talk, broadcast and transparent data are not supported. */
const MEDIA: Readonly<Record<number, readonly Medium[]>> = { 0: ['picture', 'sound'], 1: ['picture'], 3: ['sound'] };
const KINDS: readonly StreamKind[] = ['main', 'sub'];
/** Commands of 0x9102. */
const COMMAND = { close: 0, switchStream: 1, pause: 2, resume: 3 } as const;
/** Media that a close of this kind ends. */
const CLOSED_MEDIA: readonly (readonly Medium[])[] = [['picture', 'sound'], ['sound'], ['picture']];

/** 0x1003: G.711A at 8 kHz, and H.264. */
export const MEDIA_ATTRIBUTES = {
  audioCodec: 6,
  audioChannels: 1,
  sampleRate: 0,
  sampleBits: 1,
  audioFrameBytes: SOUND_FRAME_BYTES,
  hasAudioOutput: 0,
  videoCodec: 98,
  maxAudioChannels: CHANNELS,
  maxVideoChannels: CHANNELS,
} as const;

export function createCameras(member: Member, faults: StreamFaults = STREAM_FAULTS.good): Cameras {
  const open = new Map<number, { readonly stream: ChannelStream; readonly live: LiveStream }>();

  const close = (channel: number) => {
    const found = open.get(channel);
    open.delete(channel);
    found?.live.close();
  };
  return {
    open: ({ server, tcpPort, udpPort, channel, dataType, streamType }) => {
      const media = MEDIA[dataType];
      const kind = KINDS[streamType];
      if (!media || !kind) return UNSUPPORTED;
      if (channel < 1 || channel > CHANNELS) return FAILED;
      close(channel);
      const stream = createChannelStream({ sim: member.phone, channel, kind, media }, Date.now());
      const live: LiveStream = openLiveStream({
        server: { host: server, port: tcpPort || udpPort, transport: tcpPort ? 'tcp' : 'udp' },
        stream,
        // most terminals of 2019 write a wider SIM
        simBytes: member.version === 2019 ? 10 : 6,
        faults,
        seed: member.seed + channel,
        onClosed: () => {
          if (open.get(channel)?.live === live) open.delete(channel);
        },
      });
      open.set(channel, { stream, live });
      return OK;
    },
    control: ({ channel, control: command, closeKind, streamType }) => {
      const found = open.get(channel);
      if (!found) return command === COMMAND.close ? OK : FAILED;
      const { stream, live } = found;
      if (command === COMMAND.close) {
        for (const medium of CLOSED_MEDIA[closeKind] ?? []) stream.mute(medium);
        if (!stream.hasMedia()) close(channel);
      } else if (command === COMMAND.switchStream) stream.switchTo(KINDS[streamType] ?? 'main');
      else if (command === COMMAND.pause) stream.pause();
      else if (command === COMMAND.resume) stream.resume(Date.now());
      else return UNSUPPORTED;
      live.reschedule();
      return OK;
    },
    closeAll: () => {
      for (const channel of [...open.keys()]) close(channel);
    },
  };
}
