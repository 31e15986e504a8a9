import type { Writable } from 'node:stream';
import { CallError } from '@fleetwarden/contract/errors';
import { getText } from '@fleetwarden/locale/languages';
import { reportTexts } from '@fleetwarden/locale/reports';
import { sql } from '../../../platform/db/database.ts';
import type { PdfDocument } from '../../../platform/files/pdf/document.ts';
import { writePdf } from '../../../platform/files/pdf/write-pdf.ts';
import type { Cell, Row } from '../../../platform/files/table.ts';
import { defineTask, type Task } from '../../../platform/tasks/task.ts';
import { prepareLayoutFile } from '../documents/layout-file.ts';
import type { ReportDefinition } from '../model/definition.ts';
import {
  EXPORT_MS,
  MAX_EXPORT_ROWS,
  MAX_RUNNING_EXPORTS,
  MAX_WAITING_EXPORTS,
  MAX_WORKBOOK_ROWS,
  SAME_EXPORT_MS,
  THREAD_ROWS,
} from '../model/limits.ts';
import type { QueryContext } from '../model/query-context.ts';
import { prepareReport, type ResolveDeps, resolvePrepared } from '../query/resolve-report.ts';
import { streamRows } from '../query/stream-rows.ts';
import { checkRowCount, ExportPayload, type ExportRequest, type WriteReport } from './export-request.ts';
import type { NamePlace } from './file-columns.ts';
import { buildFileName } from './file-name.ts';
import { formatFileRows } from './file-rows.ts';
import { buildFooter, buildPdfDocument, buildReportFile, type ReportFile } from './report-file.ts';
import { writeTableFile } from './table-file.ts';
import { writeInThread } from './table-thread.ts';

export type WriteReportDeps = Omit<ResolveDeps, 'context'> & {
  readonly reports: ReadonlyMap<number, ReportDefinition>;
  readonly nameOfPlace: NamePlace;
  /** The name of the platform for users of a department; '': the product's. */
  readonly platformNameOf: (departmentId: number) => Promise<string>;
  /** Their logo; undefined: none. */
  readonly logoOf?: ((departmentId: number) => Promise<Buffer | undefined>) | undefined;
  /** Most rows of a file by the setting of the platform; undefined: only the limit of all files. */
  readonly exportRows?: (() => Promise<number>) | undefined;
  readonly rulesOf: QueryContext['rulesOf'];
  readonly saveDaysOf?: QueryContext['saveDaysOf'];
  readonly now: () => number;
  /** Tables with more rows are written by a worker thread. */
  readonly threadRows?: number;
};

/** Creates the writer of report files. It rejects with CallError on bad filters or missing permission. */
export function createWriteReport(options: WriteReportDeps): WriteReport {
  const { db, reports, nameOfPlace, timeZone, rulesOf, saveDaysOf, now, threadRows = THREAD_ROWS } = options;
  const deps = { ...options, context: { db, rulesOf, ...(saveDaysOf && { saveDaysOf }) } };
  const cancelQuery = (pid: number) => void db.query(sql`select pg_cancel_backend(${pid})`).catch(() => undefined);
  return async ({ reportId, conditions, columns, order, format }, context, take) => {
    const { departmentId, language, units, signal, account } = context;
    const opened = reports.get(reportId);
    if (!opened) throw new CallError('notFound', `report ${reportId} is gone`);
    const reader = { departmentId, accountId: account.accountId, now: now() };
    const prepared = await prepareReport(deps, opened, conditions, reader, true);
    if (opened.layout && format !== 'csv')
      return take(await prepareLayoutFile(deps, opened, opened.layout, prepared.request, { ...context, format }));
    const { definition, request, relation } = await resolvePrepared(deps, prepared, reader);
    const how = { language, units, format, columns, account: account.account, nameOfPlace };
    const file = await buildReportFile(db, definition, request, relation, how);
    const { sums = {} } = definition;
    const keys = file.columns.map(({ key }) => key);
    const exportRows = await options.exportRows?.();
    return streamRows(db, relation, { columns: keys, sums, order, limit: MAX_EXPORT_ROWS, signal }, async (stream) => {
      const { total } = stream;
      checkRowCount(format, total, exportRows);
      const zipped = format !== 'pdf' && total > MAX_WORKBOOK_ROWS;
      const name = (extension: string) => buildFileName(definition, request, { ...file, extension });
      const foot = buildFooter(file.columns, definition, stream.sums, reportTexts[language].reportFile.sums);
      const counting = { signal, progress: (count: number) => context.progress(count, total) };
      const write = async (output: Writable): Promise<void> => {
        if (format === 'pdf') {
          const platformName = (await options.platformNameOf(departmentId)) || getText(language, 'common.product');
          const logo = await options.logoOf?.(departmentId);
          const rows = formatFileRows(file.columns, stream.rows, counting);
          await writeRowsPdf(output, file, rows, foot, { language, platformName, logo, signal });
          return;
        }
        const { title, about, chart, notes } = file;
        const zip = zipped ? { name: name('csv').replace(/\.csv$/, ''), writtenAt: reader.now } : null;
        const table = { format, language, units, timeZone, columns: keys, title, about, chart, notes, foot, zip };
        // a large table would block the ingest of locations
        if (total > threadRows)
          await writeInThread(
            output,
            { ...table, ...(await stream.exportSnapshot()) },
            { ...counting, nameOfPlace, cancelQuery },
          );
        else await writeTableFile(output, table, formatFileRows(file.columns, stream.rows, counting));
      };
      return take({ name: name(zipped ? 'zip' : format), rows: total, write });
    });
  };
}

/** Writes all rows of a report as a file. */
export function createExportTask(writeReport: WriteReport): Task<ExportRequest> {
  return defineTask({
    kind: 'reports.export',
    payload: ExportPayload,
    repeatable: true,
    mostMs: EXPORT_MS,
    perAccount: { running: MAX_RUNNING_EXPORTS, waiting: MAX_WAITING_EXPORTS },
    sameForMs: SAME_EXPORT_MS,
    run: (request, context) =>
      writeReport(request, context, async ({ name, rows, write }) => {
        await context.file(name, write);
        return { rows };
      }),
  });
}

async function writeRowsPdf(
  stream: Writable,
  file: ReportFile,
  rows: AsyncIterable<readonly Row[]>,
  foot: readonly Cell[] | undefined,
  { signal, ...head }: Pick<PdfDocument, 'language' | 'platformName' | 'logo'> & { readonly signal: AbortSignal },
): Promise<void> {
  const texts: string[][] = [];
  for await (const batch of rows) for (const row of batch) texts.push(row.map((cell, at) => file.columns[at]!.text(cell)));
  await writePdf(stream, buildPdfDocument(file, texts, foot, head), signal);
}
