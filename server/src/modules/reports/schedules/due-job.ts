import { CallError } from '@fleetwarden/contract/errors';
import { getText } from '@fleetwarden/locale/languages';
import { z } from 'zod';
import type { Db } from '../../../platform/db/database.ts';
import type { SignedFiles } from '../../../platform/files/signed-files.ts';
import { filled } from '../../../platform/http/replies.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import { MAX_ATTACHED_BYTES } from '../../../platform/mail/limits.ts';
import type { Mail, NewEmail } from '../../../platform/mail/mail.ts';
import { insertNotice, type NoticeEvent, type Notices } from '../../notices/index.ts';
import { LINK_LIFE_MS, MAX_MISSED_MS, MAX_REPORTED_PER_TURN, MAX_STARTED_PER_TURN, NOTICE_SHOWN_MS } from './limits.ts';
import type { StartRun } from './start-run.ts';
import * as store from './store.ts';
import { findNextDue } from './timetable.ts';

export type DueDeps = {
  readonly db: Db;
  readonly start: StartRun;
  readonly notices: Pick<Notices, 'tellDue'>;
  readonly mail: Mail;
  readonly files: Pick<SignedFiles, 'sizeOf' | 'addressOf'>;
  /** The public address of this server; undefined: emails contain no link. */
  readonly publicUrl: string | undefined;
  readonly now: () => number;
};

/**
 * Creates the cron job that starts due runs and reports finished ones. A run, its task and the next due time are one transaction,
 * as are the end of a run, its notice and its emails. So a restart neither loses nor repeats a run.
 */
export function createDueJob({ db, start, notices, mail, files, publicUrl, now }: DueDeps): Job<object> {
  const startDue = (id: number) =>
    db.transaction(async (tx) => {
      const schedule = await store.takeDue(tx, id, now());
      if (!schedule) return;
      const { nextAt: dueAt } = schedule;
      const tooLate = now() - dueAt > MAX_MISSED_MS;
      await store.setNext(tx, id, findNextDue(schedule, tooLate ? now() - MAX_MISSED_MS : dueAt));
      if (tooLate) return;
      const started = await start(tx, schedule, dueAt);
      const run = { scheduleId: id, dueAt, byHand: false };
      if ('taskId' in started) return void (await store.addRun(tx, { ...run, taskId: Number(started.taskId) }));
      // the owner lost the right: the schedule pauses
      await store.setNext(tx, id, null);
      await store.addRun(tx, { ...run, taskId: null, failed: { key: started.refused, at: now() } });
    });

  const buildEmails = async (run: store.EndedRun): Promise<NewEmail[]> => {
    const { fileId, fileName, name, language, receivers } = run;
    if (!(await mail.ready()) || receivers.length === 0 || fileId === null || fileName === null) return [];
    const size = await files.sizeOf(fileId);
    if (size === undefined) return [];
    const rows = run.result?.rows ?? 0;
    const say = (key: string, params = {}) => filled(getText(language, key), { name, rows, file: fileName, ...params });
    const attached = size <= MAX_ATTACHED_BYTES;
    const link = publicUrl && `${publicUrl}${files.addressOf(fileId, fileName, { lifeMs: LINK_LIFE_MS })}`;
    const where = attached
      ? say('schedules.mailAttached')
      : link
        ? say('schedules.mailLink', { link })
        : say('schedules.mailTooLarge');
    return receivers.map((receiver) => ({
      receiver,
      subject: say('schedules.mailSubject'),
      content: `${say('schedules.mailText')}\n\n${where}\n`,
      ...(attached ? { file: { id: fileId, name: fileName } } : {}),
    }));
  };

  const report = (id: number) =>
    db.transaction(async (tx) => {
      const run = await store.takeEnded(tx, id);
      if (!run) return;
      const { accountId, departmentId, name, taskState, errorParams } = run;
      const done = taskState === 'done';
      const error = run.errorKey ?? (taskState === 'cancelled' ? 'tasks.cancelled' : 'tasks.interrupted');
      const rows = run.result?.rows ?? 0;
      const mailIds = done ? await mail.queue(tx, await buildEmails(run)) : [];
      await store.endRun(tx, id, {
        state: done ? 'done' : 'failed',
        mailIds,
        finishedAt: run.endedAt ?? now(),
        ...(done ? { rows, errorKey: null, errorParams: null } : { rows: null, errorKey: error, errorParams }),
      });
      const event: NoticeEvent = done
        ? { kind: 'scheduleDone', name, rows }
        : { kind: 'scheduleFailed', name, error, params: errorParams ?? {} };
      const at = now();
      await insertNotice(tx, {
        departmentId,
        accountId,
        event,
        publishedAt: at,
        expiresAt: at + NOTICE_SHOWN_MS,
        createdBy: null,
      });
    });

  return {
    kind: 'reports.schedules',
    lane: 'cron',
    payload: z.object({}),
    // cron retries anyway
    maxAttempts: 1,
    run: async (_payload, { signal }) => {
      const faults: unknown[] = [];
      const each = async (rows: readonly { readonly id: number }[], work: (id: number) => Promise<void>) => {
        for (const { id } of rows) {
          signal.throwIfAborted();
          await work(id).catch((error: unknown) => {
            // the owner has too many tasks: the run stays due
            if (!(error instanceof CallError && error.kind === 'tooMany')) faults.push(error);
          });
        }
      };
      await each(await store.dueSchedules(db, now(), MAX_STARTED_PER_TURN), startDue);
      const ended = await store.endedRuns(db, MAX_REPORTED_PER_TURN);
      await each(ended, report);
      if (ended.length > 0) await notices.tellDue();
      if (faults.length > 0) throw new AggregateError(faults, `${faults.length} schedules: ${String(faults[0])}`);
    },
  };
}
