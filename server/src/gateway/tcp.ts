import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Conversation, type Handlers } from './conversation.ts';
import { type CloseReason, HOLD, type Link } from './link.ts';

/** How long peers may take to read our last words at a stop, ms. */
const BYE_MS = 1_000;
const BYE_POLL_MS = 10;

/** One TCP connection: bounded in unread replies, silence and rate. */
class TcpLink implements Link {
  readonly transport = 'tcp';
  readonly address: string;
  readonly peer: string;
  readonly connectedAt: number;
  heardAt: number;
  readonly conversation: Conversation;
  readonly #handlers: Handlers;
  readonly #socket: Socket;
  #held = 0;
  /** Messages it may still send now, and when that was worked out. */
  #allowance: number;
  #allowanceAt: number;
  #outbox: Uint8Array[] = [];
  #reason: CloseReason | undefined;

  constructor(handlers: Handlers, socket: Socket, now: number) {
    this.#handlers = handlers;
    this.#socket = socket;
    this.address = socket.remoteAddress ?? '';
    this.peer = `${this.address}:${socket.remotePort ?? 0}`;
    this.connectedAt = now;
    this.heardAt = now;
    this.#allowance = handlers.parts.limits.messageBurst;
    this.#allowanceAt = now;
    this.conversation = new Conversation(handlers, this);
  }

  /** Why it ended. */
  get reason(): string {
    return this.#reason ?? 'closed by the terminal';
  }

  /** A paused connection is not silent: we do not listen. */
  get held(): boolean {
    return this.#held !== 0;
  }

  hear(chunk: Uint8Array): void {
    // we have hung up already
    if (this.#reason !== undefined) return;
    const { parts } = this.#handlers;
    const now = parts.now();
    this.heardAt = now;
    parts.metrics.bytes.inc({ transport: 'tcp' }, chunk.length);
    const { messagesPerSecond, messageBurst } = parts.limits;
    const earned = ((now - this.#allowanceAt) * messagesPerSecond) / 1000;
    this.#allowanceAt = now;
    this.#allowance = Math.min(messageBurst, this.#allowance + earned) - this.conversation.hear(chunk, now);
    if (this.#allowance >= 0) return;
    this.hold(HOLD.rate);
    setTimeout(() => this.release(HOLD.rate), (-this.#allowance / messagesPerSecond) * 1000).unref();
  }

  send(frame: Uint8Array): void {
    if (this.#outbox.push(frame) === 1) queueMicrotask(() => this.#flush());
  }

  hold(reason: number): void {
    if (this.#held === 0) this.#socket.pause();
    this.#held |= reason;
  }

  release(reason: number): void {
    if (this.#held === 0) return;
    this.#held &= ~reason;
    if (this.#held !== 0) return;
    this.heardAt = this.#handlers.parts.now();
    this.#socket.resume();
  }

  /** Sends what is queued, then ends it. */
  close(reason: CloseReason): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#handlers.parts.metrics.closed.inc({ reason });
    this.#flush();
    this.#socket.destroySoon();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #flush(): void {
    const frames = this.#outbox;
    if (frames.length === 0) return;
    this.#outbox = [];
    if (!this.#socket.writable) return;
    this.#socket.write(frames.length === 1 ? frames[0]! : Buffer.concat(frames));
    if (this.#socket.writableLength <= this.#handlers.parts.limits.unreadBytes) return;
    this.close('slow reader');
    this.destroy();
  }
}

/** The TCP side of the listener. */
export type TcpListener = {
  /** Resolves with the port. Rejects when it is taken. */
  listen(port: number, host: string): Promise<number>;
  /** Closes silent and unknown connections, and asks for missing sub-packages. */
  sweep(now: number): void;
  /** Takes no connection and reads nothing any more; what was read is still answered. */
  drain(): void;
  /** Ends all connections; resolves when they are gone. */
  stop(): Promise<void>;
  readonly connections: number;
};

export function createTcpListener(handlers: Handlers): TcpListener {
  const { ingest, limits, metrics, now, log } = handlers.parts;
  const links = new Set<TcpLink>();
  const byAddress = new Map<string, number>();
  let endResume = () => {};

  const count = (address: string, change: number) => {
    const left = (byAddress.get(address) ?? 0) + change;
    if (left === 0) byAddress.delete(address);
    else byAddress.set(address, left);
    return left;
  };

  const accept = (socket: Socket) => {
    // a peer that is gone already, or tells nothing but an error, ends by 'close' all the same
    socket.on('error', (error) => log.debug({ err: error }, 'connection broke'));
    const address = socket.remoteAddress;
    if (address === undefined) return socket.destroy();
    if ((byAddress.get(address) ?? 0) >= limits.connectionsPerAddress) {
      metrics.refused.inc({ reason: 'connections' });
      return socket.destroy();
    }
    count(address, 1);
    const link = new TcpLink(handlers, socket, now());
    links.add(link);
    socket.on('data', (chunk: Uint8Array) => {
      link.hear(chunk);
      if (ingest.full) for (const each of links) each.hold(HOLD.full);
    });
    socket.once('close', () => {
      links.delete(link);
      count(address, -1);
      link.conversation.over(link.reason);
    });
    if (ingest.full) link.hold(HOLD.full);
  };

  const server: Server = createServer({ noDelay: true, keepAlive: true }, accept);
  server.maxConnections = limits.connections;
  server.on('drop', () => metrics.refused.inc({ reason: 'connections' }));

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        endResume = ingest.onResume(() => {
          for (const link of links) link.release(HOLD.full);
        });
        server.once('error', reject);
        server.listen({ port, host, backlog: 4_096 }, () => {
          server.off('error', reject);
          server.on('error', (error) => log.error({ err: error }, 'gateway listener'));
          const address = server.address();
          resolve(typeof address === 'object' && address !== null ? address.port : port);
        });
      }),
    sweep: (time) => {
      for (const link of links) {
        link.conversation.sweep(time);
        if (link.held) continue;
        if (time - link.heardAt > limits.idleMs) link.close('idle');
        else if (time - link.connectedAt > limits.unknownMs && !link.conversation.live) link.close('unknown terminal');
      }
    },
    drain: () => {
      endResume();
      server.close();
      for (const link of links) link.hold(HOLD.stop);
    },
    stop: async () => {
      for (const link of links) {
        link.close('shutdown');
        link.conversation.over('shutdown');
      }
      // a peer that reads nothing would keep its connection open for ever
      for (const until = now() + BYE_MS; links.size > 0 && now() < until; ) await sleep(BYE_POLL_MS);
      for (const link of links) link.destroy();
    },
    get connections() {
      return links.size;
    },
  };
}
