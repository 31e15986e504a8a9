import type { Writable } from 'node:stream';
import type { ReportFormat } from '@fleetwarden/contract/reports/report-formats';
import { MAX_PDF_ROWS } from '@fleetwarden/contract/reports/schemas';
import { textOf } from '@fleetwarden/locale/languages';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { TaskContext } from '../../../platform/tasks/task.ts';
import type { WrittenReport } from '../export/export.ts';
import { instantText } from '../export/file-columns.ts';
import { fileName } from '../export/file-name.ts';
import type { Asked, ReportDefinition } from '../model/definition.ts';
import { reportText } from '../model/option-texts.ts';
import { seenBy } from '../model/report-permissions.ts';
import { nameOf } from '../model/template.ts';
import { departmentName, platesOf } from '../query/describe-filters.ts';
import type { ReportDocument } from './document.ts';
import { type FilledDocument, type Filler, fillDocument, word } from './fill.ts';
import { writeDocumentPdf } from './write-pdf.ts';
import { writeDocumentXlsx } from './write-xlsx.ts';

/** Formats documents are written in. */
export type DocumentFormat = Exclude<ReportFormat, 'csv'>;

/** Rows of a table of a PDF: all tables of a document stay within what a PDF may have. */
export const PDF_TABLE_ROWS = MAX_PDF_ROWS / 10;

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

/** What stands below the title of a document: of which days it is, who made it, and when. */
export function aboutOf({ days, now, timeZone }: Asked, language: ReplyLanguage, account: string | undefined): string[] {
  const by = account === undefined ? '' : `${reportText(language, 'reportFile', 'writtenBy')}: ${account}; `;
  return [
    `${word(language, 'period')}: ${days.from === days.to ? days.from : `${days.from} ~ ${days.to}`}`,
    `${by}${word(language, 'madeAt')}: ${instantText(timeZone)(now)}`,
  ];
}

/** A report as the document it is laid out as, about to be written. Throws CallError. */
export async function laidOut(
  filler: Filler & { readonly platformNameOf: (departmentId: number) => Promise<string> },
  report: ReportDefinition,
  layout: ReportDocument,
  asked: Asked,
  context: Pick<TaskContext, 'account' | 'departmentId' | 'language' | 'signal'> & { readonly format: DocumentFormat },
): Promise<WrittenReport> {
  const { departmentId, language, signal, account, format } = context;
  const company = await departmentName(filler.db, asked.company);
  const document = await fillDocument(
    filler,
    layout,
    {
      title: nameOf(report, language),
      departmentId,
      maySee: seenBy(account, filler.reports),
      asked,
      company,
      language,
      about: aboutOf(asked, language, account.account),
      platformName: (await filler.platformNameOf(departmentId)) || textOf(language, 'common.product'),
      ...(format === 'pdf' ? { mostRows: PDF_TABLE_ROWS } : {}),
    },
    signal,
  );
  const plate = asked.vehicles?.length === 1 ? (await platesOf(filler.db, asked))[0] : undefined;
  return {
    name: fileName(report, asked, { title: nameOf(report, language), company, plate, extension: format }),
    rows: document.sections.reduce((sum, section) => sum + (section.kind === 'table' ? section.rows.length : 0), 0),
    write: (stream) => writeDocument(stream, document, format, signal),
  };
}
