import { createSocket } from 'node:dgram';
import { connect, type Socket } from 'node:net';
import { PacketFramer, packetize, type StreamPacket, writePacket } from '@fleetwarden/protocol/jt1078';

const hex = (text: string) => Buffer.from(text, 'hex');
const START_CODE = hex('00000001');
const [H264, G711A, SVAC] = [98, 6, 101] as const;

/** SPS and PPS of H.264 by their pictures' size. */
export const PARAMETER_SETS = {
  cif: [hex('6742c01ed9016096a0'), hex('68ce3c80')],
  fullHd: [hex('67640028acd940780227e5c044000003000400000300c83c60c658'), hex('68efbcb0')],
} as const;
type Size = keyof typeof PARAMETER_SETS;

const annexB = (nals: readonly Uint8Array[]): Buffer => Buffer.concat(nals.flatMap((nal) => [START_CODE, nal]));
/** A picture that is told apart by its number. */
const picture = (header: number, number: number, bytes: number): Buffer =>
  Buffer.concat([Uint8Array.of(header, 0x80 | (number >> 7), 0x80 | (number & 0x7f)), Buffer.alloc(bytes, 0xaa)]);

/** AAC-LC of 8 kHz, mono, with its header: silence of 128 ms. */
export const AAC_FRAME = hex('fff16c4001bffc00c800802380');

export type StreamTerminal = {
  keyFrame(size?: Size, bytes?: number): void;
  frame(bytes?: number): void;
  sound(payloadType?: number, data?: Uint8Array): void;
  /** Packets of the server, in a talk. */
  readonly heard: readonly StreamPacket[];
  /** A frame of a codec that is not supported. */
  svac(): void;
  /** Leaves out sequence numbers, as if packets were lost. */
  lose(packets: number): void;
  /** Resolves when the server closed the connection. */
  readonly closed: Promise<void>;
  end(): void;
};

/** A terminal of tests that sends a stream: real sockets, packets of JT/T 1078. */
export async function connectStream(
  port: number,
  {
    sim,
    channel = 1,
    transport = 'tcp',
  }: { readonly sim: string; readonly channel?: number; readonly transport?: 'tcp' | 'udp' },
): Promise<StreamTerminal> {
  const closed = Promise.withResolvers<void>();
  const heard: StreamPacket[] = [];
  const wire =
    transport === 'udp'
      ? await datagrams(port)
      : await connection(
          port,
          (packet) => heard.push(packet),
          () => closed.resolve(),
        );
  let sequence = 0;
  let timestampMs = 1_000;
  let pictures = 0;
  const send = (payloadType: number, dataType: 'keyFrame' | 'predictedFrame' | 'audio', data: Uint8Array) => {
    const packets = packetize({ sim, channel, payloadType, dataType, timestampMs, data }, sequence);
    sequence = (sequence + packets.length) & 0xffff;
    for (const packet of packets) wire.write(writePacket(packet));
  };
  return {
    keyFrame: (size = 'cif', bytes = 100) => {
      timestampMs += 40;
      send(H264, 'keyFrame', annexB([...PARAMETER_SETS[size], picture(0x65, ++pictures, bytes)]));
    },
    frame: (bytes = 50) => {
      timestampMs += 40;
      send(H264, 'predictedFrame', annexB([picture(0x41, ++pictures, bytes)]));
    },
    sound: (payloadType = G711A, data = Buffer.alloc(320, 0xd5)) => send(payloadType, 'audio', data),
    heard,
    svac: () => send(SVAC, 'keyFrame', Buffer.alloc(100, 1)),
    lose: (packets) => {
      sequence = (sequence + packets) & 0xffff;
    },
    closed: closed.promise,
    end: () => wire.end(),
  };
}

type Wire = { write(bytes: Uint8Array): void; end(): void };

function connection(port: number, onPacket: (packet: StreamPacket) => void, onClose: () => void): Promise<Wire> {
  const framer = new PacketFramer();
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => resolve({ write: (bytes) => socket.write(bytes), end: () => socket.destroy() }));
    // a refused terminal writes to a closed connection
    socket.on('error', reject);
    socket.on('data', (chunk) => framer.push(chunk as Buffer, onPacket, () => reject(new Error('bad packet'))));
    socket.once('close', onClose);
  });
}

function datagrams(port: number): Promise<Wire> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.connect(port, '127.0.0.1', () => resolve({ write: (bytes) => socket.send(bytes), end: () => socket.close() }));
  });
}
