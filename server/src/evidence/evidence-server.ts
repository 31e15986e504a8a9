import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenTcp } from '../platform/listen.ts';
import type { Log } from '../platform/observe/log.ts';
import type { Metrics } from '../platform/observe/metrics.ts';
import { AttachmentConnection } from './attachment-connection.ts';
import { EVIDENCE_LIMITS, type EvidenceLimits } from './limits.ts';
import { evidenceMetrics } from './metrics.ts';
import type { UploadDesk, UploadEnd } from './upload-desk.ts';
import { UploadPace } from './upload-pace.ts';
import { UploadQueue } from './upload-queue.ts';

/** How often the event loop is checked for lateness. */
const OBSERVE_MS = 20;

/** Receives attachments of alarms from terminals. */
export type EvidenceServer = {
  /** Deletes what an earlier process left unfinished, and listens. Resolves with the port. Rejects if it is in use. */
  start(options: { readonly host: string; readonly port: number }): Promise<number>;
  /** undefined: not started. */
  readonly port: number | undefined;
  readonly connections: number;
  stop(): Promise<void>;
};

export function createEvidenceServer(options: {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly desk: UploadDesk;
  readonly limits?: Partial<EvidenceLimits> | undefined;
  readonly now?: () => number;
}): EvidenceServer {
  const { log, desk, now = Date.now } = options;
  const limits = { ...EVIDENCE_LIMITS, ...options.limits };
  const metrics = evidenceMetrics(options.metrics);
  const queue = new UploadQueue(limits.chunksAtOnce);
  const pace = new UploadPace();
  /** Handles received bytes when it is their turn, at the pace of all uploads. */
  const admit = (bytes: number, bytesLeft: number, work: () => Promise<void>): Promise<void> =>
    queue.run(bytes, bytesLeft, async () => {
      const waitMs = pace.admit(bytes, performance.now());
      if (waitMs > 0) await sleep(waitMs);
      await work();
    });
  /** The oldest first, with the end of each. */
  const connections = new Map<AttachmentConnection, Promise<void>>();
  let port: number | undefined;
  const timers: NodeJS.Timeout[] = [];

  const close = (connection: AttachmentConnection, reason: string, end: UploadEnd = 'closed') => {
    metrics.refused.inc({ reason });
    connection.destroy(end);
  };
  const countByAddress = new Map<string, number>();
  const countOf = (address: string) => countByAddress.get(address) ?? 0;
  const countChange = (address: string, change: 1 | -1) => {
    const count = countOf(address) + change;
    if (count === 0) countByAddress.delete(address);
    else countByAddress.set(address, count);
  };
  const forget = (connection: AttachmentConnection) => {
    if (connections.delete(connection)) countChange(connection.address, -1);
  };
  /** Closes the oldest connection without an alarm, so that half-open ones never keep terminals out. */
  const evict = (fits: (connection: AttachmentConnection) => boolean): boolean => {
    for (const oldest of connections.keys()) {
      if (oldest.isBound || !fits(oldest)) continue;
      forget(oldest);
      close(oldest, 'connections');
      return true;
    }
    return false;
  };

  const server = createServer({ noDelay: true, keepAlive: true }, (socket) => {
    const address = socket.remoteAddress;
    const isFull =
      address === undefined ||
      (countOf(address) >= limits.connectionsPerAddress && !evict((each) => each.address === address)) ||
      (connections.size >= limits.connections && !evict(() => true));
    if (isFull) {
      metrics.refused.inc({ reason: 'connections' });
      socket.on('error', () => undefined).destroy();
      return;
    }
    const connection = new AttachmentConnection({ desk, limits, metrics, log, now, admit }, socket);
    countChange(connection.address, 1);
    connections.set(
      connection,
      connection.serve().finally(() => forget(connection)),
    );
  });

  const sweep = () => {
    const time = now();
    for (const connection of connections.keys())
      if (!connection.isBound && time - connection.openedAt > limits.unboundMs) close(connection, 'no alarm');
      else if (connection.isSilentSince(time - limits.silentMs)) close(connection, 'silent', 'silent');
  };

  return {
    start: async (where) => {
      await rm(desk.workFolder, { recursive: true, force: true });
      const options = { ...where, backlog: 1_024 };
      port = await listenTcp(server, options, (error) => log.error({ err: error }, 'evidence listener'));
      let expectedAt = performance.now() + OBSERVE_MS;
      const observe = () => {
        const time = performance.now();
        pace.observe(time - expectedAt);
        expectedAt = time + OBSERVE_MS;
      };
      timers.push(setInterval(sweep, limits.sweepMs), setInterval(observe, OBSERVE_MS));
      return port;
    },
    get port() {
      return port;
    },
    get connections() {
      return connections.size;
    },
    stop: async () => {
      for (const timer of timers.splice(0)) clearInterval(timer);
      const closed = port === undefined ? undefined : new Promise((resolve) => server.close(resolve));
      port = undefined;
      const ends = [...connections.values()];
      for (const connection of connections.keys()) connection.destroy('stopping');
      await Promise.all([...ends, closed]);
    },
  };
}
