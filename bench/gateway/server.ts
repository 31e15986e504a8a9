import { join } from 'node:path';
import { alarmItemsOf } from '../../server/src/gateway/alarm-items.ts';
import { createGateway } from '../../server/src/gateway/gateway.ts';
import { createCardStore } from '../../server/src/ingest/card-store.ts';
import { createIngest } from '../../server/src/ingest/ingest.ts';
import { createMediaStore } from '../../server/src/ingest/media-store.ts';
import { createTerminalMessageStore } from '../../server/src/ingest/terminal-message-store.ts';
import { createTerminalReportStore } from '../../server/src/ingest/terminal-report-store.ts';
import { createWaybillStore } from '../../server/src/ingest/waybill-store.ts';
import { createMemoryBus } from '../../server/src/platform/bus/memory-bus.ts';
import type { ServerBus, ServerEvents } from '../../server/src/platform/bus/server-events.ts';
import { type Db, openDatabase } from '../../server/src/platform/db/database.ts';
import { startEmbedded } from '../../server/src/platform/db/embedded/embedded-postgres.ts';
import { migrate, readMigrations } from '../../server/src/platform/db/migrate.ts';
import { createPartitions } from '../../server/src/platform/db/partitions.ts';
import { createSignedFiles } from '../../server/src/platform/files/signed-files.ts';
import { createLog } from '../../server/src/platform/observe/log.ts';
import { createMetrics } from '../../server/src/platform/observe/metrics.ts';
import { createFieldEncryption } from '../../server/src/platform/resources/field-encryption.ts';
import { archiveFleet } from './fleet.ts';

export type ServerReady = { readonly port: number };
/** Figures of the server process, on request. */
export type ServerFigures = {
  readonly rss: number;
  readonly cpuMicros: number;
  readonly online: number;
  readonly connections: number;
};

const RETENTION_DAYS = 400;

/**
 * The product's gateway and ingest over their own embedded PostgreSQL, in this process; sends its port to the parent. `more` starts
 * further parts before.
 */
export async function runServer(
  dataDir: string,
  terminals: number,
  more?: (parts: { readonly db: Db; readonly bus: ServerBus }) => Promise<void>,
): Promise<void> {
  const embedded = await startEmbedded({ dataDir });
  const db = openDatabase({ connection: embedded.connection });
  await migrate(db, readMigrations());
  const known = await db.first<{ n: number }>('select count(*) as n from terminal');
  if (known?.n === 0) await archiveFleet(db, terminals);
  const log = createLog('warn');
  const metrics = createMetrics();
  const bus = createMemoryBus<ServerEvents>((subject, error) => log.error({ err: error, subject }));
  const partitions = createPartitions(db, RETENTION_DAYS);
  const ingest = createIngest({ db, bus, log, metrics, partitions, timeZone: 'Asia/Shanghai', alarmItemsOf });
  await ingest.start();
  const files = createSignedFiles({ folder: join(dataDir, 'media'), key: Buffer.alloc(32), lifeMs: Number.MAX_SAFE_INTEGER });
  const media = createMediaStore({ db, bus, files });
  const cards = createCardStore({ db, encryption: createFieldEncryption('bench'.repeat(8)) });
  const gateway = createGateway({
    db,
    bus,
    log,
    metrics,
    ingest,
    media,
    cards,
    waybills: createWaybillStore({ db }),
    terminalMessages: createTerminalMessageStore({ db }),
    terminalReports: createTerminalReportStore({ db, bus }),
    host: '127.0.0.1',
    port: 0,
    autoRegister: false,
  });
  const port = await gateway.start();
  await more?.({ db, bus });
  process.on('message', (message) => {
    if (message === 'figures') {
      globalThis.gc?.();
      const { user, system } = process.cpuUsage();
      const { online, connections } = gateway;
      process.send!({ rss: process.memoryUsage.rss(), cpuMicros: user + system, online, connections } satisfies ServerFigures);
    } else if (message === 'stop') {
      void gateway
        .stop()
        .then(() => ingest.stop())
        .then(() => db.close())
        .then(() => embedded.stop())
        .then(() => process.exit(0));
    }
  });
  process.on('disconnect', () => process.exit(1));
  process.send!({ port } satisfies ServerReady);
}
