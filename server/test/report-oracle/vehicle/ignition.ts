import { DAY, formatDay, midnight, SECOND } from './definitions.ts';
import type { Interval } from './intervals.ts';

/** Ignition on or off within a day; `continued`: since the day before. */
export type Ignition = {
  readonly on: boolean;
  readonly startAt: number;
  readonly endAt: number;
  readonly km: number;
  readonly continued: boolean;
};

/** Intervals with the same ignition state. */
type Run = { readonly on: boolean; readonly parts: Interval[] };

/** Runs of status bit 0 (1.2), split at midnight; a change for under 10 s is ignored. */
export function findIgnition(intervals: readonly Interval[]): Ignition[] {
  const runs: Run[] = [];
  let last: Run | undefined;
  for (const interval of intervals) {
    const { a, b, ms, kind } = interval;
    if (kind === 'apart') {
      last = undefined;
      continue;
    }
    const flickers = last !== undefined && a.accOn !== last.on && b.accOn === last.on && ms < 10 * SECOND;
    if (last === undefined || (a.accOn !== last.on && !flickers)) {
      last = { on: a.accOn, parts: [] };
      runs.push(last);
    }
    last.parts.push(interval);
  }
  return runs.flatMap(({ on, parts }) => cut(on, parts));
}

function cut(on: boolean, parts: readonly Interval[]): Ignition[] {
  const [startAt, endAt] = [parts[0]!.a.at, parts.at(-1)!.b.at];
  const days: Ignition[] = [];
  for (let from = startAt; from < endAt; ) {
    const until = Math.min(endAt, midnight(from) + DAY);
    let km = 0;
    for (const { a, b, ms, countedKm } of parts) {
      const within = Math.min(b.at, until) - Math.max(a.at, from);
      if (within > 0) km += (countedKm * within) / ms;
    }
    days.push({ on, startAt: from, endAt: until, km, continued: from > startAt });
    from = until;
  }
  return days;
}

/** Number of ignition starts by day. */
export function switchedOn(list: readonly Ignition[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const { on, startAt, continued } of list)
    if (on && !continued) times.set(formatDay(startAt), (times.get(formatDay(startAt)) ?? 0) + 1);
  return times;
}
