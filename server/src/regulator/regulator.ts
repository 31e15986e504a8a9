import type { Ingest } from '../ingest/ingest.ts';
import type { ServerBus } from '../platform/bus/server-events.ts';
import type { Db } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { FieldEncryption } from '../platform/resources/field-encryption.ts';
import type { AlarmWords, PlannedReports } from './alarm-outbox.ts';
import { type Client, createClient } from './client.ts';
import { REGULATOR_LIMITS, type RegulatorLimits } from './limits.ts';
import { createUpperServer } from './lower/upper-server.ts';
import { createSubLinks } from './sub-links.ts';
import { type Superior, wantedSuperiors } from './superiors.ts';
import type { Terminals } from './terminal-requests.ts';
import { createTraffic } from './traffic.ts';

export type RegulatorOptions = {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly log: Log;
  /** Opens the secrets of platforms, and closes those they tell. */
  readonly encryption: Pick<FieldEncryption, 'decrypt' | 'encrypt'>;
  readonly terminals: Terminals;
  /** What superior platforms are told in words. */
  readonly words: AlarmWords;
  /** Alarms that are reported because a plan says so. */
  readonly planned: PlannedReports;
  /** Takes in the positions lower platforms tell. */
  readonly ingest: Pick<Ingest, 'accept' | 'full' | 'onResume'>;
  readonly host: string;
  /** REGULATOR_PORT: sub links of our superiors; 0 chooses a free one. */
  readonly port: number;
  /** REGULATOR_UPPER_PORT: main links of platforms below us. */
  readonly upperPort: number;
  readonly mayReach: (address: string) => boolean;
  readonly limits?: Partial<RegulatorLimits>;
  readonly now?: () => number;
};

/** Listens, and says of which variable a port is that cannot be had. */
type Listening = (
  port: { readonly name: 'REGULATOR_PORT' | 'REGULATOR_UPPER_PORT'; readonly number: number },
  host: string,
  listen: () => Promise<number>,
) => Promise<number>;

/** The links of JT/T 809, in both directions. */
export type Regulator = {
  /** Listens and opens the links that are wanted. Rejects without a database, or when a port is taken. */
  start(listening?: Listening): Promise<{ readonly port: number; readonly upperPort: number }>;
  /** Signs out and closes every link; what was not taken waits in the database. */
  stop(): Promise<void>;
};

type Running = { readonly client: Client; readonly as: string };

export function createRegulator(options: RegulatorOptions): Regulator {
  const { db, bus, log, encryption, now = Date.now } = options;
  const limits: RegulatorLimits = { ...REGULATOR_LIMITS, ...options.limits };
  const traffic = createTraffic({ db, bus, log, limits, now });
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
    running.set(superior.id, { client, as: JSON.stringify(superior) });
    client.start();
  };
  const end = async (id: number) => {
    const { client } = running.get(id)!;
    running.delete(id);
    await client.stop();
  };

  /** Opens the links that are wanted, closes those that are not, and opens anew those of platforms that changed. */
  const match = async () => {
    const wanted = new Map((await wantedSuperiors(db, encryption)).map((superior) => [superior.id, superior]));
    const gone = [...running].filter(([id, { as }]) => JSON.stringify(wanted.get(id)) !== as);
    await Promise.all(gone.map(([id]) => end(id)));
    for (const superior of wanted.values()) if (!running.has(superior.id)) begin(superior);
  };
  const matchSoon = (): Promise<void> => {
    matching = matching.then(match).catch((err: unknown) => log.warn({ err }, 'superior platforms not read'));
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
          await matchSoon();
          each((client) => client.reload());
        }),
        bus.subscribe('fleet.changed', () => each((client) => client.reload())),
        bus.subscribe('vehicles.updated', (rows) => {
          const ids = rows.map(({ vehicleId }) => vehicleId);
          each((client) => client.touched(ids));
        }),
        bus.subscribe('alarms.changed', () => each((client) => client.wake())),
        bus.subscribe('superior.answered', () => each((client) => client.wake())),
        bus.subscribe('command.changed', () => each((client) => client.wake())),
        bus.subscribe('media.kept', () => each((client) => client.wake())),
      );
      await match();
      log.info({ port, upperPort, superiors: running.size }, 'regulator listens');
      return { port, upperPort };
    },
    stop: async () => {
      for (const unsubscribe of ends.splice(0)) unsubscribe();
      await matching;
      await Promise.all([...running.keys()].map(end));
      await Promise.all([subLinks.stop(), upper.stop()]);
      await traffic.stop();
    },
  };
}
