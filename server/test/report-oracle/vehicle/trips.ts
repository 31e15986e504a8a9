import { MINUTE, SECOND, sum } from './definitions.ts';
import type { Interval } from './intervals.ts';

/** 3.6 */
export type Trip = { readonly startAt: number; readonly endAt: number; readonly km: number; readonly maxSpeed: number };
export type Stop = { readonly startAt: number; readonly endAt: number; readonly accOnSec: number };

/** First and last interval, both included. */
type Run = { readonly from: number; readonly to: number };

/** The trips of a vehicle, and the stops between them. */
export function findTrips(intervals: readonly Interval[]): { readonly trips: Trip[]; readonly stops: Stop[] } {
  const trips: Trip[] = [];
  const stops: Stop[] = [];
  for (let from = 0; from < intervals.length; from++) {
    if (intervals[from]!.kind === 'apart') continue;
    let to = from;
    while (to + 1 < intervals.length && intervals[to + 1]!.kind !== 'apart') to++;
    const whole = intervals.slice(from, to + 1);
    const longEnough = findRuns(whole).filter((run) => isTrip(whole, run));
    let stopFrom = 0;
    for (const run of longEnough) {
      addStop(stops, whole.slice(stopFrom, run.from));
      trips.push(summarizeTrip(whole, run));
      stopFrom = run.to + 1;
    }
    addStop(stops, whole.slice(stopFrom));
    from = to;
  }
  return { trips, stops };
}

/** Driving, with breaks too short to end a trip: under 180 s of standing, under ten minutes without data. */
function findRuns(whole: readonly Interval[]): Run[] {
  const runs: Run[] = [];
  for (const [i, { kind }] of whole.entries()) {
    if (kind !== 'drive') continue;
    const before = runs.at(-1);
    const between = before === undefined ? [] : whole.slice(before.to + 1, i);
    const standingMs = sum(between.filter(({ kind: of }) => of !== 'unknown').map(({ ms }) => ms));
    const silent = sum(between.filter(({ kind: of }) => of === 'unknown').map(({ ms }) => ms));
    if (before !== undefined && standingMs < 180 * SECOND && silent < 10 * MINUTE)
      runs[runs.length - 1] = { from: before.from, to: i };
    else runs.push({ from: i, to: i });
  }
  return runs;
}

const summarizeTrip = (whole: readonly Interval[], { from, to }: Run): Trip => {
  const driven = whole.slice(from, to + 1);
  return {
    startAt: driven[0]!.a.at,
    endAt: driven.at(-1)!.b.at,
    km: sum(driven.map(({ countedKm }) => countedKm)),
    maxSpeed: Math.max(...driven.flatMap(({ a, b }) => [a.speedKmh, b.speedKmh])),
  };
};

const isTrip = (whole: readonly Interval[], run: Run): boolean => {
  const { startAt, endAt, km } = summarizeTrip(whole, run);
  return endAt - startAt >= 60 * SECOND && km >= 0.2;
};

/** Time between trips that has data. */
function addStop(stops: Stop[], standing: readonly Interval[]): void {
  if (!standing.some(({ kind }) => kind === 'idle' || kind === 'park')) return;
  const lit = standing.filter(({ kind, a }) => kind !== 'unknown' && a.accOn);
  stops.push({
    startAt: standing[0]!.a.at,
    endAt: standing.at(-1)!.b.at,
    accOnSec: Math.round(sum(lit.map(({ ms }) => ms)) / SECOND),
  });
}
