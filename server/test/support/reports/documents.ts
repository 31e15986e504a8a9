import { documentText } from '../../../src/modules/reports/documents/fill.ts';
import type { ReportDocument } from '../../../src/modules/reports/model/document.ts';
import type { ReplyLanguage } from '../../../src/platform/http/language.ts';

/** For tests: the headings a document has in a PDF, or on the first sheet of a workbook, in a language. */
export function headingsIn({ sections }: ReportDocument, form: 'pdf' | 'xlsx', language: ReplyLanguage): string[] {
  const next = sections.findIndex(({ sheet }, at) => at > 0 && sheet !== undefined);
  const told = form === 'pdf' || next < 0 ? sections : sections.slice(0, next);
  return told.map(({ title }) => documentText(language, title));
}
