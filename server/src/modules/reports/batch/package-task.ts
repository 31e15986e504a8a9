import { CallError, errors } from '@fleetwarden/contract/errors';
import { batchPackages } from '@fleetwarden/contract/reports/batch/batch-packages';
import { filterTypes } from '@fleetwarden/contract/reports/report-filters';
import { reportFormats } from '@fleetwarden/contract/reports/report-formats';
import { wallClock } from '@fleetwarden/contract/values/wall-clock';
import { getText } from '@fleetwarden/locale/languages';
import { z } from 'zod';
import type { Db } from '../../../platform/db/database.ts';
import { isDatabaseUnavailable } from '../../../platform/db/database-unavailable.ts';
import type { SignedFiles } from '../../../platform/files/signed-files.ts';
import type { Cell, Table } from '../../../platform/files/table.ts';
import { type TableFormat, writeTable } from '../../../platform/files/write-table.ts';
import { putStream } from '../../../platform/files/xlsx/put-stream.ts';
import { createZipWriter, type WriteChunk } from '../../../platform/files/xlsx/zip-writer.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import { filled } from '../../../platform/http/replies.ts';
import type { Log } from '../../../platform/observe/log.ts';
import { defineTask, type Task, TaskFault } from '../../../platform/tasks/task.ts';
import type { Scopes } from '../../identity/index.ts';
import type { ExportRequest, WriteReport } from '../export/export-request.ts';
import { getLastDayOfMonth } from '../model/dates.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { maySee } from '../model/report-permissions.ts';
import { formatReportName, listVisibleKeys } from '../model/template.ts';
import { findDateFilter, formatDateFilter } from '../model/whole-days.ts';
import { loadNames } from './companies.ts';
import { buildFolderNames } from './folders.ts';
import { listReportIds, loadIndustries } from './offered-packages.ts';

const Payload = z.object({
  deptIds: z.array(z.number()),
  /** Names at the start of the task. */
  companies: z.string(),
  /** Reports that the user might see then. */
  reportIds: z.array(z.number()),
  /** yyyy-MM */
  month: z.string(),
  format: z.enum(reportFormats),
});
export type BatchRequest = z.infer<typeof Payload>;

export type BatchTaskDeps = {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly reports: ReadonlyMap<number, ReportDefinition>;
  readonly writeReport: WriteReport;
  /** Each report is written to a temporary file first. */
  readonly files: Pick<SignedFiles, 'create' | 'read' | 'remove'>;
  readonly log: Pick<Log, 'error'>;
  readonly timeZone: string;
};

/** A row of the table of contents. */
type Line = {
  readonly company: string;
  readonly report: string;
  readonly rows: number | null;
  /** null: the file exists. */
  readonly reason: string | null;
};

/** The reports of packages, each once, in package order. */
export const listPackageReports = (
  packageIds: readonly (keyof typeof batchPackages)[],
  reports: ReadonlyMap<number, ReportDefinition>,
) => [...new Set<number>(packageIds.flatMap((id) => batchPackages[id]))].flatMap((id) => reports.get(id) ?? []);

