import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import {
  type Content,
  decodeBody,
  encodeMessage,
  Framer,
  type Message,
  readHeader,
  sliceBody,
  type Version,
  writeLocation,
} from '@fleetwarden/protocol/jt808';

/** One frame of a message that was cut. */
export type Part = {
  readonly id: number;
  readonly serial: number;
  readonly index: number;
  readonly total: number;
  readonly body: Uint8Array;
};

/** A received reply, with the header's serial and phone. */
export type Reply = Message & { readonly serial: number; readonly phone: string };

export type TestTerminal = {
  /** Sends a message; returns the serial of its first frame. */
  send(content: Content, options?: { maxBody?: number }): number;
  /** Sends bytes as they are. */
  raw(bytes: Uint8Array): void;
  /** The next matching reply; others stay queued. Rejects when the connection ends first or after a timeout. */
  reply(fits?: (reply: Reply) => boolean): Promise<Reply>;
  /** The next part of a message that was cut. */
  part(id: number): Promise<Part>;
  /** The result of the general answer to a message. */
  result(serial: number): Promise<number>;
  /** Sends it and gives the result of its general answer. */
  ask(content: Content): Promise<number>;
  /** Queued replies that were not read. */
  readonly unread: readonly Reply[];
  /** Resolves when the server ended the connection. */
  readonly closed: Promise<void>;
  end(): void;
};

export type TerminalOptions = {
  readonly phone: string;
  readonly version?: Version;
  readonly transport?: 'tcp' | 'udp';
  readonly localAddress?: string;
};

const LONG_MS = 60_000;

/** A terminal for tests: real sockets and frames, nothing of the gateway's own. */
export async function connectTerminal(port: number, options: TerminalOptions): Promise<TestTerminal> {
  const { phone, version = 2013 } = options;
  const framer = new Framer();
  const parts: Part[] = [];
  const partWaiters: ((part: Part) => void)[] = [];
  const heardPart = (part: Part) => {
    const wanted = partWaiters.shift();
    if (wanted) wanted(part);
    else parts.push(part);
  };
  const unread: Reply[] = [];
  const waiters: { fits: (reply: Reply) => boolean; resolve: (reply: Reply) => void; reject: (error: Error) => void }[] = [];
  const closed = Promise.withResolvers<void>();
  let ended = false;
  let serial = 0;
  const hear = (chunk: Uint8Array) =>
    framer.push(
      chunk,
      (frame) => {
        const header = readHeader(frame);
        if (header.total > 0)
          return heardPart({
            id: header.id,
            serial: header.serial,
            index: header.index,
            total: header.total,
            body: sliceBody(frame, header).slice(),
          });
        const reply: Reply = { ...decodeBody(header, sliceBody(frame, header)), serial: header.serial, phone: header.phone };
        const index = waiters.findIndex(({ fits }) => fits(reply));
        if (index >= 0) waiters.splice(index, 1)[0]!.resolve(reply);
        else unread.push(reply);
      },
      (reason) => {
        throw new Error(`the gateway sent a bad frame: ${reason}`);
      },
    );
  const over = () => {
    ended = true;
    for (const { reject } of waiters.splice(0)) reject(new Error('connection ended'));
    closed.resolve();
  };
  const wire = options.transport === 'udp' ? await datagrams(port, hear) : await stream(port, hear, over, options.localAddress);

  const terminal: TestTerminal = {
    send: (content, { maxBody } = {}) => {
      const first = serial;
      const frames = encodeMessage({ ...content, phone, version, serial, ...(maxBody === undefined ? {} : { maxBody }) });
      serial = (serial + frames.length) & 0xffff;
      for (const frame of frames) wire.write(frame);
      return first;
    },
    raw: (bytes) => wire.write(bytes),
    reply: (fits = () => true) => {
      const index = unread.findIndex(fits);
      if (index >= 0) return Promise.resolve(unread.splice(index, 1)[0]!);
      if (ended) return Promise.reject(new Error('connection ended'));
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('no reply')), LONG_MS);
        const settle =
          <T>(then: (value: T) => void) =>
          (value: T) => {
            clearTimeout(timer);
            then(value);
          };
        waiters.push({ fits, resolve: settle(resolve), reject: settle(reject) });
      });
    },
    part: async (id) => {
      const part = parts.shift() ?? (await new Promise<Part>((resolve) => partWaiters.push(resolve)));
      if (part.id !== id) throw new Error(`a part of ${part.id.toString(16)} came`);
      return part;
    },
    result: async (asked) => {
      const reply = await terminal.reply((each) => each.type === 'platformAck' && each.body.serial === asked);
      return reply.type === 'platformAck' ? reply.body.result : -1;
    },
    ask: (content) => terminal.result(terminal.send(content)),
    unread,
    closed: closed.promise,
    end: () => wire.end(),
  };
  return terminal;
}

/** A 0x0200 body of a vehicle that drives, at a device time in epoch ms. */
export function locationBody(deviceAt: number, more: Partial<Parameters<typeof writeLocation>[0]> = {}): Uint8Array {
  return writeLocation({
    deviceAt,
    lng: 116.397,
    lat: 39.909,
    statusBits: 3,
    speedKmh: 40,
    heading: 90,
    satellites: 11,
    ...more,
  });
}

/** A 0x0100 body. */
export function registerBody(terminalId: string, plate = '', plateColour = 2) {
  return { province: 11, city: 100, maker: 'ABCDE', model: 'T-1', terminalId, plateColour, plate };
}

type Wire = { write(bytes: Uint8Array): void; end(): void };

function stream(port: number, hear: (chunk: Uint8Array) => void, over: () => void, localAddress?: string): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', ...(localAddress === undefined ? {} : { localAddress }) });
    socket.once('connect', () => resolve({ write: (bytes) => socket.write(bytes), end: () => socket.destroy() }));
    socket.on('data', hear);
    socket.on('error', reject);
    socket.once('close', over);
  });
}

function datagrams(port: number, hear: (chunk: Uint8Array) => void): Promise<Wire> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.on('message', hear);
    socket.connect(port, '127.0.0.1', () => resolve({ write: (bytes) => socket.send(bytes), end: () => socket.close() }));
  });
}

/** Now, without milliseconds: the resolution of a terminal's clock. */
export function wholeSecond(): number {
  return Math.floor(Date.now() / 1000) * 1000;
}
