import { filterTypes } from '../report-filters.ts';

/** Schedules of one account. */
export const MAX_SCHEDULES = 20;
/** Addresses of one schedule. */
export const MAX_RECEIVERS = 10;

/** Monday to Sunday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
export type Weekday = (typeof weekdays)[number];

export const scheduleTurns = ['day', 'week', 'month'] as const;
export type ScheduleTurn = (typeof scheduleTurns)[number];

/**
 * The days a schedule's report is about, as seen from the day it is due. `now`: the report has no dates. A ten-day period is a part
 * of a month: 1 to 10, 11 to 20, 21 to its end.
 */
export const schedulePeriods = ['now', 'today', 'yesterday', 'last7', 'lastWeek', 'lastTenDays', 'lastMonth'] as const;
export type SchedulePeriod = (typeof schedulePeriods)[number];

/** The most days each of them has. */
export const PERIOD_DAYS: Readonly<Record<SchedulePeriod, number>> = {
  now: 0,
  today: 1,
  yesterday: 1,
  last7: 7,
  lastWeek: 7,
  lastTenDays: 11,
  lastMonth: 31,
};

const OF_DAYS: readonly SchedulePeriod[] = ['today', 'yesterday', 'last7', 'lastWeek', 'lastTenDays', 'lastMonth'];
/** Periods for each date filter; filters that are absent here have no dates. */
const PERIODS_OF: Readonly<Record<number, readonly SchedulePeriod[]>> = {
  [filterTypes.days]: OF_DAYS,
  [filterTypes.times]: OF_DAYS,
  [filterTypes.day]: ['today', 'yesterday'],
  [filterTypes.closedDay]: ['yesterday'],
  [filterTypes.week]: ['lastWeek'],
  [filterTypes.month]: ['lastMonth'],
  [filterTypes.months]: ['lastMonth'],
};

/** Whether a filter selects the days of a report. */
export const selectsDates = (filterType: number): boolean => PERIODS_OF[filterType] !== undefined;

/** The periods a report with these conditions can be written for by a timetable. */
export function listPeriods(
  conditions: readonly { readonly filterType: number; readonly maxDays?: number | undefined }[],
): readonly SchedulePeriod[] {
  const dates = conditions.find(({ filterType }) => selectsDates(filterType));
  if (!dates) return ['now'];
  const { filterType, maxDays = Number.POSITIVE_INFINITY } = dates;
  // a report by month uses the whole month
  const whole = filterType === filterTypes.month || filterType === filterTypes.months;
  return PERIODS_OF[filterType]!.filter((period) => whole || PERIOD_DAYS[period] <= maxDays);
}
