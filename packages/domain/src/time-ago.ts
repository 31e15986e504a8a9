import { MINUTE_MS } from './durations.ts';

const HOUR = 60 * MINUTE_MS;
const DAY = 24 * HOUR;

/** An age in whole units that have passed. */
export type TimeAgo = { readonly unit: 'minute' | 'hour' | 'day'; readonly count: number };

/** How long ago, of a difference in ms: under an hour in minutes, under a day in hours, else in days (specification 9). */
export function timeAgo(ms: number): TimeAgo {
  // a clock that runs ahead makes no negative age
  const past = Math.max(0, ms);
  if (past < HOUR) return { unit: 'minute', count: Math.floor(past / MINUTE_MS) };
  if (past < DAY) return { unit: 'hour', count: Math.floor(past / HOUR) };
  return { unit: 'day', count: Math.floor(past / DAY) };
}
