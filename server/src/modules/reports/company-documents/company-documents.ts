import { CallError } from '@fleetwarden/contract/errors';
import type { companyDocumentsCalls } from '@fleetwarden/contract/reports/documents/routes';
import { getText } from '@fleetwarden/locale/languages';
import type { Queryable } from '../../../platform/db/database.ts';
import type { SignedFiles } from '../../../platform/files/signed-files.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { filled } from '../../../platform/http/replies.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { Jobs } from '../../../platform/jobs/runner.ts';
import { MAX_ATTACHED_BYTES } from '../../../platform/mail/limits.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import type { Task } from '../../../platform/tasks/task.ts';
import type { Tasks } from '../../../platform/tasks/tasks.ts';
import { listDocumentReports } from '../documents/document-reports.ts';
import { buildTaskUrl } from '../export/start-export.ts';
import { DIRECT_MS, DIRECT_ROWS } from '../model/limits.ts';
import { getReportPermission, mayReadReport, type OpenReport } from '../model/report-permissions.ts';
import { findRoute } from '../model/template.ts';
import { loadDepartmentName } from '../query/describe-filters.ts';
import { createDueJob } from './due-job.ts';
import { type DocumentKind, formatDocumentName, formatDocumentPeriod, KINDS } from './kinds.ts';
import { DOCUMENTS_RETENTION_MS, LINK_LIFE_MS } from './limits.ts';
import { createMakeJob, type MakeDeps, type MakeRequest } from './make-job.ts';
import { type CopyRequest, createOwnCopyTask } from './own-copy.ts';
import * as store from './store.ts';

export type CompanyDocumentsDeps = MakeDeps & {
  readonly jobs: Pick<Jobs, 'register' | 'enqueue'>;
  readonly tasks: Pick<Tasks, 'register' | 'start' | 'fileSoon'>;
  readonly files: Pick<SignedFiles, 'addressOf'>;
  readonly mail: Mail;
  /** The public address of this server; undefined: not known. */
  readonly publicUrl?: string | undefined;
  readonly openReport: OpenReport;
};

export type CompanyDocuments = {
  readonly handlers: Handlers<typeof companyDocumentsCalls>;
  readonly due: Job<object>;
};

/** For the maintenance job: deletes old documents and returns how many rows. `now`: epoch ms. */
export const deleteOldDocuments = (db: Queryable, now: number): Promise<number> =>
  store.deleteBefore(db, now - DOCUMENTS_RETENTION_MS);

/** Creates the daily, weekly and monthly documents of companies. */
export function createCompanyDocuments(deps: CompanyDocumentsDeps): CompanyDocuments {
  const makeJob = createMakeJob(deps);
  deps.jobs.register(makeJob);
  const copyTask = createOwnCopyTask(deps);
  deps.tasks.register(copyTask);
  return { due: createDueJob({ ...deps, makeJob }), handlers: createHandlers({ ...deps, makeJob, copyTask }) };
}

type HandlerDeps = CompanyDocumentsDeps & { readonly makeJob: Job<MakeRequest>; readonly copyTask: Task<CopyRequest> };

/** Loads a file that the user may see. Throws CallError notFound or forbidden. */
async function loadDocument(
  { scopes, openReport }: HandlerDeps,
  tx: Queryable,
  id: string,
  user: Principal,
  lock = false,
): Promise<store.DocumentRow> {
  const row = await store.documentById(tx, id, [...(await scopes.of(user.departmentId))], lock);
  if (!row) throw new CallError('notFound', `document ${id}`);
  openReport(user, KINDS[row.kind].report);
  return row;
}

/** Throws CallError notFound if the document has no file yet. */
function requireFile(row: store.DocumentRow): { readonly fileId: string; readonly fileName: string } {
  const { fileId, fileName, state } = row;
  if (fileId === null || fileName === null || state !== store.STATE.done) throw new CallError('notFound', `file of ${row.id}`);
  return { fileId, fileName };
}

/** Starts a copy of a file for one reader, and returns its URL or the page of the task. */
async function copyForReader(
  { openReport, tasks, copyTask }: HandlerDeps,
  row: store.DocumentRow,
  user: Principal,
  language: ReplyLanguage,
) {
  const list = openReport(user, KINDS[row.kind].report);
  const title = { key: findRoute(list.page).title };
  const taskId = await tasks.start(
    copyTask,
    { id: String(row.id) },
    { user, permission: getReportPermission(list), language, title },
  );
  const direct = await tasks.fileSoon(taskId, user.accountId, { ms: DIRECT_MS, most: DIRECT_ROWS, session: user.prefix });
  return { taskId, url: direct ?? buildTaskUrl(taskId) };
}

