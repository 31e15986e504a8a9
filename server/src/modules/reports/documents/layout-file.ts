import type { Writable } from 'node:stream';
import { MAX_PDF_ROWS, type ReportFormat } from '@fleetwarden/contract/reports/report-formats';
import { getText } from '@fleetwarden/locale/languages';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { TaskContext } from '../../../platform/tasks/task.ts';
import type { PreparedFile } from '../export/export-request.ts';
import { createInstantFormat } from '../export/file-columns.ts';
import { buildFileName } from '../export/file-name.ts';
import type { ReportDefinition } from '../model/definition.ts';
import type { ReportDocument } from '../model/document.ts';
import { findReportText } from '../model/option-texts.ts';
import { mayReadReport } from '../model/report-permissions.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { formatReportName } from '../model/template.ts';
import { loadDepartmentName, loadPlates } from '../query/describe-filters.ts';
import { documentText, type FillDeps, type FilledDocument, fillDocument } from './fill.ts';
import { writeDocumentPdf } from './write-pdf.ts';
import { writeDocumentXlsx } from './write-xlsx.ts';

export type DocumentFormat = Exclude<ReportFormat, 'csv'>;

/** Row limit of a table in a PDF, so that all tables of a document fit. */
export const MAX_PDF_TABLE_ROWS = MAX_PDF_ROWS / 10;

/** Writes a document into the stream, which it does not end. */
export async function writeDocument(
  stream: Writable,
  document: FilledDocument,
  format: DocumentFormat,
  signal?: AbortSignal,
): Promise<void> {
  if (format === 'pdf') await writeDocumentPdf(stream, document, signal);
  else await writeDocumentXlsx(stream, document);
}

/** The lines below the title of a document: period, author and time. */
export function describeDocument(
  { days, now, timeZone }: ReportRequest,
  language: ReplyLanguage,
  account: string | undefined,
): string[] {
  const by = account === undefined ? '' : `${findReportText(language, 'reportFile', 'writtenBy')}: ${account}; `;
  return [
    `${documentText(language, 'period')}: ${days.from === days.to ? days.from : `${days.from} ~ ${days.to}`}`,
    `${by}${documentText(language, 'madeAt')}: ${createInstantFormat(timeZone)(now)}`,
  ];
}

/** Prepares the file of a report with a document layout. Throws CallError. */
export async function prepareLayoutFile(
  filler: FillDeps & { readonly platformNameOf: (departmentId: number) => Promise<string> },
  report: ReportDefinition,
  layout: ReportDocument,
  request: ReportRequest,
  context: Pick<TaskContext, 'account' | 'departmentId' | 'language' | 'signal'> & { readonly format: DocumentFormat },
): Promise<PreparedFile> {
  const { departmentId, language, signal, account, format } = context;
  const company = await loadDepartmentName(filler.db, request.company);
  const document = await fillDocument(
    filler,
    layout,
    {
      title: formatReportName(report, language),
      departmentId,
      maySee: mayReadReport(account, filler.reports),
      request,
      company,
      language,
      about: describeDocument(request, language, account.account),
      platformName: (await filler.platformNameOf(departmentId)) || getText(language, 'common.product'),
      ...(format === 'pdf' ? { mostRows: MAX_PDF_TABLE_ROWS } : {}),
    },
    signal,
  );
  const plate = request.vehicles?.length === 1 ? (await loadPlates(filler.db, request))[0] : undefined;
  return {
    name: buildFileName(report, request, { title: formatReportName(report, language), company, plate, extension: format }),
    rows: document.sections.reduce((sum, section) => sum + (section.kind === 'table' ? section.rows.length : 0), 0),
    write: (stream) => writeDocument(stream, document, format, signal),
  };
}
