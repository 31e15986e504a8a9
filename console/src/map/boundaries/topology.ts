/** Degrees. */
export type Point = readonly [lng: number, lat: number];
export type Ring = readonly Point[];

/** An area with its rings, holes included, and its province. */
export type Area = { readonly name: string; readonly province: string; readonly rings: readonly Ring[] };

/** `net`: how often rings run from a to b, minus how often from b to a. */
type Edge = { readonly a: Point; readonly b: Point; readonly areas: Set<string>; net: number };

/**
 * Derives borders from rings that share points. An edge shared by two areas of a province is a city border; an edge inside one
 * area is none. The others bound the province, as lines and as rings. Rings must be oriented (`ringsOf`).
 */
export function extractBorders(areas: readonly Area[]): {
  city: Ring[];
  province: Map<string, { lines: Ring[]; rings: Ring[] }>;
} {
  const byProvince = new Map<string, Map<string, Edge>>();
  for (const area of areas) {
    const edges = byProvince.get(area.province) ?? new Map<string, Edge>();
    byProvince.set(area.province, edges);
    for (const ring of area.rings) {
      for (let i = 0; i + 1 < ring.length; i++) note(edges, area, ring[i]!, ring[i + 1]!);
    }
  }
  const city: Ring[] = [];
  const province = new Map<string, { lines: Ring[]; rings: Ring[] }>();
  for (const [name, edges] of byProvince) {
    const all = [...edges.values()];
    city.push(...chain(all.filter((edge) => edge.areas.size > 1)));
    const outline = all.flatMap(({ a, b, net }) =>
      Array<{ a: Point; b: Point }>(Math.abs(net)).fill(net > 0 ? { a, b } : { a: b, b: a }),
    );
    province.set(name, { lines: chain(outline), rings: circuits(outline) });
  }
  return { city, province };
}

function note(edges: Map<string, Edge>, area: Area, a: Point, b: Point): void {
  const [from, to] = [keyOf(a), keyOf(b)];
  if (from === to) return;
  const key = from < to ? `${from} ${to}` : `${to} ${from}`;
  const edge = edges.get(key) ?? { a, b, areas: new Set<string>(), net: 0 };
  edges.set(key, edge);
  edge.areas.add(area.name);
  edge.net += edge.a === a || keyOf(edge.a) === from ? 1 : -1;
}

/** Joins edges into the longest possible lines; a closed line is a ring. */
export function chain(edges: readonly { a: Point; b: Point }[]): Ring[] {
  const at = new Map<string, number[]>();
  const ends = edges.map(({ a, b }) => [keyOf(a), keyOf(b)] as const);
  ends.forEach((pair, i) => {
    for (const key of pair) at.set(key, [...(at.get(key) ?? []), i]);
  });
  const used = new Uint8Array(edges.length);
  const lines: Ring[] = [];

  const walk = (start: string, first: number): void => {
    const line: Point[] = [];
    let key = start;
    let next: number | undefined = first;
    while (next !== undefined) {
      used[next] = 1;
      const edge = edges[next]!;
      const forward = ends[next]![0] === key;
      if (line.length === 0) line.push(forward ? edge.a : edge.b);
      line.push(forward ? edge.b : edge.a);
      key = ends[next]![forward ? 1 : 0];
      const meeting = at.get(key)!;
      next = meeting.length === 2 ? meeting.find((i) => !used[i]) : undefined;
    }
    lines.push(line);
  };

  // First lines between points where more or fewer than two edges meet, then the remaining rings.
  for (const [key, meeting] of at) {
    if (meeting.length !== 2) for (const i of meeting) if (!used[i]) walk(key, i);
  }
  for (let i = 0; i < edges.length; i++) if (!used[i]) walk(ends[i]![0], i);
  return lines;
}

/**
 * Joins directed edges into rings that touch no point twice. Each point has as many incoming as outgoing edges, so every walk
 * returns to its start.
 */
function circuits(edges: readonly { a: Point; b: Point }[]): Ring[] {
  const from = new Map<string, Point[]>();
  for (const { a, b } of edges) from.set(keyOf(a), [...(from.get(keyOf(a)) ?? []), b]);
  const rings: Ring[] = [];
  for (const { a } of edges) {
    const walk: Point[] = [a];
    const visited = new Map([[keyOf(a), 0]]);
    for (let next = from.get(keyOf(a))?.pop(); next; next = from.get(keyOf(next))?.pop()) {
      const loopAt = visited.get(keyOf(next));
      if (loopAt === undefined) {
        visited.set(keyOf(next), walk.push(next) - 1);
        continue;
      }
      const loop = walk.splice(loopAt + 1);
      for (const point of loop) visited.delete(keyOf(point));
      if (loop.length > 1) rings.push([next, ...loop, next]);
    }
  }
  return rings;
}

export function isClosed(line: Ring): boolean {
  return line.length > 3 && keyOf(line[0]!) === keyOf(line.at(-1)!);
}

/** Twice the signed area of a ring, in degrees². */
export function computeArea(ring: Ring): number {
  let sum = 0;
  for (let i = 0; i + 1 < ring.length; i++) sum += ring[i]![0] * ring[i + 1]![1] - ring[i + 1]![0] * ring[i]![1];
  return sum;
}

/** A point well inside the largest ring: the middle of the widest stretch along a few parallels. */
export function labelPoint(rings: readonly Ring[]): Point {
  const ring = rings.reduce((best, next) => (Math.abs(computeArea(next)) > Math.abs(computeArea(best)) ? next : best));
  const lats = ring.map((point) => point[1]);
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  let best: { width: number; point: Point } = { width: -1, point: ring[0]! };
  for (const share of [0.5, 0.42, 0.58, 0.34, 0.66]) {
    const lat = south + (north - south) * share;
    const cuts: number[] = [];
    for (let i = 0; i + 1 < ring.length; i++) {
      const [a, b] = [ring[i]!, ring[i + 1]!];
      if (a[1] > lat !== b[1] > lat) cuts.push(a[0] + ((lat - a[1]) / (b[1] - a[1])) * (b[0] - a[0]));
    }
    cuts.sort((a, b) => a - b);
    for (let i = 0; i + 1 < cuts.length; i += 2) {
      const width = cuts[i + 1]! - cuts[i]!;
      if (width > best.width) best = { width, point: [(cuts[i]! + cuts[i + 1]!) / 2, lat] };
    }
  }
  return best.point;
}

/** Simplifies a line: drops points within `tolerance` degrees of it (Douglas-Peucker). */
export function simplify(line: Ring, tolerance: number): Ring {
  if (line.length < 3) return line;
  const keep = new Uint8Array(line.length);
  keep[0] = keep[line.length - 1] = 1;
  const stack: [number, number][] = [[0, line.length - 1]];
  while (stack.length > 0) {
    const [from, to] = stack.pop()!;
    let [farthest, distance] = [-1, tolerance];
    for (let i = from + 1; i < to; i++) {
      const away = distanceTo(line[i]!, line[from]!, line[to]!);
      if (away > distance) [farthest, distance] = [i, away];
    }
    if (farthest < 0) continue;
    keep[farthest] = 1;
    stack.push([from, farthest], [farthest, to]);
  }
  return line.filter((_, i) => keep[i] === 1);
}

function distanceTo(p: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(Math.max(((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length, 0), 1);
  return Math.hypot(p[0] - a[0] - along * dx, p[1] - a[1] - along * dy);
}

function keyOf([lng, lat]: Point): string {
  return `${lng},${lat}`;
}
