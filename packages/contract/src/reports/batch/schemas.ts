import { z } from 'zod';
import { defineCalls } from '../../call.ts';
import { TaskState } from '../../tasks/schemas.ts';
import { RecordId } from '../../values/record-id.ts';
import { reportFormats } from '../schemas.ts';
import { BATCH_CODE, type BatchPackage, batchPackages, MAX_BATCH_COMPANIES } from './batch-packages.ts';

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

export const reportBatchCalls = defineCalls({
  getDeptListByBatch: {
    method: 'GET',
    path: 'setting/getDeptListByBatch',
    permission: BATCH_CODE,
    read: true,
    summary: 'Companies of the caller’s scope that have vehicles, themselves or below, with how many.',
    data: z.object({}),
    reply: z.object({
      list: z.array(z.object({ deptId: z.string(), deptName: z.string(), parentId: z.string().nullable(), cars: z.number() })),
    }),
  },
  getBatchExportListByDeptId: {
    method: 'GET',
    path: 'setting/getBatchExportListByDeptId',
    permission: BATCH_CODE,
    read: true,
    summary:
      'Packages for a company, by what its vehicles and those below it do: of each the reports that are served and the caller may see.',
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
    method: 'POST',
    path: 'report/getBatchExportParams',
    permission: BATCH_CODE,
    read: true,
    summary: 'What else a package needs: a month that is over, the last one of which is told, and a format.',
    data: z.object({}),
    reply: z.object({ lastMonth: z.string(), formats: z.array(z.enum(reportFormats)), mostCompanies: z.number() }),
  },
  startBatchExport: {
    method: 'POST',
    path: 'report/startBatchExport',
    permission: BATCH_CODE,
    signed: true,
    audited: true,
    summary: 'Writes packages of reports of companies for a month that is over into one file; a task.',
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
    method: 'POST',
    path: 'report/listBatchExport',
    permission: BATCH_CODE,
    read: true,
    paged: true,
    summary: 'Packages made by people of the caller’s scope, newest first; each opens their own.',
    data: z.object({ deptId: RecordId.optional(), month: Month.optional() }),
    reply: z.object({ list: z.array(BatchExport) }),
  },
});
