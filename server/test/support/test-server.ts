import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { hashPassword, type IdentitySettings, makeLoginSecrets } from '../../src/modules/identity/index.ts';
import type { MonitorOptions } from '../../src/modules/monitor/index.ts';
import type { SettingsArea } from '../../src/modules/settings/index.ts';
import type { PartsOptions, PartsOverrides, Stops } from '../../src/parts/options.ts';
import { createParts, type Parts } from '../../src/parts/parts.ts';
import { stopParts } from '../../src/parts/stop-parts.ts';
import { createMemoryBus } from '../../src/platform/bus/memory-bus.ts';
import type { ServerEvents } from '../../src/platform/bus/server-events.ts';
import { sql } from '../../src/platform/db/database.ts';
import { createFolderStore, type FileStore } from '../../src/platform/files/file-store.ts';
import type { SignedFiles } from '../../src/platform/files/signed-files.ts';
import type { HttpOptions } from '../../src/platform/http/http.ts';
import type { Jobs } from '../../src/platform/jobs/runner.ts';
import type { SendEmail } from '../../src/platform/mail/smtp.ts';
import { createHealth } from '../../src/platform/observe/health.ts';
import type { Tasks } from '../../src/platform/tasks/tasks.ts';
import { type TestDatabase, testDatabase } from './db/test-database.ts';
import { createTestCalls, PASSWORD, type TestCalls } from './test-calls.ts';

/**
 * The product's parts over a test's database, with accounts and a clock that tests move. Started are the live map and commands only:
 * jobs, ingest, rules (`activeRules`), risks and regulators wait for the test.
 */
export type TestServer = TestCalls &
  Omit<Parts, 'settings' | 'now' | 'partitions'> & {
    readonly database: TestDatabase;
    readonly files: SignedFiles;
    /** Storage of media files. */
    readonly mediaFiles: SignedFiles;
    /** Storage of task files. */
    readonly taskFiles: SignedFiles;
    /** Folder of exports, uploads and task files. */
    readonly dataFolder: string;
    /** Another node on the same database: jobs and tasks of its own, for tests to register and start. */
    node(): { readonly jobs: Jobs; readonly tasks: Tasks };
    readonly settingsArea: SettingsArea;
    readonly clock: { now: number };
    /** Overrides of the stored settings, set by tests. */
    readonly settings: Partial<Awaited<ReturnType<IdentitySettings['of']>>>;
    /** Log lines as JSON. */
    readonly logged: string[];
    department(name: string, parentId?: number | null): Promise<number>;
    /** The token of a new session of an account, without a login. */
    signIn(account: string): Promise<string>;
    account(name: string, departmentId: number, codes?: readonly string[]): Promise<number>;
    stop(): Promise<void>;
  };

export type TestServerOptions = Pick<
  PartsOverrides,
  | 'mediaLimits'
  | 'evidenceLimits'
  | 'ftpLimits'
  | 'uploadLimits'
  | 'freeBytes'
  | 'mayReach'
  | 'describe'
  | 'rebuildDays'
  | 'smsProvider'
  | 'fetchText'
> &
  Pick<HttpOptions, 'trustProxy' | 'publicCallsPerMinute'> &
  Pick<MonitorOptions, 'pingEveryMs' | 'renewEveryMs' | 'repeatMs'> & {
    readonly captcha?: boolean;
    readonly demo?: boolean;
    readonly timeZone?: string;
    readonly publicUrl?: string;
    readonly terminalAccess?: PartsOptions['terminalAccess'];
    readonly mediaPorts?: PartsOptions['mediaPorts'];
    /** Settings of identity; default: the stored ones. */
    readonly settings?: IdentitySettings;
    /** Another store of files than the folder. */
    readonly fileStore?: (folder: FileStore) => FileStore;
    /** Sends emails; default: none. */
    readonly send?: SendEmail;
    /** One that holds something already; otherwise an empty one of its own. */
    readonly database?: TestDatabase;
  };

const SECRET_KEY = 'a key of thirty-two characters!!';
export const SIGNING_KEY = Buffer.from('a key of tests, of no other use!');

/** Shared by the servers of a worker: they are slow to make, by intent. */
let slow: ReturnType<typeof makeSlow> | undefined;
async function makeSlow() {
  const [loginSecrets, passwordHash] = await Promise.all([makeLoginSecrets(), hashPassword(PASSWORD)]);
  return { loginSecrets, passwordHash };
}

