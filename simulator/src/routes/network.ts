import type { Course } from './course.ts';
import type { PlaceName } from './places.ts';
import { ROADS, type Road } from './roads.ts';
import { trunkCourse } from './trunk.ts';

/** One stretch of a way: a course and the direction it is driven in. */
export type Leg = { readonly course: Course; readonly reversed: boolean };

/** Road type that a driver prefers. */
export type Preference = 'expressway' | 'national';

type Edge = { readonly to: PlaceName; readonly road: Road; readonly index: number; readonly reversed: boolean };

/** Cost factor of a road of the other type. */
const DISLIKE: Record<Preference, Record<Road['kind'], number>> = {
  expressway: { expressway: 1, national: 1.6 },
  national: { expressway: 1.5, national: 1 },
};

const edges = new Map<PlaceName, Edge[]>();
for (const road of ROADS) {
  for (const [index, from] of road.places.entries()) {
    const to = road.places[index + 1];
    if (to === undefined) continue;
    join(from, { to, road, index, reversed: false });
    join(to, { to: from, road, index, reversed: true });
  }
}

function join(from: PlaceName, edge: Edge) {
  const list = edges.get(from);
  if (list) list.push(edge);
  else edges.set(from, [edge]);
}

/** Distances by road from one place, and the last edge of the shortest path. */
type Reach = { readonly km: ReadonlyMap<PlaceName, number>; readonly via: ReadonlyMap<PlaceName, Edge & { from: PlaceName }> };

const reaches = new Map<string, Reach>();

/** Dijkstra over some 250 places: a linear scan for the nearest is quick enough, and runs once per place. */
function reachFrom(start: PlaceName, preference: Preference): Reach {
  const key = `${preference}/${start}`;
  const known = reaches.get(key);
  if (known) return known;
  const cost = new Map<PlaceName, number>([[start, 0]]);
  const km = new Map<PlaceName, number>([[start, 0]]);
  const via = new Map<PlaceName, Edge & { from: PlaceName }>();
  const open = new Set<PlaceName>([start]);
  while (open.size > 0) {
    let here: PlaceName | undefined;
    for (const name of open) if (here === undefined || cost.get(name)! < cost.get(here)!) here = name;
    if (here === undefined) break;
    open.delete(here);
    for (const edge of edges.get(here) ?? []) {
      const length = trunkCourse(edge.road, edge.index).lengthKm;
      const total = cost.get(here)! + length * DISLIKE[preference][edge.road.kind];
      if (total >= (cost.get(edge.to) ?? Number.POSITIVE_INFINITY)) continue;
      cost.set(edge.to, total);
      km.set(edge.to, km.get(here)! + length);
      via.set(edge.to, { ...edge, from: here });
      open.add(edge.to);
    }
  }
  const reach: Reach = { km, via };
  reaches.set(key, reach);
  return reach;
}

/** The way from one place to another, as legs in driving order. Throws when no road of the table joins them. */
export function wayBetween(from: PlaceName, to: PlaceName, preference: Preference): Leg[] {
  const { via } = reachFrom(from, preference);
  const legs: Leg[] = [];
  for (let here = to; here !== from; ) {
    const edge = via.get(here);
    if (!edge) throw new Error(`no road joins ${from} and ${to}`);
    legs.push({ course: trunkCourse(edge.road, edge.index), reversed: edge.reversed });
    here = edge.from;
  }
  return legs.reverse();
}

/** Places within this distance range by road, nearest first; the nearest three beyond `minKm` if there is none. */
export function placesWithin(from: PlaceName, minKm: number, maxKm: number, preference: Preference): PlaceName[] {
  const sorted = [...reachFrom(from, preference).km].filter(([, km]) => km >= minKm).sort((a, b) => a[1] - b[1]);
  const within = sorted.filter(([, km]) => km <= maxKm);
  return (within.length > 0 ? within : sorted.slice(0, 3)).map(([name]) => name);
}
