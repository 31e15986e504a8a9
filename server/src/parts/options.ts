import type { EvidenceLimits } from '../evidence/limits.ts';
import type { FtpLimits } from '../ftp/limits.ts';
import type { MediaLimits } from '../media/limits.ts';
import type { TerminalAccess } from '../modules/fleet/index.ts';
import type { IdentitySettings, LoginSecrets } from '../modules/identity/index.ts';
import type { MonitorOptions } from '../modules/monitor/index.ts';
import type { Describe } from '../modules/regulators/index.ts';
import type { ReportsOptions } from '../modules/reports/index.ts';
import type { FetchText, SettingsArea } from '../modules/settings/index.ts';
import type { UploadLimits } from '../modules/video/index.ts';
import type { ServerBus } from '../platform/bus/server-events.ts';
import type { Db } from '../platform/db/database.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import type { HttpOptions } from '../platform/http/http.ts';
import type { JobsOptions } from '../platform/jobs/runner.ts';
import type { MailServer } from '../platform/mail/mail.ts';
import type { Health } from '../platform/observe/health.ts';
import type { Log } from '../platform/observe/log.ts';
import type { TasksOptions } from '../platform/tasks/tasks.ts';

/** Everything needed to create the parts of a server. */
export type PartsOptions = {
  /** Migrated. */
  readonly db: Db;
  readonly bus: ServerBus;
  readonly log: Log;
  readonly health: Health;
  readonly secretKey: string;
  /** Signs addresses; the same on every node. */
  readonly signingKey: Buffer;
  readonly captcha: boolean;
  readonly demo: boolean;
  readonly timeZone: string;
  readonly dataDir: string;
  readonly fileStore: FileStore;
  readonly retentionDays: number;
  /** Ports of the media server and of the server for files of alarms. */
  readonly mediaPorts: { readonly mediaPort: number; readonly evidencePort: number };
  /** Public URL of this server; undefined: unknown. */
  readonly publicUrl: string | undefined;
  readonly terminalAccess: TerminalAccess;
  /** undefined: that of the settings, if there is one. */
  readonly mail: MailServer | undefined;
  readonly http: Pick<
    HttpOptions,
    'consoleFolder' | 'trustProxy' | 'secure' | 'tls' | 'publicCallsPerMinute' | 'connectionLimits'
  >;
  readonly now: () => number;
};

/** Replacements for tests. */
export type PartsOverrides = {
  readonly identitySettings?: ((settings: SettingsArea) => IdentitySettings) | undefined;
  readonly loginSecrets?: LoginSecrets;
  readonly monitor?: Pick<MonitorOptions, 'tickMs' | 'pingEveryMs' | 'renewEveryMs' | 'reloadEveryMs' | 'repeatMs'>;
  readonly mediaLimits?: Partial<MediaLimits>;
  readonly evidenceLimits?: Partial<EvidenceLimits> | undefined;
  /** Free bytes of the disk of a folder. */
  readonly freeBytes?: (folder: string) => Promise<number>;
  readonly ftpLimits?: Partial<FtpLimits>;
  readonly uploadLimits?: Partial<UploadLimits>;
  readonly jobs?: Pick<JobsOptions, 'pollMs' | 'leaseMs' | 'drainMs'>;
  readonly tasks?: Pick<TasksOptions, 'progressEveryMs'>;
  /** Which addresses of superior platforms may be probed. */
  readonly mayReach?: ((address: string) => boolean) | undefined;
  /** Requests map providers. */
  readonly fetchText?: FetchText | undefined;
  /** Another endpoint of the SMS provider, and its time limit. */
  readonly smsProvider?: { readonly endpoint: string; readonly limitMs?: number } | undefined;
  /** Describes messages of superior platforms. */
  readonly describe?: Describe | undefined;
  readonly rebuildDays?: ReportsOptions['rebuildDays'] | undefined;
  /** How long a call that asks for a file waits for it, ms. */
  readonly directMs?: number;
};

/** Stop functions, in order of creation. */
export type Stops = (() => unknown)[];
