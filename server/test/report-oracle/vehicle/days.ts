import { DAY, formatDay, HOUR, midnight, overlap, SECOND, sum } from './definitions.ts';
import { type Gap, isIncomplete } from './gaps.ts';
import { type Ignition, switchedOn } from './ignition.ts';
import type { Interval } from './intervals.ts';
import { FAULT, type Point, type Track } from './points.ts';
import type { Trip } from './trips.ts';

/** A vehicle's day (1.3). Durations in whole seconds. */
export type CarDay = ReturnType<typeof dayFigures>;

export type VehicleTimeline = {
  readonly track: Track;
  readonly intervals: readonly Interval[];
  readonly ignition: readonly Ignition[];
  readonly gaps: readonly Gap[];
  readonly trips: readonly Trip[];
};

/** Days with data, by yyyy-MM-dd. */
export function computeDays(made: VehicleTimeline, start: number, end: number): Map<string, CarDay> {
  const days = new Map<string, CarDay>();
  for (let from = start; from < end; from += DAY) {
    const figures = dayFigures(made, from);
    if (figures.pointTotal > 0 || figures.gnssKm > 0 || figures.parkSec > 0) days.set(formatDay(from), figures);
  }
  return days;
}

const count = <T>(list: readonly T[], test: (one: T) => boolean): number => list.filter(test).length;
const within = (from: number) => {
  return ({ at }: { at: number }) => at >= from && at < from + DAY;
};
/** Whole seconds of intervals within a time of the day. */
const seconds = (list: readonly Interval[], from: number, until: number): number =>
  Math.round(sum(list.map(({ a, b }) => overlap(a.at, b.at, from, until))) / SECOND);
const sumKm = (list: readonly Interval[], from: number, until: number): number =>
  sum(list.map(({ a, b, ms, countedKm }) => (countedKm * overlap(a.at, b.at, from, until)) / ms));

function dayFigures({ track, intervals, ignition, gaps, trips }: VehicleTimeline, from: number) {
  const until = from + DAY;
  const points = track.points.filter(within(from));
  const undated = track.undated.filter(({ receivedAt }) => receivedAt >= from && receivedAt < until);
  const usable = track.usable.filter(within(from));
  const here = intervals.filter(({ a, b }) => overlap(a.at, b.at, from, until) > 0);
  const drives = here.filter(({ kind }) => kind === 'drive');
  const lit = ignition.filter(({ on, startAt }) => on && midnight(startAt) === from);
  const odd = (bit: number) => count(points, ({ faults }) => (faults & bit) !== 0);
  const fastest = usable.reduce<Point | null>((best, point) => (point.speedKmh > (best?.speedKmh ?? 0) ? point : best), null);
  const readings = points.filter(({ odometerKm }) => odometerKm !== null);
  const broken = gaps.filter(({ fromAt, broken: is }) => is && midnight(fromAt) === from);
  const sixAt = from + 6 * HOUR;
  const tenAt = from + 22 * HOUR;
  return {
    pointTotal: points.length + undated.length,
    pointValid: count(points, ({ faults }) => faults === 0),
    errCoord: odd(FAULT.coordinates),
    errTime: undated.length,
    errSpeed: odd(FAULT.speed),
    errHeading: odd(FAULT.heading),
    errAltitude: odd(FAULT.altitude),
    notFixed: count(points, ({ fixed }) => !fixed),
    located: count(points, ({ faults, fixed }) => faults === 0 && fixed),
    driftCount: count(track.drift, within(from)),
    gnssKm: sumKm(here, from, until),
    odoKm: odometerKm(track.points, from, until),
    odoStart: readings[0]?.odometerKm ?? null,
    odoEnd: readings.at(-1)?.odometerKm ?? null,
    trackOkKm: sumKm(
      here.filter(({ km, ms }) => !isIncomplete(km, ms)),
      from,
      until,
    ),
    trackGapKm: sumKm(
      here.filter(({ km, ms }) => isIncomplete(km, ms)),
      from,
      until,
    ),
    gapCount: broken.length,
    maxGap: Math.max(0, ...broken.map(({ fromAt, toAt }) => (toAt - fromAt) / SECOND)),
    moveCount: count(gaps, ({ fromAt, displaced }) => displaced && midnight(fromAt) === from),
    driveSec: seconds(drives, from, until),
    idleSec: seconds(
      here.filter(({ kind, a }) => (kind === 'idle' || kind === 'park') && a.accOn),
      from,
      until,
    ),
    parkSec: seconds(
      here.filter(({ kind, a }) => kind === 'park' && !a.accOn),
      from,
      until,
    ),
    accOnSec: Math.round(sum(lit.map(({ startAt, endAt }) => endAt - startAt)) / SECOND),
    accOnTimes: switchedOn(ignition).get(formatDay(from)) ?? 0,
    tripCount: count(trips, ({ startAt }) => midnight(startAt) === from),
    maxSpeed: fastest?.speedKmh ?? null,
    maxSpeedAt: fastest?.at ?? null,
    nightSec: seconds(drives, from, sixAt) + seconds(drives, tenAt, until),
    banSec: seconds(drives, from + 2 * HOUR, from + 5 * HOUR),
    banKm: sumKm(drives, from + 2 * HOUR, from + 5 * HOUR),
    bands: [0, 20, 40, 60, 80, 100, 120].map((low) =>
      seconds(
        drives.filter(({ a }) => a.speedKmh >= low && (low === 120 || a.speedKmh < low + 20)),
        from,
        until,
      ),
    ),
  };
}

/** 3.4: plausible odometer increments, split at midnight by time. */
function odometerKm(points: readonly Point[], from: number, until: number): number {
  const read = points.filter(({ odometerKm: km }) => km !== null);
  let all = 0;
  for (let i = 1; i < read.length; i++) {
    const [a, b] = [read[i - 1]!, read[i]!];
    const ms = b.at - a.at;
    const step = b.odometerKm! - a.odometerKm!;
    if (step <= 0 || step > Math.max(1, (ms / HOUR) * 160 * 1.2)) continue;
    all += (step * overlap(a.at, b.at, from, until)) / ms;
  }
  return all;
}

/** Mileage (3.4) by the vehicle's mileage source. */
export function chooseMileage({ gnssKm, odoKm }: Pick<CarDay, 'gnssKm' | 'odoKm'>, source: 0 | 1 | 2): number {
  if (source !== 0) return source === 1 ? odoKm : gnssKm;
  const near = Math.abs(odoKm - gnssKm) <= 0.2 * Math.max(odoKm, gnssKm);
  return odoKm > 0 && near ? odoKm : gnssKm;
}