function createHandlers(deps: HandlerDeps): CompanyDocuments['handlers'] {
  const { db, reports, jobs, files, mail, publicUrl, makeJob, now } = deps;
  const seesAll = (user: Principal, kind: DocumentKind): boolean =>
    listDocumentReports(KINDS[kind].document).every(mayReadReport(user, reports));
  const addStep = (tx: Queryable, row: store.DocumentRow, action: string, { accountId }: Principal, ip: string) =>
    store.addStep(tx, row, {
      action,
      period: formatDocumentPeriod(row.kind, row),
      accountId,
      ip,
      state: row.state,
      at: now(),
    });
  return {
    downloadDocument: async ({ id }, { user, peerIp, language, note }) => {
      const { row, fileId, fileName } = await db.transaction(async (tx) => {
        const row = await loadDocument(deps, tx, id, user, true);
        const file = requireFile(row);
        note({ object: row.name });
        await store.countDownload(tx, row.id);
        await addStep(tx, row, 'downloadDocument', user, peerIp);
        return { row, ...file };
      });
      if (!seesAll(user, row.kind)) return copyForReader(deps, row, user, language);
      return { url: files.addressOf(fileId, fileName, { session: user.prefix }), taskId: '' };
    },
    regenerateDocument: async ({ id }, { user, peerIp, language, note }) =>
      db.transaction(async (tx) => {
        const row = await loadDocument(deps, tx, id, user, true);
        const name = formatDocumentName(row.kind, await loadDepartmentName(tx, row.departmentId), row, language);
        note({ object: name });
        await store.requestAgain(tx, row.id, { accountId: user.accountId, ip: peerIp, language, name });
        await jobs.enqueue(makeJob, { departmentId: row.departmentId, kind: row.kind, from: row.from }, { tx });
        return {};
      }),
    removeDocument: async ({ id }, { user, peerIp, note }) => {
      const gone = await db.transaction(async (tx) => {
        const row = await loadDocument(deps, tx, id, user, true);
        note({ object: row.name });
        await addStep(tx, row, 'removeDocument', user, peerIp);
        await store.markDeleted(tx, row.id);
        return row.fileId;
      });
      if (gone !== null) await files.remove(gone);
      return {};
    },
    getDocumentReceivers: async ({ id }, { user }) => {
      const row = await loadDocument(deps, db, id, user);
      return { receivers: [...(await store.loadReceivers(db, row.departmentId))], mail: await mail.ready() };
    },
    sendDocument: async ({ id, receivers: wanted }, { user, peerIp, language, note }) => {
      if (!(await mail.ready())) throw new CallError('validation', 'no mail', [{ path: 'receivers', key: 'schedules.noMail' }]);
      const receivers = [...new Set(wanted)];
      return db.transaction(async (tx) => {
        const row = await loadDocument(deps, tx, id, user, true);
        const { fileId, fileName } = requireFile(row);
        if (!seesAll(user, row.kind))
          throw new CallError('validation', `document ${id}`, [{ path: 'receivers', key: 'documents.reportsForbidden' }]);
        note({ object: row.name, after: { receivers: receivers.join(', ') } });
        await store.saveReceivers(tx, row.departmentId, receivers);
        const attached = (row.bytes ?? 0) <= MAX_ATTACHED_BYTES;
        const link = publicUrl && `${publicUrl}${files.addressOf(fileId, fileName, { lifeMs: LINK_LIFE_MS })}`;
        const where = attached ? 'schedules.mailAttached' : link ? 'schedules.mailLink' : 'schedules.mailTooLarge';
        const say = (key: string) => filled(getText(language, key), { name: row.name, file: fileName, link: link ?? '' });
        await mail.queue(
          tx,
          receivers.map((receiver) => ({
            receiver,
            subject: row.name,
            content: `${say('documents.mailText')}\n\n${say(where)}\n`,
            ...(attached ? { file: { id: fileId, name: fileName } } : {}),
          })),
        );
        await addStep(tx, row, 'sendDocument', user, peerIp);
        return { sent: receivers.length };
      });
    },
  };
}
