import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import {
  Channel,
  type CipherKeys,
  type Content,
  type KnownMessage,
  type MessageType,
  type ReceivedMessage,
  type Revision,
} from '@fleetwarden/protocol/jt809';

/** Options of a simulated superior platform. */
export type UpperOptions = {
  readonly revision: Revision;
  readonly user: number;
  readonly password: string;
  readonly accessCode: number;
  readonly keys: CipherKeys;
  /** Its own messages are encrypted with it; null: they are not. */
  readonly encryptKey: number | null;
  /** The local address that it listens on; default loopback. */
  readonly host?: string;
  /** Opens no sub link and uses only the main link, like many platforms. */
  readonly mainOnly?: boolean;
  /** Opens the sub link at this address in place of the login's: for address translation. */
  readonly subAt?: { readonly host: string; readonly port: number };
  /** Answers no heartbeat, as if it were half dead. */
  readonly deaf?: boolean;
  /** Puts each of its messages on the line twice, as some do that hear no answer. */
  readonly twice?: boolean;
};

/** A received message with its serial and link. */
export type Received = KnownMessage & { readonly serial: number; readonly link: 'main' | 'sub' };

/** A superior platform over real sockets: accepts logins, opens the sub link, sends requests, and records all messages. */
export type UpperPlatform = {
  readonly port: number;
  /** All messages in order. */
  readonly received: readonly Received[];
  /** Logins, with what they were answered. */
  readonly logins: readonly number[];
  readonly badFrames: number;
  /** Messages of this type, of all logins. */
  of<T extends MessageType>(type: T): Extract<Received, { type: T }>[];
  /** Sends a message over the sub link, or else the main link; returns its serial. Throws without any link. */
  ask(content: Content): number;
  /** Puts raw bytes on the main link, or the sub link. */
  raw(bytes: Uint8Array, link?: 'main' | 'sub'): void;
  /** Cuts the main link, the sub link or both; `half`: only its own direction. */
  cut(which: 'main' | 'sub' | 'both', half?: boolean): void;
  /** Whether the subordinate platform is logged in and accepted the sub link. */
  readonly signedIn: boolean;
  readonly subUp: boolean;
  /** Changes options from now on. */
  set(options: Partial<UpperOptions>): void;
  /** Listens again on its port after a `close`. */
  open(): Promise<void>;
  close(): Promise<void>;
};

const WRONG = { accessCode: 2, user: 3, password: 4 } as const;
const HOST = '127.0.0.1';

/** Starts one on a free port of this machine. */
export async function startUpperPlatform(given: UpperOptions): Promise<UpperPlatform> {
  let options = given;
  const received: Received[] = [];
  const logins: number[] = [];
  let badFrames = 0;
  let port = 0;
  let server: Server | undefined;
  let main: { socket: Socket; channel: Channel } | undefined;
  let sub: { socket: Socket; channel: Channel; up: boolean } | undefined;
  const sockets = new Set<Socket>();

  /** Reads messages of a socket until it closes. */
  const openLink = (
    socket: Socket,
    link: Received['link'],
    onMessage: (heard: ReceivedMessage) => void,
    onClose: () => void,
  ): Channel => {
    const channel = createChannel(() => options, socket);
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Uint8Array) =>
      channel.hear(chunk, {
        onMessage: (heard) => {
          const { message, header } = heard;
          if (message === null || message.type === 'unknown') badFrames++;
          else received.push({ ...message, serial: header.serial, link });
          onMessage(heard);
        },
        onBad: () => {
          badFrames++;
        },
      }),
    );
    socket.once('close', () => {
      sockets.delete(socket);
      onClose();
    });
    return channel;
  };

  const openSub = (host: string, subPort: number, verifyCode: number) => {
    sub?.socket.destroy();
    const socket = connect(options.subAt ?? { host, port: subPort });
    const onMessage = ({ message }: ReceivedMessage) => {
      if (message?.type === 'subLoginReply') own.up = message.body.result === 0;
    };
    const onClose = () => {
      if (sub === own) sub = undefined;
    };
    const channel = openLink(socket, 'sub', onMessage, onClose);
    const own = { socket, channel, up: false };
    sub = own;
    socket.once('connect', () => channel.send({ type: 'subLogin', body: { verifyCode } }));
  };

  const accept = (socket: Socket) => {
    let signedIn = false;
    const onMessage = ({ message, header }: ReceivedMessage) => {
      if (message?.type === 'login') {
        const result = checkLogin(options, message.body, header.accessCode);
        const verifyCode = randomInt(2 ** 32);
        logins.push(result);
        channel.send({ type: 'loginReply', body: { result, verifyCode } });
        if (result !== 0) return;
        signedIn = true;
        main = own;
        if (!options.mainOnly) openSub(message.body.linkAddress, message.body.linkPort, verifyCode);
      } else if (!signedIn) socket.destroy();
      else if (message?.type === 'mainHeartbeat' && !options.deaf) channel.send({ type: 'mainHeartbeatReply', body: {} });
      else if (message?.type === 'logout') {
        channel.send({ type: 'logoutReply', body: {} });
        socket.end();
      }
    };
    const onClose = () => {
      if (main === own) main = undefined;
    };
    const channel = openLink(socket, 'main', onMessage, onClose);
    const own = { socket, channel };
  };

  const open = async () => {
    server = createServer({ allowHalfOpen: false }, accept).listen(port, options.host ?? HOST);
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  await open();

  return {
    get port() {
      return port;
    },
    received,
    logins,
    get badFrames() {
      return badFrames;
    },
    of: <T extends MessageType>(type: T) => received.filter((each): each is Extract<Received, { type: T }> => each.type === type),
    ask: (content) => {
      const line = sub?.up ? sub : main;
      if (!line) throw new Error('no lower platform is signed in');
      return line.channel.send(content).serial;
    },
    raw: (bytes, link = 'main') => void (link === 'main' ? main : sub)?.socket.write(bytes),
    cut: (which, half = false) => {
      for (const line of [which === 'sub' ? undefined : main, which === 'main' ? undefined : sub])
        if (half) line?.socket.end();
        else line?.socket.destroy();
    },
    get signedIn() {
      return main !== undefined;
    },
    get subUp() {
      return sub?.up ?? false;
    },
    set: (changed) => {
      options = { ...options, ...changed };
    },
    open,
    close: () => closeAll(server, sockets),
  };
}

/** A channel on a socket. `twice` may change while it is open. */
function createChannel(current: () => UpperOptions, socket: Socket): Channel {
  const { revision, keys, accessCode, encryptKey } = current();
  return new Channel({
    wire: { revision, keys },
    accessCode,
    encryptKey,
    write: (bytes) => {
      for (let times = current().twice ? 2 : 1; times > 0; times--) socket.write(bytes);
    },
    now: Date.now,
  });
}

/** The result of a login; 0 accepts it. */
function checkLogin(options: UpperOptions, login: { user: number; password: string }, accessCode: number): number {
  if (accessCode !== options.accessCode) return WRONG.accessCode;
  if (login.user !== options.user) return WRONG.user;
  return login.password === options.password ? 0 : WRONG.password;
}

async function closeAll(server: Server | undefined, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  for (const socket of sockets) socket.destroy();
  await closed;
}
