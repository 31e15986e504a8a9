import { CallError } from '@fleetwarden/contract/errors';
import { parseDayKey } from '@fleetwarden/domain/business-day';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import { daysBefore, monthBefore } from '../facts/previous-period.ts';
import { countDays, type Days, getLastDayOfMonth } from '../model/dates.ts';
import type { ReportDefinition } from '../model/definition.ts';
import type { DocumentContext, ReadOptions, Source } from '../model/document.ts';
import type { QueryResult } from '../model/query-result.ts';
import type { FilterValues, ReportRequest } from '../model/report-request.ts';
import { findDateFilter, formatDateFilter } from '../model/whole-days.ts';
import { type ResolveDeps, resolveReport } from '../query/resolve-report.ts';
import { loadPage } from '../query/sql-builder.ts';

export type ContextDeps = ResolveDeps & { readonly reports: ReadonlyMap<number, ReportDefinition> };

/** Creates the reader of a document's sections. It reads nothing beyond the department's scope and the reader's permissions. */
export function createDocumentContext(
  deps: ContextDeps,
  {
    request,
    language,
    departmentId,
    maySee,
  }: {
    readonly request: ReportRequest;
    readonly language: ReplyLanguage;
    readonly departmentId: number;
    readonly maySee: (reportId: number) => boolean;
  },
): DocumentContext {
  const { db, context, reports } = deps;
  const loaded = new Map<Source, Map<string, Promise<QueryResult>>>();
  const documentContext: DocumentContext = {
    db,
    request,
    context,
    language,
    // sections with the same source share one read
    read: (from, options) => {
      const reads = loaded.get(from) ?? new Map<string, Promise<QueryResult>>();
      loaded.set(from, reads);
      const key = JSON.stringify(options);
      const result = reads.get(key) ?? loadSource(from, options);
      reads.set(key, result);
      return result;
    },
  };
  const loadSource = async (from: Source, { order, limit, days = request.days }: ReadOptions): Promise<QueryResult> => {
    if ('query' in from) {
      const relation = await from.query(withDays(request, days), context, documentContext);
      return loadPage(db, relation, { sums: from.sums ?? {}, order: order ?? TIES_ONLY, limit, offset: 0 });
    }
    const opened = reports.get(from.report);
    if (!opened) throw new CallError('notFound', `report ${from.report}`);
    if (!maySee(from.report)) throw new CallError('forbidden', `report ${from.report}`);
    const own = typeof from.given === 'function' ? from.given(documentContext) : from.given;
    const filters = { ...buildSourceFilters(opened, request, days), ...own };
    const reader = { departmentId, accountId: null, now: request.now };
    const { definition, relation } = await resolveReport(deps, opened, filters, reader);
    return loadPage(db, relation, { sums: definition.sums ?? {}, order: order ?? definition.order, limit, offset: 0 });
  };
  return documentContext;
}

/** No column: only the tie-breakers order the rows. */
const TIES_ONLY = ['', 'asc'] as const;

/** The same request for other days. */
export const withDays = (request: ReportRequest, days: Days): ReportRequest => ({
  ...request,
  days,
  times: { from: parseDayKey(days.from, request.timeZone).startAt, to: parseDayKey(days.to, request.timeZone).endAt },
  dayCount: countDays(days),
});

/** The previous month if the request is for a whole month, else as many days before. */
export const previousPeriod = (request: Pick<ReportRequest, 'days' | 'dayCount'>): Days => {
  const { from, to } = request.days;
  const isMonth = from.endsWith('-01') && to === getLastDayOfMonth(from.slice(0, 7));
  return isMonth ? monthBefore(request.days) : daysBefore(request);
};

/** The filters that a report takes over from the document: company, vehicles and days. */
function buildSourceFilters(report: ReportDefinition, request: ReportRequest, days: Days): FilterValues {
  const has = (name: string) => report.filters.some((filter) => filter.name === name);
  const dates = findDateFilter(report);
  const vehicles = request.vehicles?.join(',');
  return {
    ...(has('deptId') ? { deptId: String(request.company) } : {}),
    ...(vehicles !== undefined && has('carIds') ? { carIds: vehicles } : {}),
    ...(vehicles !== undefined && has('carId') ? { carId: vehicles } : {}),
    ...(dates ? { [dates.name]: formatDateFilter(dates, days) } : {}),
  };
}
