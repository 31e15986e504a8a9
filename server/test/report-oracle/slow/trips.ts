import type { Interval } from './intervals.ts';
import { MINUTE, SECOND, sum } from './rules.ts';

/** 3.6 */
export type Trip = { readonly startAt: number; readonly endAt: number; readonly km: number; readonly maxSpeed: number };
export type Stop = { readonly startAt: number; readonly endAt: number; readonly accOnSec: number };

/** First and last interval, both included. */
type Run = { readonly from: number; readonly to: number };

/** Trips, and the stops between them, of all that a vehicle did. */
export function tripsOf(intervals: readonly Interval[]): { readonly trips: Trip[]; readonly stops: Stop[] } {
  const trips: Trip[] = [];
  const stops: Stop[] = [];
  for (let from = 0; from < intervals.length; from++) {
    if (intervals[from]!.kind === 'apart') continue;
    let to = from;
    while (to + 1 < intervals.length && intervals[to + 1]!.kind !== 'apart') to++;
    const whole = intervals.slice(from, to + 1);
    const kept = runsOf(whole).filter((run) => isTrip(whole, run));
    let stoodFrom = 0;
    for (const run of kept) {
      addStop(stops, whole.slice(stoodFrom, run.from));
      trips.push(tripOf(whole, run));
      stoodFrom = run.to + 1;
    }
    addStop(stops, whole.slice(stoodFrom));
    from = to;
  }
  return { trips, stops };
}

/** Driving, with the breaks that are too short to end it: under 180 s of standing and ten minutes without data. */
function runsOf(whole: readonly Interval[]): Run[] {
  const runs: Run[] = [];
  for (const [i, { kind }] of whole.entries()) {
    if (kind !== 'drive') continue;
    const before = runs.at(-1);
    const between = before === undefined ? [] : whole.slice(before.to + 1, i);
    const stood = sum(between.filter(({ kind: of }) => of !== 'unknown').map(({ ms }) => ms));
    const silent = sum(between.filter(({ kind: of }) => of === 'unknown').map(({ ms }) => ms));
    if (before !== undefined && stood < 180 * SECOND && silent < 10 * MINUTE)
      runs[runs.length - 1] = { from: before.from, to: i };
    else runs.push({ from: i, to: i });
  }
  return runs;
}

const tripOf = (whole: readonly Interval[], { from, to }: Run): Trip => {
  const ways = whole.slice(from, to + 1);
  return {
    startAt: ways[0]!.a.at,
    endAt: ways.at(-1)!.b.at,
    km: sum(ways.map(({ countedKm }) => countedKm)),
    maxSpeed: Math.max(...ways.flatMap(({ a, b }) => [a.speedKmh, b.speedKmh])),
  };
};

const isTrip = (whole: readonly Interval[], run: Run): boolean => {
  const { startAt, endAt, km } = tripOf(whole, run);
  return endAt - startAt >= 60 * SECOND && km >= 0.2;
};

/** Time between trips that has data. */
function addStop(stops: Stop[], stood: readonly Interval[]): void {
  if (!stood.some(({ kind }) => kind === 'idle' || kind === 'park')) return;
  const lit = stood.filter(({ kind, a }) => kind !== 'unknown' && a.accOn);
  stops.push({
    startAt: stood[0]!.a.at,
    endAt: stood.at(-1)!.b.at,
    accOnSec: Math.round(sum(lit.map(({ ms }) => ms)) / SECOND),
  });
}
