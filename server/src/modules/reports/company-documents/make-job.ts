import { z } from 'zod';
import type { SignedFiles } from '../../../platform/files/signed-files.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { FilledDocument } from '../documents/fill.ts';
import { writeDocument } from '../documents/layout-file.ts';
import { buildDocumentFileName, type FillCompanyDeps, fillCompany } from './fill-company.ts';
import { documentKinds, formatDocumentPeriod } from './kinds.ts';
import { MAX_ATTEMPTS } from './limits.ts';
import * as store from './store.ts';

export type MakeDeps = FillCompanyDeps & { readonly files: Pick<SignedFiles, 'create' | 'remove' | 'sizeOf'> };

/** The files are for users who may see all reports. Others get their own copy. */
const everything = () => true;

const Payload = z.object({ departmentId: z.number(), kind: z.enum(documentKinds), from: z.string() });
export type MakeRequest = z.infer<typeof Payload>;

/**
 * Creates the job that writes the waiting files of a company's document, within the company's scope. It is idempotent: a file
 * that was requested again meanwhile is left to the later run.
 */
export function createMakeJob(options: MakeDeps): Job<MakeRequest> {
  const { db, files, now } = options;
  const end = async (row: store.DocumentRow, file: { id: string; name: string } | undefined) => {
    const bytes = file && ((await files.sizeOf(file.id)) ?? 0);
    const state = file ? store.STATE.done : store.STATE.failed;
    const taken = await db.transaction(async (tx) => {
      const at = now();
      const made = { state, at, ...(file ? { file: { ...file, bytes: bytes! } } : {}) };
      if (!(await store.endDocument(tx, row, made))) return false;
      await store.addStep(
        tx,
        { ...row, bytes: bytes ?? null },
        {
          action: row.turn === 1 ? 'generateDocument' : 'regenerateDocument',
          period: formatDocumentPeriod(row.kind, row),
          accountId: row.askedBy,
          ip: row.askedIp,
          state,
          at,
        },
      );
      return true;
    });
    const unused = taken ? row.fileId : (file?.id ?? null);
    if (unused !== null) await files.remove(unused);
  };

  return {
    kind: 'reports.document',
    lane: 'bulk',
    payload: Payload,
    maxAttempts: MAX_ATTEMPTS,
    run: async ({ departmentId, kind, from }, { signal, attempt }) => {
      const rows = await store.takeWaiting(db, departmentId, kind, from);
      const filled = new Map<ReplyLanguage, FilledDocument>();
      try {
        for (const row of rows) {
          signal.throwIfAborted();
          const document = filled.get(row.language) ?? (await fillCompany(options, row, everything, signal));
          filled.set(row.language, document);
          const name = buildDocumentFileName(document, row, options);
          const { id } = await files.create(name, (stream) => writeDocument(stream, document, row.format, signal));
          await end(row, { id, name });
        }
      } catch (error) {
        // finished rows stay as they are
        if (attempt >= MAX_ATTEMPTS && !signal.aborted) for (const row of rows) await end(row, undefined);
        throw error;
      }
    },
  };
}