const PEER = { peerIp: '127.0.0.1', userAgent: 'lightMyRequest' };

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await testDatabase());
  const { db } = database;
  const clock = { now: Date.now() };
  const settings: TestServer['settings'] = {};
  const logged: string[] = [];
  const health = createHealth(db);
  health.migrated();
  slow ??= makeSlow();
  const { loginSecrets, passwordHash } = await slow;
  const dataFolder = await mkdtemp(join(tmpdir(), 'data-'));
  const stops: Stops = [() => rm(dataFolder, { recursive: true })];
  const { settings: settingsArea, ...parts } = await createParts(
    {
      db,
      health,
      secretKey: SECRET_KEY,
      signingKey: SIGNING_KEY,
      now: () => clock.now,
      bus: createMemoryBus<ServerEvents>((subject, error) => {
        throw new Error(`a subscriber of ${subject} failed`, { cause: error });
      }),
      log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
      captcha: options.captcha ?? false,
      demo: options.demo ?? false,
      timeZone: options.timeZone ?? 'Asia/Shanghai',
      dataDir: dataFolder,
      fileStore: (options.fileStore ?? ((store) => store))(createFolderStore(join(dataFolder, 'files'))),
      retentionDays: 400,
      mediaPorts: options.mediaPorts ?? { mediaPort: 6_078, evidencePort: 6_060 },
      publicUrl: options.publicUrl,
      terminalAccess: options.terminalAccess ?? { host: undefined, port: 6808, badFrames: () => [] },
      mail: options.send && { send: options.send, from: 'fleet@example.com' },
      http: { publicCallsPerMinute: options.publicCallsPerMinute ?? 10_000, trustProxy: options.trustProxy },
    },
    {
      identitySettings: (area) => options.settings ?? { ...area, of: async (id) => ({ ...(await area.of(id)), ...settings }) },
      monitor: {
        tickMs: 20,
        reloadEveryMs: 0,
        // tests open their sockets after changes of their own
        repeatMs: options.repeatMs ?? 0,
        ...(options.pingEveryMs === undefined ? {} : { pingEveryMs: options.pingEveryMs }),
        ...(options.renewEveryMs === undefined ? {} : { renewEveryMs: options.renewEveryMs }),
      },
      loginSecrets,
      jobs: { pollMs: 20, drainMs: 200 },
      tasks: { progressEveryMs: 20 },
      ...(options.mediaLimits ? { mediaLimits: options.mediaLimits } : {}),
      ...(options.evidenceLimits ? { evidenceLimits: options.evidenceLimits } : {}),
      ...(options.freeBytes ? { freeBytes: options.freeBytes } : {}),
      ...(options.ftpLimits ? { ftpLimits: options.ftpLimits } : {}),
      ...(options.uploadLimits ? { uploadLimits: options.uploadLimits } : {}),
      mayReach: options.mayReach,
      fetchText: options.fetchText,
      smsProvider: options.smsProvider,
      describe: options.describe ?? (() => null),
      rebuildDays: options.rebuildDays ?? (async () => undefined),
      // jobs run where a test starts them
      directMs: 0,
    },
    stops,
  );
  stops.push(() => parts.jobs.stop());
  await parts.monitor.start();
  await parts.commands.start();
  await parts.terminalSettings.start();

  return {
    ...parts,
    ...createTestCalls(parts.http),
    database,
    dataFolder,
    settingsArea,
    clock,
    settings,
    logged,
    files: parts.dataFiles.exports,
    mediaFiles: parts.dataFiles.media,
    taskFiles: parts.dataFiles.ofTasks,
    node: () => {
      const node = parts.createNode();
      stops.push(() => node.jobs.stop());
      return node;
    },
    department: async (name, parentId = null) =>
      (await db.first<{ id: number }>(sql`insert into department (name, parent_id) values (${name}, ${parentId}) returning id`))!
        .id,
    signIn: async (account) => {
      const row = await db.first<{ id: number; department_id: number }>(sql`
        select id, department_id from account where login_name = ${account}`);
      if (!row) throw new Error(`no account ${account}`);
      return parts.identity.sessions.open({ accountId: row.id }, row.department_id, PEER);
    },
    account: async (name, departmentId, codes = ['20101', '20102']) => {
      const role = await db.first<{ id: number }>(sql`
        insert into role (name, codes) values (${`role of ${name}`}, ${[...codes]}) returning id`);
      const row = await db.first<{ id: number }>(sql`
        insert into account (login_name, user_name, password_hash, department_id)
        values (${name}, ${name}, ${passwordHash}, ${departmentId}) returning id`);
      await db.run(sql`insert into account_role (account_id, role_id) values (${row!.id}, ${role!.id})`);
      return row!.id;
    },
    stop: () => stopParts(stops),
  };
}
