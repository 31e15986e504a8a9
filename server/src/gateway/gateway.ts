import { setTimeout as sleep } from 'node:timers/promises';
import { createAdmission } from './admission.ts';
import { createDelivery } from './commands/delivery.ts';
import type { GatewayDeps } from './deps.ts';
import { createNetworkMatcher } from './device-binding.ts';
import { Directory } from './directory.ts';
import { Failures } from './failures.ts';
import { createFirmwareSender } from './firmware/firmware-sender.ts';
import { GATEWAY_LIMITS, type GatewayLimits } from './limits.ts';
import { LoginRefusals } from './login-refusals.ts';
import { createMessageRegistry } from './messages/message-handler.ts';
import { createMessageRows } from './messages/table.ts';
import { gatewayMetrics } from './metrics.ts';
import type { GatewayOptions } from './options.ts';
import { type BadFrame, Quarantine } from './quarantine.ts';
import { RegistrationRefusals } from './registration-refusals.ts';
import { SessionJournal } from './session-journal.ts';
import { Sessions } from './sessions.ts';
import { SubPackages } from './sub-packages.ts';
import { createTcpListener, type TcpListener } from './tcp-listener.ts';
import { createTerminalObservations } from './terminal-observations.ts';
import { Throttle } from './throttle.ts';
import { createUdpListener, type UdpListener } from './udp-listener.ts';
import { UnknownItems } from './unknown-items.ts';
import { UnknownTerminals } from './unknown-terminals.ts';

export type Gateway = {
  /** Loads the terminals and listens; resolves with the port. Rejects without a database, or if the port is in use. */
  start(): Promise<number>;
  /** Stops reading, answers what was read, closes every connection and records the end of sessions. Ingest stops after it. */
  stop(): Promise<void>;
  /** The last bad frames, newest first. */
  badFrames(): BadFrame[];
  /** Number of terminals online. */
  readonly online: number;
  /** Number of TCP connections and UDP peers. */
  readonly connections: number;
};

const RECORD_INTERVAL_MS = 60_000;
const MAX_PORT_TRIES = 20;
/** How long a stop waits for ingest to commit received messages, ms. */
const DRAIN_MS = 3_000;
const DRAIN_POLL_MS = 10;

/** The JT/T 808 gateway: TCP and UDP on one port. */
export function createGateway(options: GatewayOptions): Gateway {
  const { bus, log, ingest, host, autoRegister } = options;
  const { deps, journal } = createDeps(options);
  const {
    directory,
    sessions,
    delivery,
    firmware,
    unknownTerminals,
    registrationRefusals,
    loginRefusals,
    subPackages,
    limits,
    now,
  } = deps;
  const admission = createAdmission(deps);
  const messages = createMessageRegistry([...createMessageRows(deps, admission), ...(options.extraMessages ?? [])]);
  const listenerDeps = { ...deps, admission, messages };
  let tcp: TcpListener | undefined;
  let udp: UdpListener | undefined;
  const cleanups: (() => void)[] = [];

  const listen = async (): Promise<number> => {
    for (let tries = 1; ; tries++) {
      tcp = createTcpListener(listenerDeps);
      udp = createUdpListener(listenerDeps, host.includes(':') ? 'udp6' : 'udp4');
      const port = await tcp.listen(options.port, host);
      try {
        return await udp.listen(port, host);
      } catch (error) {
        tcp.drain();
        await tcp.stop();
        // A port that is free for TCP may be in use for UDP. A configured port is not replaced.
        if (options.port !== 0 || tries === MAX_PORT_TRIES) throw error;
      }
    }
  };

  const countConnections = () => (tcp?.connections ?? 0) + (udp?.peers ?? 0);
  options.metrics.gauge('gateway_terminals_online', 'Terminals with a live session', [], (gauge) => gauge.set(sessions.size));
  options.metrics.gauge('gateway_connections', 'TCP connections and UDP peers', [], (gauge) => gauge.set(countConnections()));

  return {
    start: async () => {
      await directory.load();
      if (directory.size > limits.connections)
        log.warn(
          { terminals: directory.size, connections: limits.connections },
          'more terminals than connections: raise the limit of open files (ulimit -n, LimitNOFILE of systemd)',
        );
      await journal.start();
      unknownTerminals.start();
      registrationRefusals.start();
      loginRefusals.start();
      cleanups.push(
        bus.subscribe('fleet.changed', async ({ vehicleIds }) => {
          for (const entry of await directory.reload(vehicleIds)) {
            sessions.recheck(entry);
            // another device: it has no part of the messages of the one before
            if (entry.authCode === null) subPackages.forget(entry.phone);
          }
        }),
      );
      cleanups.push(
        bus.subscribe('stream.received', ({ vehicleId, channel, lossPercent }) => {
          sessions.findByVehicle(vehicleId)?.send({ type: 'liveStreamStatus', body: { channel, lossPercent } });
        }),
      );
      delivery.start();
      firmware.start();
      const port = await listen();
      let { idleMs } = limits;
      const sweeper = setInterval(() => {
        const time = now();
        options.idleMs?.().then(
          (ms) => {
            idleMs = ms;
          },
          () => undefined,
        );
        tcp?.sweep(time, idleMs);
        udp?.sweep(time, idleMs);
        delivery.sweep(time);
        firmware.sweep(time);
        sessions.sweep(time);
        subPackages.sweep(time);
      }, limits.sweepEveryMs);
      const recorder = setInterval(() => sessions.record(), RECORD_INTERVAL_MS);
      cleanups.push(
        () => clearInterval(sweeper),
        () => clearInterval(recorder),
      );
      log.info({ host, port, autoRegister }, 'gateway listens');
      return port;
    },
    stop: async () => {
      for (const cleanup of cleanups.splice(0)) cleanup();
      tcp?.drain();
      udp?.drain();
      // received messages are committed and answered, unless the database is down
      for (const until = now() + DRAIN_MS; ingest.queued > 0 && now() < until; ) await sleep(DRAIN_POLL_MS);
      await Promise.all([tcp?.stop(), udp?.stop()]);
      await Promise.all(
        [journal, unknownTerminals, registrationRefusals, loginRefusals, delivery, firmware].map((part) => part.stop()),
      );
    },
    badFrames: () => deps.quarantine.list(),
    get online() {
      return sessions.size;
    },
    get connections() {
      return countConnections();
    },
  };
}

