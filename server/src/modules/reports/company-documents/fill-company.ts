import { getText } from '@fleetwarden/locale/languages';
import { withDays } from '../documents/context.ts';
import { type FillDeps, type FilledDocument, fillDocument } from '../documents/fill.ts';
import { describeDocument } from '../documents/layout-file.ts';
import { buildStampedName } from '../export/file-name.ts';
import type { Days } from '../model/dates.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { loadDepartmentName } from '../query/describe-filters.ts';
import { formatDocumentPeriod, KINDS } from './kinds.ts';
import type { DocumentRow } from './store.ts';

export type FillCompanyDeps = FillDeps & {
  readonly platformNameOf: (departmentId: number) => Promise<string>;
  readonly timeZone: string;
  readonly now: () => number;
};

/** Fills the document of a company and period, without reports that `maySee` refuses. */
export async function fillCompany(
  options: FillCompanyDeps,
  row: DocumentRow,
  maySee: (reportId: number) => boolean,
  signal: AbortSignal,
): Promise<FilledDocument> {
  const { departmentId, language, kind } = row;
  const request = await askedFor(options, departmentId, row);
  return fillDocument(
    options,
    KINDS[kind].document,
    {
      departmentId,
      maySee,
      request,
      language,
      about: describeDocument(request, language, undefined),
      company: await loadDepartmentName(options.db, departmentId),
      platformName: (await options.platformNameOf(departmentId)) || getText(language, 'common.product'),
    },
    signal,
  );
}

export const buildDocumentFileName = (
  { title, company }: FilledDocument,
  row: DocumentRow,
  { now, timeZone }: Pick<FillCompanyDeps, 'now' | 'timeZone'>,
): string => buildStampedName([title, company, formatDocumentPeriod(row.kind, row)], now(), timeZone, row.format);

/** A request for a company with its subtree and for days, without other filters. */
async function askedFor({ scopes, timeZone, now }: FillCompanyDeps, departmentId: number, days: Days): Promise<ReportRequest> {
  const scope = [...(await scopes.of(departmentId))];
  const request: ReportRequest = {
    departments: scope,
    scope,
    company: departmentId,
    vehicles: null,
    now: now(),
    timeZone,
    days,
    times: { from: 0, to: 0 },
    dayCount: 1,
    text: () => '',
    number: () => null,
    list: () => null,
    range: () => [null, null],
  };
  return withDays(request, { from: days.from, to: days.to });
}
