import type { Writable } from 'node:stream';
import { CallError } from '@fleetwarden/contract/errors';
import { MAX_PDF_ROWS, type ReportFormat, reportFormats } from '@fleetwarden/contract/reports/report-formats';
import { z } from 'zod';
import type { TaskContext } from '../../../platform/tasks/task.ts';
import { MAX_EXPORT_ROWS } from '../model/limits.ts';

/** The payload of an export task. */
export const ExportPayload = z.object({
  reportId: z.number(),
  conditions: z.record(z.string(), z.string()),
  columns: z.array(z.string()),
  order: z.tuple([z.string(), z.enum(['asc', 'desc'])]),
  format: z.enum(reportFormats),
});
export type ExportRequest = z.infer<typeof ExportPayload>;

/** The owner of a file, and the signal that cancels it. */
export type WriteContext = Pick<TaskContext, 'account' | 'departmentId' | 'language' | 'units' | 'signal' | 'progress'>;
/** A file that is ready to be written; `write` does not end the stream. */
export type PreparedFile = { readonly name: string; readonly rows: number; readonly write: (stream: Writable) => Promise<void> };
/** Reads a report and hands the file to `take`. All rows come from one snapshot, as long as `take` runs. */
export type WriteReport = <T>(
  request: ExportRequest,
  context: WriteContext,
  take: (file: PreparedFile) => Promise<T>,
) => Promise<T>;

/** Throws CallError if a file of the format would be too long. `allowed`: rows by the setting of the platform. */
export function checkRowCount(format: ReportFormat, total: number, allowed = MAX_EXPORT_ROWS): void {
  const most = Math.min(allowed, format === 'pdf' ? MAX_PDF_ROWS : MAX_EXPORT_ROWS);
  const kind = format === 'pdf' && allowed >= MAX_PDF_ROWS ? 'pdfTooLong' : 'exportTooLong';
  if (total > most) throw new CallError(kind, `${total} rows`, [], { count: total, most });
}
