import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Content, Version } from '@fleetwarden/protocol/jt808';
import {
  FrameAssembler,
  type MediaFrame,
  PacketFramer,
  packetize,
  readPacket,
  type StreamPacket,
  writePacket,
} from '@fleetwarden/protocol/jt1078';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, startTestServer, type TestServer } from '../../test/test-server.ts';
import { createVehicle } from '../motion/vehicle.ts';
import { forgetfulMemory } from '../state-file.ts';
import { createTerminal, type Terminal } from '../terminal.ts';
import { CHANNELS } from './cameras.ts';
import { loadClip } from './clip.ts';
import { STREAM_FAULTS, type StreamFaults } from './stream-faults.ts';

const PHONE = '19900000003';
const HOST = '127.0.0.1';

/** A media server that keeps what it receives. */
type MediaServer = {
  readonly tcpPort: number;
  readonly udpPort: number;
  readonly packets: StreamPacket[];
  readonly connections: () => number;
  readonly open: () => number;
  /** Sends a packet to all terminals. */
  readonly speak: (packet: Uint8Array) => void;
  readonly hangUp: () => void;
  readonly close: () => Promise<void>;
};

async function startMediaServer(): Promise<MediaServer> {
  const packets: StreamPacket[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const tcp: Server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    const framer = new PacketFramer();
    socket.on('data', (chunk) =>
      framer.push(
        chunk,
        (packet) => packets.push(packet),
        (reason) => {
          throw new Error(reason);
        },
      ),
    );
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await once(tcp.listen(0, HOST), 'listening');
  const udp: UdpSocket = createSocket('udp4');
  udp.on('message', (bytes) => packets.push(readPacket(bytes)));
  await new Promise<void>((resolve) => udp.bind(0, HOST, resolve));
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    tcpPort: (tcp.address() as AddressInfo).port,
    udpPort: udp.address().port,
    packets,
    connections: () => connections,
    open: () => sockets.size,
    speak: (packet) => {
      for (const socket of sockets) socket.write(packet);
    },
    hangUp,
    close: async () => {
      hangUp();
      await new Promise<void>((resolve) => tcp.close(() => resolve()));
      await new Promise<void>((resolve) => udp.close(() => resolve()));
    },
  };
}

let server: TestServer;
let media: MediaServer;
let terminal: Terminal | undefined;

beforeEach(async () => {
  server = await startTestServer();
  media = await startMediaServer();
});
afterEach(async () => {
  terminal?.stop();
  await server.close();
  await media.close();
});

const switchOn = async (version: Version = 2019, video: StreamFaults = STREAM_FAULTS.good) => {
  terminal = createTerminal({
    server: { host: HOST, port: server.port, transport: 'tcp' },
    member: {
      phone: PHONE,
      version,
      plate: '鄂A12346',
      plateColour: 2,
      terminalNo: 'S000003',
      maker: 'FWSIM',
      model: 'FW-T1',
      kind: 'taxi',
      seed: 4,
      homeCity: '武汉',
    },
    vehicle: { ...createVehicle({ seed: 4, kind: 'taxi', home: '武汉' }), linkAt: () => 'up' },
    codes: forgetfulMemory().codes,
    movingS: 60,
    parkedS: 60,
    video,
  });
  terminal.start();
  await eventually('that it is online', () => terminal?.state() === 'online');
};

/** Sends a command; the result of the general answer. */
const say = async (content: Content): Promise<number> => {
  const serial = server.say(PHONE, content);
  const answer = () =>
    server.received
      .map(({ message }) => message)
      .find((message) => message.type === 'terminalAck' && message.body.serial === serial);
  await eventually('the answer', () => answer() !== undefined);
  return (answer()!.body as { result: number }).result;
};
const request = (channel: number, change: object = {}) =>
  say({
    type: 'openLiveStream',
    body: { server: HOST, tcpPort: media.tcpPort, udpPort: media.udpPort, channel, dataType: 0, streamType: 0, ...change },
  });
const order = (channel: number, control: number, change: object = {}) =>
  say({ type: 'controlLiveStream', body: { channel, control, closeKind: 0, streamType: 0, ...change } });

const ofChannel = (channel: number) => media.packets.filter((packet) => packet.channel === channel);
const videoOf = (channel: number) => ofChannel(channel).filter(({ dataType }) => dataType !== 'audio');
const audioOf = (channel: number) => ofChannel(channel).filter(({ dataType }) => dataType === 'audio');
const frames = (packets: readonly StreamPacket[]): MediaFrame[] => {
  const assembler = new FrameAssembler();
  return packets.flatMap((packet) => assembler.push(packet));
};

