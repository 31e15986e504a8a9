import { hkdfSync } from 'node:crypto';
import { join, resolve } from 'node:path';
import { permission } from '@fleetwarden/contract/permissions';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { textOf } from '@fleetwarden/locale/languages';
import { cleanupsOf } from './cleanups.ts';
import { type Config, resolveDemo, resolveHost } from './config.ts';
import { attachable, createDataFiles } from './data-files.ts';
import { registerDemoPast } from './demo/demo-past.ts';
import { enterDemo } from './demo/enter-demo.ts';
import { seedDemo } from './demo/seed.ts';
import { startSimulator } from './demo/simulate.ts';
import { startEdges } from './edges.ts';
import { alarmItemsOf } from './gateway/alarm-items.ts';
import { createIngest } from './ingest/ingest.ts';
import { rebuildDays } from './ingest/rebuild-days.ts';
import { registerLateRebuild } from './ingest/rebuild-job.ts';
import type { PastGround } from './ingest/remake-days.ts';
import { createRuleBook, createRules, readPastGround, startRuleEffects } from './modules/alarm-rules/index.ts';
import { createAlarms, createDealing, createOpenAlarms } from './modules/alarms/index.ts';
import { createAudit, createAuditWriter } from './modules/audit/index.ts';
import { createCommands } from './modules/commands/index.ts';
import { createDetails } from './modules/details/index.ts';
import { createExpiry, REMIND_AT } from './modules/expiry/index.ts';
import { createFleet } from './modules/fleet/index.ts';
import { createFollowups } from './modules/follow-ups/index.ts';
import { createGeofences } from './modules/geofences/index.ts';
import { createIdentity, createPeople, createSessionList, ensureAdmin, type Identity } from './modules/identity/index.ts';
import { createInstalls } from './modules/installations/index.ts';
import { createCities, createCommon } from './modules/lookups/index.ts';
import { createMultimedia } from './modules/media/index.ts';
import { createMonitor } from './modules/monitor/index.ts';
import { createNoticeRecords, createNotices } from './modules/notices/index.ts';
import { createRegions } from './modules/region-search/index.ts';
import { createRegulators } from './modules/regulators/index.ts';
import { createRepair } from './modules/repairs/index.ts';
import { createReports, DOCUMENTS_EVERY, DUE_EVERY, registerMonthScores, registerRollups } from './modules/reports/index.ts';
import { createRisks } from './modules/risks/index.ts';
import { createScreens } from './modules/screens/index.ts';
import { createSettings } from './modules/settings/index.ts';
import { createTracks } from './modules/tracks/index.ts';
import { createMemoryBus } from './platform/bus/memory-bus.ts';
import type { ServerEvents } from './platform/bus/server-events.ts';
import { migrate } from './platform/db/migrate.ts';
import { createPartitions } from './platform/db/partitions.ts';
import { createHttp } from './platform/http/http.ts';
import { createUploads } from './platform/http/uploads.ts';
import { registerMaintenance } from './platform/jobs/maintenance.ts';
import { createJobs } from './platform/jobs/runner.ts';
import { createMail } from './platform/mail/mail.ts';
import { createSmtp } from './platform/mail/smtp.ts';
import { createHealth } from './platform/observe/health.ts';
import type { Log } from './platform/observe/log.ts';
import { createMetrics } from './platform/observe/metrics.ts';
import { createResources } from './platform/resources/resources.ts';
import { createTasks } from './platform/tasks/tasks.ts';
import { describeMessage } from './regulator/describe.ts';
import { loadSecretKey } from './secret-key.ts';
import { serveCalls } from './serve-calls.ts';
import { connect, whatItIs } from './server-database.ts';
import { listening, permitted, readTls } from './start-fault.ts';

const EVERY_MINUTE = '* * * * *';
const CONSOLE_FOLDER = resolve(import.meta.dirname, '../../console/dist');

export type RunningServer = {
  readonly url: string;
  readonly gatewayPort: number;
  readonly demo: boolean;
  /** Made by this start, to be printed once. */
  readonly firstAccount: Awaited<ReturnType<typeof ensureAdmin>>;
  /** Drains: listeners close, batches commit, sockets say bye. */
  stop(): Promise<void>;
};

