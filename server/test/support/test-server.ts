import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { permission } from '@fleetwarden/contract/permissions';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { textOf } from '@fleetwarden/locale/languages';
import { pino } from 'pino';
import { attachable, createDataFiles } from '../../src/data-files.ts';
import { createRuleBook, createRules, type RuleBook } from '../../src/modules/alarm-rules/index.ts';
import { createAlarms, createDealing, createOpenAlarms, type Dealing } from '../../src/modules/alarms/index.ts';
import { type Audit, createAudit, createAuditWriter } from '../../src/modules/audit/index.ts';
import { type Commands, createCommands } from '../../src/modules/commands/index.ts';
import { createDetails } from '../../src/modules/details/index.ts';
import { createExpiry, type Expiry } from '../../src/modules/expiry/index.ts';
import { createFleet, type Fleet } from '../../src/modules/fleet/index.ts';
import { createFollowups } from '../../src/modules/follow-ups/index.ts';
import { createGeofences, type Geofences } from '../../src/modules/geofences/index.ts';
import {
  createIdentity,
  createPeople,
  createSessionList,
  hashPassword,
  type Identity,
  type IdentityOptions,
  type IdentitySettings,
  type People,
} from '../../src/modules/identity/index.ts';
import { createInstalls, type Installs } from '../../src/modules/installations/index.ts';
import { createCommon } from '../../src/modules/lookups/index.ts';
import { createMultimedia } from '../../src/modules/media/index.ts';
import { createMonitor, type Monitor, type MonitorOptions } from '../../src/modules/monitor/index.ts';
import { createNoticeRecords, createNotices, type NoticeRecords, type Notices } from '../../src/modules/notices/index.ts';
import { createRegions } from '../../src/modules/region-search/index.ts';
import { createRegulators, type Describe, type Regulators } from '../../src/modules/regulators/index.ts';
import { createRepair, type Repair } from '../../src/modules/repairs/index.ts';
import { createReports, type Reports, type ReportsOptions } from '../../src/modules/reports/index.ts';
import { createRisks, type Risks } from '../../src/modules/risks/index.ts';
import { createScreens } from '../../src/modules/screens/index.ts';
import { createSettings, type SettingsArea } from '../../src/modules/settings/index.ts';
import { createTracks } from '../../src/modules/tracks/index.ts';
import { createMemoryBus } from '../../src/platform/bus/memory-bus.ts';
import type { ServerBus, ServerEvents } from '../../src/platform/bus/server-events.ts';
import { type Db, sql } from '../../src/platform/db/database.ts';
import type { SignedFiles } from '../../src/platform/files/signed-files.ts';
import { createHttp, type Http, type HttpOptions } from '../../src/platform/http/http.ts';
import { createUploads } from '../../src/platform/http/uploads.ts';
import { createJobs, type Jobs } from '../../src/platform/jobs/runner.ts';
import { createMail, type Mail } from '../../src/platform/mail/mail.ts';
import type { SendLetter } from '../../src/platform/mail/smtp.ts';
import { createHealth } from '../../src/platform/observe/health.ts';
import { createMetrics } from '../../src/platform/observe/metrics.ts';
import { createResources } from '../../src/platform/resources/resources.ts';
import { createTasks, type Tasks } from '../../src/platform/tasks/tasks.ts';
import { serveCalls } from '../../src/serve-calls.ts';
import { type TestDatabase, testDatabase } from './db/test-database.ts';
import { createTestCalls, PASSWORD, type TestCalls } from './test-calls.ts';

/** For tests: the calls of identity over a real database, with accounts, and a clock that tests may move. */
export type TestServer = TestCalls & {
  readonly database: TestDatabase;
  readonly db: Db;
  readonly bus: ServerBus;
  readonly http: Http;
  readonly identity: Identity;
  readonly monitor: Monitor;
  readonly fleet: Fleet;
  readonly audit: Audit;
  readonly files: SignedFiles;
  /** Where what terminals take is kept. */
  readonly mediaFiles: SignedFiles;
  /** Where exports, uploads and the files of tasks are. */
  readonly dataFolder: string;
  /** Not started: a test that has tasks run starts them. */
  readonly jobs: Jobs;
  readonly tasks: Tasks;
  /** Where files of tasks are. */
  readonly taskFiles: SignedFiles;
  readonly mail: Mail;
  readonly reports: Reports;
  readonly details: ReturnType<typeof createDetails>;
  readonly regions: ReturnType<typeof createRegions>;
  /** Another node on the same database: jobs and tasks of its own, for tests to register and start. */
  node(): { readonly jobs: Jobs; readonly tasks: Tasks };
  readonly notices: Notices;
  readonly noticeRecords: NoticeRecords;
  readonly commands: Commands;
  readonly expiry: Expiry;
  readonly people: People;
  readonly repairs: Repair;
  readonly installs: Installs;
  readonly geofences: Geofences;
  /** Not started: a test that waits for what is due has it `look`. */
  readonly regulators: Regulators;
  /** Not started: a test that asks for rules reads them with `reload`. */
  readonly book: RuleBook;
  readonly dealing: Dealing;
  /** Not started: events follow the bus, or when a test starts them. */
  readonly risks: Risks;
  readonly settingsArea: SettingsArea;
  readonly clock: { now: number };
  /** What differs from the settings stored, for tests to set. */
  readonly settings: Partial<Awaited<ReturnType<IdentitySettings['of']>>>;
  /** What was logged, as lines of JSON. */
  readonly logged: string[];
  department(name: string, parentId?: number | null): Promise<number>;
  account(name: string, departmentId: number, codes?: readonly string[]): Promise<number>;
  stop(): Promise<void>;
};

