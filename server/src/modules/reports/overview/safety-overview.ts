import { MAX_OVERVIEW_DAYS } from '@fleetwarden/contract/reports/named-reports/overview-limits';
import type { SafetyOverview } from '@fleetwarden/contract/reports/named-reports/safety-overview';
import { getWireNumbers } from '@fleetwarden/domain/alarm-types';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { type Db, type Sql, sql } from '../../../platform/db/database.ts';
import { createTimedCache } from '../../../platform/timed-cache.ts';
import { isOfTypes } from '../facts/alarm-groups.ts';
import { rollup, whereRequested } from '../facts/day-rollup.ts';
import { daysBefore } from '../facts/previous-period.ts';
import { withRisks } from '../facts/risk.ts';
import { addDays, type Days, getLastDayOfMonth } from '../model/dates.ts';
import { company, days } from '../model/filters.ts';
import { SAFETY_TYPES } from '../model/measures.ts';
import type { QueryContext } from '../model/query-context.ts';
import type { Relation } from '../model/relation.ts';
import type { FilterValues, ReportRequest } from '../model/report-request.ts';
import { loadFreshness } from '../query/freshness.ts';
import { type ParseDeps, parseRequest } from '../query/parse-request.ts';
import type { ReportReader } from '../query/resolve-report.ts';
import { withQueryLimits } from '../query/result-cache.ts';
import { saveToday } from '../query/save-today.ts';
import { loadPage } from '../query/sql-builder.ts';
import { loadClosedMonths } from '../scores/score-rules.ts';
import { countGrades } from './count-grades.ts';

/** Specification 4.6. */
const CACHED_MS = 10 * MINUTE_MS;
const MAX_DEPTS = 200;
const [WEEKDAYS, HOURS] = [7, 24] as const;
/** Its filters, as those of reports. */
const SHAPE = { id: 170201, filters: [company, days('-7,-1', MAX_OVERVIEW_DAYS)] };

const ofSafety = isOfTypes(SAFETY_TYPES);

export type LoadOverview = (filters: FilterValues, reader: ReportReader) => Promise<SafetyOverview>;
export type OverviewDeps = ParseDeps & { readonly db: Db; readonly context: QueryContext; readonly now: () => number };

/** The overview of active safety, from the same day tables as reports. Throws CallError. */
export function createSafetyOverview(deps: OverviewDeps): LoadOverview {
  const cache = createTimedCache<SafetyOverview>(CACHED_MS, deps.now);
  return async (filters, reader) => {
    const request = await parseRequest(SHAPE, filters, { ...deps, ...reader });
    const key = JSON.stringify([request.days, request.departments.toSorted((a, b) => a - b)]);
    return cache.get(key, () => loadOverview(deps, request));
  };
}

async function loadOverview({ db, context }: OverviewDeps, request: ReportRequest): Promise<SafetyOverview> {
  if (context.saveDaysOf) await saveToday(db, context.saveDaysOf, request);
  const before = { ...request, days: daysBefore(request) };
  const closed = await loadClosedMonths(
    db,
    [request, before].map((each) => each.days.from.slice(0, 7)),
  );
  const [figures, figuresBefore, trend, hours, depts, fresh] = await Promise.all([
    loadFigures(db, request, closed),
    loadFigures(db, before, closed),
    loadTrend(db, request, before.days),
    loadHours(db, request),
    loadDepartments(db, request),
    loadFreshness(db, request),
  ]);
  return { figures, before: figuresBefore, ...trend, hours, ...depts, ...fresh };
}

type Cells = Readonly<Record<string, unknown>>;
const numberOf = (cells: Cells | undefined, key: string): number => Number(cells?.[key] ?? 0);
const figureOf = (cells: Cells | undefined, key: string): number | null => (cells?.[key] ?? null) as number | null;

async function loadFigures(
  db: Db,
  request: ReportRequest,
  closed: ReadonlyMap<string, unknown>,
): Promise<SafetyOverview['figures']> {
  const relation: Relation = rollup(request, {
    by: ['whole'],
    rows: 'every',
    measures: ['alarmCount', 'mileage', 'lvl3Count', 'needCount', 'handledCount', 'falseCount', '_handleSec'],
    alarms: ofSafety,
    formulas: ['alarmPer100', 'handleRate', 'falseRate', 'avgHandleMin'],
    more: { level3Rate: sql`round((100.0 * "lvl3Count" / nullif("alarmCount", 0))::numeric, 2)::float8` },
  });
  const [page, { score, grades }] = await Promise.all([
    loadPage(db, relation, { order: ['alarmCount', 'desc'], limit: 1, offset: 0 }),
    countGrades(db, request, isWholeMonth(request.days) ? closed : undefined),
  ]);
  const cells = page.rows[0]?.cells;
  return {
    alarms: numberOf(cells, 'alarmCount'),
    km: numberOf(cells, 'mileage'),
    per100: figureOf(cells, 'alarmPer100'),
    level3Rate: figureOf(cells, 'level3Rate'),
    handleRate: figureOf(cells, 'handleRate'),
    handleMin: figureOf(cells, 'avgHandleMin'),
    falseRate: figureOf(cells, 'falseRate'),
    score,
    grades,
  };
}

