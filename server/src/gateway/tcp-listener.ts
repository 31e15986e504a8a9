import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenTcp } from '../platform/listen.ts';
import type { GatewayDeps } from './deps.ts';
import { type CloseReason, HOLD, type Link } from './link.ts';
import { SharedReadBuffer } from './shared-read-buffer.ts';
import { type ConnectionDeps, TerminalConnection } from './terminal-connection.ts';

type Deps = ConnectionDeps & Pick<GatewayDeps, 'ingest' | 'now'>;

/** How long a stop waits for peers to read the last answers, ms. */
const STOP_MS = 1_000;
const STOP_POLL_MS = 10;

/** Links with queued frames. One microtask writes all: a commit answers thousands of links. */
class Flushes {
  #links: TcpLink[] = [];

  add(link: TcpLink): void {
    if (this.#links.push(link) === 1) queueMicrotask(() => this.#flush());
  }

  #flush(): void {
    const links = this.#links;
    this.#links = [];
    for (const link of links) link.flush();
  }
}

/** A TCP connection with limits for unread replies, silence and rate. */
class TcpLink implements Link {
  readonly transport = 'tcp';
  readonly address: string;
  readonly peer: string;
  readonly connectedAt: number;
  lastReceivedAt: number;
  /** When the last bytes came, ms. */
  readAt: number;
  readonly connection: TerminalConnection;
  readonly #deps: Deps;
  readonly #socket: Socket;
  #held = 0;
  /** Token bucket: messages the peer may still send, and when that was computed. */
  #allowance: number;
  #allowanceAt: number;
  #outbox: Uint8Array[] = [];
  readonly #flushes: Flushes;
  #reason: CloseReason | undefined;

  constructor(deps: Deps, socket: Socket, flushes: Flushes, now: number) {
    this.#deps = deps;
    this.#socket = socket;
    this.#flushes = flushes;
    this.address = socket.remoteAddress ?? '';
    this.peer = `${this.address}:${socket.remotePort ?? 0}`;
    this.connectedAt = now;
    this.lastReceivedAt = now;
    this.readAt = now;
    this.#allowance = deps.limits.messageBurst;
    this.#allowanceAt = now;
    this.connection = new TerminalConnection(deps, this);
  }

  /** Why the connection ended. */
  get reason(): string {
    return this.#reason ?? 'closed by the terminal';
  }

  /** Whether reading is paused. A paused connection does not count as silent. */
  get held(): boolean {
    return this.#held !== 0;
  }

