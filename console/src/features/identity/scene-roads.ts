/** Roads of a fictitious city, generated from a few numbers: rings and slightly bent radials, with lanes between them. */

const CENTRE = { x: 430, y: 480 };
const RINGS = [96, 190, 300, 430, 600];
const RADIALS = 11;

type Point = readonly [x: number, y: number];

/** Rings are not quite round; neighbours bend alike, so lanes between them stay straight. */
function at(angle: number, radius: number): Point {
  const bend = 1 + 0.05 * Math.sin(angle * 2 + 0.6) + 0.028 * Math.sin(angle * 5 + radius / 160);
  return [CENTRE.x + Math.cos(angle) * radius * bend * 1.06, CENTRE.y + Math.sin(angle) * radius * bend];
}

function path(points: readonly Point[], closed = false): string {
  const steps = points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`);
  return steps.join('') + (closed ? 'Z' : '');
}

function along(from: number, to: number, steps: number, point: (t: number) => Point): Point[] {
  return Array.from({ length: steps + 1 }, (_, i) => point(from + ((to - from) * i) / steps));
}

/** A radial road drifts sideways on its way out. */
const radialAngle = (index: number, radius: number) =>
  (index / RADIALS) * Math.PI * 2 + 0.25 + 0.16 * Math.sin(index * 2.1 + radius / 230);

export const rings = RINGS.map((radius) =>
  path(
    along(0, Math.PI * 2, 96, (angle) => at(angle, radius)),
    true,
  ),
);

export const radials = Array.from({ length: RADIALS }, (_, index) =>
  path(along(index % 3 === 0 ? 0 : 96, 820, 40, (radius) => at(radialAngle(index, radius), radius))),
);

/** Lanes: short pieces across and along each block, in a fixed pattern. */
export const lanes = (() => {
  const pieces: string[] = [];
  for (let ring = 0; ring + 1 < RINGS.length; ring++) {
    const [inner, outer] = [RINGS[ring] ?? 0, RINGS[ring + 1] ?? 0];
    for (let block = 0; block < RADIALS; block++) {
      const cuts = 2 + ring;
      for (let cut = 1; cut <= cuts; cut++) {
        if ((ring * 7 + block * 5 + cut * 3) % 8 === 0) continue;
        const index = block + cut / (cuts + 1);
        pieces.push(path(along(inner, outer, 8, (radius) => at(radialAngle(index, radius), radius))));
      }
      for (let row = 1; row <= 2; row++) {
        if ((ring * 3 + block * 4 + row) % 5 === 0) continue;
        const radius = inner + ((outer - inner) * row) / 3;
        pieces.push(path(along(block, block + 1, 10, (index) => at(radialAngle(index, radius), radius))));
      }
    }
  }
  return pieces.join('');
})();

/** Built-up blocks between two rings and two radials, in a fixed pattern. */
export const blocks = RINGS.slice(0, -1).flatMap((inner, ring) =>
  Array.from({ length: RADIALS }, (_, block) => block)
    // Except the last: the roads bend differently where the circle closes.
    .filter((block) => block < RADIALS - 1 && (ring * 5 + block * 3) % 7 < 2)
    .map((block) => {
      const outer = RINGS[ring + 1] ?? inner;
      const side = (index: number, from: number, to: number) =>
        along(from, to, 8, (radius) => at(radialAngle(index, radius), radius));
      const edge = (radius: number, from: number, to: number) =>
        along(from, to, 10, (index) => at(radialAngle(index, radius), radius));
      return path(
        [
          ...side(block, inner, outer),
          ...edge(outer, block, block + 1),
          ...side(block + 1, outer, inner),
          ...edge(inner, block + 1, block),
        ],
        true,
      );
    }),
);

/** A river south of the centre. */
export const river = 'M-40 690C90 640 150 720 260 690S420 560 540 590 640 700 760 660 870 560 960 585';
