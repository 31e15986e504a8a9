import { type LngLat, offsetKm } from '../geometry.ts';
import { type Dice, draw } from '../random.ts';
import { type Course, course } from './course.ts';
import { PLACES, type PlaceName } from './places.ts';

/** A crossing of the street grid: number of streets east and north of the place. */
export type Crossroads = readonly [x: number, y: number];

/** Streets in each direction from the middle; about 6 km. */
const GRID_REACH = 11;
const BLOCK_KM = 0.56;
/** Distance from the crossing at which a turn starts and ends, km. */
const CURB_KM = 0.025;

const sameCrossroads = (a: Crossroads, b: Crossroads) => a[0] === b[0] && a[1] === b[1];

/**
 * The street grid of a city: unevenly spaced, slightly bent and turned, the same for everyone who drives there.
 * Gives the point of a (fractional) crossing, degrees.
 */
function buildGrid(city: PlaceName): (x: number, y: number) => LngLat {
  const turn = (draw('turn', city) - 0.5) * 0.4;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const phase = draw('bend', city) * 6;
  const line = (axis: string, at: number) => {
    const below = Math.floor(at);
    const shift = (i: number) => (i === 0 ? 0 : (draw('street', city, axis, i) - 0.5) * 0.3);
    return BLOCK_KM * (at + shift(below) + (shift(below + 1) - shift(below)) * (at - below));
  };
  const bend = (km: number) => 0.16 * (Math.sin(km / 1.9 + phase) - Math.sin(phase));
  return (x, y) => {
    const [gx, gy] = [line('x', x), line('y', y)];
    const [east, north] = [gx + bend(gy), gy + bend(gx)];
    return offsetKm(PLACES[city], east * cos - north * sin, east * sin + north * cos);
  };
}

/** A crossing at least `from` and at most `to` blocks from the middle. */
export function someCrossroads(d: Dice, from = 2, to = GRID_REACH): Crossroads {
  for (;;) {
    const at: Crossroads = [d.whole(-to, to), d.whole(-to, to)];
    const blocks = Math.max(Math.abs(at[0]), Math.abs(at[1]));
    if (blocks >= from) return at;
  }
}

/** Every crossing on the way between two, along the streets, with a turn or two. */
function blocksBetween(from: Crossroads, to: Crossroads, d: Dice): Crossroads[] {
  const passed: Crossroads[] = [];
  let [x, y] = from;
  const bendAt = d.chance(0.6) ? x + Math.round((to[0] - x) * d.next()) : to[0];
  const alongX = (goal: number) => {
    while (x !== goal) {
      x += Math.sign(goal - x);
      passed.push([x, y]);
    }
  };
  const alongY = (goal: number) => {
    while (y !== goal) {
      y += Math.sign(goal - y);
      passed.push([x, y]);
    }
  };
  alongX(bendAt);
  alongY(to[1]);
  alongX(to[0]);
  return passed;
}

/** A drive through the streets by these crossings. The first and the last must differ from their neighbours. */
export function streetCourse(city: PlaceName, via: readonly Crossroads[], d: Dice): Course {
  const first = via[0];
  if (!first) throw new Error('streetCourse: needs a crossing');
  const nodes: Crossroads[] = [first];
  for (const next of via.slice(1)) nodes.push(...blocksBetween(nodes.at(-1)!, next, d));
  if (nodes.length < 2) throw new Error(`streetCourse: ${city}: the way has no length`);

  const grid = buildGrid(city);
  const points: LngLat[] = [];
  const crossings = new Map<number, boolean>();
  for (const [i, node] of nodes.entries()) {
    const [before, after] = [nodes[i - 1], nodes[i + 1]];
    const [x, y] = node;
    const straight = before && after && (before[0] === after[0]) !== (before[1] === after[1]);
    const back = before && after && sameCrossroads(before, after);
    const reach = CURB_KM / BLOCK_KM;
    if (before && after && !straight && !back) {
      const enter = grid(x + (before[0] - x) * reach, y + (before[1] - y) * reach);
      const leave = grid(x + (after[0] - x) * reach, y + (after[1] - y) * reach);
      const corner = grid(x, y);
      points.push(enter);
      crossings.set(points.length, true);
      points.push([(enter[0] + 2 * corner[0] + leave[0]) / 4, (enter[1] + 2 * corner[1] + leave[1]) / 4], leave);
    } else {
      if (before && after) crossings.set(points.length, back === true);
      points.push(grid(x, y));
    }
    if (after) for (const u of [0.33, 0.67]) points.push(grid(x + (after[0] - x) * u, y + (after[1] - y) * u));
  }
  return course('city', points, crossings);
}

/** A round of about this length through the streets, from a crossing and back to it. */
export function streetRound(city: PlaceName, home: Crossroads, lengthKm: number, d: Dice): Course {
  const via: Crossroads[] = [home];
  let blocks = 0;
  const goal = lengthKm / BLOCK_KM;
  const apart = (a: Crossroads, b: Crossroads) => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);
  // never further away than the way back allows
  while (blocks + apart(via.at(-1)!, home) < goal) {
    const next = someCrossroads(d, 0);
    if (sameCrossroads(next, via.at(-1)!)) continue;
    blocks += apart(via.at(-1)!, next);
    via.push(next);
  }
  if (!sameCrossroads(via.at(-1)!, home)) via.push(home);
  return streetCourse(city, via, d);
}
