import { z } from 'zod';
import type { CallSchemas } from '../../call.ts';
import { TaskState } from '../../tasks/schemas.ts';
import { RecordId } from '../../values/record-id.ts';
import { reportFormats } from '../report-formats.ts';
import { type BatchPackage, batchPackages, MAX_BATCH_COMPANIES } from './batch-packages.ts';

const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/** One package that was made, or is. Times epoch ms. */
export const BatchExport = z.object({
  id: z.string(),
  docName: z.string(),
  /** Names of companies. */
  deptName: z.string(),
  /** yyyy-MM */
  docPeriod: z.string(),
  docFormat: z.enum(reportFormats),
  docState: TaskState,
  done: z.number(),
  total: z.number().nullable(),
  error: z.string().nullable(),
  docMade: z.number().nullable(),
  /** Bytes; null: there is no file. */
  docSize: z.number().nullable(),
  /** Reports in it, and those that failed. */
  reports: z.number().nullable(),
  failed: z.number().nullable(),
  docUser: z.string(),
  /** The caller's own, whose file they may open. */
  own: z.boolean(),
  fileName: z.string().nullable(),
});
export type BatchExport = z.infer<typeof BatchExport>;

export const reportBatchSchemas = {
  getDeptListByBatch: {
    summary: 'Lists companies of the caller’s scope with vehicles of their own or below them, and the number of vehicles.',
    data: z.object({}),
    reply: z.object({
      list: z.array(z.object({ deptId: z.string(), deptName: z.string(), parentId: z.string().nullable(), cars: z.number() })),
    }),
  },
  getBatchExportListByDeptId: {
    summary:
      'Lists the report packages for a company, by the industries of its vehicles and of those below it. Each package lists the available reports that the caller may see.',
    data: z.object({ deptId: RecordId }),
    reply: z.object({
      list: z.array(
        z.object({
          packageId: z.string(),
          packageName: z.string(),
          reports: z.array(z.object({ reportId: z.number(), reportName: z.string() })),
        }),
      ),
    }),
  },
  getBatchExportParams: {
    summary:
      'Returns the other parameters of a package: the last completed month and the formats. The month of a package must be over.',
    data: z.object({}),
    reply: z.object({ lastMonth: z.string(), formats: z.array(z.enum(reportFormats)), mostCompanies: z.number() }),
  },
  startBatchExport: {
    summary: 'Starts a task that exports packages of reports of companies for a completed month to one file.',
    data: z.object({
      deptIds: z.array(RecordId).min(1).max(MAX_BATCH_COMPANIES),
      packageIds: z
        .array(z.enum(Object.keys(batchPackages) as [BatchPackage, ...BatchPackage[]]))
        .min(1)
        .max(Object.keys(batchPackages).length),
      month: Month,
      format: z.enum(reportFormats),
    }),
    reply: z.object({ taskId: z.string(), url: z.string() }),
  },
  listBatchExport: {
    summary: 'Lists packages exported by users of the caller’s scope, newest first. Users can open only their own files.',
    data: z.object({ deptId: RecordId.optional(), month: Month.optional() }),
    reply: z.object({ list: z.array(BatchExport) }),
  },
} satisfies Record<string, CallSchemas>;
