import { addDays, getLastDayOfMonth } from '../model/dates.ts';
import type { DrillDown, ReportDefinition } from '../model/definition.ts';
import type { ReportRequest } from '../model/report-request.ts';

/**
 * The filters of a drill-down from row ids and the request. A day or month of the row sets `staticDate` or `timeRange`. `range`
 * passes the requested days, `range.<n>` the nth of them.
 */
export function buildDrillFilters(
  drill: DrillDown,
  ids: Readonly<Record<string, string>>,
  request: Pick<ReportRequest, 'text' | 'days'>,
): Record<string, string> {
  const filters: Record<string, string> = {};
  for (const [filter, from] of Object.entries(drill.takes)) {
    const value = resolveValue(filter, from, ids, request);
    if (value !== '') filters[filter] = value;
  }
  // figures of a single company exclude its subtree
  const { deptId } = drill.takes;
  if (deptId === 'row.deptId' ? ids['alone'] === '1' : deptId === 'deptId' && request.text('deptOnly') === '1')
    filters['deptOnly'] = '1';
  return filters;
}

function resolveValue(
  filter: string,
  from: string,
  ids: Readonly<Record<string, string>>,
  request: Pick<ReportRequest, 'text' | 'days'>,
): string {
  if (from.startsWith('=')) return from.slice(1);
  if (from.startsWith('range.')) {
    const day = addDays(request.days.from, Number(from.slice('range.'.length)) - 1);
    return day > request.days.to ? '' : formatDays(filter, day, day);
  }
  if (from === 'range') return formatDays(filter, request.days.from, request.days.to);
  if (!from.startsWith('row.')) return request.text(from);
  const id = ids[from.slice('row.'.length)] ?? '';
  if (id === '' || (filter !== 'staticDate' && filter !== 'timeRange')) return id;
  const [first = '', last] = id.split(',');
  // times of a row are passed as they are, days in the format of the filter
  if (last !== undefined) return first.includes(' ') ? id : formatDays(filter, first, last);
  return /^\d{4}-\d\d$/.test(id) ? formatDays(filter, `${id}-01`, getLastDayOfMonth(id)) : formatDays(filter, id, id);
}

const formatDays = (filter: string, from: string, to: string): string =>
  filter === 'timeRange' ? `${from} 00:00:00,${to} 23:59:59` : `${from},${to}`;

/** The drill-downs of a figure. A row without a company of its own has none that filter by it. */
export const findDrillDowns = (
  { drills = [] }: Pick<ReportDefinition, 'drills'>,
  column: string,
  ids: Readonly<Record<string, string>>,
): readonly DrillDown[] =>
  drills.filter((drill) => drill.column === column && (drill.takes['deptId'] !== 'row.deptId' || ids['deptId'] !== undefined));
