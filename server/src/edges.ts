import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { createGateway } from './gateway/gateway.ts';
import { createCardStore } from './ingest/card-store.ts';
import type { Ingest } from './ingest/ingest.ts';
import { createMediaStore } from './ingest/media-store.ts';
import { createWaybillStore } from './ingest/waybill-store.ts';
import type { RuleBook } from './modules/alarm-rules/index.ts';
import type { Commands } from './modules/commands/index.ts';
import { mayBeElsewhere } from './modules/fleet/index.ts';
import { regulatorWords } from './modules/regulators/index.ts';
import type { ServerBus } from './platform/bus/server-events.ts';
import type { Db } from './platform/db/database.ts';
import type { SignedFiles } from './platform/files/signed-files.ts';
import type { Log } from './platform/observe/log.ts';
import type { Metrics } from './platform/observe/metrics.ts';
import { createSeal } from './platform/resources/seal.ts';
import { createRegulator } from './regulator/regulator.ts';
import { EMERGENCY_PASSWORD } from './regulator/terminal-requests.ts';
import { listening } from './start-fault.ts';

/** What terminals and other platforms speak to. `started`: what is to be ended, in the order it began. */
export type EdgesOptions = {
  readonly config: Config;
  readonly db: Db;
  readonly bus: ServerBus;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly ingest: Ingest;
  readonly mediaFiles: SignedFiles;
  readonly secretKey: string;
  readonly host: string;
  readonly service: Commands['service'];
  readonly planned: RuleBook['reported'];
  /** What must be ready once terminals can be spoken to, and before other platforms ask something of them. */
  readonly ready: () => Promise<void>;
  readonly started: (() => unknown)[];
};

/** Listens for terminals, then for platforms below and above ours. Throws where a port cannot be had. */
export async function startEdges(options: EdgesOptions): Promise<{ readonly gatewayPort: number }> {
  const { config, db, bus, log, metrics, ingest, host, started } = options;
  const seal = createSeal(options.secretKey);
  const gateway = createGateway({
    db,
    bus,
    log,
    metrics,
    ingest,
    host,
    port: config.gatewayPort,
    media: createMediaStore({ db, bus, files: options.mediaFiles }),
    cards: createCardStore({ db, seal }),
    waybills: createWaybillStore({ db }),
    autoRegister: config.autoRegister,
    timeZone: config.businessTz,
    open: (sealed) => seal.open(sealed, EMERGENCY_PASSWORD),
  });
  const gatewayPort = await listening({ name: 'GATEWAY_PORT', number: config.gatewayPort }, host, () => gateway.start());
  started.push(() => gateway.stop());
  await options.ready();
  // named by us when it came
  const mediaFile = (name: string) => readFile(join(config.dataDir, 'media', name)).catch(() => null);
  const regulator = createRegulator({
    db,
    bus,
    log,
    ingest,
    host,
    port: config.regulatorPort,
    upperPort: config.regulatorUpperPort,
    seal,
    words: regulatorWords,
    planned: options.planned,
    mayReach: mayBeElsewhere,
    terminals: { ask: options.service.askAsProduct, file: mediaFile },
  });
  started.push(() => regulator.stop());
  await regulator.start(listening);
  return { gatewayPort };
}