const refuseToDecrypt = (): never => {
  throw new Error('no key to decrypt the password of a command');
};

/** A gateway without firmware files. */
const NO_FIRMWARE = { read: () => Promise.resolve(undefined), addressOf: () => null };

function createDeps(options: GatewayOptions): { readonly deps: GatewayDeps; readonly journal: SessionJournal } {
  const {
    db,
    bus,
    log,
    ingest,
    media,
    cards,
    waybills,
    terminalMessages,
    terminalReports,
    autoRegister,
    now = Date.now,
  } = options;
  const limits: GatewayLimits = { ...GATEWAY_LIMITS, ...options.limits };
  const { takeoversPerPhone, throttleMs } = limits;
  const journal = new SessionJournal(db, log);
  const metrics = gatewayMetrics(options.metrics);
  const sessions: Sessions = new Sessions({
    bus,
    log,
    journal,
    now,
    takeoversPerPhone,
    throttleMs,
    onJoin: (session) => delivery.onJoin(session),
    onLeave: (session) => {
      delivery.onLeave(session);
      firmware.onLeave(session);
    },
  });
  const delivery = createDelivery({
    db,
    bus,
    log,
    metrics,
    limits,
    now,
    decrypt: options.open ?? refuseToDecrypt,
    findSession: (vehicleId) => sessions.findByVehicle(vehicleId),
  });
  const firmware = createFirmwareSender({
    db,
    bus,
    log,
    limits,
    now,
    findSession: (vehicleId) => sessions.findByVehicle(vehicleId),
    ...(options.firmware ?? NO_FIRMWARE),
  });
  const directory = new Directory(db, limits, now, options.timeZone);
  const deps: GatewayDeps = {
    db,
    bus,
    log,
    ingest,
    media,
    cards,
    waybills,
    terminalMessages,
    terminalReports,
    subPackages: new SubPackages({ limits, sessions, terminalMessages, log }),
    limits,
    sessions,
    delivery,
    firmware,
    metrics,
    autoRegister,
    includeVehicle: options.includeVehicle ?? (() => Promise.resolve()),
    now,
    directory,
    quarantine: new Quarantine(limits.quarantineFrames, limits.quarantineBytes, metrics.bad),
    observations: createTerminalObservations({ db, log }),
    unknownItems: new UnknownItems({ terminalMessages, log }),
    unknownTerminals: new UnknownTerminals(db, log, now),
    registrationRefusals: new RegistrationRefusals(db, log, now),
    loginRefusals: new LoginRefusals(db, log, directory, now),
    isTrustedNetwork: createNetworkMatcher(options.trustedNetworks ?? []),
    failures: new Failures(limits, log, now),
    creations: new Throttle(limits.creationsPerAddress, throttleMs),
  };
  return { deps, journal };
}
