import { CallError } from '@fleetwarden/contract/errors';
import { listPeriods } from '@fleetwarden/contract/reports/schedules/schedule-periods';
import type { ScheduleRequest } from '@fleetwarden/contract/reports/schedules/schemas';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { ReportDefinition } from '../model/definition.ts';
import type { OpenReport } from '../model/report-permissions.ts';
import { listVisibleKeys, toShownColumn } from '../model/template.ts';
import { findDateFilter } from '../model/whole-days.ts';
import { type ParseDeps, parseRequest } from '../query/parse-request.ts';
import { buildFiltersAt } from './period.ts';
import type { ScheduleFields } from './store.ts';
import { findNextDue } from './timetable.ts';

export type ParsedSchedule = {
  readonly schedule: ScheduleFields;
  readonly nextAt: number;
  readonly report: ReportDefinition;
};

/** Validates a schedule as its first run would, and builds the row to store. Throws CallError. */
export async function parseSchedule(
  deps: ParseDeps & { readonly openReport: OpenReport; readonly now: () => number },
  user: Principal,
  wish: ScheduleRequest,
  language: ReplyLanguage,
): Promise<ParsedSchedule> {
  const report = deps.openReport(user, wish.reportId);
  const known = new Set(report.columns.map((column) => toShownColumn(column).key));
  if (wish.orderBy !== undefined && !known.has(wish.orderBy)) throw new CallError('recheckInput', `order ${wish.orderBy}`);
  const offered = listPeriods(report.filters.map(({ type, maxDays }) => ({ filterType: type, maxDays })));
  if (!offered.includes(wish.period)) throw new CallError('recheckInput', `period ${wish.period}`);
  const dates = findDateFilter(report)?.name;
  const conditions = Object.fromEntries(
    Object.entries(wish.conditions).flatMap(([key, value]) => (key === dates ? [] : [[key, String(value)]])),
  );
  const nextAt = findNextDue(wish, deps.now());
  const filters = buildFiltersAt(report, conditions, wish.period, nextAt, deps.timeZone);
  await parseRequest(report, filters, { ...deps, departmentId: user.departmentId, now: nextAt }, true);
  const { every, weekday, monthDay, clock, timeZone, name, period, format } = wish;
  const chosen = wish.columns.filter((key) => known.has(key));
  const schedule: ScheduleFields = {
    reportId: report.id,
    name,
    conditions,
    period,
    format,
    language,
    receivers: [...new Set(wish.receivers)],
    sorting: wish.orderBy === undefined ? report.order : ([wish.orderBy, wish.direction ?? 'asc'] as const),
    columns: chosen.length > 0 ? chosen : listVisibleKeys(report),
    every,
    weekday,
    monthDay,
    clock,
    timeZone,
  };
  return { schedule, nextAt, report };
}
