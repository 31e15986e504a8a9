import { courseFrom, distanceKm, type LngLat, offsetKm } from '../geometry.ts';
import { dice } from '../random.ts';
import { type Course, course } from './course.ts';
import { PLACES } from './places.ts';
import type { Road } from './roads.ts';

/** Curves of a road type: amplitude and wavelength in km, of a long and a short wave. */
type Winding = { readonly long: readonly [number, number]; readonly short: readonly [number, number] };

const PLAIN: Winding = { long: [0.9, 26], short: [0.22, 7] };
const MOUNTAIN: Winding = { long: [1.5, 17], short: [0.3, 4.5] };
const NATIONAL: Winding = { long: [1.0, 13], short: [0.25, 3.6] };

const STEP_KM = 0.3;
/** The curves start with amplitude 0 and grow over this distance, so roads meet exactly at their places. */
const CALM_KM = 6;

const courses = new Map<string, Course>();

/**
 * The course of a road between its places number `index` and `index + 1`: a Hermite curve whose tangents follow the
 * neighbouring places, wound by seeded waves. The same object for the same stretch.
 */
export function trunkCourse(road: Road, index: number): Course {
  const key = `${road.code}/${index}`;
  const known = courses.get(key);
  if (known) return known;
  const made = build(road, index, key);
  courses.set(key, made);
  return made;
}

function build(road: Road, index: number, key: string): Course {
  const at = (i: number): LngLat => {
    const name = road.places[Math.min(road.places.length - 1, Math.max(0, i))];
    if (name === undefined) throw new Error(`road ${road.code}: no stretch ${index}`);
    return PLACES[name];
  };
  const [from, to] = [at(index), at(index + 1)];
  const lengthKm = distanceKm(from, to);
  const leave = tangent(at(index - 1), from, to, lengthKm);
  const arrive = tangent(from, to, at(index + 2), lengthKm);
  const waves = createWinding(road, key);

  const count = Math.max(8, Math.ceil(lengthKm / STEP_KM));
  const points: LngLat[] = [];
  for (let i = 0; i <= count; i++) {
    const u = i / count;
    const middle = hermite(from, to, leave, arrive, u);
    const along = u * lengthKm;
    const calm = Math.min(1, along / CALM_KM, (lengthKm - along) / CALM_KM);
    const side = waves(along) * calm * calm * (3 - 2 * calm);
    const right = ((courseFrom(from, to) + 90) * Math.PI) / 180;
    points.push(offsetKm(middle, Math.sin(right) * side, Math.cos(right) * side));
  }
  const line = course(road.kind, points);
  return road.mountain ? { ...line, tunnels: placeTunnels(key, line.lengthKm) } : line;
}

/** The tangent at `here`, in degrees, as long as the stretch: along the line from the place before to the one after. */
function tangent(before: LngLat, here: LngLat, after: LngLat, lengthKm: number): LngLat {
  const chordKm = distanceKm(before, after);
  if (chordKm < 1) return [after[0] - here[0], after[1] - here[1]];
  // shorter than the stretch: a full tangent overshoots where neighbours are unevenly far apart
  const scale = (0.75 * lengthKm) / chordKm;
  return [(after[0] - before[0]) * scale, (after[1] - before[1]) * scale];
}

function hermite(p0: LngLat, p1: LngLat, m0: LngLat, m1: LngLat, u: number): LngLat {
  const u2 = u * u;
  const u3 = u2 * u;
  const mix = (i: 0 | 1) =>
    (2 * u3 - 3 * u2 + 1) * p0[i] + (u3 - 2 * u2 + u) * m0[i] + (3 * u2 - 2 * u3) * p1[i] + (u3 - u2) * m1[i];
  return [mix(0), mix(1)];
}

/** Offset of the road to the right of the curve, km, by km along it. */
function createWinding(road: Road, key: string): (km: number) => number {
  const { long, short } = road.kind === 'national' ? NATIONAL : road.mountain ? MOUNTAIN : PLAIN;
  const d = dice('winding', key);
  const waves = [long, long, short, short].map(([amplitude, length]) => ({
    amplitude: amplitude * d.between(0.35, 0.65),
    length: length * d.between(0.7, 1.5),
    phase: d.between(0, 2 * Math.PI),
  }));
  return (km) => waves.reduce((sum, w) => sum + w.amplitude * Math.sin((2 * Math.PI * km) / w.length + w.phase), 0);
}

function placeTunnels(key: string, lengthKm: number) {
  const d = dice('tunnels', key);
  const tunnels: { fromKm: number; toKm: number }[] = [];
  for (let km = d.between(12, 30); km < lengthKm - 12; km += d.between(18, 45)) {
    tunnels.push({ fromKm: km, toKm: km + d.between(0.8, 4.5) });
  }
  return tunnels;
}
