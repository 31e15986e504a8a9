import type { Stay } from '../raw.ts';
import { DAY, dayOf, MINUTE, SECOND } from './rules.ts';

/** Online time of a vehicle's day (3.1). Durations s. */
export type OnlineDay = {
  readonly onlineSec: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly logins: number;
  readonly logouts: number;
};

/** A connection that was silent for five minutes ended with its last message. */
const endOf = ({ lastAt, logoutAt }: Stay): number => (logoutAt - lastAt >= 5 * MINUTE ? lastAt : logoutAt);

export function onlineDaysOf(stays: readonly Stay[], start: number, end: number): Map<string, OnlineDay> {
  const days = new Map<string, OnlineDay>();
  for (let from = start; from < end; from += DAY) {
    const until = from + DAY;
    const here = stays.filter((stay) => stay.loginAt < until && (endOf(stay) > from || stay.loginAt >= from));
    if (here.length === 0) continue;
    const parts = here
      .map((stay) => [Math.max(stay.loginAt, from), Math.min(endOf(stay), until)] as const)
      .sort((a, b) => a[0] - b[0]);
    let covered = from;
    let online = 0;
    for (const [since, to] of parts) {
      online += Math.max(0, to - Math.max(since, covered));
      covered = Math.max(covered, to);
    }
    days.set(dayOf(from), {
      onlineSec: Math.round(online / SECOND),
      firstAt: parts[0]![0],
      lastAt: Math.max(...parts.map(([, to]) => to)),
      logins: stays.filter(({ loginAt }) => loginAt >= from && loginAt < until).length,
      logouts: stays.filter((stay) => endOf(stay) > from && endOf(stay) <= until).length,
    });
  }
  return days;
}
