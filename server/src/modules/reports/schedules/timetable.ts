import type { ScheduleTimetable } from '@fleetwarden/contract/reports/schedules/schemas';
import { parseClock } from '@fleetwarden/domain/day-time';
import { Cron } from 'croner';

/** Days of the shortest month. */
const MIN_MONTH_DAYS = 28;
const MAX_MONTH_DAYS = 31;
const MINUTES_PER_HOUR = 60;

/**
 * The next due time after an instant, epoch ms. Days beyond the end of a month mean its last day. In the timetable's zone, a
 * skipped time is due right after the gap, a repeated one the first time.
 */
export function findNextDue(timetable: ScheduleTimetable, after: number): number {
  const minute = parseClock(timetable.clock);
  const at = `${minute % MINUTES_PER_HOUR} ${Math.floor(minute / MINUTES_PER_HOUR)}`;
  const next = buildPatterns(timetable).map((days) =>
    new Cron(`${at} ${days}`, { timezone: timetable.timeZone, paused: true }).nextRun(new Date(after))!.getTime(),
  );
  return Math.min(...next);
}

/** Cron patterns of days, months and weekdays. */
function buildPatterns({ every, weekday, monthDay }: ScheduleTimetable): readonly string[] {
  if (every === 'day') return ['* * *'];
  if (every === 'week') return [`* * ${weekday}`];
  const day = monthDay!;
  if (day <= MIN_MONTH_DAYS) return [`${day} * *`];
  if (day === MAX_MONTH_DAYS) return ['L * *'];
  // only February lacks this day
  return [`${day} * *`, 'L 2 *'];
}
