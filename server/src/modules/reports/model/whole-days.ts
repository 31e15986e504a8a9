import { filterTypes } from '@fleetwarden/contract/reports/report-filters';
import { selectsDates } from '@fleetwarden/contract/reports/schedules/schedule-periods';
import { type Days, formatWeek } from './dates.ts';
import type { ReportDefinition } from './definition.ts';
import type { Filter } from './filter.ts';

/** The value of a date filter for whole days. */
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

/** The filter that sets the days of a report; undefined if none. */
export const findDateFilter = ({ filters }: Pick<ReportDefinition, 'filters'>): Filter | undefined =>
  filters.find(({ type }) => selectsDates(type));
