import type { CallReply } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';
import type { namedReportCalls } from '@fleetwarden/contract/reports/named-reports/routes';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { mayReadReport } from '../model/report-permissions.ts';
import type { FilterValues } from '../model/report-request.ts';
import { loadDepartmentName } from '../query/describe-filters.ts';
import { loadFreshness } from '../query/freshness.ts';
import { prepareReport, type ReportReader } from '../query/resolve-report.ts';
import { type FillDeps, fillDocument } from './fill.ts';
import { describeDocument } from './layout-file.ts';
import { toPageSection } from './page-section.ts';

export type DocumentPageDeps = FillDeps & { readonly platformNameOf: (departmentId: number) => Promise<string> };

/** The page of a report with a document layout, with the same content as its files. Throws CallError. */
export async function loadDocumentPage(
  deps: DocumentPageDeps,
  opened: ReportDefinition,
  filters: FilterValues,
  reader: ReportReader,
  { user, language }: { readonly user: Principal; readonly language: ReplyLanguage },
): Promise<CallReply<(typeof namedReportCalls)['styEeAsReport']>> {
  const { db, reports } = deps;
  if (!opened.layout) throw new CallError('notFound', `document of ${opened.id}`);
  const { request } = await prepareReport(deps, opened, filters, reader);
  const { departmentId } = user;
  const { title, company, about, sections } = await fillDocument(deps, opened.layout, {
    departmentId,
    maySee: mayReadReport(user, reports),
    request,
    language,
    about: describeDocument(request, language, undefined),
    company: await loadDepartmentName(db, request.company),
    platformName: await deps.platformNameOf(departmentId),
  });
  return { title, company, about: [...about], sections: sections.map(toPageSection), ...(await loadFreshness(db, request)) };
}
