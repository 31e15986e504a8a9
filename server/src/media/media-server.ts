import { isIPv6 } from 'node:net';
import type { Log } from '../platform/observe/log.ts';
import type { Metrics } from '../platform/observe/metrics.ts';
import { MEDIA_LIMITS, type MediaLimits } from './limits.ts';
import type { MediaStream } from './media-stream.ts';
import { mediaMetrics } from './metrics.ts';
import { type StreamKey, StreamRegistry } from './stream-registry.ts';
import type { StreamRequest } from './stream-types.ts';
import { createTcpIngest } from './tcp-ingest.ts';
import { createUdpIngest } from './udp-ingest.ts';

export type MediaServer = {
  /** Listens for terminals, TCP and UDP on one port; resolves with it. Rejects if it is in use. */
  start(at: { readonly host: string; readonly port: number }): Promise<number>;
  /** Ends all streams and views, then closes the port. */
  stop(): Promise<void>;
  /** The port after the start; undefined before. */
  readonly port: number | undefined;
  readonly streams: readonly MediaStream[];
  find(key: StreamKey): MediaStream | undefined;
  /** A stream that ended a moment ago. */
  findEnded(key: StreamKey): MediaStream | undefined;
  /** Expects a stream, until it ends. */
  expect(request: StreamRequest): MediaStream;
  /** Bytes received from terminals by vehicle, since the last call. */
  takeReceived(): ReadonlyMap<number, number>;
  readonly limits: MediaLimits;
};

const MAX_PORT_TRIES = 20;

/** Receives streams that were requested (JT/T 1078) and relays them to viewers. */
export function createMediaServer(deps: {
  readonly log: Log;
  readonly metrics: Metrics;
  /** Whether a number, without leading zeros, is that of any vehicle's terminal. */
  readonly isKnownSim: (sim: string) => Promise<boolean>;
  readonly limits?: Partial<MediaLimits> | undefined;
  /** Epoch ms. */
  readonly now?: () => number;
}): MediaServer {
  const { log, now = Date.now } = deps;
  const limits = { ...MEDIA_LIMITS, ...deps.limits };
  const registry = new StreamRegistry({ limits, now, isKnownSim: deps.isKnownSim, log });
  const metrics = mediaMetrics(deps.metrics);
  deps.metrics.gauge('media_streams', 'Requested streams', [], (gauge) => gauge.set(registry.streams.length));
  deps.metrics.gauge('media_viewers', 'Viewers of streams', [], (gauge) =>
    gauge.set(registry.streams.reduce((sum, { viewers }) => sum + viewers, 0)),
  );
  const ingestDeps = { registry, limits, now, log, metrics };
  let port: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let ingests: readonly ReturnType<typeof createTcpIngest>[] = [];

  /** Both transports on one port; a free one for TCP may be taken for UDP. */
  const listen = async (host: string, wanted: number, tries = MAX_PORT_TRIES): Promise<number> => {
    const tcp = createTcpIngest(ingestDeps);
    const bound = await tcp.listen(wanted, host);
    const udp = createUdpIngest(ingestDeps, isIPv6(host) ? 'udp6' : 'udp4');
    try {
      await udp.listen(bound, host);
    } catch (error) {
      await tcp.stop();
      if (wanted !== 0 || tries === 1) throw error;
      return listen(host, wanted, tries - 1);
    }
    ingests = [tcp, udp];
    return bound;
  };

  return {
    start: async ({ host, port: wanted }) => {
      port = await listen(host, wanted);
      timer = setInterval(() => {
        const time = now();
        for (const stream of registry.streams) stream.sweep();
        for (const ingest of ingests) ingest.sweep(time);
      }, limits.sweepMs);
      return port;
    },
    stop: async () => {
      clearInterval(timer);
      for (const stream of registry.streams) stream.end('stopping');
      await Promise.all(ingests.map((ingest) => ingest.stop()));
      ingests = [];
    },
    get port() {
      return port;
    },
    get streams() {
      return registry.streams;
    },
    find: (key) => registry.find(key),
    findEnded: (key) => registry.findEnded(key),
    expect: (request) => registry.add(request),
    takeReceived: () => registry.takeReceived(),
    limits,
  };
}
