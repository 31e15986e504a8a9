import { type BodyOf, timeOfDigits } from '@fleetwarden/protocol/jt808';
import type { SimBytes } from '@fleetwarden/protocol/jt1078';
import type { Member } from '../identity.ts';
import { type ChannelStream, createChannelStream, type Medium } from './channel-stream.ts';
import type { StreamKind } from './clip.ts';
import { type LiveStream, openLiveStream } from './live-stream.ts';
import { createPlayback, type Playback } from './playback.ts';
import { searchRecordings } from './recordings.ts';
import { STREAM_FAULTS, type StreamFaults } from './stream-faults.ts';
import { createTalkStream } from './talk-stream.ts';
import { SOUND_FRAME_BYTES } from './tone.ts';

/** The cameras of a terminal, numbered from 1, with a microphone each. */
export type Cameras = {
  /** 0x9101: the result of the general answer. An open stream of the channel ends. */
  readonly open: (request: BodyOf<0x9101>) => number;
  /** 0x9102: the result of the general answer. */
  readonly control: (command: BodyOf<0x9102>) => number;
  /** 0x9205: the recordings that touch the time, of one channel or all. */
  readonly search: (wish: BodyOf<0x9205>) => BodyOf<0x1205>['items'];
  /** 0x9201: the result of the general answer. An open playback of the channel ends. */
  readonly playBack: (request: BodyOf<0x9201>) => number;
  /** 0x9202: the result of the general answer. */
  readonly controlPlayback: (command: BodyOf<0x9202>) => number;
  readonly closeAll: () => void;
};

export const CHANNELS = 4;

const [OK, FAILED, UNSUPPORTED] = [0, 1, 3] as const;
/** Data types of 0x9101: two-way talk and broadcast. */
const [TALK, BROADCAST] = [2, 4] as const;
/** Media by other data types; transparent data is not supported. */
const MEDIA: Readonly<Record<number, readonly Medium[]>> = { 0: ['picture', 'sound'], 1: ['picture'], 3: ['sound'] };
/** Media by the media type of 0x9201. */
const RECORDED_MEDIA: readonly (readonly Medium[])[] = [['picture', 'sound'], ['sound'], ['picture'], ['picture', 'sound']];
/** Stream type of 0x9201. */
const RECORDED_SUB = 2;
/** Command of 0x9202. */
const END = 2;
const KINDS: readonly StreamKind[] = ['main', 'sub'];
/** Commands of 0x9102. */
const COMMAND = { close: 0, switchStream: 1, pause: 2, resume: 3, endTalk: 4 } as const;
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
  const playing = new Map<number, { readonly playback: Playback; readonly live: LiveStream }>();

  const talks = new Map<number, LiveStream>();

  const endTalk = (channel: number) => {
    const talk = talks.get(channel);
    talks.delete(channel);
    talk?.close();
  };
  const openTalk = ({ server, tcpPort, channel, dataType }: BodyOf<0x9101>): number => {
    endTalk(channel);
    const stream = createTalkStream({ sim: member.phone, channel, isOneWay: dataType === BROADCAST }, Date.now());
    const talk: LiveStream = openLiveStream({
      server: { host: server, port: tcpPort, transport: 'tcp' },
      stream,
      simBytes: simBytesOf(member),
      faults,
      seed: member.seed + channel,
      hear: stream.hear,
      onClosed: () => {
        if (talks.get(channel) === talk) talks.delete(channel);
      },
    });
    talks.set(channel, talk);
    return OK;
  };
  const close = (channel: number) => {
    const found = open.get(channel);
    open.delete(channel);
    found?.live.close();
  };
  const endPlayback = (channel: number) => {
    const found = playing.get(channel);
    playing.delete(channel);
    found?.live.close();
  };
  const connection = (server: string, tcpPort: number, udpPort: number) => ({
    server: { host: server, port: tcpPort || udpPort, transport: tcpPort ? ('tcp' as const) : ('udp' as const) },
    simBytes: simBytesOf(member),
    faults,
  });
  const search: Cameras['search'] = (wish) => searchRecordings(member.seed, CHANNELS, wish, Date.now());
  return {
    search,
    playBack: ({ server, tcpPort, udpPort, ...wish }) => {
      const media = RECORDED_MEDIA[wish.mediaType];
      if (!media) return UNSUPPORTED;
      const { channel } = wish;
      const startAt = timeOfDigits(wish.startTime);
      const [first] = search({ ...wish, alarmBits: 0, videoAlarmBits: 0 });
      if (!first || startAt === null || channel < 1) return FAILED;
      endPlayback(channel);
      const kind = wish.streamType === RECORDED_SUB ? 'sub' : 'main';
      const playback = createPlayback({ sim: member.phone, channel, kind, media }, startAt, timeOfDigits(wish.endTime));
      const live: LiveStream = openLiveStream({
        ...connection(server, tcpPort, udpPort),
        stream: playback.stream,
        seed: member.seed + channel,
        onClosed: () => {
          if (playing.get(channel)?.live === live) playing.delete(channel);
        },
      });
      playing.set(channel, { playback, live });
      return OK;
    },
    controlPlayback: ({ channel, control, speed, position }) => {
      const found = playing.get(channel);
      if (control === END) {
        endPlayback(channel);
        return OK;
      }
      if (!found) return FAILED;
      const result = found.playback.control(control, speed, timeOfDigits(position));
      found.live.reschedule();
      return result;
    },
    open: (request) => {
      const { server, tcpPort, udpPort, channel, dataType, streamType } = request;
      if (dataType === TALK || dataType === BROADCAST) return tcpPort === 0 ? UNSUPPORTED : openTalk(request);
      const media = MEDIA[dataType];
      const kind = KINDS[streamType];
      if (!media || !kind) return UNSUPPORTED;
      if (channel < 1 || channel > CHANNELS) return FAILED;
      close(channel);
      const stream = createChannelStream({ sim: member.phone, channel, kind, media }, Date.now());
      const live: LiveStream = openLiveStream({
        ...connection(server, tcpPort, udpPort),
        stream,
        seed: member.seed + channel,
        onClosed: () => {
          if (open.get(channel)?.live === live) open.delete(channel);
        },
      });
      open.set(channel, { stream, live });
      return OK;
    },
    control: ({ channel, control: command, closeKind, streamType }) => {
      if (command === COMMAND.endTalk) {
        endTalk(channel);
        return OK;
      }
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
      for (const channel of [...talks.keys()]) endTalk(channel);
      for (const channel of [...playing.keys()]) endPlayback(channel);
    },
  };
}

/** Most terminals of 2019 write a wider SIM. */
const simBytesOf = ({ version }: Member): SimBytes => (version === 2019 ? 10 : 6);