/** Told while the demo's past is loaded: share from 0 to 1, and how many positions so far. */
type OnHistory = (share: number, positions: number) => void;

/**
 * Starts every part in the order they lean on each other and stops them in reverse. Whatever fails on the way, what had started
 * is stopped before the error goes on. Throws ConfigError where the environment contradicts the database.
 */
export async function startServer(config: Config, log: Log, onHistory?: OnHistory): Promise<RunningServer> {
  const started: (() => unknown)[] = [];
  const stop = async () => {
    for (const end of started.splice(0).reverse()) await end();
  };
  try {
    return { ...(await startParts(config, log, started, onHistory)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(
  config: Config,
  log: Log,
  started: (() => unknown)[],
  onHistory: OnHistory = () => undefined,
): Promise<Omit<RunningServer, 'stop'>> {
  const tls = config.tls && readTls(config.tls);
  const db = await connect(config, log, started);
  const metrics = createMetrics();
  const health = createHealth(db);
  await permitted(config.databaseUrl, () => migrate(db));
  const demo = resolveDemo(config, await whatItIs(db));
  const secretKey = loadSecretKey(config);
  // before the first account, which belongs to the demo's root department then
  const records = demo ? await seedDemo(db, config.demoVehicles, secretKey) : undefined;
  const firstAccount = await ensureAdmin({ db, adminPassword: config.adminPassword, demo });
  health.migrated();

  const bus = createMemoryBus<ServerEvents>((subject, err) => log.error({ err, subject }, 'a subscriber failed'));
  const partitions = createPartitions(db, config.retentionDays);
  const settings = createSettings({ db, bus, secretKey });
  started.push(() => settings.stop());
  const cities = createCities();
  const book = createRuleBook({ db, bus, log, settings, cities, timeZone: config.businessTz });
  await book.start();
  started.push(() => book.stop());
  const ofRules = { rulesOf: book.rulesOf, visitsOf: book.visits, dueMs: book.dueMs, callingOf: book.callingOf };
  const pastGround: PastGround = (vehicleIds, from, until) => readPastGround(db, vehicleIds, from, until, cities);
  const ingest = createIngest({ db, partitions, bus, log, metrics, timeZone: config.businessTz, alarmItemsOf, ...ofRules });
  await ingest.start();
  started.push(() => ingest.stop());

  const identity: Identity = await createIdentity({
    db,
    bus,
    settings,
    sessionList: createSessionList({ db, bus, settings, scopeOf: (departmentId) => identity.scopes.of(departmentId) }),
    vehicleRecord: (vehicleId) => monitor.recordOf(vehicleId),
    signingKey: Buffer.from(hkdfSync('sha256', secretKey, '', 'fleetwarden signing', 32)),
    captcha: config.captcha,
    demo,
    timeZone: config.businessTz,
  });
  started.push(() => identity.stop());

  const dataFiles = createDataFiles({
    dataDir: config.dataDir,
    secretKey,
    // files without a row, left behind by a crash, go a day later than the others
    mediaLifeMs: (config.retentionDays + 1) * DAY_MS,
  });
  const { exports: files, ofTasks: taskFiles, documents: documentFiles, media: mediaFiles } = dataFiles;
  const audit = createAudit({ db, scopes: identity.scopes, files, metrics, timeZone: config.businessTz });

  const uploads = createUploads(join(config.dataDir, 'uploads'));
  await uploads.cleanup(Date.now());
  const jobs = createJobs({ db, log, timeZone: config.businessTz });
  const tasks = createTasks({
    db,
    jobs,
    files: taskFiles,
    principalOf: identity.principalOf,
    tell: (accountId, news) => bus.publish('task.changed', { accountId, news }),
    textOf,
    filesKeptMs: async () => (await settings.get('exportDays', null)) * DAY_MS,
    log,
  });
  const mail = createMail({
    db,
    jobs,
    files: attachable(dataFiles),
    send: config.mail && createSmtp(config.mail),
    from: config.mail?.from,
  });
  registerMaintenance(jobs, {
    db,
    partitions,
    log,
    cleanups: cleanupsOf({
      db,
      settings,
      identity,
      audit,
      tasks,
      mail,
      uploads,
      dataFiles,
      mediaKeptMs: config.retentionDays * DAY_MS,
    }),
  });
  registerLateRebuild(jobs, { db, log, timeZone: config.businessTz, retentionDays: config.retentionDays, pastGround });
  registerRollups(jobs, { db, log, timeZone: config.businessTz });
  registerMonthScores(jobs, { db, log, settings, timeZone: config.businessTz });
  if (records)
    registerDemoPast(jobs, { db, bus, rootDepartmentId: records.rootDepartmentId, timeZone: config.businessTz, now: Date.now });

  const host = resolveHost(config, demo);
  const http = await createHttp({
    log,
    textOf,
    authenticate: identity.authenticate,
    audit: createAuditWriter(db),
    readiness: health.readiness,
    metricsText: metrics.metricsText,
    operatorCode: permission.metrics,
    uploads,
    consoleFolder: CONSOLE_FOLDER,
    pageMap: settings.pageMap,
    trustProxy: config.trustProxy,
    secure: tls !== undefined || (config.publicUrl?.startsWith('https:') ?? false),
    ...(tls ? { tls } : {}),
  });
  started.push(() => http.stop());
  const monitor = createMonitor({
    db,
    bus,
    log,
    scopes: identity.scopes,
    app: http.app,
    authenticate: identity.authenticate,
    renew: identity.renew,
    ...(config.publicUrl ? { allowedOrigins: [config.publicUrl] } : {}),
  });
  await monitor.start();
  started.push(() => monitor.stop());
  dataFiles.serve(http.app);
  const notices = createNotices({ db, hub: monitor.hub, scopes: identity.scopes });
  const commands = createCommands({ db, bus, hub: monitor.hub, scopes: identity.scopes });
  started.push(() => commands.stop());
  const { pictures } = monitor;
  const screens = createScreens({
    db,
    scopes: identity.scopes,
    pictures,
    openAlarms: createOpenAlarms(db),
    timeZone: config.businessTz,
  });
  const resources = createResources({
    db,
    http,
    secretKey,
    files,
    tasks,
    textOf,
    below: identity.scopes.of,
    timeZone: config.businessTz,
    audit: createAuditWriter(db),
  });
  const fleet = createFleet({ resources, bus, files, below: identity.scopes.of, timeZone: config.businessTz });
  const people = createPeople({
    resources,
    sessions: identity.sessions,
    key: identity.key,
    below: identity.scopes.of,
    timeZone: config.businessTz,
  });
  const noticeRecords = createNoticeRecords({ db, resources, notices, scopes: identity.scopes });
  jobs.schedule(noticeRecords.telling, EVERY_MINUTE, {});
  const expiry = createExpiry({ db, bus, resources, notices, scopes: identity.scopes, timeZone: config.businessTz });
  jobs.schedule(expiry.reminding, REMIND_AT, {});
  const repairs = createRepair({ db, resources, scopes: identity.scopes });
  const installs = createInstalls({ db, resources, vehicles: fleet.vehicles, scopes: identity.scopes });
  const geofences = createGeofences({ db, bus, resources, service: commands.service, below: identity.scopes.of, files, textOf });
  started.push(() => geofences.stop());
  if (records) {
    const refused = (err: Error) => log.warn({ err }, 'a part of the demo is left out');
    const kept = { fleet, people, notices: noticeRecords, expiry, repairs, installs, geofences };
    const house = { db, ...kept, below: identity.scopes.of, refused, timeZone: config.businessTz };
    await enterDemo(house, records.rootDepartmentId);
    bus.publish('rules.changed', {});
  }
  const { scopes } = identity;
  const media = createMultimedia({ db, bus, hub: monitor.hub, scopes, commands, files: mediaFiles });
  started.push(() => media.stop());
  const tracks = createTracks({ db, media, scopes, tasks, textOf, timeZone: config.businessTz });
  const regions = createRegions({ db, scopes: identity.scopes, monitor, tasks, textOf, timeZone: config.businessTz });
  const rules = createRules({ db, bus, book, scopes, files, tasks, textOf, timeZone: config.businessTz });
  const dealing = createDealing({ db, bus });
  const { service } = commands;
  const effects = startRuleEffects({ db, bus, book, jobs, service, dealing, settings, textOf, timeZone: config.businessTz });
  started.push(() => effects.stop());
  const alarms = createAlarms({
    db,
    bus,
    hub: monitor.hub,
    scopes,
    settings,
    service,
    dealing,
    tasks,
    jobs,
    textOf,
    timeZone: config.businessTz,
  });
  started.push(() => alarms.stop());
  const common = createCommon();
  const risks = createRisks({
    db,
    bus,
    log,
    resources,
    scopes,
    service,
    dealing,
    outlineOf: common.outlineOf,
    timeZone: config.businessTz,
  });
  jobs.schedule(risks.following, EVERY_MINUTE, {});
  started.push(() => risks.stop());
  const details = createDetails({
    ...fleet,
    db,
    scopes: identity.scopes,
    serviceUrl: () => settings.get('addressServiceUrl', null),
    failed: (err) => log.warn({ err }, 'the address service did not answer'),
  });
  const followups = createFollowups({ db, scopes, timeZone: config.businessTz });
  const reports = createReports({
    db,
    scopes,
    tasks,
    settings,
    addressOf: details.addressOf,
    mediaFiles,
    taskFiles,
    documentFiles,
    jobs,
    notices,
    mail,
    log,
    principalOf: identity.principalOf,
    publicUrl: config.publicUrl,
    timeZone: config.businessTz,
    searchRegion: regions.searchPast,
    platformNameOf: async (departmentId) => (await settings.brandOf(departmentId)).platName,
    logoOf: settings.logoOf,
    rebuildDays: (wish) =>
      rebuildDays(db, { ...wish, timeZone: config.businessTz, retentionDays: config.retentionDays, pastGround }),
  });
  jobs.schedule(reports.due, DUE_EVERY, {});
  jobs.schedule(reports.documentsDue, DOCUMENTS_EVERY, {});
  const { principalOf } = identity;
  const regulators = createRegulators({
    db,
    bus,
    hub: monitor.hub,
    scopes,
    describe: describeMessage,
    principalOf,
    notices,
    log,
  });
  regulators.start();
  started.push(() => regulators.stop());
  serveCalls(http, {
    alarms,
    audit,
    commands,
    common,
    details,
    expiry,
    fleet,
    followups,
    geofences,
    identity,
    installs,
    media,
    monitor,
    noticeRecords,
    notices,
    people,
    regions,
    regulators,
    repairs,
    reports,
    risks,
    rules,
    screens,
    settings,
    tasks,
    tracks,
  });
  settings.serveLogos(http.app);
  settings.tellConsoles(monitor.hub);
  bus.subscribe('task.changed', ({ accountId, news }) => monitor.hub.publish({ accountId }, { type: 'task', data: news }));
  // every part has said which jobs it has
  jobs.start();
  started.push(() => jobs.stop());

  const { gatewayPort } = await startEdges({
    config,
    db,
    bus,
    log,
    metrics,
    ingest,
    mediaFiles,
    secretKey,
    host,
    started,
    service: commands.service,
    planned: book.reported,
    ready: async () => {
      await commands.start();
      await geofences.start();
      await risks.start();
    },
  });

  const port = await listening({ name: 'PORT', number: config.port }, host, () => http.listen({ host, port: config.port }));
  if (records) {
    const simulated = startSimulator({
      host: '127.0.0.1',
      port: gatewayPort,
      terminals: records.terminals,
      log,
      stateFile: join(config.dataDir, 'demo-fleet.json'),
      onProgress: onHistory,
    });
    started.push(() => simulated.stop());
  }
  started.push(() => health.drain());
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return { url: `${config.tls ? 'https' : 'http'}://${shown}:${port}/`, gatewayPort, demo, firstAccount };
}
