import { businessDay } from '@fleetwarden/domain/business-day';
import { addDays, DATE_FILTERS, getLastDayOfMonth } from '../model/dates.ts';
import type { DrillDown, ReportDefinition, ReportShape } from '../model/definition.ts';
import type { ReportRequest } from '../model/report-request.ts';

type Requested = Pick<ReportRequest, 'text' | 'days' | 'now' | 'timeZone'>;
type Ends = { readonly from: Pick<ReportShape, 'filters'>; readonly to: Pick<ReportShape, 'filters'> };

/** Filters that are no conditions on facts, or that drill-downs set by rules of their own. */
const NEVER_COPIED: ReadonlySet<string> = new Set(['deptId', 'groupBy']);

/**
 * The filters of a drill-down from row ids and the request; null: the target cannot show the row. A day or month of the row sets
 * `staticDate` or `timeRange`. `range` passes the requested days, `range.<n>` the nth of them. Other conditions that both reports
 * have are copied (report catalogue 2.7), unless the drill-down names them.
 */
export function buildDrillFilters(
  drill: DrillDown,
  ids: Readonly<Record<string, string>>,
  request: Requested,
  { from: source, to: target }: Ends,
): Record<string, string> | null {
  const filters: Record<string, string> = {};
  for (const { name, type, values } of source.filters) {
    if (NEVER_COPIED.has(name) || Object.hasOwn(drill.takes, name) || DATE_FILTERS.has(type)) continue;
    const same = target.filters.some((other) => other.name === name && other.type === type && other.values === values);
    if (same && request.text(name) !== '') filters[name] = request.text(name);
  }
  for (const [filter, from] of Object.entries(drill.takes)) {
    const value = resolveValue(filter, from, ids, request);
    // months are shown once they are over
    if (filter === 'month' && value >= businessDay(request.now, request.timeZone).key.slice(0, MONTH_LENGTH)) return null;
    if (value !== '') filters[filter] = value;
  }
  // figures of a single company exclude its subtree
  const { deptId } = drill.takes;
  if (deptId === 'row.deptId' ? ids['alone'] === '1' : deptId === 'deptId' && request.text('deptOnly') === '1')
    filters['deptOnly'] = '1';
  return filters;
}

function resolveValue(filter: string, from: string, ids: Readonly<Record<string, string>>, request: Requested): string {
  if (from.startsWith('=')) return from.slice(1);
  if (from.startsWith('range.')) {
    const day = addDays(request.days.from, Number(from.slice('range.'.length)) - 1);
    return day > request.days.to ? '' : formatDays(filter, day, day);
  }
  if (from === 'range') return formatDays(filter, request.days.from, request.days.to);
  if (!from.startsWith('row.')) return request.text(from);
  const id = ids[from.slice('row.'.length)] ?? '';
  if (filter === 'month') return id.slice(0, MONTH_LENGTH);
  if (id === '' || (filter !== 'staticDate' && filter !== 'timeRange')) return id;
  const [first = '', last] = id.split(',');
  // times of a row end with today, and days are in the format of the filter
  if (last !== undefined) return first.includes(' ') ? `${first},${endToday(last, request)}` : formatDays(filter, first, last);
  return /^\d{4}-\d\d$/.test(id) ? formatDays(filter, `${id}-01`, getLastDayOfMonth(id)) : formatDays(filter, id, id);
}

/** A time, or the end of today before it: filters refuse a future day. */
function endToday(time: string, { now, timeZone }: Requested): string {
  const end = `${businessDay(now, timeZone).key} 23:59:59`;
  return time < end ? time : end;
}

/** Length of yyyy-MM. */
const MONTH_LENGTH = 7;

function formatDays(filter: string, from: string, to: string): string {
  if (filter === 'month') return from.slice(0, MONTH_LENGTH);
  return filter === 'timeRange' ? `${from} 00:00:00,${to} 23:59:59` : `${from},${to}`;
}

/** The drill-downs of a figure. A row without a company of its own has none that filter by it. */
export const findDrillDowns = (
  { drills = [] }: Pick<ReportDefinition, 'drills'>,
  column: string,
  ids: Readonly<Record<string, string>>,
): readonly DrillDown[] =>
  drills.filter(
    ({ column: of, takes, needs = [] }) =>
      of === column &&
      (takes['deptId'] !== 'row.deptId' || ids['deptId'] !== undefined) &&
      needs.every((id) => ids[id] !== undefined),
  );
