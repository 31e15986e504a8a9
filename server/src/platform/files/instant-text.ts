import type { WallClock } from '@fleetwarden/contract/values/wall-clock';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@fleetwarden/domain/durations';

const TWO_DIGITS = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));

/** Formatted days; more are cleared. */
const MAX_DAYS = 1_024;

/** Formats instants of files: 2026-11-22 06:05:09 on the clock. Each day is formatted once: rows of a table share few of them. */
export function createInstantText(clock: WallClock): (at: number) => string {
  const dates = new Map<number, string>();
  return (at) => {
    const shown = clock(at);
    const day = Math.floor(shown / DAY_MS);
    let date = dates.get(day);
    if (date === undefined) {
      if (dates.size === MAX_DAYS) dates.clear();
      date = new Date(shown).toISOString().slice(0, 11).replace('T', ' ');
      dates.set(day, date);
    }
    const time = shown - day * DAY_MS;
    const hour = TWO_DIGITS[Math.floor(time / HOUR_MS)]!;
    const minute = TWO_DIGITS[Math.floor((time % HOUR_MS) / MINUTE_MS)]!;
    return `${date}${hour}:${minute}:${TWO_DIGITS[Math.floor((time % MINUTE_MS) / SECOND_MS)]!}`;
  };
}