describe('a terminal with live video requests', () => {
  it.each([2013, 2019] as const)('reports its media attributes, and streams a channel over TCP (%s)', async (version) => {
    await switchOn(version);
    server.say(PHONE, { type: 'queryMediaAttributes', body: {} });
    await eventually('its attributes', () => server.received.some(({ message }) => message.type === 'mediaAttributes'));
    const attributes = server.received.find(({ message }) => message.type === 'mediaAttributes');
    expect(attributes?.message.body).toMatchObject({ audioCodec: 6, videoCodec: 98, maxVideoChannels: CHANNELS });

    expect(await request(2)).toBe(0);
    await eventually('a second of it', () => frames(videoOf(2)).length > 15 && audioOf(2).length > 15);
    expect(ofChannel(2)[0]).toMatchObject({ sim: PHONE, sequence: 0, dataType: 'keyFrame', timestampMs: 0 });
    const [first] = frames(videoOf(2));
    expect(Buffer.from(first!.data).equals(loadClip(2, 'main')[0]!.data)).toBe(true);
  });

  it('streams over UDP if it gets no TCP port', async () => {
    await switchOn();
    expect(await request(1, { tcpPort: 0 })).toBe(0);
    await eventually('pictures', () => videoOf(1).length > 5);
    expect(media.connections()).toBe(0);
  });

  it('streams several channels, each over its own connection', async () => {
    await switchOn();
    for (const channel of [1, 2, 3, 4]) expect(await request(channel, { streamType: 1 })).toBe(0);
    await eventually('all of them', () => [1, 2, 3, 4].every((channel) => videoOf(channel).length > 3));
    expect(media.open()).toBe(4);
    expect(await order(3, 0)).toBe(0);
    await eventually('that one ends', () => media.open() === 3);
  });

  it('replaces the stream of a channel that is requested again', async () => {
    await switchOn();
    await request(1);
    await eventually('the first', () => videoOf(1).length > 0);
    await request(1, { streamType: 1 });
    await eventually('the second', () => media.connections() === 2 && media.open() === 1);
  });

  it('echoes received sound in a talk, in parallel with the video of the channel', async () => {
    await switchOn();
    await request(1, { dataType: 1 });
    await eventually('pictures', () => videoOf(1).length > 0);
    expect(await request(1, { dataType: 2 })).toBe(0);
    await eventually('silence', () => audioOf(1).length > 2);
    const body = new Uint8Array(320).fill(0x2a);
    const frame = { sim: PHONE, channel: 1, payloadType: 6, dataType: 'audio', timestampMs: 0, data: body } as const;
    media.speak(writePacket(packetize(frame, 0)[0]!, 10));
    await eventually('the echo', () => audioOf(1).some((packet) => Buffer.from(packet.body).equals(body)));
    expect(media.open()).toBe(2);
    expect(await order(1, 4)).toBe(0);
    await eventually('the end of the talk', () => media.open() === 1);
  });

  it('listens to a broadcast, and sends no sound', async () => {
    await switchOn();
    expect(await request(2, { dataType: 4 })).toBe(0);
    await eventually('the connection', () => audioOf(2).length === 1);
    expect(await request(2, { dataType: 4, tcpPort: 0 })).toBe(3);
  });

  it('moves its cameras', async () => {
    await switchOn();
    expect(await say({ type: 'panTilt', body: { channel: 1, direction: 1, speed: 9 } })).toBe(0);
    expect(await say({ type: 'adjustZoom', body: { channel: CHANNELS + 1, action: 0 } })).toBe(1);
  });

  it('refuses a channel that it does not have, and transparent data', async () => {
    await switchOn();
    expect(await request(CHANNELS + 1)).toBe(1);
    expect(await request(1, { dataType: 5 })).toBe(3);
    expect(await order(1, 2)).toBe(1);
    expect(await order(1, 0)).toBe(0);
    expect(media.connections()).toBe(0);
  });

  it('mutes, pauses, resumes and switches a stream', async () => {
    await switchOn();
    await request(1);
    await eventually('sound', () => audioOf(1).length > 0);
    expect(await order(1, 0, { closeKind: 1 })).toBe(0);
    const sounds = audioOf(1).length;
    expect(await order(1, 2)).toBe(0);
    expect(await order(1, 1, { streamType: 1 })).toBe(0);
    const pictures = frames(videoOf(1)).length;
    expect(await order(1, 3)).toBe(0);
    await eventually('pictures', () => frames(videoOf(1)).length > pictures + 1);
    expect(audioOf(1).length).toBeLessThanOrEqual(sounds + 1);
    const resumed = frames(videoOf(1))
      .slice(1)
      .find(({ isKey }) => isKey);
    const subs = loadClip(1, 'sub').map(({ data }) => Buffer.from(data));
    expect(subs.some((data) => data.equals(resumed!.data))).toBe(true);
    // without sound, the end of the pictures is the end of the stream
    expect(await order(1, 0, { closeKind: 2 })).toBe(0);
    await eventually('the end', () => media.open() === 0);
  });

  it('ends a stream when the server disconnects, and streams again on request', async () => {
    await switchOn();
    await request(1);
    await eventually('a stream', () => media.open() === 1);
    media.hangUp();
    await eventually('the end', () => media.open() === 0);
    expect(await request(1)).toBe(0);
    await eventually('another', () => media.open() === 1);
  });

  it('sends nothing, or closes its stream, if configured to fail', async () => {
    await switchOn(2019, STREAM_FAULTS.mute);
    await request(1);
    await eventually('a connection', () => media.open() === 1);
    terminal?.stop();
    await eventually('the end', () => media.open() === 0);
    expect(media.packets).toEqual([]);

    await switchOn(2019, { about: '', cutAfterMs: 300 });
    await request(1);
    await eventually('the cut', () => media.connections() === 2 && media.open() === 0);
    expect(videoOf(1).length).toBeGreaterThan(0);
  });
});