  receive(chunk: Uint8Array): void {
    if (this.#reason !== undefined) return;
    const { metrics, limits, now: clock } = this.#deps;
    const now = clock();
    this.lastReceivedAt = now;
    this.readAt = now;
    metrics.bytes.tcp.inc(chunk.length);
    const { messagesPerSecond, messageBurst } = limits;
    const earned = ((now - this.#allowanceAt) * messagesPerSecond) / 1000;
    this.#allowanceAt = now;
    this.#allowance = Math.min(messageBurst, this.#allowance + earned) - this.connection.receive(chunk, now);
    if (this.#allowance >= 0) return;
    this.hold(HOLD.rate);
    setTimeout(() => this.release(HOLD.rate), (-this.#allowance / messagesPerSecond) * 1000).unref();
  }

  send(frame: Uint8Array): void {
    if (this.#outbox.push(frame) === 1) this.#flushes.add(this);
  }

  hold(reason: number): void {
    if (this.#held === 0) this.#socket.pause();
    this.#held |= reason;
  }

  release(reason: number): void {
    if (this.#held === 0) return;
    this.#held &= ~reason;
    if (this.#held !== 0) return;
    this.lastReceivedAt = this.#deps.now();
    this.#socket.resume();
  }

  /** Sends queued frames, then ends the connection. */
  close(reason: CloseReason): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#deps.metrics.closed.inc({ reason });
    this.flush();
    this.#socket.destroySoon();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Writes the queued frames at once. */
  flush(): void {
    const frames = this.#outbox;
    if (frames.length === 0) return;
    this.#outbox = [];
    if (!this.#socket.writable) return;
    this.#socket.write(frames.length === 1 ? frames[0]! : Buffer.concat(frames));
    if (this.#socket.writableLength <= this.#deps.limits.unreadBytes) return;
    this.close('slow reader');
    this.destroy();
  }
}

/** The TCP side of the listener. */
export type TcpListener = {
  /** Resolves with the port. Rejects if it is in use. */
  listen(port: number, host: string): Promise<number>;
  /** Closes connections that were silent for longer than `idleMs`, and unknown ones. */
  sweep(now: number, idleMs: number): void;
  /** Stops accepting and reading. Received messages are still answered. */
  drain(): void;
  /** Ends all connections; resolves when they are closed. */
  stop(): Promise<void>;
  readonly connections: number;
};

export function createTcpListener(deps: Deps): TcpListener {
  const { ingest, limits, metrics, now, log } = deps;
  const links = new Set<TcpLink>();
  /** Links that had no live session yet, the oldest first; some may have one now. */
  const pending = new Set<TcpLink>();
  const byAddress = new Map<string, number>();
  const flushes = new Flushes();
  const readBuffer = new SharedReadBuffer();
  let unsubscribeResume = () => {};

  /** Whether all links are held because ingest is full. Chunks of a turn may still come, and must not hold thousands of links each. */
  let allHeld = false;
  const holdAll = () => {
    if (allHeld) return;
    allHeld = true;
    for (const link of links) link.hold(HOLD.full);
  };
  const releaseAll = () => {
    allHeld = false;
    // ingest may be full again before all are read: those that waited longest come first
    for (const link of [...links].sort((a, b) => a.readAt - b.readAt)) link.release(HOLD.full);
  };

  const countConnection = (address: string, change: number) => {
    const count = (byAddress.get(address) ?? 0) + change;
    if (count === 0) byAddress.delete(address);
    else byAddress.set(address, count);
  };

  /** Closes the oldest link without a live session, so that silent connections never keep terminals out. */
  const evictLink = (): boolean => {
    for (const link of pending) {
      pending.delete(link);
      if (link.connection.live) continue;
      link.close('too many connections');
      link.destroy();
      return true;
    }
    return false;
  };

  const accept = (accepted: Socket) => {
    const address = accepted.remoteAddress;
    if (address === undefined) return accepted.destroy();
    if ((byAddress.get(address) ?? 0) >= limits.connectionsPerAddress || (links.size >= limits.connections && !evictLink())) {
      metrics.refused.inc({ reason: 'connections' });
      return accepted.destroy();
    }
    countConnection(address, 1);
    const socket = readBuffer.adopt(accepted, (chunk) => {
      link.receive(chunk);
      if (ingest.full) holdAll();
    });
    // 'close' follows in every case
    socket.on('error', (error) => log.debug({ err: error }, 'connection error'));
    const link = new TcpLink(deps, socket, flushes, now());
    links.add(link);
    pending.add(link);
    socket.once('close', () => {
      links.delete(link);
      pending.delete(link);
      countConnection(address, -1);
      link.connection.onLinkClosed(link.reason);
    });
    if (ingest.full) link.hold(HOLD.full);
  };

  const server: Server = createServer({ noDelay: true, keepAlive: true, pauseOnConnect: true }, accept);

  return {
    listen: (port, host) => {
      unsubscribeResume = ingest.onResume(releaseAll);
      return listenTcp(server, { port, host, backlog: 4_096 }, (error) => log.error({ err: error }, 'gateway listener'));
    },
    sweep: (time, idleMs) => {
      for (const link of links) {
        if (link.held) continue;
        if (time - link.lastReceivedAt > idleMs) link.close('idle');
        else if (time - link.connectedAt > limits.unknownMs && !link.connection.live) link.close('unknown terminal');
      }
    },
    drain: () => {
      unsubscribeResume();
      server.close();
      for (const link of links) link.hold(HOLD.stop);
    },
    stop: async () => {
      for (const link of links) {
        link.close('shutdown');
        link.connection.onLinkClosed('shutdown');
      }
      // a peer that does not read would keep its connection open
      for (const until = now() + STOP_MS; links.size > 0 && now() < until; ) await sleep(STOP_POLL_MS);
      for (const link of links) link.destroy();
    },
    get connections() {
      return links.size;
    },
  };
}
