import type { ScheduleTimetable } from '@fleetwarden/contract/report-schedules';
import { minutesOf } from '@fleetwarden/domain/day-time';
import { Cron } from 'croner';

/** The last day that every month has. */
const MIN_MONTH_DAYS = 28;
const MAX_MONTH_DAYS = 31;
const MINUTES_PER_HOUR = 60;

/**
 * When a timetable is due next after an instant, epoch ms both. A day of the month that a month lacks is its last. By the clocks of
 * its zone: a time they skip is due as soon as they have, one they pass twice is due the first time.
 */
export function findNextDue(timetable: ScheduleTimetable, after: number): number {
  const minute = minutesOf(timetable.clock);
  const at = `${minute % MINUTES_PER_HOUR} ${Math.floor(minute / MINUTES_PER_HOUR)}`;
  const next = patternsOf(timetable).map((days) =>
    new Cron(`${at} ${days}`, { timezone: timetable.timeZone, paused: true }).nextRun(new Date(after))!.getTime(),
  );
  return Math.min(...next);
}

/** Days, months and weekdays as cron writes them; together they are when it is due. */
function patternsOf({ every, weekday, monthDay }: ScheduleTimetable): readonly string[] {
  if (every === 'day') return ['* * *'];
  if (every === 'week') return [`* * ${weekday}`];
  const day = monthDay!;
  if (day <= MIN_MONTH_DAYS) return [`${day} * *`];
  if (day === MAX_MONTH_DAYS) return ['L * *'];
  // February alone lacks it
  return [`${day} * *`, 'L 2 *'];
}
