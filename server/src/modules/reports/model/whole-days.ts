import { filterTypes } from '@fleetwarden/contract/reports/report-filters';
import { tellsDates } from '@fleetwarden/contract/reports/schedules/schedule-periods';
import { type Days, weekOf } from './dates.ts';
import type { Condition, ReportDefinition } from './definition.ts';

/** What a condition of dates is asked for, for days as whole as it takes them. */
export function datesFor({ type }: Condition, { from, to }: Days): string {
  switch (type) {
    case filterTypes.times:
      return `${from} 00:00:00,${to} 23:59:59`;
    case filterTypes.day:
    case filterTypes.closedDay:
      return to;
    case filterTypes.month:
      return from.slice(0, 7);
    case filterTypes.months:
      return `${from.slice(0, 7)},${to.slice(0, 7)}`;
    case filterTypes.week:
      return weekOf(from);
    default:
      return `${from},${to}`;
  }
}

/** The condition that says which days a report is about; undefined where none does. */
export const dateConditionOf = ({ conditions }: Pick<ReportDefinition, 'conditions'>): Condition | undefined =>
  conditions.find(({ type }) => tellsDates(type));
