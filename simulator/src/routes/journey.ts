import { turnBetween } from '../geometry.ts';
import { type CoursePoint, courseAt } from './course.ts';
import type { Leg } from './network.ts';
import type { RoadClass } from './roads.ts';

type Part = Leg & { readonly fromKm: number; readonly toKm: number };

/** Legs driven one after the other. */
export type Journey = { readonly parts: readonly Part[]; readonly lengthKm: number };

/** A stretch on which the driver's intentions do not change: to the next crossing or the end of a leg. */
export type Section = {
  readonly road: RoadClass;
  readonly toKm: number;
  /** End of the leg: a crossing passed straight, a turn, or a continued road. */
  readonly end: 'crossing' | 'turn' | 'on';
};

/** A sharper turn between two legs is taken slowly, degrees. */
const SHARP_TURN = 35;

export function journey(legs: readonly Leg[]): Journey {
  const parts: Part[] = [];
  let km = 0;
  for (const leg of legs) {
    parts.push({ ...leg, fromKm: km, toKm: km + leg.course.lengthKm });
    km += leg.course.lengthKm;
  }
  if (parts.length === 0) throw new Error('journey: needs a leg');
  return { parts, lengthKm: km };
}

/** The legs of the way back. */
export function backwards(legs: readonly Leg[]): Leg[] {
  return legs.map((leg) => ({ course: leg.course, reversed: !leg.reversed })).reverse();
}

function partAt(trip: Journey, km: number): Part {
  let low = 0;
  let high = trip.parts.length - 1;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (trip.parts[mid]!.toKm < km) low = mid + 1;
    else high = mid;
  }
  return trip.parts[low]!;
}

/** The place after this many km of the journey; clamped to its ends. */
export function journeyAt(trip: Journey, km: number): CoursePoint {
  const part = partAt(trip, km);
  return courseAt(part.course, Math.max(0, km - part.fromKm), part.reversed);
}

/** Entrance of the tunnel that contains this point, km of the journey; null outside tunnels. */
export function tunnelMouth(trip: Journey, km: number): number | null {
  const part = partAt(trip, km);
  if (part.course.tunnels.length === 0) return null;
  const onCourse = part.reversed ? part.toKm - km : km - part.fromKm;
  const tunnel = part.course.tunnels.find((t) => onCourse > t.fromKm && onCourse < t.toKm);
  if (!tunnel) return null;
  return part.reversed ? part.toKm - tunnel.toKm : part.fromKm + tunnel.fromKm;
}

/** The class of the road at this point of the journey. */
export function roadAt(trip: Journey, km: number): RoadClass {
  return partAt(trip, km).course.road;
}

/** The sections from this point on, in driving order. */
export function* sectionsFrom(trip: Journey, fromKm: number): Generator<Section> {
  for (const [i, part] of trip.parts.entries()) {
    if (part.toKm <= fromKm) continue;
    const { course, reversed } = part;
    const crossings = reversed ? course.crossings.toReversed() : course.crossings;
    for (const crossing of crossings) {
      const km = reversed ? part.toKm - crossing.km : part.fromKm + crossing.km;
      if (km > fromKm) yield { road: course.road, toKm: km, end: crossing.turn ? 'turn' : 'crossing' };
    }
    const next = trip.parts[i + 1];
    const sharp =
      next !== undefined &&
      turnBetween(courseAt(course, course.lengthKm, reversed).heading, courseAt(next.course, 0, next.reversed).heading) >
        SHARP_TURN;
    yield { road: course.road, toKm: part.toKm, end: sharp ? 'turn' : 'on' };
  }
}