/** Scores are stored for whole months. */
const isWholeMonth = ({ from, to }: Days): boolean => from.endsWith('-01') && to === getLastDayOfMonth(from.slice(0, 7));

/** Alarms by day and main type, with the days before, and by type. */
async function loadTrend(
  db: Db,
  request: ReportRequest,
  before: Days,
): Promise<Pick<SafetyOverview, 'days' | 'trend' | 'types'>> {
  const both = { ...request, days: { from: before.from, to: request.days.to } };
  const rows = await withQueryLimits(db, (tx) =>
    tx.query<{ day: string; typeId: number; count: number }>(sql`
      select f.day, f.type_id as "typeId", sum(f.cnt)::integer as count
      from alarm_day f where ${whereRequested('alarmDay', both, ofSafety)} group by 1, 2`),
  );
  const length = request.dayCount;
  const places = new Map(Array.from({ length: 2 * length }, (_, at) => [addDays(before.from, at), at]));
  const byMainType = new Map<number, number[]>();
  const byType = new Map<number, number>();
  for (const { day, typeId, count } of rows) {
    const { mainType } = getWireNumbers(typeId);
    const counts = byMainType.get(mainType) ?? new Array<number>(2 * length).fill(0);
    counts[places.get(day)!]! += count;
    byMainType.set(mainType, counts);
    if (day >= request.days.from) byType.set(typeId, (byType.get(typeId) ?? 0) + count);
  }
  return {
    days: [...places.keys()].slice(length),
    trend: [...byMainType]
      .sort(([a], [b]) => a - b)
      .map(([mainType, counts]) => ({ mainType, counts: counts.slice(length), before: counts.slice(0, length) })),
    types: [...byType].map(([warnId, count]) => ({ warnId, count })).sort((a, b) => b.count - a.count || a.warnId - b.warnId),
  };
}

const listed = (parts: readonly Sql[]): Sql => parts.reduce((all, part) => sql`${all}, ${part}`);

/** Alarms by weekday and hour. */
async function loadHours(db: Db, request: ReportRequest): Promise<number[][]> {
  const sums = Array.from({ length: HOURS }, (_, hour) => sql`coalesce(sum(f.hours[${hour + 1}::integer]), 0)::integer`);
  const rows = await withQueryLimits(db, (tx) =>
    tx.query<{ weekday: number; counts: number[] }>(sql`
      select extract(isodow from f.day)::integer as weekday, array[${listed(sums)}] as counts
      from alarm_day f where ${whereRequested('alarmDay', request, ofSafety)} group by 1`),
  );
  const byWeekday = new Map(rows.map(({ weekday, counts }) => [weekday, counts]));
  return Array.from({ length: WEEKDAYS }, (_, at) => byWeekday.get(at + 1) ?? new Array<number>(HOURS).fill(0));
}

/** Companies by alarms, rated as in report 170504. */
async function loadDepartments(db: Db, request: ReportRequest): Promise<Pick<SafetyOverview, 'depts' | 'deptTotal'>> {
  const relation = withRisks(
    rollup(request, {
      by: ['dept'],
      rows: 'every',
      measures: ['alarmCount', 'mileage', 'needCount', 'handledCount'],
      alarms: ofSafety,
      formulas: ['alarmPer100', 'handleRate'],
    }),
    { request, of: 'dept', rated: true },
  );
  const { rows, total } = await loadPage(db, relation, { order: ['alarmCount', 'desc'], limit: MAX_DEPTS, offset: 0 });
  return {
    deptTotal: total,
    depts: rows.map(({ cells, ids }) => ({
      deptId: ids['deptId']!,
      deptName: String(cells['deptName']),
      alarms: numberOf(cells, 'alarmCount'),
      per100: figureOf(cells, 'alarmPer100'),
      handleRate: figureOf(cells, 'handleRate'),
      score: figureOf(cells, 'safeScore'),
      grade: cells['scoreGrade'] as string | null,
    })),
  };
}
