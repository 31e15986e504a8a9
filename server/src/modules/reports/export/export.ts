import type { Writable } from 'node:stream';
import { CallError } from '@fleetwarden/contract/errors';
import { type ReportFormat, reportFormats } from '@fleetwarden/contract/reports/report-formats';
import { MAX_PDF_ROWS } from '@fleetwarden/contract/reports/schemas';
import { textOf } from '@fleetwarden/locale/languages';
import { reportTexts } from '@fleetwarden/locale/reports';
import { z } from 'zod';
import { type Db, sql } from '../../../platform/db/database.ts';
import type { PdfDocument } from '../../../platform/files/pdf/document.ts';
import { writePdf } from '../../../platform/files/pdf/write-pdf.ts';
import type { Cell, Row } from '../../../platform/files/table.ts';
import { defineTask, type Task, type TaskContext } from '../../../platform/tasks/task.ts';
import type { Scopes } from '../../identity/index.ts';
import { laidOut } from '../documents/laid-out.ts';
import type { Facts, ReportDefinition, SearchRegion } from '../model/definition.ts';
import {
  EXPORT_MS,
  EXPORTS_RUNNING,
  EXPORTS_WAITING,
  MAX_EXPORTED,
  MAX_WORKBOOK,
  SAME_EXPORT_MS,
  THREAD_ROWS,
} from '../model/limits.ts';
import { settled } from '../query/dynamic-columns.ts';
import { readAsked } from '../query/report-request.ts';
import { withSought } from '../query/resolve-region-search.ts';
import { withEveryRow } from '../query/stream-rows.ts';
import type { PlaceNamer } from './file-columns.ts';
import { fileName } from './file-name.ts';
import { fileRows } from './file-rows.ts';
import { footOf, type ReportFile, reportDocument, reportFile } from './report-file.ts';
import { writeTableFile } from './table-file.ts';
import { writeByThread } from './table-thread.ts';

const Payload = z.object({
  reportId: z.number(),
  conditions: z.record(z.string(), z.string()),
  columns: z.array(z.string()),
  order: z.tuple([z.string(), z.enum(['asc', 'desc'])]),
  format: z.enum(reportFormats),
});
export type ExportWish = z.infer<typeof Payload>;

export type ExportOptions = {
  readonly db: Db;
  readonly reports: ReadonlyMap<number, ReportDefinition>;
  readonly scopes: Scopes;
  readonly nameOfPlace: PlaceNamer;
  readonly searchRegion: SearchRegion;
  /** What the platform calls itself before people of a department; '': as the product is called. */
  readonly platformNameOf: (departmentId: number) => Promise<string>;
  /** The logo it shows them; undefined: none. */
  readonly logoOf?: ((departmentId: number) => Promise<Buffer | undefined>) | undefined;
  readonly timeZone: string;
  readonly rulesOf: Facts['rulesOf'];
  readonly now: () => number;
  /** Tables of more rows are written by a thread of their own. */
  readonly threadRows?: number;
};

/** Whose file it is, and what ends it early. */
export type WriteContext = Pick<TaskContext, 'account' | 'departmentId' | 'language' | 'signal' | 'progress'>;
/** A file that is about to be written; `write` does not end the stream. */
export type WrittenReport = { readonly name: string; readonly rows: number; readonly write: (stream: Writable) => Promise<void> };
export type ReportWriter = <T>(wish: ExportWish, context: WriteContext, take: (file: WrittenReport) => Promise<T>) => Promise<T>;

/**
 * Writes reports as files, all rows as they were at one moment while `take` lasts. Rejects with CallError where a report is asked for
 * what it cannot be, or for what the department may not see.
 */
