import { filterTypes } from '@fleetwarden/contract/report-filters';
import { tellsDates } from '@fleetwarden/contract/schedule-periods';
import { type Days, formatWeek } from './dates.ts';
import type { ReportDefinition } from './definition.ts';
import type { Filter } from './filter.ts';

/** What a condition of dates is asked for, for days as whole as it takes them. */
export function formatDateFilter({ type }: Filter, { from, to }: Days): string {
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
      return formatWeek(from);
    default:
      return `${from},${to}`;
  }
}

/** The condition that says which days a report is about; undefined where none does. */
export const findDateFilter = ({ filters }: Pick<ReportDefinition, 'filters'>): Filter | undefined =>
  filters.find(({ type }) => tellsDates(type));
