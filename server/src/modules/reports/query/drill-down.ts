import { lastOfMonth, shifted } from '../model/dates.ts';
import type { Asked, Drill, ReportDefinition } from '../model/definition.ts';

/**
 * Conditions a figure leads to: of the row's ids and of what was asked. A day or month of the row stands for `staticDate` and
 * `timeRange` alike; `range` hands the range over that was asked for, `range.<n>` its nth day.
 */
export function conditionsOf(
  drill: Drill,
  ids: Readonly<Record<string, string>>,
  asked: Pick<Asked, 'text' | 'days'>,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [condition, from] of Object.entries(drill.takes)) {
    const value = takenFrom(condition, from, ids, asked);
    if (value !== '') found[condition] = value;
  }
  // figures of a company alone are not those of the ones below it
  const { deptId } = drill.takes;
  if (deptId === 'row.deptId' ? ids['alone'] === '1' : deptId === 'deptId' && asked.text('deptOnly') === '1')
    found['deptOnly'] = '1';
  return found;
}

function takenFrom(
  condition: string,
  from: string,
  ids: Readonly<Record<string, string>>,
  asked: Pick<Asked, 'text' | 'days'>,
): string {
  if (from.startsWith('=')) return from.slice(1);
  if (from.startsWith('range.')) {
    const day = shifted(asked.days.from, Number(from.slice('range.'.length)) - 1);
    return day > asked.days.to ? '' : days(condition, day, day);
  }
  if (from === 'range') return days(condition, asked.days.from, asked.days.to);
  if (!from.startsWith('row.')) return asked.text(from);
  const id = ids[from.slice('row.'.length)] ?? '';
  if (id === '' || (condition !== 'staticDate' && condition !== 'timeRange')) return id;
  const [first = '', last] = id.split(',');
  // times of a row stand as they are, days are those of the condition
  if (last !== undefined) return first.includes(' ') ? id : days(condition, first, last);
  return /^\d{4}-\d\d$/.test(id) ? days(condition, `${id}-01`, lastOfMonth(id)) : days(condition, id, id);
}

const days = (condition: string, from: string, to: string): string =>
  condition === 'timeRange' ? `${from} 00:00:00,${to} 23:59:59` : `${from},${to}`;

/** Where a figure of a row leads. What is asked of a row's company is not asked of one that is of several. */
export const drillsOf = (
  { drills = [] }: Pick<ReportDefinition, 'drills'>,
  column: string,
  ids: Readonly<Record<string, string>>,
): readonly Drill[] =>
  drills.filter((drill) => drill.column === column && (drill.takes['deptId'] !== 'row.deptId' || ids['deptId'] !== undefined));
