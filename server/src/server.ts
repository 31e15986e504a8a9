import { hkdfSync } from 'node:crypto';
import { join, resolve } from 'node:path';
import { getText } from '@fleetwarden/locale/languages';
import { type Config, resolveDemo, resolveHost } from './config.ts';
import { enterDemo } from './demo/enter-demo.ts';
import { seedDemo } from './demo/seed.ts';
import { startSimulator } from './demo/simulate.ts';
import { startEdges } from './edges.ts';
import { divideFiles, readFileLimit } from './file-limit.ts';
import { GATEWAY_LIMITS } from './gateway/limits.ts';
import type { BadFrame } from './gateway/quarantine.ts';
import { startRuleEffects } from './modules/alarm-rules/index.ts';
import { ensureAdmin } from './modules/identity/index.ts';
import type { Stops } from './parts/options.ts';
import { createParts, type Parts } from './parts/parts.ts';
import { stopParts } from './parts/stop-parts.ts';
import { createMemoryBus } from './platform/bus/memory-bus.ts';
import type { ServerEvents } from './platform/bus/server-events.ts';
import { migrate } from './platform/db/migrate.ts';
import { openFileStore } from './platform/files/open-file-store.ts';
import { createSmtp } from './platform/mail/smtp.ts';
import { createHealth } from './platform/observe/health.ts';
import type { Log } from './platform/observe/log.ts';
import { scheduleJobs } from './schedule-jobs.ts';
import { loadSecretKey } from './secret-key.ts';
import { connect, inspectDatabase } from './server-database.ts';
import { listening, readTls, withPrivilegeErrors } from './start-fault.ts';

const CONSOLE_FOLDER = resolve(import.meta.dirname, '../../console/dist');

export type RunningServer = {
  readonly url: string;
  readonly gatewayPort: number;
  readonly demo: boolean;
  /** Account created by this start, to be printed once. */
  readonly firstAccount: Awaited<ReturnType<typeof ensureAdmin>>;
  /** Graceful stop: listeners close, batches commit, sockets get a close frame. */
  stop(): Promise<void>;
  /** Code of the step of the stop that is under way, for the log. */
  stoppingStep(): string;
};

/** HTTP connections beyond which more open files change nothing: users and sockets of a large installation. */
const MAX_HTTP_CONNECTIONS = { connections: 20_000, connectionsPerAddress: 5_000 };

/** Progress of loading the demo history: share from 0 to 1, and positions so far. */
type OnHistory = (share: number, positions: number) => void;

/**
 * Starts all parts in dependency order; stops them in reverse, also after a failed start. Throws ConfigError if the environment
 * contradicts the database.
 */
