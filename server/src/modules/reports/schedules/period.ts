import type { SchedulePeriod } from '@fleetwarden/contract/reports/schedules/schedule-periods';
import { businessDay } from '@fleetwarden/domain/business-day';
import { addDays, type Days, formatWeek, getDaysOfWeek, getLastDayOfMonth } from '../model/dates.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { findDateFilter, formatDateFilter } from '../model/whole-days.ts';

/** Days of a part of a month; the last part has the rest. */
const PART = 10;
const WEEK = 7;

/** The days of a period relative to a day. */
export function getPeriodDays(period: Exclude<SchedulePeriod, 'now'>, today: string): Days {
  const yesterday = addDays(today, -1);
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: yesterday, to: yesterday };
    case 'last7':
      return { from: addDays(today, -WEEK), to: yesterday };
    case 'lastWeek':
      return getDaysOfWeek(formatWeek(addDays(today, -WEEK)));
    case 'lastTenDays': {
      const day = Number(today.slice(8));
      const month = today.slice(0, 7);
      if (day > 2 * PART) return { from: `${month}-11`, to: `${month}-20` };
      if (day > PART) return { from: `${month}-01`, to: `${month}-10` };
      const to = addDays(`${month}-01`, -1);
      return { from: `${to.slice(0, 7)}-21`, to };
    }
    case 'lastMonth': {
      const month = addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7);
      return { from: `${month}-01`, to: getLastDayOfMonth(month) };
    }
  }
}

/** The filters of a report with the dates of a period at an instant, epoch ms. */
export function buildFiltersAt(
  report: Pick<ReportDefinition, 'filters'>,
  saved: Readonly<Record<string, string>>,
  period: SchedulePeriod,
  at: number,
  timeZone: string,
): Record<string, string> {
  const dates = findDateFilter(report);
  if (!dates || period === 'now') return { ...saved };
  return { ...saved, [dates.name]: formatDateFilter(dates, getPeriodDays(period, businessDay(at, timeZone).key)) };
}
