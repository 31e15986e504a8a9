import { z } from 'zod';
import { at, type Db, type Queryable, sql } from '../db/database.ts';
import type { SignedFiles } from '../files/signed-files.ts';
import type { Job } from '../jobs/job.ts';
import type { Cleanup } from '../jobs/maintenance.ts';
import type { Jobs } from '../jobs/runner.ts';
import { MAIL_GIVEN_UP_MS, MAIL_KEPT_MS, MAIL_TRIES, MAX_SUBJECT } from './limits.ts';
import { MailError, type SendLetter } from './smtp.ts';

export type NewLetter = {
  readonly receiver: string;
  readonly subject: string;
  /** Plain text. */
  readonly content: string;
  /** A file of a task, by its id and the name people see. */
  readonly file?: { readonly id: string; readonly name: string };
};

/** What became of a letter. */
export type LetterState = {
  readonly id: number;
  readonly receiver: string;
  readonly state: 'queued' | 'sent' | 'failed';
  readonly error: string | null;
};

export type Mail = {
  /** Whether this server can mail at all. */
  readonly ready: boolean;
  /**
   * Queues letters, each to one address, within the caller's transaction: they are sent if that commits, and tried again until they
   * are taken or given up. Resolves to their ids. Throws RangeError for an address that is none, Error where nothing can be mailed.
   */
  queue(tx: Queryable, letters: readonly NewLetter[]): Promise<number[]>;
  /** What became of letters. */
  states(ids: readonly number[]): Promise<LetterState[]>;
  /** For the maintenance job. */
  readonly cleanup: Cleanup;
};

export type MailOptions = {
  readonly db: Db;
  readonly jobs: Pick<Jobs, 'register' | 'enqueue'>;
  /** undefined: no mail server is configured. */
  readonly send: SendLetter | undefined;
  /** The sender's address: letters are named within its domain. */
  readonly from?: string | undefined;
  /** Where files of tasks are. */
  readonly files: Pick<SignedFiles, 'read'>;
};

type Row = {
  readonly token: string;
  readonly receiver: string;
  readonly subject: string;
  readonly content: string;
  readonly file_id: string | null;
  readonly file_name: string | null;
};

/** One address alone: nothing that would name another, or end its line. What else is wrong with one, the mail server says. */
const ADDRESS = /^(?=.{3,254}$)[^\s\p{Cc}<>()[\]",;:@\\]{1,64}@(?:[^\s\p{Cc}<>()[\]",;:@\\.]+\.)+[^\s\p{Cc}<>()[\]",;:@\\.]+$/u;

/** On one line: a line's end would begin another header. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, MAX_SUBJECT);

/** Letters wait in the database, and their tries in the job table: a restart loses none, and each try is one node's. */
export function createMail({ db, jobs, send, from = '', files }: MailOptions): Mail {
  const domain = from.slice(from.indexOf('@') + 1);
  const job: Job<{ mailId: number }> = {
    kind: 'mail.send',
    lane: 'letters',
    payload: z.object({ mailId: z.number() }),
    maxAttempts: MAIL_TRIES,
    run: async ({ mailId }, { attempt, signal }) => {
      const row = await db.first<Row>(sql`
        select token, receiver, subject, content, file_id, file_name from mail where id = ${mailId} and state = 'queued'`);
      if (!row || !send) return;
      const end = (state: 'sent' | 'failed', error: string | null) =>
        db.run(sql`
          update mail set state = ${state}, tries = ${attempt}, error = ${error}, finished_at = now()
          where id = ${mailId} and state = 'queued'`);
      const { file_id: fileId, file_name: fileName } = row;
      const file = fileId === null ? undefined : await files.read(fileId);
      if (fileId !== null && !file) return void (await end('failed', 'the file is no longer kept'));
      try {
        await send(
          {
            messageId: `${row.token}@${domain}`,
            to: row.receiver,
            subject: row.subject,
            text: row.content,
            ...(file ? { file: { name: fileName ?? '', content: file.content } } : {}),
          },
          signal,
        );
      } catch (error) {
        const { message, final } = error instanceof MailError ? error : new MailError(String(error), false);
        if (final || attempt >= MAIL_TRIES) return void (await end('failed', message));
        await db.run(sql`update mail set tries = ${attempt}, error = ${message} where id = ${mailId} and state = 'queued'`);
        throw error;
      } finally {
        // read to its end, or never begun
        file?.content.destroy();
      }
      await end('sent', null);
    },
  };
  jobs.register(job);

  return {
    ready: send !== undefined,
    queue: async (tx, letters) => {
      if (!send) throw new Error('no mail server is configured');
      const ids: number[] = [];
      for (const { receiver, subject, content, file } of letters) {
        if (!ADDRESS.test(receiver)) throw new RangeError('no e-mail address');
        const row = await tx.first<{ id: number }>(sql`
          insert into mail (receiver, subject, content, file_id, file_name)
          values (${receiver}, ${oneLine(subject)}, ${content}, ${file?.id ?? null}, ${file ? oneLine(file.name) : null})
          returning id`);
        await jobs.enqueue(job, { mailId: row!.id }, { tx });
        ids.push(row!.id);
      }
      return ids;
    },
    states: (ids) =>
      db.query<LetterState>(sql`select id, receiver, state, error from mail where id = any(${[...ids]}) order by id`),
    cleanup: async (now) => {
      await db.run(sql`
        update mail set state = 'failed', finished_at = ${at(now)}, error = coalesce(error, 'given up')
        where state = 'queued' and created_at < ${at(now - MAIL_GIVEN_UP_MS)}`);
      return db.run(sql`delete from mail where created_at < ${at(now - MAIL_KEPT_MS)}`);
    },
  };
}
