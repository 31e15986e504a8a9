import { z } from 'zod';
import { at, type Db, type Queryable, sql } from '../db/database.ts';
import type { SignedFiles } from '../files/signed-files.ts';
import type { Job } from '../jobs/job.ts';
import type { Cleanup } from '../jobs/maintenance.ts';
import type { Jobs } from '../jobs/runner.ts';
import { MAIL_GIVEN_UP_MS, MAIL_KEPT_MS, MAIL_TRIES, MAX_SUBJECT } from './limits.ts';
import { MailError, type SendEmail } from './smtp.ts';

export type NewEmail = {
  readonly receiver: string;
  readonly subject: string;
  /** Plain text. */
  readonly content: string;
  /** A task's file: its id, and the name of the attachment. */
  readonly file?: { readonly id: string; readonly name: string };
};

/** Delivery state of an email. */
export type EmailState = {
  readonly id: number;
  readonly receiver: string;
  readonly state: 'queued' | 'sent' | 'failed';
  readonly error: string | null;
};

export type Mail = {
  /** Whether a mail server is configured. */
  ready(): Promise<boolean>;
  /**
   * Queues emails, one address each, in the caller's transaction. They are sent if it commits, and retried. Resolves to their
   * ids. Throws RangeError for an invalid address, Error without a mail server.
   */
  queue(tx: Queryable, emails: readonly NewEmail[]): Promise<number[]>;
  /** Delivery states of emails. */
  states(ids: readonly number[]): Promise<EmailState[]>;
  /** For the maintenance job. */
  readonly cleanup: Cleanup;
};

/** A mail server, and the sender's address, whose domain names the messages. */
export type MailServer = { readonly send: SendEmail; readonly from: string };

export type MailOptions = {
  readonly db: Db;
  readonly jobs: Pick<Jobs, 'register' | 'enqueue'>;
  /** undefined: no mail server is configured. */
  readonly server: () => Promise<MailServer | undefined>;
  /** Source of attached files. */
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

/** One address, without characters that would add another or end the header line. The mail server checks the rest. */
const ADDRESS = /^(?=.{3,254}$)[^\s\p{Cc}<>()[\]",;:@\\]{1,64}@(?:[^\s\p{Cc}<>()[\]",;:@\\.]+\.)+[^\s\p{Cc}<>()[\]",;:@\\.]+$/u;

/** Removes line ends, which would start another header. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, MAX_SUBJECT);

/** Emails wait in the database and their attempts in the job table: a restart loses none, and one node makes each attempt. */
export function createMail({ db, jobs, server, files }: MailOptions): Mail {
  const job: Job<{ mailId: number }> = {
    kind: 'mail.send',
    lane: 'email',
    payload: z.object({ mailId: z.number() }),
    maxAttempts: MAIL_TRIES,
    run: async ({ mailId }, { attempt, signal }) => {
      const row = await db.first<Row>(sql`
        select token, receiver, subject, content, file_id, file_name from mail where id = ${mailId} and state = 'queued'`);
      const mailServer = await server();
      if (!row || !mailServer) return;
      const { send, from } = mailServer;
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
            messageId: `${row.token}@${from.slice(from.indexOf('@') + 1)}`,
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
        // Closes the stream if it was not read to its end.
        file?.content.destroy();
      }
      await end('sent', null);
    },
  };
  jobs.register(job);

  return {
    ready: async () => (await server()) !== undefined,
    queue: async (tx, emails) => {
      if (!(await server())) throw new Error('no mail server is configured');
      const ids: number[] = [];
      for (const { receiver, subject, content, file } of emails) {
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
      db.query<EmailState>(sql`select id, receiver, state, error from mail where id = any(${[...ids]}) order by id`),
    cleanup: async (now) => {
      await db.run(sql`
        update mail set state = 'failed', finished_at = ${at(now)}, error = coalesce(error, 'given up')
        where state = 'queued' and created_at < ${at(now - MAIL_GIVEN_UP_MS)}`);
      return db.run(sql`delete from mail where created_at < ${at(now - MAIL_KEPT_MS)}`);
    },
  };
}
