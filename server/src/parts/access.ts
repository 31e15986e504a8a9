import { join } from 'node:path';
import type { MapRecord } from '@fleetwarden/contract/live/live';
import { permission } from '@fleetwarden/contract/permissions';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { getText } from '@fleetwarden/locale/languages';
import { attachable, createDataFiles } from '../data-files.ts';
import { createAudit, createAuditWriter } from '../modules/audit/index.ts';
import { createIdentity, createSessionList, type Identity } from '../modules/identity/index.ts';
import { isExternalAddress } from '../modules/platforms/index.ts';
import { createHttp } from '../platform/http/http.ts';
import { createUploads } from '../platform/http/uploads.ts';
import { createJobs } from '../platform/jobs/runner.ts';
import { createMail } from '../platform/mail/mail.ts';
import { createTasks } from '../platform/tasks/tasks.ts';
import type { Foundation } from './foundation.ts';
import type { PartsOptions, PartsOverrides, Stops } from './options.ts';

export type Access = Awaited<ReturnType<typeof createAccess>>;

/** Creates identity, files, jobs, tasks, email and HTTP. `vehicleRecord` comes from the monitor, which is created later. */
export async function createAccess(
  options: PartsOptions,
  overrides: PartsOverrides,
  { metrics, settings }: Foundation,
  vehicleRecord: (vehicleId: number) => MapRecord | undefined,
  stops: Stops,
) {
  const { db, bus, log, timeZone, now } = options;
  const identitySettings = overrides.identitySettings?.(settings) ?? settings;
  const identity: Identity = await createIdentity({
    db,
    bus,
    vehicleRecord,
    timeZone,
    now,
    settings: identitySettings,
    sessionList: createSessionList({
      db,
      bus,
      now,
      settings: identitySettings,
      scopeOf: (departmentId) => identity.scopes.of(departmentId),
    }),
    signingKey: options.signingKey,
    captcha: options.captcha,
    demo: options.demo,
    ...(overrides.loginSecrets ? { loginSecrets: overrides.loginSecrets } : {}),
  });
  stops.push(() => identity.stop());
  const dataFiles = createDataFiles({
    dataDir: options.dataDir,
    secretKey: options.secretKey,
    now,
    isSessionOpen: identity.isSessionOpen,
    // Files without a row, left by a crash, are deleted one day after the others.
    mediaLifeMs: (options.retentionDays + 1) * DAY_MS,
  });
  const audit = createAudit({ db, scopes: identity.scopes, files: dataFiles.exports, metrics, timeZone, now });
  const writeAudit = createAuditWriter(db, now);
  const uploads = createUploads(join(options.dataDir, 'uploads'));
  /** Jobs and tasks of one node. */
  const createNode = () => {
    const jobs = createJobs({ db, log, timeZone, ...overrides.jobs });
    const tasks = createTasks({
      db,
      jobs,
      log,
      getText,
      files: dataFiles.ofTasks,
      principalOf: identity.principalOf,
      ...overrides.tasks,
      tell: (accountId, news) => bus.publish('task.changed', { accountId, news }),
      filesKeptMs: async () => (await settings.get('exportDays', null)) * DAY_MS,
    });
    return { jobs, tasks };
  };
  const { jobs, tasks } = createNode();
  const mail = createMail({
    db,
    jobs,
    files: attachable(dataFiles),
    server: async () => options.mail ?? settings.mailServer(overrides.mayReach ?? isExternalAddress),
  });
  const http = await createHttp({
    log,
    getText,
    uploads,
    audit: writeAudit,
    authenticate: identity.authenticate,
    readiness: options.health.readiness,
    metricsText: metrics.metricsText,
    operatorCode: permission.metrics,
    pageMap: settings.pageMap,
    trustLoopback: options.publicUrl === undefined && !options.http.trustProxy,
    ...options.http,
  });
  stops.push(() => http.stop());
  dataFiles.serve(http.app);
  settings.serveLogos(http.app);
  return { identity, dataFiles, audit, writeAudit, uploads, createNode, jobs, tasks, mail, http };
}
