import { type BusinessDay, businessDay } from '@fleetwarden/domain/business-day';

/** The business day of a key 'yyyy-MM-dd'. */
export function dayOfKey(key: string, timeZone: string): BusinessDay {
  // noon in Greenwich lies on the day before, on it, or on the day after everywhere
  const near = businessDay(Date.parse(`${key}T12:00:00Z`), timeZone);
  if (near.key === key) return near;
  return businessDay(near.key < key ? near.endAt : near.startAt - 1, timeZone);
}

/** The days of a month 'yyyy-MM', as far as they have begun at `now` (epoch ms). */
export function daysOfMonth(month: string, timeZone: string, now: number): BusinessDay[] {
  const days: BusinessDay[] = [];
  let day = dayOfKey(`${month}-01`, timeZone);
  while (day.key.startsWith(month) && day.startAt <= now) {
    days.push(day);
    day = businessDay(day.endAt, timeZone);
  }
  return days;
}
