import type { companyDocumentsCalls } from '@fleetwarden/contract/company-documents';
import { CallError } from '@fleetwarden/contract/errors';
import { businessDay, dayOfKey } from '@fleetwarden/domain/business-day';
import { textOf } from '@fleetwarden/locale/languages';
import { z } from 'zod';
import type { Queryable } from '../../../platform/db/database.ts';
import type { SignedFiles } from '../../../platform/files/signed-files.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { filled } from '../../../platform/http/replies.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { Jobs } from '../../../platform/jobs/runner.ts';
import { ATTACHED_MOST_BYTES } from '../../../platform/mail/limits.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import type { Tasks } from '../../../platform/tasks/tasks.ts';
import { documentText } from '../documents/fill.ts';
import { listDocumentReports } from '../documents/sources.ts';
import { buildTaskUrl } from '../export/start-export.ts';
import { addDays, type Days } from '../model/dates.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { DIRECT_MS, DIRECT_ROWS } from '../model/limits.ts';
import { getReportPermission, mayReadReport, type OpenReport } from '../model/report-permissions.ts';
import { findRoute } from '../model/template.ts';
import { loadDepartmentName } from '../query/describe-filters.ts';
import { isUpToDate } from '../rollups/index.ts';
import {
  type DocumentKind,
  documentKinds,
  formatDocumentPeriod,
  getDueTime,
  KINDS,
  listDuePeriods,
  REBUILD_DAY,
} from './kinds.ts';
import { DOCUMENTS_RETENTION_MS, LATE_WAIT_MS, LINK_LIFE_MS } from './limits.ts';
import { createMakeJob, type MakeDeps } from './make.ts';
import { createOwnCopyTask } from './own-copy.ts';
import * as store from './store.ts';

export type CompanyDocumentsDeps = MakeDeps & {
  readonly jobs: Pick<Jobs, 'register' | 'enqueue'>;
  readonly tasks: Pick<Tasks, 'register' | 'start' | 'fileSoon'>;
  readonly files: Pick<SignedFiles, 'addressOf'>;
  readonly mail: Mail;
  /** Where people reach this server; undefined: not known. */
  readonly publicUrl?: string | undefined;
  readonly openReport: OpenReport;
};

export type CompanyDocuments = {
  readonly handlers: Handlers<typeof companyDocumentsCalls>;
  /** Enters what is due, each once, and has it made; repeated. */
  readonly due: Job<object>;
};

/** As cron writes it: a time that was missed is made up for soon after a start. */
export const DOCUMENTS_EVERY = '*/2 * * * *';
/** Of documents nobody asked for by hand. */
const LANGUAGE: ReplyLanguage = 'zh';

/** For the maintenance job: documents past their time at `now`, epoch ms; resolves to how many rows. */
export const deleteOldDocuments = (db: Queryable, now: number): Promise<number> =>
  store.forgetBefore(db, now - DOCUMENTS_RETENTION_MS);

const nameOf = (kind: DocumentKind, company: string, days: Days, language: ReplyLanguage): string =>
  `${documentText(language, KINDS[kind].title)} ${company} ${formatDocumentPeriod(kind, days)}`;

