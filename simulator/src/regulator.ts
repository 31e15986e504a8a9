import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import {
  Channel,
  type CipherKeys,
  type Content,
  type Heard,
  type KnownMessage,
  type MessageType,
  type Revision,
} from '@fleetwarden/protocol/jt809';

/** What a simulated regulator's platform knows of the platforms below it. */
export type UpperOptions = {
  readonly revision: Revision;
  readonly user: number;
  readonly password: string;
  readonly accessCode: number;
  readonly keys: CipherKeys;
  /** Its own messages are encrypted with it; null: they are not. */
  readonly encryptKey: number | null;
  /** The address of this machine it listens at; of the loopback where it says none. */
  readonly host?: string;
  /** Opens no sub link: all of it goes over the main link, as many do. */
  readonly mainOnly?: boolean;
  /** Where the sub link is opened in place of where the login says: behind address translation. */
  readonly subAt?: { readonly host: string; readonly port: number };
  /** Answers no heartbeat, as if it were half dead. */
  readonly deaf?: boolean;
  /** Puts each of its messages on the line twice, as some do that hear no answer. */
  readonly twice?: boolean;
};

/** A message as it came, with its serial and on which link. */
export type Received = KnownMessage & { readonly serial: number; readonly link: 'main' | 'sub' };

/** An upper platform over real sockets: signs lower platforms in, opens the sub link, asks, and keeps all it is told. */
export type UpperPlatform = {
  readonly port: number;
  /** All that came, in order. */
  readonly received: readonly Received[];
  /** Logins, with what they were answered. */
  readonly logins: readonly number[];
  readonly badFrames: number;
  /** Of this type, those of all logins. */
  of<T extends MessageType>(type: T): Extract<Received, { type: T }>[];
  /** Sends a message over the sub link, or the main link where there is none; its serial. Throws where there is neither. */
  ask(content: Content): number;
  /** Puts raw bytes on the main link, or the sub link. */
  raw(bytes: Uint8Array, link?: 'main' | 'sub'): void;
  /** Cuts the main link, the sub link or both; `half`: only its own direction. */
  cut(which: 'main' | 'sub' | 'both', half?: boolean): void;
  /** Whether the lower platform is signed in, and has taken the sub link. */
  readonly signedIn: boolean;
  readonly subUp: boolean;
  /** What of the options holds from now on. */
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

  const channelOn = (socket: Socket) =>
    new Channel({
      wire: { revision: options.revision, keys: options.keys },
      accessCode: options.accessCode,
      encryptKey: options.encryptKey,
      write: (bytes) => {
        for (let times = options.twice ? 2 : 1; times > 0; times--) socket.write(bytes);
      },
      now: Date.now,
    });
  const keep = ({ message, header }: Heard, link: Received['link']) => {
    if (message === null || message.type === 'unknown') badFrames++;
    else received.push({ ...message, serial: header.serial, link });
  };
  const onBad = () => {
    badFrames++;
  };

  const judge = (user: number, password: string, accessCode: number): number => {
    if (accessCode !== options.accessCode) return WRONG.accessCode;
    if (user !== options.user) return WRONG.user;
    return password === options.password ? 0 : WRONG.password;
  };

  const openSub = (host: string, subPort: number, verifyCode: number) => {
    sub?.socket.destroy();
    const socket = connect(options.subAt ?? { host, port: subPort });
    sockets.add(socket);
    const channel = channelOn(socket);
    const own = { socket, channel, up: false };
    sub = own;
    socket.on('error', () => undefined);
    socket.once('connect', () => channel.send({ type: 'subLogin', body: { verifyCode } }));
    socket.on('data', (chunk: Uint8Array) =>
      channel.hear(chunk, {
        onMessage: (heard) => {
          keep(heard, 'sub');
          if (heard.message?.type === 'subLoginReply') own.up = heard.message.body.result === 0;
        },
        onBad,
      }),
    );
    socket.once('close', () => {
      sockets.delete(socket);
      if (sub === own) sub = undefined;
    });
  };

  const accept = (socket: Socket) => {
    sockets.add(socket);
    const channel = channelOn(socket);
    const own = { socket, channel };
    let signedIn = false;
    socket.on('error', () => undefined);
    const onMessage = (heard: Heard) => {
      keep(heard, 'main');
      const { message, header } = heard;
      if (message?.type === 'login') {
        const result = judge(message.body.user, message.body.password, header.accessCode);
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
    socket.on('data', (chunk: Uint8Array) => channel.hear(chunk, { onMessage, onBad }));
    socket.once('close', () => {
      sockets.delete(socket);
      if (main === own) main = undefined;
    });
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
    close: async () => {
      const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
