import { HOUR_MS } from '@fleetwarden/domain/durations';
import type { LocationReport, TerminalHistory } from '../fixture/terminal-history.ts';
import { DAY, kmBetween, MINUTE } from './definitions.ts';

/** Faults of a report (3.2), with the bits of the catalogue. */
export const FAULT = { coordinates: 1, time: 2, speed: 4, heading: 8, altitude: 16 } as const;

export type Point = LocationReport & {
  readonly faults: number;
  readonly fixed: boolean;
  readonly accOn: boolean;
};

/** All reports of a vehicle, without duplicates, in order of time. */
export type Track = {
  readonly points: readonly Point[];
  /** Reports with an impossible time, by time of arrival. */
  readonly undated: readonly Point[];
  /** Usable points (3.3): valid, with a fix, no drift. */
  readonly usable: readonly Step[];
  readonly drift: readonly Drift[];
};

/** A usable point, and whether the vehicle travelled to it from the one before. */
export type Step = Point & { readonly fresh: boolean };
/** A drift point, with the usable one before it. */
type Drift = Point & { readonly before: Point };

export function computeTrack({ messages }: TerminalHistory): Track {
  const first = new Map<number, Point>();
  const undated = new Map<number, Point>();
  for (const { reports } of [...messages].sort((a, b) => a.receivedAt - b.receivedAt))
    for (const report of reports) {
      const point = checkReport(report);
      const seen = (point.faults & FAULT.time) === 0 ? first : undated;
      if (!seen.has(report.at)) seen.set(report.at, point);
    }
  const points = [...first.values()].sort((a, b) => a.at - b.at);
  return { points, undated: [...undated.values()], ...withoutDrift(points.filter(isUsable)) };
}

/** 3.2: speeds to 160 km/h, headings and altitudes decide whether a position is qualified, not whether it is used. */
function isUsable({ faults, fixed, speedKmh }: Point): boolean {
  return fixed && (faults & (FAULT.coordinates | FAULT.time)) === 0 && speedKmh >= 0 && speedKmh <= 200;
}

function checkReport(report: LocationReport): Point {
  const { at, receivedAt, lng, lat, speedKmh, heading, altitudeM, statusBits } = report;
  const fixed = (statusBits & 2) !== 0;
  let faults = 0;
  const inside = lng >= 73 + 33 / 60 && lng <= 135 + 5 / 60 && lat >= 3 + 51 / 60 && lat <= 53 + 33 / 60;
  if (fixed && !inside) faults |= FAULT.coordinates;
  if (at > receivedAt + MINUTE || at < receivedAt - 400 * DAY) faults |= FAULT.time;
  if (speedKmh < 0 || speedKmh > 160) faults |= FAULT.speed;
  if (heading < 0 || heading > 359) faults |= FAULT.heading;
  if (altitudeM < -200 || altitudeM > 6500) faults |= FAULT.altitude;
  return { ...report, faults, fixed, accOn: (statusBits & 1) !== 0 };
}

const kmh = (a: Point, b: Point) => kmBetween(a, b) / ((b.at - a.at) / HOUR_MS);
const impossible = (a: Point, b: Point) => kmBetween(a, b) > 0.5 && kmh(a, b) > 200;

/** 3.3: looks up to five points ahead of an implausible one for a return to the track. */
function withoutDrift(points: readonly Point[]): Pick<Track, 'usable' | 'drift'> {
  const usable: Step[] = [];
  const drift: Drift[] = [];
  for (let i = 0; i < points.length; ) {
    const point = points[i]!;
    const last = usable.at(-1);
    if (last === undefined || !impossible(last, point)) {
      usable.push({ ...point, fresh: false });
      i++;
      continue;
    }
    let back = -1;
    let suspects = 1;
    for (let j = i + 1; j < points.length && back < 0; j++) {
      const next = points[j]!;
      const returned = kmBetween(last, next) <= 1 || (!impossible(last, next) && kmh(points[j - 1]!, next) > 200);
      if (returned) back = j;
      else if (++suspects > 5 || !impossible(last, next)) break;
    }
    if (back < 0) {
      // the move is real: each doubted point counts where it follows from the one before
      for (const real of points.slice(i, i + suspects)) usable.push({ ...real, fresh: impossible(usable.at(-1)!, real) });
      i += suspects;
      continue;
    }
    for (const outlier of points.slice(i, back)) drift.push({ ...outlier, before: last });
    usable.push({ ...points[back]!, fresh: impossible(last, points[back]!) });
    i = back + 1;
  }
  return { usable, drift };
}