export function reportWriter(options: ExportOptions): ReportWriter {
  const { db, reports, scopes, nameOfPlace, timeZone, rulesOf, now, threadRows = THREAD_ROWS } = options;
  const cancel = (pid: number) => void db.query(sql`select pg_cancel_backend(${pid})`).catch(() => undefined);
  return async ({ reportId, conditions, columns, order, format }, context, take) => {
    const { departmentId, language, signal, account } = context;
    const opened = reports.get(reportId);
    if (!opened) throw new CallError('notFound', `report ${reportId} is gone`);
    const read = await readAsked(opened, conditions, { db, scopes, departmentId, now: now(), timeZone }, true);
    const asked = await withSought(options, opened, read, account.accountId);
    if (opened.layout && format !== 'csv')
      return take(await laidOut({ ...options, facts: { db, rulesOf } }, opened, opened.layout, asked, { ...context, format }));
    const report = await settled(db, opened, asked);
    const relation = await report.query(asked, { db, rulesOf });
    const how = { language, format, columns, account: account.account, nameOfPlace };
    const file = await reportFile(db, report, asked, relation, how);
    const { sums = {} } = report;
    const keys = file.columns.map(({ key }) => key);
    return withEveryRow(db, relation, { columns: keys, sums, order, most: MAX_EXPORTED, signal }, async (found) => {
      const { total } = found;
      checkRows(format, total);
      const zipped = format !== 'pdf' && total > MAX_WORKBOOK;
      const name = (extension: string) => fileName(report, asked, { ...file, extension });
      const foot = footOf(file.columns, report, found.sums, reportTexts[language].reportFile.sums);
      const counting = { signal, progress: (count: number) => context.progress(count, total) };
      const write = async (stream: Writable): Promise<void> => {
        if (format === 'pdf') {
          const platformName = (await options.platformNameOf(departmentId)) || textOf(language, 'common.product');
          const logo = await options.logoOf?.(departmentId);
          const rows = fileRows(file.columns, found.rows, counting);
          await writeDocument(stream, file, rows, foot, { language, platformName, logo, signal });
          return;
        }
        const { title, about, chart, notes } = file;
        const table = {
          format,
          language,
          timeZone,
          columns: keys,
          title,
          about,
          chart,
          notes,
          foot,
          zip: zipped ? name('csv').replace(/\.csv$/, '') : null,
        };
        // what takes long is not to keep those waiting whose locations come in
        if (total > threadRows)
          await writeByThread(
            stream,
            { ...table, ...(await found.elsewhere()) },
            { ...counting, nameOfPlace, cancelQuery: cancel },
          );
        else await writeTableFile(stream, table, fileRows(file.columns, found.rows, counting));
      };
      return take({ name: name(zipped ? 'zip' : format), rows: total, write });
    });
  };
}

/** Writes all rows of a report as a file. */
export function exportTask(writer: ReportWriter): Task<ExportWish> {
  return defineTask({
    kind: 'reports.export',
    payload: Payload,
    repeatable: true,
    mostMs: EXPORT_MS,
    perAccount: { running: EXPORTS_RUNNING, waiting: EXPORTS_WAITING },
    sameForMs: SAME_EXPORT_MS,
    run: (wish, context) =>
      writer(wish, context, async ({ name, rows, write }) => {
        await context.file(name, write);
        return { rows };
      }),
  });
}

/** Throws CallError where a file of the format would be too long: the person is told what to do instead. */
export function checkRows(format: ReportFormat, total: number): void {
  const [kind, most] = format === 'pdf' ? (['pdfTooLong', MAX_PDF_ROWS] as const) : (['exportTooLong', MAX_EXPORTED] as const);
  if (total > most) throw new CallError(kind, `${total} rows`, [], { count: total, most });
}

async function writeDocument(
  stream: Writable,
  file: ReportFile,
  rows: AsyncIterable<readonly Row[]>,
  foot: readonly Cell[] | undefined,
  of: Pick<PdfDocument, 'language' | 'platformName' | 'logo'> & { readonly signal: AbortSignal },
): Promise<void> {
  const texts: string[][] = [];
  for await (const batch of rows) for (const row of batch) texts.push(row.map((cell, at) => file.columns[at]!.text(cell)));
  const { signal, ...words } = of;
  await writePdf(stream, reportDocument(file, texts, foot, words), signal);
}
