import { businessDay, parseDayKey } from '@fleetwarden/domain/business-day';
import { z } from 'zod';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { Jobs } from '../../../platform/jobs/runner.ts';
import { addDays, type Days } from '../model/dates.ts';
import { isUpToDate } from '../rollups/index.ts';
import { type DocumentKind, documentKinds, formatDocumentName, getDueTime, KINDS, listDuePeriods, REBUILD_DAY } from './kinds.ts';
import { LATE_WAIT_MS } from './limits.ts';
import type { MakeDeps, MakeRequest } from './make-job.ts';
import * as store from './store.ts';

/** Cron expression: a run that was missed is made up for soon after a start. */
export const DOCUMENTS_EVERY = '*/2 * * * *';
/** The language of scheduled documents. */
const LANGUAGE: ReplyLanguage = 'zh';

export type DueDeps = Pick<MakeDeps, 'db' | 'timeZone' | 'now'> & {
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly makeJob: Job<MakeRequest>;
};

/** The cron job that adds due documents, each once, and rebuilds outdated ones. */
export function createDueJob({ db, jobs, makeJob, timeZone, now }: DueDeps): Job<object> {
  /** When this node looked first, epoch ms: terminals send their backlog after a start. */
  let startedAt: number | undefined;
  /** Adds the documents of a period once its days are counted. */
  const addDue = async (kind: DocumentKind, days: Days): Promise<void> => {
    startedAt ??= now();
    const waitsForLate = now() < Math.max(getDueTime(kind, days, timeZone), startedAt) + LATE_WAIT_MS;
    const companies = await store.companiesWithout(db, kind, days, waitsForLate);
    const times = { from: parseDayKey(days.from, timeZone).startAt, to: parseDayKey(days.to, timeZone).endAt };
    if (companies.length === 0 || !(await isUpToDate({ db, timeZone, now }, times))) return;
    for (const { id, name } of companies)
      await db.transaction(async (tx) => {
        const title = formatDocumentName(kind, name, days, LANGUAGE);
        const document = { departmentId: id, kind, days, name: title, language: LANGUAGE };
        if (await store.addDocument(tx, document))
          await jobs.enqueue(makeJob, { departmentId: id, kind, from: days.from }, { tx });
      });
  };
  /** Rebuilds last month's documents on REBUILD_DAY if late data changed them. */
  const rebuildOutdated = async (): Promise<void> => {
    const today = businessDay(now(), timeZone).key;
    if (Number(today.slice('yyyy-MM-'.length)) !== REBUILD_DAY) return;
    const days = KINDS.month.around(addDays(`${today.slice(0, 'yyyy-MM'.length)}-01`, -1));
    for (const row of await store.outdatedMonths(db, days))
      await db.transaction(async (tx) => {
        await store.requestAgain(tx, row.id, { accountId: null, ip: null, language: row.language, name: row.name });
        await jobs.enqueue(makeJob, { departmentId: row.departmentId, kind: row.kind, from: row.from }, { tx });
      });
  };
  return {
    kind: 'reports.documents',
    lane: 'maintenance',
    payload: z.object({}),
    // cron retries anyway
    maxAttempts: 1,
    run: async (_payload, { signal }) => {
      for (const kind of documentKinds)
        for (const days of listDuePeriods(kind, now(), timeZone)) {
          signal.throwIfAborted();
          await addDue(kind, days);
        }
      await rebuildOutdated();
    },
  };
}
