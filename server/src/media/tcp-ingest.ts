import { createServer, type Socket } from 'node:net';
import { PacketFramer, type StreamPacket, writePacket } from '@fleetwarden/protocol/jt1078';
import { listenTcp } from '../platform/listen.ts';
import type { Log } from '../platform/observe/log.ts';
import type { MediaMetrics } from './metrics.ts';
import { type ReceiveDeps, ReceivedStream } from './received-stream.ts';

export type IngestDeps = ReceiveDeps & { readonly log: Log; readonly metrics: MediaMetrics };

/** A TCP connection of a terminal: usually one channel. */
class MediaConnection {
  readonly address: string;
  readonly openedAt: number;
  readonly #deps: IngestDeps;
  readonly #socket: Socket;
  readonly #framer = new PacketFramer();
  readonly #streams = new Map<string, ReceivedStream>();
  #binding = 0;

  constructor(deps: IngestDeps, socket: Socket) {
    this.#deps = deps;
    this.#socket = socket;
    this.address = socket.remoteAddress ?? '';
    this.openedAt = deps.now();
  }

  get isBound(): boolean {
    return [...this.#streams.values()].some((stream) => stream.isBound);
  }

  receive(chunk: Uint8Array): void {
    const { metrics, limits } = this.#deps;
    metrics.bytes.tcp.inc(chunk.length);
    this.#framer.push(
      chunk,
      (packet) => {
        metrics.packets.inc();
        const key = `${packet.sim} ${packet.channel}`;
        const known = this.#streams.get(key);
        if (known) return known.push(packet);
        if (this.#streams.size >= limits.streamsPerConnection) return metrics.refused.inc({ reason: 'too many streams' });
        this.#pause();
        const stream = new ReceivedStream(this.#deps, packet, {
          transport: 'tcp',
          address: this.address,
          send: (sent) => this.#send(sent),
          onBound: () => this.#resume(),
          onEnd: (reason) => {
            if (reason !== 'ended') metrics.refused.inc({ reason });
            if (!stream.isBound) this.#resume();
            this.#streams.delete(key);
            if (this.#streams.size === 0) this.destroy();
          },
        });
        this.#streams.set(key, stream);
      },
      (reason) => metrics.bad.inc({ reason }),
    );
  }

  destroy(): void {
    this.#socket.destroy();
  }

  onClosed(): void {
    for (const stream of this.#streams.values()) stream.close();
    this.#streams.clear();
  }

  /** Sound that the terminal does not read is left out: late sound is worse than none. */
  #send(packet: StreamPacket): void {
    if (this.#socket.writableLength <= this.#deps.limits.resumeBytes)
      this.#socket.write(writePacket(packet, this.#framer.simBytes));
  }

  #pause(): void {
    if (this.#binding++ === 0) this.#socket.pause();
  }

  #resume(): void {
    if (--this.#binding === 0) this.#socket.resume();
  }
}

export type Ingest = {
  /** Resolves with the port. Rejects if it is in use. */
  listen(port: number, host: string): Promise<number>;
  /** Closes connections without a requested stream. */
  sweep(now: number): void;
  stop(): Promise<void>;
  readonly connections: number;
};

export function createTcpIngest(deps: IngestDeps): Ingest {
  const { log, limits, metrics } = deps;
  /** The oldest first. */
  const connections = new Set<MediaConnection>();
  const byAddress = new Map<string, number>();
  const count = (address: string, change: number) => {
    const next = (byAddress.get(address) ?? 0) + change;
    if (next === 0) byAddress.delete(address);
    else byAddress.set(address, next);
  };

  /** Closes the oldest connection without a stream, so that half-open ones never keep terminals out. */
  const evict = (fits: (connection: MediaConnection) => boolean): boolean => {
    for (const connection of connections) {
      if (connection.isBound || !fits(connection)) continue;
      metrics.refused.inc({ reason: 'connections' });
      connections.delete(connection);
      connection.destroy();
      return true;
    }
    return false;
  };

  const server = createServer({ noDelay: true, keepAlive: true }, (socket) => {
    const address = socket.remoteAddress;
    if (address === undefined) return socket.destroy();
    const isFull =
      ((byAddress.get(address) ?? 0) >= limits.connectionsPerAddress && !evict((each) => each.address === address)) ||
      (connections.size >= limits.connections && !evict(() => true));
    if (isFull) {
      metrics.refused.inc({ reason: 'connections' });
      return socket.destroy();
    }
    const connection = new MediaConnection(deps, socket);
    connections.add(connection);
    count(address, 1);
    socket.on('data', (chunk) => connection.receive(chunk as Buffer));
    // 'close' follows in every case
    socket.on('error', (error) => log.debug({ err: error }, 'media connection error'));
    socket.once('close', () => {
      connections.delete(connection);
      count(address, -1);
      connection.onClosed();
    });
  });

  return {
    listen: (port, host) =>
      listenTcp(server, { port, host, backlog: 1_024 }, (error) => log.error({ err: error }, 'media listener')),
    sweep: (now) => {
      for (const connection of connections)
        if (!connection.isBound && now - connection.openedAt > limits.unboundMs) {
          metrics.refused.inc({ reason: 'no stream' });
          connection.destroy();
        }
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of connections) connection.destroy();
      }),
    get connections() {
      return connections.size;
    },
  };
}