/** Creates the batch task: a zip with a folder per company, a file per report, and a table of contents that lists failures. */
export function createBatchTask(options: BatchTaskDeps): Task<BatchRequest> {
  const { db, scopes, reports, writeReport, files, log, timeZone } = options;
  return defineTask({
    kind: 'reports.batch',
    payload: Payload,
    repeatable: true,
    run: async ({ deptIds, reportIds, month, format }, context) => {
      const { account, departmentId, language, units, signal, progress, file } = context;
      const scope = await scopes.of(departmentId);
      const companies = await loadNames(db, deptIds);
      const folders = buildFolderNames(companies);
      const requested = reportIds.flatMap((id) => reports.get(id) ?? []);
      const industries = await loadIndustries(db, deptIds);
      const parts = companies.map((company) => {
        const offered = listReportIds(industries(company.id));
        return { company, reports: requested.filter(({ id }) => offered.has(id)) };
      });
      const total = parts.reduce((all, part) => all + part.reports.length, 0);
      const lines: Line[] = [];
      let bytes = 0;

      const buildRequest = (company: { readonly id: number }, report: ReportDefinition): ExportRequest => {
        if (!maySee(account, report)) throw new CallError('forbidden', `report ${report.id}`);
        if (!scope.has(company.id)) throw new CallError('notFound', `department ${company.id}`);
        return {
          reportId: report.id,
          format,
          conditions: buildBatchFilters(report, company.id, month),
          order: [...report.order] as never,
          columns: [...listVisibleKeys(report)],
        };
      };
      // a report that fails half-way must leave nothing in the zip
      const writeApart = (request: ExportRequest) =>
        writeReport(
          request,
          { account, departmentId, language, units, signal, progress: () => undefined },
          async ({ name, rows, write }) => ({
            name,
            rows,
            id: (await files.create(name, write)).id,
          }),
        );

      await file(filled(getText(language, 'batch.fileName'), { month, count: companies.length }), async (stream) => {
        const zip = createZipWriter(stream, wallClock(timeZone)(Date.now()));
        for (const { company, reports: own } of parts) {
          const folder = folders.get(company.id)!;
          for (const report of own) {
            signal.throwIfAborted();
            progress(lines.length, total);
            const line = { company: company.name, report: formatReportName(report, language) };
            let made: { id: string; rows: number; name: string };
            try {
              made = await writeApart(buildRequest(company, report));
            } catch (error) {
              signal.throwIfAborted();
              // the database is away: the task is retried
              if (isDatabaseUnavailable(error)) throw error;
              if (!(error instanceof CallError)) log.error({ err: error, report: report.id }, 'a report of a package failed');
              lines.push({ ...line, rows: null, reason: formatReason(error, language) });
              continue;
            }
            try {
              await zip.writeEntry(`${folder}/${made.name}`, (put) => copy(files, made.id, put)).catch(tooLarge);
            } finally {
              await files.remove(made.id);
            }
            lines.push({ ...line, rows: made.rows, reason: null });
          }
        }
        progress(lines.length, total);
        await zip.writeEntry(`${getText(language, 'batch.contents')}.xlsx`, (put) =>
          writeContents(put, lines, language, timeZone),
        );
        bytes = await zip.end().catch(tooLarge);
      });
      const failed = lines.filter(({ reason }) => reason !== null).length;
      return { bytes, reports: lines.length, failed };
    },
  });
}

/** The filters of a batch report: a company with its subtree, a whole month, all alarm types. */
export function buildBatchFilters(report: ReportDefinition, deptId: number, month: string): Record<string, string> {
  const dates = findDateFilter(report);
  const days = { from: `${month}-01`, to: getLastDayOfMonth(month) };
  return Object.fromEntries(
    report.filters.flatMap((filter): [string, string][] => {
      if (filter === dates) return [[filter.name, formatDateFilter(filter, days)]];
      if (filter.type === filterTypes.company) return [[filter.name, String(deptId)]];
      return filter.type === filterTypes.alarmTypes ? [[filter.name, 'all']] : [];
    }),
  );
}

async function copy(files: Pick<SignedFiles, 'read'>, id: string, put: WriteChunk): Promise<void> {
  const made = await files.read(id);
  if (!made) throw new Error(`the part ${id} is gone`);
  for await (const bytes of made.content as AsyncIterable<Buffer>) await put(bytes);
}

/** A zip without the 64-bit extension ends at 4 GiB: fewer companies fit. */
function tooLarge(error: unknown): never {
  throw error instanceof RangeError ? new TaskFault({ key: 'batch.tooLarge' }, error) : error;
}

function formatReason(error: unknown, language: ReplyLanguage): string {
  const { key, params } =
    error instanceof CallError ? { key: errors[error.kind].key, params: error.params } : { key: errors.internal.key, params: {} };
  return filled(getText(language, key), params);
}

const CONTENTS_FORMAT: TableFormat = 'xlsx';

async function writeContents(put: WriteChunk, lines: readonly Line[], language: ReplyLanguage, timeZone: string): Promise<void> {
  const say = (key: string) => getText(language, `batch.${key}`);
  const rows = lines.map(({ company, report, rows, reason }): Cell[] => [
    company,
    report,
    rows,
    say(reason === null ? 'made' : 'missing'),
    reason,
  ]);
  const table: Table = {
    sheet: say('contents'),
    columns: [
      { title: say('company'), kind: 'text', width: 30 },
      { title: say('report'), kind: 'text', width: 30 },
      { title: say('rows'), kind: 'number' },
      { title: say('state'), kind: 'text' },
      { title: say('reason'), kind: 'text', width: 40 },
    ],
    rows,
    timeZone,
  };
  await putStream(put, (stream) => writeTable(stream, CONTENTS_FORMAT, table));
}