export async function startServer(config: Config, log: Log, onHistory?: OnHistory): Promise<RunningServer> {
  const started: Stops = [];
  let step = '';
  const stop = () =>
    stopParts(started, (code) => {
      step = code;
    });
  try {
    return { ...(await startParts(config, log, started, onHistory)), stop, stoppingStep: () => step };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Records created by the demo seed; undefined: no demo. */
type DemoRecords = Awaited<ReturnType<typeof seedDemo>> | undefined;

async function startParts(
  config: Config,
  log: Log,
  started: Stops,
  onHistory: OnHistory = () => undefined,
): Promise<Omit<RunningServer, 'stop' | 'stoppingStep'>> {
  const tls = config.tls && readTls(config.tls);
  const files = readFileLimit();
  const limits = divideFiles(files, { gateway: GATEWAY_LIMITS, http: MAX_HTTP_CONNECTIONS });
  log.info({ files, gateway: limits.gateway.connections, http: limits.http.connections }, 'connections allowed');
  const db = await connect(config, log, started);
  const health = createHealth(db);
  await withPrivilegeErrors(config.databaseUrl, () => migrate(db));
  const demo = resolveDemo(config, await inspectDatabase(db));
  const secretKey = loadSecretKey(config);
  // Before the first account, which then belongs to the demo's root department.
  const records = demo ? await seedDemo(db, config.demoVehicles, secretKey) : undefined;
  const firstAccount = await ensureAdmin({ db, adminPassword: config.adminPassword, demo });
  health.migrated();
  const terminalAccess = { host: config.publicHost, port: config.gatewayPort, badFrames: (): BadFrame[] => [] };
  const parts = await createParts(
    {
      db,
      log,
      health,
      secretKey,
      demo,
      now: Date.now,
      bus: createMemoryBus<ServerEvents>((subject, err) => log.error({ err, subject }, 'a subscriber failed')),
      signingKey: Buffer.from(hkdfSync('sha256', secretKey, '', 'fleetwarden signing', 32)),
      captcha: config.captcha,
      timeZone: config.businessTz,
      publicUrl: config.publicUrl,
      terminalAccess,
      dataDir: config.dataDir,
      fileStore: openFileStore(config, log, started),
      retentionDays: config.retentionDays,
      mediaPorts: { mediaPort: config.mediaPort, evidencePort: config.evidencePort },
      mail: config.mail && { send: createSmtp(config.mail), from: config.mail.from },
      http: {
        consoleFolder: CONSOLE_FOLDER,
        trustProxy: config.trustProxy,
        connectionLimits: {
          connections: limits.http.connections,
          connectionsPerAddress: config.trustProxy === false ? limits.http.connectionsPerAddress : undefined,
        },
        secure: tls !== undefined || (config.publicUrl?.startsWith('https:') ?? false),
        ...(tls ? { tls } : {}),
      },
    },
    {},
    started,
  );
  await startBackground(parts, records, started);

  const host = resolveHost(config, demo);
  const { bus, metrics, ingest, activeRules, commands, geofences, risks, sms, terminalSettings, http } = parts;
  const { gateway, gatewayPort } = await startEdges({
    config,
    db,
    bus,
    log,
    metrics,
    ingest,
    mediaFiles: parts.dataFiles.media,
    firmware: { read: parts.firmware.read, addressOf: parts.firmware.addressOf },
    secretKey,
    host,
    connectionLimits: limits.gateway,
    settings: parts.settings,
    started,
    service: commands.service,
    mediaServer: parts.mediaServer,
    evidenceServer: parts.evidenceServer,
    ftpServer: parts.ftpServer,
    activeRules,
    ready: async () => {
      await commands.start();
      await geofences.start();
      await risks.start();
      await terminalSettings.start();
      await sms.start();
      await parts.video.start();
      await parts.evidence.start();
    },
  });
  Object.assign(terminalAccess, { port: gatewayPort, badFrames: gateway.badFrames });
  const port = await listening({ name: 'PORT', number: config.port }, host, () => http.listen({ host, port: config.port }));
  if (records) {
    const simulated = startSimulator({
      host: '127.0.0.1',
      port: gatewayPort,
      terminals: records.terminals,
      log,
      stateFile: join(config.dataDir, 'demo-fleet.json'),
      historyDays: config.demoHistoryDays,
      onProgress: onHistory,
    });
    started.push(() => simulated.stop());
  }
  started.push(() => health.drain());
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return { url: `${config.tls ? 'https' : 'http'}://${shown}:${port}/`, gatewayPort, demo, firstAccount };
}

/** Starts parts without network: rules, ingest, live map, demo records, jobs. */
async function startBackground(parts: Parts, records: DemoRecords, started: Stops): Promise<void> {
  const { jobs } = parts;
  await parts.activeRules.start();
  await parts.ingest.start();
  await parts.uploads.cleanup(Date.now());
  await parts.monitor.start();
  scheduleJobs(parts, records?.rootDepartmentId);
  if (records) await enterDemoRecords(parts, records.rootDepartmentId);
  const { service } = parts.commands;
  const effects = startRuleEffects({ ...parts, service, getText });
  started.push(() => effects.stop());
  parts.regulators.start();
  // All parts have registered their jobs.
  jobs.start();
  started.push(() => jobs.stop());
}

async function enterDemoRecords(parts: Parts, rootDepartmentId: number): Promise<void> {
  const refused = (err: Error) => parts.log.warn({ err }, 'a part of the demo is left out');
  const demoStores = { ...parts, notices: parts.noticeRecords, below: parts.identity.scopes.of, refused };
  await enterDemo(demoStores, rootDepartmentId);
}
