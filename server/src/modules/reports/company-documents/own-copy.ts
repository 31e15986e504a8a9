import { CallError } from '@fleetwarden/contract/errors';
import { z } from 'zod';
import { defineTask, type Task } from '../../../platform/tasks/task.ts';
import { writeDocument } from '../documents/layout-file.ts';
import { EXPORT_MS, MAX_RUNNING_EXPORTS, MAX_WAITING_EXPORTS } from '../model/limits.ts';
import { mayReadReport, maySee } from '../model/report-permissions.ts';
import { buildDocumentFileName, type FillCompanyDeps, fillCompany } from './fill-company.ts';
import { KINDS } from './kinds.ts';
import * as store from './store.ts';

const Payload = z.object({ id: z.string() });
export type CopyRequest = z.infer<typeof Payload>;

/**
 * Creates the task that writes a copy of a document for one reader, without the reports that the reader may not see. It shows
 * current data.
 */
export function createOwnCopyTask(options: FillCompanyDeps): Task<CopyRequest> {
  const { db, scopes, reports } = options;
  return defineTask({
    kind: 'reports.documentCopy',
    payload: Payload,
    repeatable: true,
    mostMs: EXPORT_MS,
    perAccount: { running: MAX_RUNNING_EXPORTS, waiting: MAX_WAITING_EXPORTS },
    run: async ({ id }, { account, departmentId, signal, file }) => {
      const row = await store.documentById(db, id, [...(await scopes.of(departmentId))]);
      if (!row) throw new CallError('notFound', `document ${id}`);
      const list = reports.get(KINDS[row.kind].report);
      if (!list || !maySee(account, list)) throw new CallError('forbidden', `document ${id}`);
      const document = await fillCompany(options, row, mayReadReport(account, reports), signal);
      await file(buildDocumentFileName(document, row, options), (stream) => writeDocument(stream, document, row.format, signal));
      return {};
    },
  });
}