/** Documents that are made of companies by the day, week and month. */
export function createCompanyDocuments(options: CompanyDocumentsDeps): CompanyDocuments {
  const { db, scopes, reports, jobs, tasks, files, mail, publicUrl, openReport, timeZone, now } = options;
  const making = createMakeJob(options);
  jobs.register(making);
  const copying = createOwnCopyTask(options);
  tasks.register(copying);

  /** A file the user may see. Throws CallError notFound, or forbidden. */
  const found = async (tx: Queryable, id: string, user: Principal, lock = false): Promise<store.DocumentRow> => {
    const row = await store.documentById(tx, id, [...(await scopes.of(user.departmentId))], lock);
    if (!row) throw new CallError('notFound', `document ${id}`);
    openReport(user, KINDS[row.kind].report);
    return row;
  };
  const made = (row: store.DocumentRow): { readonly fileId: string; readonly fileName: string } => {
    const { fileId, fileName, state } = row;
    if (fileId === null || fileName === null || state !== store.STATE.done) throw new CallError('notFound', `file of ${row.id}`);
    return { fileId, fileName };
  };
  /** Whether a reader may see all that the files of a kind tell. */
  const seesAll = (user: Principal, kind: DocumentKind): boolean =>
    listDocumentReports(KINDS[kind].document).every(mayReadReport(user, reports));
  /** Where the reader's own copy of a file is, or where it is followed. */
  const ownCopy = async (row: store.DocumentRow, user: Principal, language: ReplyLanguage) => {
    const list = openReport(user, KINDS[row.kind].report);
    const title = { key: findRoute(list.page).title };
    const start = { user, permission: getReportPermission(list), language, title };
    const taskId = await tasks.start(copying, { id: String(row.id) }, start);
    const direct = await tasks.fileSoon(taskId, user.accountId, { ms: DIRECT_MS, most: DIRECT_ROWS });
    return { taskId, url: direct ?? buildTaskUrl(taskId) };
  };
  const noteStep = (tx: Queryable, row: store.DocumentRow, action: string, user: Principal, ip: string, state = row.state) =>
    store.addStep(tx, row, {
      ...{ action, period: formatDocumentPeriod(row.kind, row), accountId: user.accountId, ip, state, at: now() },
    });

  /** When this node looked first, epoch ms: after a start what terminals kept meanwhile comes in. */
  let lookedFrom: number | undefined;
  /** Enters what is due of days, as soon as they are counted: a document is made once, and says what is known by then. */
  const enter = async (kind: DocumentKind, days: Days): Promise<void> => {
    lookedFrom ??= now();
    const waitsForLate = now() < Math.max(getDueTime(kind, days, timeZone), lookedFrom) + LATE_WAIT_MS;
    const companies = await store.companiesWithout(db, kind, days, waitsForLate);
    const times = { from: dayOfKey(days.from, timeZone).startAt, to: dayOfKey(days.to, timeZone).endAt };
    if (companies.length === 0 || !(await isUpToDate({ db, timeZone, now }, times))) return;
    for (const { id, name } of companies)
      await db.transaction(async (tx) => {
        const document = { departmentId: id, kind, days, name: nameOf(kind, name, days, LANGUAGE), language: LANGUAGE };
        if (await store.addDocument(tx, document))
          await jobs.enqueue(making, { departmentId: id, kind, from: days.from }, { tx });
      });
  };
  /** The last month anew where late data changed it, once on its day. */
  const remake = async (): Promise<void> => {
    const today = businessDay(now(), timeZone).key;
    if (Number(today.slice('yyyy-MM-'.length)) !== REBUILD_DAY) return;
    const days = KINDS.month.around(addDays(`${today.slice(0, 'yyyy-MM'.length)}-01`, -1));
    for (const row of await store.outdatedMonths(db, days))
      await db.transaction(async (tx) => {
        const by = { accountId: null, ip: null, language: row.language, name: row.name };
        await store.askAgain(tx, row.id, by);
        await jobs.enqueue(making, { departmentId: row.departmentId, kind: row.kind, from: row.from }, { tx });
      });
  };

  return {
    due: {
      kind: 'reports.documents',
      lane: 'upkeep',
      payload: z.object({}),
      // the next time comes anyway
      maxAttempts: 1,
      run: async (_payload, { signal }) => {
        for (const kind of documentKinds)
          for (const days of listDuePeriods(kind, now(), timeZone)) {
            signal.throwIfAborted();
            await enter(kind, days);
          }
        await remake();
      },
    },
    handlers: {
      downloadDocument: async ({ id }, { user, peerIp, language, note }) => {
        const { row, fileId, fileName } = await db.transaction(async (tx) => {
          const row = await found(tx, id, user, true);
          const file = made(row);
          note({ object: row.name });
          await store.countDownload(tx, row.id);
          await noteStep(tx, row, 'downloadDocument', user, peerIp);
          return { row, ...file };
        });
        if (!seesAll(user, row.kind)) return ownCopy(row, user, language);
        return { url: files.addressOf(fileId, fileName), taskId: '' };
      },
      regenerateDocument: async ({ id }, { user, peerIp, language, note }) =>
        db.transaction(async (tx) => {
          const row = await found(tx, id, user, true);
          const name = nameOf(row.kind, await loadDepartmentName(tx, row.departmentId), row, language);
          note({ object: name });
          await store.askAgain(tx, row.id, { accountId: user.accountId, ip: peerIp, language, name });
          await jobs.enqueue(making, { departmentId: row.departmentId, kind: row.kind, from: row.from }, { tx });
          return {};
        }),
      removeDocument: async ({ id }, { user, peerIp, note }) => {
        const gone = await db.transaction(async (tx) => {
          const row = await found(tx, id, user, true);
          note({ object: row.name });
          await noteStep(tx, row, 'removeDocument', user, peerIp);
          await store.markDeleted(tx, row.id);
          return row.fileId;
        });
        if (gone !== null) await options.files.remove(gone);
        return {};
      },
      getDocumentReceivers: async ({ id }, { user }) => {
        const row = await found(db, id, user);
        return { receivers: [...(await store.receiversOf(db, row.departmentId))], mail: mail.ready };
      },
      sendDocument: async ({ id, receivers: wanted }, { user, peerIp, language, note }) => {
        if (!mail.ready) throw new CallError('validation', 'no mail', [{ path: 'receivers', key: 'schedules.noMail' }]);
        const receivers = [...new Set(wanted)];
        return db.transaction(async (tx) => {
          const row = await found(tx, id, user, true);
          const { fileId, fileName } = made(row);
          if (!seesAll(user, row.kind))
            throw new CallError('validation', `document ${id}`, [{ path: 'receivers', key: 'documents.notAllSeen' }]);
          note({ object: row.name, after: { receivers: receivers.join(', ') } });
          await store.keepReceivers(tx, row.departmentId, receivers);
          const attached = (row.bytes ?? 0) <= ATTACHED_MOST_BYTES;
          const link = publicUrl && `${publicUrl}${files.addressOf(fileId, fileName, LINK_LIFE_MS)}`;
          const where = attached ? 'schedules.mailAttached' : link ? 'schedules.mailLink' : 'schedules.mailTooLarge';
          const say = (key: string) => filled(textOf(language, key), { name: row.name, file: fileName, link: link ?? '' });
          await mail.queue(
            tx,
            receivers.map((receiver) => ({
              receiver,
              ...{ subject: row.name, content: `${say('documents.mailText')}\n\n${say(where)}\n` },
              ...(attached ? { file: { id: fileId, name: fileName } } : {}),
            })),
          );
          await noteStep(tx, row, 'sendDocument', user, peerIp);
          return { sent: receivers.length };
        });
      },
    },
  };
}
