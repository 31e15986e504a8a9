import { HOUR_MS } from '@fleetwarden/domain/durations';
import type { History, Raw } from '../raw.ts';
import { DAY, kmBetween, MINUTE } from './rules.ts';

/** What is wrong with a report (3.2), by the bits of the catalogue. */
export const FAULT = { coordinates: 1, time: 2, speed: 4, heading: 8, altitude: 16 } as const;

export type Point = Raw & {
  readonly faults: number;
  readonly fixed: boolean;
  readonly accOn: boolean;
};

/** Everything a vehicle sent, each report once, in order of its time. */
export type Track = {
  readonly points: readonly Point[];
  /** Reports whose time cannot be, by when they came. */
  readonly undated: readonly Point[];
  /** Usable ones (3.3): qualified, fixed, no drift. */
  readonly usable: readonly Step[];
  readonly drift: readonly Drift[];
};

/** A usable point, and whether somebody travelled to it from the one before. */
export type Step = Point & { readonly fresh: boolean };
/** A drift point, with the usable one before it. */
type Drift = Point & { readonly before: Point };

export function trackOf({ deliveries }: History): Track {
  const first = new Map<number, Point>();
  const undated = new Map<number, Point>();
  for (const { raws } of [...deliveries].sort((a, b) => a.receivedAt - b.receivedAt))
    for (const raw of raws) {
      const point = judged(raw);
      const known = (point.faults & FAULT.time) === 0 ? first : undated;
      if (!known.has(raw.at)) known.set(raw.at, point);
    }
  const points = [...first.values()].sort((a, b) => a.at - b.at);
  return { points, undated: [...undated.values()], ...withoutDrift(points.filter(({ faults, fixed }) => faults === 0 && fixed)) };
}

function judged(raw: Raw): Point {
  const { at, receivedAt, lng, lat, speedKmh, heading, altitudeM, statusBits } = raw;
  const fixed = (statusBits & 2) !== 0;
  let faults = 0;
  const inside = lng >= 73 + 33 / 60 && lng <= 135 + 5 / 60 && lat >= 3 + 51 / 60 && lat <= 53 + 33 / 60;
  if (fixed && !inside) faults |= FAULT.coordinates;
  if (at > receivedAt + MINUTE || at < receivedAt - 400 * DAY) faults |= FAULT.time;
  if (speedKmh < 0 || speedKmh > 160) faults |= FAULT.speed;
  if (heading < 0 || heading > 359) faults |= FAULT.heading;
  if (altitudeM < -200 || altitudeM > 6500) faults |= FAULT.altitude;
  return { ...raw, faults, fixed, accOn: (statusBits & 1) !== 0 };
}

const kmh = (a: Point, b: Point) => kmBetween(a, b) / ((b.at - a.at) / HOUR_MS);
const impossible = (a: Point, b: Point) => kmBetween(a, b) > 0.5 && kmh(a, b) > 200;

/** 3.3: looks ahead from each point that cannot be for one that came back, five at most. */
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
      // real: whatever was doubted is believed, each as far as it follows from the one before
      for (const real of points.slice(i, i + suspects)) usable.push({ ...real, fresh: impossible(usable.at(-1)!, real) });
      i += suspects;
      continue;
    }
    for (const wild of points.slice(i, back)) drift.push({ ...wild, before: last });
    usable.push({ ...points[back]!, fresh: impossible(last, points[back]!) });
    i = back + 1;
  }
  return { usable, drift };
}
