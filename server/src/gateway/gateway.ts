import { setTimeout as sleep } from 'node:timers/promises';
import type { CardStore } from '../ingest/card-store.ts';
import type { Ingest } from '../ingest/ingest.ts';
import type { MediaStore } from '../ingest/media-store.ts';
import type { WaybillStore } from '../ingest/waybill-store.ts';
import type { ServerBus } from '../platform/bus/server-events.ts';
import type { Db } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { Metrics } from '../platform/observe/metrics.ts';
import { createAdmission } from './admission.ts';
import { createAuthentication } from './authentication.ts';
import { createCards } from './cards.ts';
import { createDelivery } from './commands/delivery.ts';
import type { Handlers } from './conversation.ts';
import { Directory } from './directory.ts';
import { Failures } from './failures.ts';
import { GATEWAY_LIMITS, type GatewayLimits } from './limits.ts';
import { createLocations } from './locations.ts';
import { createMedia } from './media.ts';
import { gatewayMetrics } from './metrics.ts';
import type { Parts } from './parts.ts';
import { type BadFrame, Quarantine } from './quarantine.ts';
import { createRegistration } from './registration.ts';
import { SessionJournal } from './session-journal.ts';
import { Sessions } from './sessions.ts';
import { createTcpListener, type TcpListener } from './tcp.ts';
import { Throttle } from './throttle.ts';
import { createUdpListener, type UdpListener } from './udp.ts';
import { UnknownTerminals } from './unknown-terminals.ts';
import { createWaybills } from './waybills.ts';

export type GatewayOptions = {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly ingest: Ingest;
  /** Keeps what terminals take. */
  readonly media: MediaStore;
  /** Keeps what drivers' cards tell. */
  readonly cards: CardStore;
  /** Keeps electronic waybills. */
  readonly waybills: WaybillStore;
  readonly host: string;
  /** TCP and UDP; 0 chooses a free one. */
  readonly port: number;
  /** AUTO_REGISTER */
  readonly autoRegister: boolean;
  /** BUSINESS_TZ: the days by which service ends. */
  readonly timeZone?: string;
  readonly limits?: Partial<GatewayLimits>;
  /** Opens passwords that commands bring to terminals; without, such commands are not sent. */
  readonly open?: (sealed: string) => string;
  /** Epoch ms. */
  readonly now?: () => number;
};

export type Gateway = {
  /** Loads the terminals and listens; resolves with the port. Rejects without a database, or when the port is taken. */
  start(): Promise<number>;
  /** Reads nothing more, answers what was read, closes every connection and records the sessions' ends. Ingest stops after it. */
  stop(): Promise<void>;
  /** The last bad frames, newest first. */
  badFrames(): BadFrame[];
  /** Terminals that are online, and connections (TCP) and peers (UDP) in all. */
  readonly online: number;
  readonly connections: number;
};

const RECORD_EVERY_MS = 60_000;
const PORT_TRIES = 20;
/** How long a stop waits for what was read to be committed, ms. */
const DRAIN_MS = 3_000;
const DRAIN_POLL_MS = 10;

const closed = (): never => {
  throw new Error('nothing opens this');
};

/** The JT/T 808 gateway: TCP and UDP on one port. */
export function createGateway(options: GatewayOptions): Gateway {
  const { db, bus, log, ingest, media, cards, waybills, host, autoRegister, now = Date.now } = options;
  const limits: GatewayLimits = { ...GATEWAY_LIMITS, ...options.limits };
  const { takeoversPerPhone, throttleMs } = limits;
  const directory = new Directory(db, limits, now, options.timeZone);
  const journal = new SessionJournal(db, log);
  const metrics = gatewayMetrics(options.metrics);
  const sessions: Sessions = new Sessions({
    bus,
    log,
    journal,
    now,
    takeoversPerPhone,
    throttleMs,
    joined: (session) => delivery.joined(session),
    left: (session) => delivery.left(session),
  });
  const delivery = createDelivery({
    db,
    bus,
    log,
    metrics,
    limits,
    now,
    open: options.open ?? closed,
    sessionOf: (vehicleId) => sessions.ofVehicle(vehicleId),
  });
  const quarantine = new Quarantine(limits.quarantineFrames, limits.quarantineBytes);
  const unknowns = new UnknownTerminals(db, log, now);
  const parts: Parts = {
    db,
    bus,
    log,
    ingest,
    media,
    cards,
    waybills,
    limits,
    directory,
    sessions,
    delivery,
    quarantine,
    unknowns,
    metrics,
    autoRegister,
    now,
    failures: new Failures(limits, log, now),
    creations: new Throttle(limits.creationsPerAddress, throttleMs),
  };
  const admission = createAdmission(parts);
  const handlers: Handlers = {
    parts,
    admission,
    registration: createRegistration(parts, admission),
    authentication: createAuthentication(parts, admission),
    locations: createLocations(parts),
    media: createMedia(parts),
    cards: createCards(parts),
    waybills: createWaybills(parts),
  };
  let tcp: TcpListener | undefined;
  let udp: UdpListener | undefined;
  const ends: (() => void)[] = [];

  const listen = async (): Promise<number> => {
    for (let tries = 1; ; tries++) {
      tcp = createTcpListener(handlers);
      udp = createUdpListener(handlers, host.includes(':') ? 'udp6' : 'udp4');
      const port = await tcp.listen(options.port, host);
      try {
        return await udp.listen(port, host);
      } catch (error) {
        tcp.drain();
        await tcp.stop();
        // a port that is free for TCP may be taken for UDP; one that was asked for by number must do
        if (options.port !== 0 || tries === PORT_TRIES) throw error;
      }
    }
  };

  const connections = () => (tcp?.connections ?? 0) + (udp?.peers ?? 0);
  options.metrics.gauge('gateway_terminals_online', 'Terminals with a live session', [], (gauge) => gauge.set(sessions.size));
  options.metrics.gauge('gateway_connections', 'TCP connections and UDP peers', [], (gauge) => gauge.set(connections()));

  return {
    start: async () => {
      await directory.load();
      await journal.start();
      unknowns.start();
      ends.push(
        bus.subscribe('fleet.changed', async ({ vehicleIds }) => {
          for (const entry of await directory.reload(vehicleIds)) sessions.recheck(entry);
        }),
      );
      delivery.start();
      const port = await listen();
      const sweeper = setInterval(() => {
        const time = now();
        tcp?.sweep(time);
        udp?.sweep(time);
        delivery.sweep(time);
        sessions.sweep(time);
      }, limits.sweepEveryMs);
      const recorder = setInterval(() => sessions.record(), RECORD_EVERY_MS);
      ends.push(
        () => clearInterval(sweeper),
        () => clearInterval(recorder),
      );
      log.info({ host, port, autoRegister }, 'gateway listens');
      return port;
    },
    stop: async () => {
      for (const end of ends.splice(0)) end();
      tcp?.drain();
      udp?.drain();
      // what was read is committed and answered, unless the database is away
      for (const until = now() + DRAIN_MS; ingest.queued > 0 && now() < until; ) await sleep(DRAIN_POLL_MS);
      await Promise.all([tcp?.stop(), udp?.stop()]);
      await Promise.all([journal.stop(), unknowns.stop(), delivery.stop()]);
    },
    badFrames: () => quarantine.list(),
    get online() {
      return sessions.size;
    },
    get connections() {
      return connections();
    },
  };
}
