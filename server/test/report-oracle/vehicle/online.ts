import type { OnlineSession } from '../fixture/terminal-history.ts';
import { DAY, formatDay, MINUTE, SECOND } from './definitions.ts';

/** Online time of a vehicle's day (3.1). Durations s. */
export type OnlineDay = {
  readonly onlineSec: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly logins: number;
  readonly logouts: number;
};

/** A connection that was silent for five minutes ended with its last message. */
const sessionEnd = ({ lastAt, logoutAt }: OnlineSession): number => (logoutAt - lastAt >= 5 * MINUTE ? lastAt : logoutAt);

export function computeOnlineDays(sessions: readonly OnlineSession[], start: number, end: number): Map<string, OnlineDay> {
  const days = new Map<string, OnlineDay>();
  for (let from = start; from < end; from += DAY) {
    const until = from + DAY;
    const here = sessions.filter((session) => session.loginAt < until && (sessionEnd(session) > from || session.loginAt >= from));
    if (here.length === 0) continue;
    const parts = here
      .map((session) => [Math.max(session.loginAt, from), Math.min(sessionEnd(session), until)] as const)
      .sort((a, b) => a[0] - b[0]);
    let covered = from;
    let online = 0;
    for (const [since, to] of parts) {
      online += Math.max(0, to - Math.max(since, covered));
      covered = Math.max(covered, to);
    }
    days.set(formatDay(from), {
      onlineSec: Math.round(online / SECOND),
      firstAt: parts[0]![0],
      lastAt: Math.max(...parts.map(([, to]) => to)),
      logins: sessions.filter(({ loginAt }) => loginAt >= from && loginAt < until).length,
      logouts: sessions.filter((session) => sessionEnd(session) > from && sessionEnd(session) <= until).length,
    });
  }
  return days;
}