const SECRET_KEY = 'a key of thirty-two characters!!';
export const SIGNING_KEY = Buffer.from('a key of tests, of no other use!');

export async function startTestServer(
  options: Partial<IdentityOptions & HttpOptions & MonitorOptions> & {
    readonly mayReach?: (address: string) => boolean;
    readonly describe?: Describe;
    /** How letters are sent; nothing can be mailed without. */
    readonly send?: SendLetter;
    readonly publicUrl?: string;
    /** How days are made anew; nothing is without. */
    readonly rebuildDays?: ReportsOptions['rebuildDays'];
    /** One that holds something already; otherwise an empty one of its own. */
    readonly database?: TestDatabase;
  } = {},
): Promise<TestServer> {
  const database = options.database ?? (await testDatabase());
  const { db } = database;
  const bus = createMemoryBus<ServerEvents>((subject, error) => {
    throw new Error(`a subscriber of ${subject} failed`, { cause: error });
  });
  const clock = { now: Date.now() };
  const settings: TestServer['settings'] = {};
  const settingsArea = createSettings({ db, bus, secretKey: SECRET_KEY, now: () => clock.now });
  const inForce: IdentitySettings = options.settings ?? {
    ...settingsArea,
    of: async (id) => ({ ...(await settingsArea.of(id)), ...settings }),
  };
  const logged: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  const metrics = createMetrics();
  const health = createHealth(db);
  health.migrated();
  const identity: Identity = await createIdentity({
    db,
    bus,
    settings: inForce,
    sessionList: createSessionList({
      db,
      bus,
      settings: inForce,
      scopeOf: (departmentId) => identity.scopes.of(departmentId),
      now: () => clock.now,
    }),
    vehicleRecord: (vehicleId) => monitor.recordOf(vehicleId),
    signingKey: SIGNING_KEY,
    captcha: false,
    demo: false,
    timeZone: 'Asia/Shanghai',
    now: () => clock.now,
    ...options,
  });
  const dataFolder = await mkdtemp(join(tmpdir(), 'data-'));
  const http = await createHttp({
    uploads: createUploads(join(dataFolder, 'uploads')),
    log,
    textOf,
    authenticate: identity.authenticate,
    readiness: health.readiness,
    audit: createAuditWriter(db, () => clock.now),
    metricsText: metrics.metricsText,
    operatorCode: permission.metrics,
    publicCallsPerMinute: 10_000,
    ...options,
  });
  const monitor = createMonitor({
    app: http.app,
    db,
    bus,
    log,
    scopes: identity.scopes,
    authenticate: identity.authenticate,
    renew: identity.renew,
    tickMs: 20,
    reloadEveryMs: 0,
    now: () => clock.now,
    ...options,
  });
  const dataFiles = createDataFiles({
    dataDir: dataFolder,
    secretKey: SECRET_KEY,
    mediaLifeMs: 400 * DAY_MS,
    now: () => clock.now,
  });
  dataFiles.serve(http.app);
  const { exports: files, ofTasks: taskFiles, documents: documentFiles, media: mediaFiles } = dataFiles;
  const { scopes } = identity;
  const common = { db, scopes, timeZone: 'Asia/Shanghai', now: () => clock.now };
  const audit = createAudit({ ...common, files, metrics });
  const notices = createNotices({ ...common, hub: monitor.hub });
  const commands = createCommands({ ...common, bus, hub: monitor.hub });
  settingsArea.serveLogos(http.app);
  settingsArea.tellConsoles(monitor.hub);
  const nodes: Jobs[] = [];
  const node: TestServer['node'] = () => {
    const jobs = createJobs({ db, log, timeZone: 'Asia/Shanghai', pollMs: 20, leaseMs: 2_000, drainMs: 200 });
    nodes.push(jobs);
    const tasks = createTasks({
      db,
      jobs,
      files: taskFiles,
      principalOf: identity.principalOf,
      tell: (accountId, news) => bus.publish('task.changed', { accountId, news }),
      textOf,
      log,
      progressEveryMs: 20,
    });
    return { jobs, tasks };
  };
  const { jobs, tasks } = node();
  const mail = createMail({ db, jobs, send: options.send, from: 'fleet@example.com', files: attachable(dataFiles) });
  const media = createMultimedia({ ...common, bus, hub: monitor.hub, commands, files: mediaFiles });
  const resources = createResources({
    ...common,
    http,
    files,
    tasks,
    textOf,
    secretKey: SECRET_KEY,
    below: scopes.of,
    audit: createAuditWriter(db, () => clock.now),
  });
  const { mayReach } = options;
  const fleet = createFleet({ ...common, bus, resources, files, below: scopes.of, ...(mayReach ? { mayReach } : {}) });
  const serviceUrl = () => settingsArea.get('addressServiceUrl', null);
  const { sessions, key } = identity;
  const people = createPeople({ ...common, resources, sessions, key, below: scopes.of });
  const noticeRecords = createNoticeRecords({ ...common, resources, notices });
  const expiry = createExpiry({ ...common, bus, resources, notices });
  const repairs = createRepair({ ...common, resources });
  const installs = createInstalls({ ...common, resources, vehicles: fleet.vehicles });
  const geofences = createGeofences({ ...common, bus, resources, service: commands.service, below: scopes.of, files, textOf });
  const book = createRuleBook({ ...common, bus, log, settings: settingsArea });
  const rules = createRules({ ...common, bus, book, files, tasks, textOf });
  const dealing = createDealing({ ...common, bus });
  const alarms = createAlarms({
    ...common,
    bus,
    hub: monitor.hub,
    settings: settingsArea,
    service: commands.service,
    dealing,
    tasks,
    jobs,
    textOf,
  });
  const lists = createCommon();
  const { service } = commands;
  const risks = createRisks({ ...common, bus, log, resources, service, dealing, outlineOf: lists.outlineOf });
  const { principalOf } = identity;
  const describe = options.describe ?? (() => null);
  const regulators = createRegulators({ ...common, bus, hub: monitor.hub, describe, principalOf, notices, log });
  const details = createDetails({ ...common, ...fleet, serviceUrl });
  const regions = createRegions({ ...common, monitor, tasks, textOf });
  const followups = createFollowups(common);
  const reports = createReports({
    ...common,
    tasks,
    addressOf: details.addressOf,
    mediaFiles,
    taskFiles,
    documentFiles,
    jobs,
    notices,
    mail,
    log,
    principalOf,
    publicUrl: options.publicUrl,
    searchRegion: regions.searchPast,
    platformNameOf: async (departmentId) => (await settingsArea.brandOf(departmentId)).platName,
    logoOf: settingsArea.logoOf,
    rebuildDays: options.rebuildDays ?? (async () => undefined),
    settings: settingsArea,
    // jobs run where a test starts them
    directMs: 0,
  });
  const screens = createScreens({ ...common, pictures: monitor.pictures, openAlarms: createOpenAlarms(db, common.now) });
  const tracks = createTracks({ ...common, tasks, media, textOf });
  serveCalls(http, {
    alarms,
    audit,
    commands,
    common: lists,
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
    settings: settingsArea,
    tasks,
    tracks,
  });
  bus.subscribe('task.changed', ({ accountId, news }) => monitor.hub.publish({ accountId }, { type: 'task', data: news }));
  await monitor.start();
  await commands.start();
  const passwordHash = await hashPassword(PASSWORD);

  const calls = createTestCalls(http);

  return {
    database,
    db,
    bus,
    http,
    identity,
    monitor,
    audit,
    files,
    mediaFiles,
    dataFolder,
    jobs,
    tasks,
    taskFiles,
    mail,
    reports,
    details,
    regions,
    node,
    notices,
    noticeRecords,
    commands,
    expiry,
    people,
    repairs,
    installs,
    geofences,
    regulators,
    book,
    dealing,
    risks,
    fleet,
    settingsArea,
    clock,
    settings,
    logged,
    ...calls,
    department: async (name, parentId = null) =>
      (await db.first<{ id: number }>(sql`insert into department (name, parent_id) values (${name}, ${parentId}) returning id`))!
        .id,
    account: async (name, departmentId, codes = ['20101', '20102']) => {
      const role = await db.first<{ id: number }>(sql`
        insert into role (name, codes) values (${`role of ${name}`}, ${[...codes]}) returning id`);
      const row = await db.first<{ id: number }>(sql`
        insert into account (login_name, user_name, password_hash, department_id)
        values (${name}, ${name}, ${passwordHash}, ${departmentId}) returning id`);
      await db.run(sql`insert into account_role (account_id, role_id) values (${row!.id}, ${role!.id})`);
      return row!.id;
    },
    stop: async () => {
      await Promise.all(nodes.map((each) => each.stop()));
      identity.stop();
      settingsArea.stop();
      media.stop();
      await book.stop();
      await risks.stop();
      await regulators.stop();
      await alarms.stop();
      await geofences.stop();
      await commands.stop();
      await monitor.stop();
      await http.stop();
      await rm(dataFolder, { recursive: true });
    },
  };
}
