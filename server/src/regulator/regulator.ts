import type { Ingest } from '../ingest/ingest.ts';
import type { ServerBus } from '../platform/bus/server-events.ts';
import type { Db } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { FieldEncryption } from '../platform/resources/field-encryption.ts';
import type { AlarmWords, PlannedReports } from './alarm-outbox.ts';
import { CLOSING, type Client, createClient } from './client.ts';
import { REGULATOR_LIMITS, type RegulatorLimits } from './limits.ts';
import { createUpperServer } from './lower/upper-server.ts';
import { createSubLinks } from './sub-links.ts';
import { loadEnabledSuperiors, type Superior } from './superiors.ts';
import type { Terminals } from './terminal-requests.ts';
import { createTraffic, LINK_STATE, SUB } from './traffic.ts';

export type RegulatorOptions = {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly log: Log;
  /** Decrypts and encrypts secrets of platforms. */
  readonly encryption: Pick<FieldEncryption, 'decrypt' | 'encrypt'>;
  readonly terminals: Terminals;
  /** Texts for superior platforms. */
  readonly words: AlarmWords;
  /** Alarms that alarm plans report. */
  readonly planned: PlannedReports;
  /** Receives positions of subordinate platforms. */
  readonly ingest: Pick<Ingest, 'accept' | 'full' | 'onResume'>;
  readonly host: string;
  /** REGULATOR_PORT: sub links of superior platforms; 0 chooses a free one. */
  readonly port: number;
  /** REGULATOR_UPPER_PORT: main links of subordinate platforms. */
  readonly upperPort: number;
  /** Ports that sub links may never use, because the product needs them. */
  readonly reservedPorts?: readonly number[];
  /** BUSINESS_TZ: days of the forwarding statistics. */
  readonly timeZone?: string;
  readonly mayReach: (address: string) => boolean;
  readonly limits?: Partial<RegulatorLimits>;
  readonly now?: () => number;
};

/** Calls `listen`, and names the environment variable of a port that is in use. */
type Listening = (
  port: { readonly name: 'REGULATOR_PORT' | 'REGULATOR_UPPER_PORT'; readonly number: number },
  host: string,
  listen: () => Promise<number>,
) => Promise<number>;

/** The links of JT/T 809, in both directions. */
export type Regulator = {
  /** Listens and opens the enabled links. Rejects without a database, or if a port is in use. */
  start(listening?: Listening): Promise<{ readonly port: number; readonly upperPort: number }>;
  /** Logs out and closes every link. Unacknowledged data waits in the database. */
  stop(): Promise<void>;
};

type Running = { readonly client: Client; readonly settings: string };

export function createRegulator(options: RegulatorOptions): Regulator {
  const { db, bus, log, encryption, now = Date.now } = options;
  const limits: RegulatorLimits = { ...REGULATOR_LIMITS, ...options.limits };
  const traffic = createTraffic({ db, bus, log, limits, now, timeZone: options.timeZone ?? 'Asia/Shanghai' });
  const running = new Map<number, Running>();
  const ends: (() => void)[] = [];
  let matching: Promise<void> = Promise.resolve();

  const owners = function* () {
    for (const { client } of running.values()) yield client;
  };
  const subLinks = createSubLinks({ host: options.host, port: options.port, limits, log, now, owners });
  const upper = createUpperServer({ ...options, port: options.upperPort, limits, now });

  const begin = (superior: Superior) => {
    const client = createClient({ ...options, superior, limits, traffic, now });
    running.set(superior.id, { client, settings: JSON.stringify(superior) });
    client.start();
  };
  const end = async (id: number, reason: Parameters<Client['stop']>[0]) => {
    const { client } = running.get(id)!;
    running.delete(id);
    await client.stop(reason);
  };

  /** Opens and closes links to match the enabled platforms. Links with changed settings reconnect. */
  const matchLinks = async () => {
    const wanted = new Map((await loadEnabledSuperiors(db, encryption)).map((superior) => [superior.id, superior]));
    const outdated = [...running].filter(([id, { settings }]) => JSON.stringify(wanted.get(id)) !== settings);
    await Promise.all(outdated.map(([id]) => end(id, CLOSING.other)));
    for (const superior of wanted.values()) if (!running.has(superior.id)) begin(superior);
    await openPorts([...wanted.values()]);
  };
  /** Listens on the sub-link port of each platform. Several platforms may share one. */
  const openPorts = async (superiors: readonly Superior[]) => {
    const reserved = new Set(options.reservedPorts);
    const ports = new Set(superiors.map(({ linkPort }) => linkPort).filter((port) => !reserved.has(port)));
    const failed = new Map(await subLinks.setFurtherPorts(ports));
    for (const port of reserved) failed.set(port, 'reserved');
    for (const { id, linkPort } of superiors) {
      const reason = failed.get(linkPort);
      if (reason === undefined) continue;
      log.warn({ superior: id, port: linkPort, reason }, 'port for the sub link of a superior platform not opened');
      traffic.state({ superiorId: id, link: SUB }, LINK_STATE.cut, `port ${linkPort}: ${reason}`);
    }
  };
  const queueMatch = (): Promise<void> => {
    matching = matching.then(matchLinks).catch((err: unknown) => log.warn({ err }, 'superior platforms not loaded'));
    return matching;
  };
  const each = (act: (client: Client) => void) => {
    for (const { client } of running.values()) act(client);
  };

  return {
    start: async (listening = (_port, _host, listen) => listen()) => {
      const { host } = options;
      const port = await listening({ name: 'REGULATOR_PORT', number: options.port }, host, () => subLinks.start());
      const upperAt = { name: 'REGULATOR_UPPER_PORT', number: options.upperPort } as const;
      const upperPort = await listening(upperAt, host, () => upper.start());
      traffic.start();
      ends.push(
        bus.subscribe('superiors.changed', async () => {
          await queueMatch();
          each((client) => client.reload());
        }),
        bus.subscribe('fleet.changed', () => each((client) => client.reload())),
        bus.subscribe('vehicles.updated', (rows) => {
          const ids = rows.map(({ vehicleId }) => vehicleId);
          each((client) => client.onNewPositions(ids));
        }),
        bus.subscribe('alarms.changed', () => each((client) => client.wake())),
        bus.subscribe('superior.answered', () => each((client) => client.wake())),
        bus.subscribe('command.changed', () => each((client) => client.wake())),
        bus.subscribe('media.stored', () => each((client) => client.wake())),
      );
      await matchLinks();
      log.info({ port, upperPort, superiors: running.size }, 'regulator listens');
      return { port, upperPort };
    },
    stop: async () => {
      for (const unsubscribe of ends.splice(0)) unsubscribe();
      await matching;
      await Promise.all([...running.keys()].map((id) => end(id, CLOSING.restart)));
      await Promise.all([subLinks.stop(), upper.stop()]);
      await traffic.stop();
    },
  };
}
