import type { BusinessDay } from '@fleetwarden/domain/business-day';
import { businessToday } from '../../api/business-clock.ts';

const two = (n: number) => String(n).padStart(2, '0');

/** The platform's current month, 'yyyy-MM'. */
export const thisMonth = (): string => businessToday().key.slice(0, 7);

/** The month `months` after a month; before it, if negative. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const count = year * 12 + number - 1 + months;
  return `${Math.floor(count / 12)}-${two((count % 12) + 1)}`;
}

/** Days of a month as 'yyyy-MM-dd'. */
export function daysOf(month: string): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length }, (_, i) => `${month}-${two(i + 1)}`);
}

/** The business day `days` before today. */
export function dayBack(days: number): BusinessDay {
  let day = businessToday();
  for (let back = 0; back < days; back++) day = businessToday(day.startAt - 1);
  return day;
}
