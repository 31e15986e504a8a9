import type { auditCalls } from '@fleetwarden/contract/audit/routes';
import { CallError } from '@fleetwarden/contract/errors';
import { getText } from '@fleetwarden/locale/languages';
import type { Db } from '../../platform/db/database.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { WriteAudit } from '../../platform/http/audit.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Cleanup } from '../../platform/jobs/maintenance.ts';
import type { Metrics } from '../../platform/observe/metrics.ts';
import type { Scopes } from '../identity/index.ts';
import { writeOperations } from './export.ts';
import { createHourlyLimit } from './hourly-limit.ts';
import {
  AUDIT_KEPT_MS,
  CLIENT_ERROR_WINDOW_MS,
  CLIENT_ERRORS_KEPT_MS,
  CLIENT_ERRORS_PER_HOUR,
  EXPORT_WINDOW_MS,
  EXPORTS_PER_HOUR,
  MAX_USER_AGENT,
} from './limits.ts';
import * as store from './store.ts';

export { EXPORT_LIFE_MS } from './limits.ts';

export type AuditOptions = {
  readonly db: Db;
  readonly scopes: Scopes;
  /** Storage of exports. */
  readonly files: SignedFiles;
  readonly metrics: Metrics;
  /** BUSINESS_TZ: the times of exports. */
  readonly timeZone: string;
  readonly now?: () => number;
};

export type Audit = {
  readonly handlers: Handlers<typeof auditCalls>;
  /** Clean-up for the maintenance job, by retention. */
  readonly cleanups: Readonly<Record<'auditLog' | 'clientErrors', Cleanup>>;
};

/** Stores what audited calls leave. Apart from the rest, because the HTTP layer needs it before there are areas. */
export function createAuditWriter(db: Db, now: () => number = Date.now): WriteAudit {
  return (entry) => store.insertOperation(db, entry, now());
}

/** The audit log's list and export, and the errors consoles report. */
export function createAudit({ db, scopes, files, metrics, timeZone, now = Date.now }: AuditOptions): Audit {
  const mayExport = createHourlyLimit(EXPORTS_PER_HOUR, EXPORT_WINDOW_MS, now);
  const exporting = new Set<number>();
  const dropped = metrics.counter(
    'client_errors_dropped_total',
    'Errors of consoles beyond what is kept of one account an hour.',
  );
  return {
    handlers: {
      listOperation: async (filter, { user, page }) => {
        const { rows, total } = await store.listOperations(db, filter, await scopes.of(user.departmentId), page);
        const list = rows.map(({ id, dept_name: deptName, peer_ip: peerIp, ...row }) => ({
          ...row,
          id: `${id}`,
          deptName,
          peerIp,
        }));
        return { list, total };
      },
      exportOperation: async (filter, { user, language, note }) => {
        if (exporting.has(user.accountId)) throw new CallError('tooMany', 'an export of the account is under way');
        if (!mayExport(user.accountId)) throw new CallError('tooMany', `${EXPORTS_PER_HOUR} exports an hour`);
        exporting.add(user.accountId);
        try {
          const scope = await scopes.of(user.departmentId);
          const { ids, ...conditions } = filter;
          const { url } = await files.create(
            `${getText(language, 'page.operationLog')}.csv`,
            async (stream) => {
              const rows = await writeOperations(stream, { db, filter, scope, language, timeZone });
              note({ after: { ...conditions, ...(ids ? { chosen: ids.length } : {}), rows } });
            },
            user.prefix,
          );
          return { url };
        } finally {
          exporting.delete(user.accountId);
        }
      },
      saveClientError: async (error, { user, userAgent }) => {
        const time = now();
        const kept = await store.keepClientError(
          db,
          {
            ...error,
            accountId: user.accountId,
            account: user.account,
            departmentId: user.departmentId,
            userAgent: userAgent.slice(0, MAX_USER_AGENT),
          },
          { most: CLIENT_ERRORS_PER_HOUR, windowStart: time - CLIENT_ERROR_WINDOW_MS, now: time },
        );
        if (!kept) dropped.inc();
        return {};
      },
      listClientError: async (filter, { user, page }) => {
        const { rows, total } = await store.listClientErrors(db, filter, await scopes.of(user.departmentId), page);
        return { list: rows.map(({ id, user_agent: userAgent, ...row }) => ({ ...row, id: `${id}`, userAgent })), total };
      },
    },
    cleanups: {
      auditLog: (time) => store.forget(db, 'audit_log', time - AUDIT_KEPT_MS),
      clientErrors: (time) => store.forget(db, 'client_error', time - CLIENT_ERRORS_KEPT_MS),
    },
  };
}
