import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { alarmItemsOf } from '../../../src/gateway/alarm-items.ts';
import { createGateway, type Gateway } from '../../../src/gateway/gateway.ts';
import type { GatewayOptions } from '../../../src/gateway/options.ts';
import { createCardStore } from '../../../src/ingest/card-store.ts';
import { createIngest, type Ingest } from '../../../src/ingest/ingest.ts';
import { createMediaStore } from '../../../src/ingest/media-store.ts';
import { createTerminalMessageStore } from '../../../src/ingest/terminal-message-store.ts';
import { createTerminalReportStore } from '../../../src/ingest/terminal-report-store.ts';
import { createWaybillStore } from '../../../src/ingest/waybill-store.ts';
import { createMemoryBus } from '../../../src/platform/bus/memory-bus.ts';
import type { ServerBus, ServerEvents } from '../../../src/platform/bus/server-events.ts';
import { type Db, sql } from '../../../src/platform/db/database.ts';
import { createPartitions } from '../../../src/platform/db/partitions.ts';
import { createSignedFiles, type SignedFiles } from '../../../src/platform/files/signed-files.ts';
import { createLog } from '../../../src/platform/observe/log.ts';
import { createMetrics } from '../../../src/platform/observe/metrics.ts';
import { createFieldEncryption } from '../../../src/platform/resources/field-encryption.ts';

/** A gateway with ingest and stores, on a free port. */
export type GatewayFixture = {
  readonly port: number;
  readonly gateway: Gateway;
  readonly ingest: Ingest;
  readonly bus: ServerBus;
  /** Published events in order. */
  readonly events: { readonly subject: keyof ServerEvents; readonly payload: unknown }[];
  metrics(): Promise<string>;
  stop(): Promise<void>;
};

const RETENTION_DAYS = 400;
const SUBJECTS = [
  'vehicles.updated',
  'terminal.online',
  'terminal.offline',
  'fleet.changed',
  'command.changed',
  'terminal.reported',
] as const;

/** Starts one for a test on a migrated database. */
export async function startGatewayFixture(
  db: Db,
  {
    bus: shared,
    log = createLog(process.env['TEST_LOG'] === 'on' ? 'debug' : 'silent'),
    now,
    mediaFiles,
    wrapIngest = (ingest) => ingest,
    ...options
  }: Partial<
    Pick<
      GatewayOptions,
      | 'log'
      | 'autoRegister'
      | 'includeVehicle'
      | 'trustedNetworks'
      | 'extraMessages'
      | 'limits'
      | 'bus'
      | 'timeZone'
      | 'open'
      | 'firmware'
      | 'idleMs'
    >
  > & {
    /** The clock of the gateway and of its ingest, epoch ms; default: the machine's. */
    readonly now?: () => number;
    /** Storage of uploads; default: a folder that is deleted at the end. */
    readonly mediaFiles?: SignedFiles;
    /** Changes the ingest that the gateway sees. */
    readonly wrapIngest?: (ingest: Ingest) => Ingest;
  } = {},
): Promise<GatewayFixture> {
  const metrics = createMetrics();
  const bus = shared ?? createMemoryBus<ServerEvents>((subject, error) => log.error({ err: error, subject }));
  const events: GatewayFixture['events'] = [];
  for (const subject of SUBJECTS) bus.subscribe(subject, (payload) => void events.push({ subject, payload }));
  const ingest = createIngest({
    db,
    bus,
    log,
    metrics,
    partitions: createPartitions(db, RETENTION_DAYS),
    timeZone: 'Asia/Shanghai',
    alarmItemsOf,
    ...(now && { now }),
  });
  await ingest.start();
  const folder = mediaFiles ? null : await mkdtemp(join(tmpdir(), 'media-'));
  const files = mediaFiles ?? createSignedFiles({ folder: folder!, key: Buffer.alloc(32), lifeMs: Number.MAX_SAFE_INTEGER });
  const media = createMediaStore({ db, bus, files });
  const gateway = createGateway({
    db,
    bus,
    log,
    metrics,
    ingest: wrapIngest(ingest),
    media,
    cards: createCardStore({ db, encryption: createFieldEncryption('s'.repeat(32)) }),
    waybills: createWaybillStore({ db }),
    terminalMessages: createTerminalMessageStore({ db }),
    terminalReports: createTerminalReportStore({ db, bus }),
    host: '127.0.0.1',
    port: 0,
    autoRegister: false,
    ...(now && { now }),
    ...options,
  });
  const port = await gateway.start();
  return {
    port,
    gateway,
    ingest,
    bus,
    events,
    metrics: async () => (await metrics.metricsText()).text,
    stop: async () => {
      await gateway.stop();
      await ingest.stop();
      if (folder) await rm(folder, { recursive: true });
    },
  };
}

/** Archives a vehicle with a terminal; returns the vehicle's id. */
export async function archive(
  db: Db,
  phone: string,
  more: { authCode?: string; terminalNo?: string; plate?: string } = {},
): Promise<number> {
  await db.run(`insert into department (name) select '车队' where not exists (select from department)`);
  const vehicle = await db.first<{ id: number }>(
    sql`insert into vehicle (department_id, plate) values ((select min(id) from department), ${more.plate ?? `京A${phone.slice(-5)}`}) returning id`,
  );
  const registeredAt = more.authCode === undefined ? null : new Date();
  await db.run(
    sql`insert into terminal (phone, vehicle_id, auth_code, terminal_no, registered_at)
        values (${phone}, ${vehicle!.id}, ${more.authCode ?? null}, ${more.terminalNo ?? null}, ${registeredAt})`,
  );
  return vehicle!.id;
}

const EVENTUALLY_MS = 60_000;
const TRY_EVERY_MS = 20;

/** Tries until `check` passes; after a long time its failure is the test's. */
export async function eventually(check: () => void | Promise<void>): Promise<void> {
  for (const until = Date.now() + EVENTUALLY_MS; ; await sleep(TRY_EVERY_MS)) {
    try {
      await check();
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}
