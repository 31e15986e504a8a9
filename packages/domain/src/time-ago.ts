import { DAY_MS, MINUTE_MS } from './durations.ts';

const HOUR = 60 * MINUTE_MS;

/** An age in whole units. */
export type TimeAgo = { readonly unit: 'minute' | 'hour' | 'day'; readonly count: number };

/** Converts an age in ms: below an hour to minutes, below a day to hours, else to days (specification 9). */
export function timeAgo(ms: number): TimeAgo {
  // A clock that runs ahead must not give a negative age.
  const past = Math.max(0, ms);
  if (past < HOUR) return { unit: 'minute', count: Math.floor(past / MINUTE_MS) };
  if (past < DAY_MS) return { unit: 'hour', count: Math.floor(past / HOUR) };
  return { unit: 'day', count: Math.floor(past / DAY_MS) };
}
