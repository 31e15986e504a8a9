import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import {
  type BadFrameReason,
  type Content,
  createMessageLink,
  type Header,
  type Message,
  type MessageLink,
  phoneKey,
} from '@fleetwarden/protocol/jt808';

type Received = { readonly header: Header; readonly message: Message; readonly peer: number };

/** A small JT/T 808 server for tests: issues and checks codes, acknowledges messages, and can stop doing so. */
export type TestServer = {
  readonly port: number;
  readonly received: Received[];
  readonly bad: BadFrameReason[];
  readonly codes: Map<string, string>;
  /** While false nothing but the handshake is acknowledged. */
  acknowledges: boolean;
  /** Connections made so far. */
  readonly connections: () => number;
  /** Sends a message to the last connection with this phone; returns its serial. */
  readonly say: (phone: string, content: Content) => number;
  /** Sends bytes as they are. */
  readonly raw: (phone: string, bytes: Uint8Array) => void;
  /** Ids of messages with unreadable bodies. */
  readonly unreadable: number[];
  readonly hangUp: () => void;
  readonly close: () => Promise<void>;
};

type Peer = { readonly write: (bytes: Uint8Array) => void; readonly link: MessageLink };

export async function startTestServer(): Promise<TestServer> {
  const received: Received[] = [];
  const bad: BadFrameReason[] = [];
  const unreadable: number[] = [];
  const codes = new Map<string, string>();
  const sockets = new Set<Socket>();
  const peers = new Map<string, { peer: Peer; header: Header }>();
  let connections = 0;

  const say = ({ link, write }: Peer, header: Header, content: Content): number => {
    const { firstSerial, frames } = link.encode(content, header);
    for (const frame of frames) write(frame);
    return firstSerial;
  };

  const hear = (peer: Peer, number: number, header: Header, message: Message) => {
    received.push({ header, message, peer: number });
    const phone = phoneKey(header.phone);
    peers.set(phone, { peer, header });
    const ack = (result: number) => say(peer, header, { id: 0x8001, body: { serial: header.serial, id: header.id, result } });
    if (message.type === 'register') {
      codes.set(phone, `code-${phone}`);
      say(peer, header, { id: 0x8100, body: { serial: header.serial, result: 0, code: `code-${phone}` } });
    } else if (message.type === 'authenticate') ack(message.body.code === codes.get(phone) ? 0 : 1);
    else if (['heartbeat', 'location', 'locationBatch', 'driverCard', 'waybill'].includes(message.type) && server.acknowledges)
      ack(0);
  };

  const connect = (write: Peer['write']): Peer => {
    const number = connections++;
    const link = createMessageLink({
      onMessage: (header, message) => hear(peer, number, header, message),
      onBad: (reason) => bad.push(reason),
      onUnreadable: ({ id }) => unreadable.push(id),
    });
    const peer: Peer = { write, link };
    return peer;
  };

  const { tcp, udp } = await listenOnBoth();
  const { port } = tcp.address() as AddressInfo;
  tcp.on('connection', (socket) => {
    const { link } = connect((bytes) => socket.write(bytes));
    sockets.add(socket);
    socket.on('data', link.receive);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  const udpPeers = new Map<string, Peer>();
  udp.on('message', (bytes, from: RemoteInfo) => {
    const key = `${from.address}:${from.port}`;
    let peer = udpPeers.get(key);
    if (!peer) {
      peer = connect((out) => udp.send(out, from.port, from.address));
      udpPeers.set(key, peer);
    }
    peer.link.receive(bytes);
  });
  const server: TestServer = {
    port,
    received,
    bad,
    unreadable,
    codes,
    acknowledges: true,
    connections: () => connections,
    say: (phone, content) => {
      const known = peers.get(phone);
      if (!known) throw new Error(`no terminal with the phone ${phone} has sent anything yet`);
      return say(known.peer, known.header, content);
    },
    raw: (phone, bytes) => peers.get(phone)?.peer.write(bytes),
    hangUp: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      server.hangUp();
      await Promise.all([
        new Promise<void>((resolve) => tcp.close(() => resolve())),
        new Promise<void>((resolve) => udp.close(() => resolve())),
      ]);
    },
  };
  return server;
}

/** A free port for TCP may be in use for UDP: then another one. */
async function listenOnBoth(): Promise<{ readonly tcp: Server; readonly udp: UdpSocket }> {
  for (;;) {
    const tcp = createServer();
    await once(tcp.listen(0, '127.0.0.1'), 'listening');
    const udp = createSocket('udp4');
    const isBound = new Promise<boolean>((resolve) => {
      udp.once('error', () => resolve(false));
      udp.bind((tcp.address() as AddressInfo).port, '127.0.0.1', () => resolve(true));
    });
    if (await isBound) return { tcp, udp };
    udp.close();
    tcp.close();
  }
}

/** Waits until a condition holds; the error names the condition. */
export async function eventually(what: string, holds: () => boolean): Promise<void> {
  const until = Date.now() + 60_000;
  while (!holds()) {
    if (Date.now() > until) throw new Error(`never came: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
