import { addDays, getLastDayOfMonth } from '../model/dates.ts';
import type { DrillDown, ReportDefinition } from '../model/definition.ts';
import type { ReportRequest } from '../model/report-request.ts';

/**
 * Conditions a figure leads to: of the row's ids and of what was asked. A day or month of the row stands for `staticDate` and
 * `timeRange` alike; `range` hands the range over that was asked for, `range.<n>` its nth day.
 */
export function buildDrillFilters(
  drill: DrillDown,
  ids: Readonly<Record<string, string>>,
  request: Pick<ReportRequest, 'text' | 'days'>,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [filter, from] of Object.entries(drill.takes)) {
    const value = takenFrom(filter, from, ids, request);
    if (value !== '') found[filter] = value;
  }
  // figures of a company alone are not those of the ones below it
  const { deptId } = drill.takes;
  if (deptId === 'row.deptId' ? ids['alone'] === '1' : deptId === 'deptId' && request.text('deptOnly') === '1')
    found['deptOnly'] = '1';
  return found;
}

function takenFrom(
  filter: string,
  from: string,
  ids: Readonly<Record<string, string>>,
  request: Pick<ReportRequest, 'text' | 'days'>,
): string {
  if (from.startsWith('=')) return from.slice(1);
  if (from.startsWith('range.')) {
    const day = addDays(request.days.from, Number(from.slice('range.'.length)) - 1);
    return day > request.days.to ? '' : days(filter, day, day);
  }
  if (from === 'range') return days(filter, request.days.from, request.days.to);
  if (!from.startsWith('row.')) return request.text(from);
  const id = ids[from.slice('row.'.length)] ?? '';
  if (id === '' || (filter !== 'staticDate' && filter !== 'timeRange')) return id;
  const [first = '', last] = id.split(',');
  // times of a row stand as they are, days are those of the condition
  if (last !== undefined) return first.includes(' ') ? id : days(filter, first, last);
  return /^\d{4}-\d\d$/.test(id) ? days(filter, `${id}-01`, getLastDayOfMonth(id)) : days(filter, id, id);
}

const days = (filter: string, from: string, to: string): string =>
  filter === 'timeRange' ? `${from} 00:00:00,${to} 23:59:59` : `${from},${to}`;

/** Where a figure of a row leads. What is asked of a row's company is not asked of one that is of several. */
export const findDrillDowns = (
  { drills = [] }: Pick<ReportDefinition, 'drills'>,
  column: string,
  ids: Readonly<Record<string, string>>,
): readonly DrillDown[] =>
  drills.filter((drill) => drill.column === column && (drill.takes['deptId'] !== 'row.deptId' || ids['deptId'] !== undefined));
