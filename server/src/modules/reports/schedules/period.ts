import type { SchedulePeriod } from '@fleetwarden/contract/reports/schedules/schedule-periods';
import { businessDay } from '@fleetwarden/domain/business-day';
import { type Days, daysOfWeek, lastOfMonth, shifted, weekOf } from '../model/dates.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { dateConditionOf, datesFor } from '../model/whole-days.ts';

/** Days of a part of a month; the last part has what is left. */
const PART = 10;
const WEEK = 7;

/** The days a period means as seen from a day. */
export function daysOfPeriod(period: Exclude<SchedulePeriod, 'now'>, today: string): Days {
  const yesterday = shifted(today, -1);
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: yesterday, to: yesterday };
    case 'last7':
      return { from: shifted(today, -WEEK), to: yesterday };
    case 'lastWeek':
      return daysOfWeek(weekOf(shifted(today, -WEEK)));
    case 'lastTenDays': {
      const day = Number(today.slice(8));
      const month = today.slice(0, 7);
      if (day > 2 * PART) return { from: `${month}-11`, to: `${month}-20` };
      if (day > PART) return { from: `${month}-01`, to: `${month}-10` };
      const to = shifted(`${month}-01`, -1);
      return { from: `${to.slice(0, 7)}-21`, to };
    }
    case 'lastMonth': {
      const month = shifted(`${today.slice(0, 7)}-01`, -1).slice(0, 7);
      return { from: `${month}-01`, to: lastOfMonth(month) };
    }
  }
}

/** A report's conditions with the dates of a period, as seen at an instant, epoch ms. */
export function conditionsAt(
  report: Pick<ReportDefinition, 'conditions'>,
  kept: Readonly<Record<string, string>>,
  period: SchedulePeriod,
  at: number,
  timeZone: string,
): Record<string, string> {
  const dates = dateConditionOf(report);
  if (!dates || period === 'now') return { ...kept };
  return { ...kept, [dates.name]: datesFor(dates, daysOfPeriod(period, businessDay(at, timeZone).key)) };
}
