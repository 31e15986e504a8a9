/** A corner in units of 1/24 of a marker: x right, y down, centre 0. Icons point up. */
type Point = readonly [x: number, y: number];

/** The area within `round` of a polygon; a single corner makes a disc. */
type Part = { readonly points: readonly Point[]; readonly round: number };

/** An icon: body in the status colour, and cut-outs. */
export type IconShape = { readonly body: readonly Part[]; readonly detail: readonly Part[] };

/** Mirrors the right half of a symmetric shape, listed from the top. */
const mirrored = (right: readonly Point[]): Point[] => [...right, ...right.map(([x, y]) => [-x, y] as Point).reverse()];
const box = (halfWidth: number, top: number, bottom: number): Point[] =>
  mirrored([
    [halfWidth, top],
    [halfWidth, bottom],
  ]);
const disc = (radius: number): Part => ({ points: [[0, 0]], round: radius });
const plain = (...body: readonly Part[]): IconShape => ({ body, detail: [] });

/** Marks moving vehicles, so that colour is not the only difference. */
const CHEVRON: Part = {
  points: mirrored([
    [0, -13.2],
    [3.4, -10.4],
    [0, -11.6],
  ]),
  round: 0.5,
};

const COACH: IconShape = {
  body: [{ points: box(3, -7.6, 8), round: 1.4 }],
  detail: [
    // windows and roof hatches
    { points: box(2.2, -6.4, -5.4), round: 0.5 },
    { points: box(2.2, 7.2, 7.4), round: 0.4 },
    { points: box(1.1, -2.2, -1.4), round: 0.3 },
    { points: box(1.1, 2.4, 3.2), round: 0.3 },
  ],
};
const TRUCK: IconShape = {
  body: [
    { points: box(3.2, -7.6, -5), round: 1.2 },
    { points: box(1, -5, -2), round: 0.4 },
    { points: box(4.2, -1.6, 8.6), round: 0.5 },
  ],
  detail: [
    { points: box(2.2, -7, -6.4), round: 0.5 },
    { points: box(2.9, 3.2, 3.4), round: 0.2 },
  ],
};
const SPECIAL: IconShape = {
  body: [
    { points: box(3, -7.8, -5.6), round: 1.2 },
    // a tank: round at both ends
    {
      points: [
        [0, -0.4],
        [0, 5.6],
      ],
      round: 4,
    },
    { points: box(1, -5, -3), round: 0.4 },
  ],
  // the dangerous-goods diamond
  detail: [
    {
      points: [
        [0, 0.4],
        [2.2, 2.6],
        [0, 4.8],
        [-2.2, 2.6],
      ],
      round: 0.2,
    },
    { points: box(2.1, -7.2, -6.8), round: 0.4 },
  ],
};

const moving = ({ body, detail }: IconShape): IconShape => ({ body: [...body, CHEVRON], detail });

/** The notched arrowhead of all moving vehicles: long and narrow, so that its direction is legible at 20 px. */
const ARROWHEAD = plain({
  points: mirrored([
    [0, -10.6],
    [6.8, 7.2],
    [0, 3.2],
  ]),
  round: 1.4,
});
/** All standing vehicles. */
const DISC = plain(disc(7.6));

/** Largest radius of each kind of icon (a column of ICON_SHAPES), units. */
export const ICON_REACH = [12, 7.6, 13.6, 10.2] as const;

/**
 * Icons by car-icon set minus one (1 coach, 2 truck, 3 special; specification 4), then by column: arrowhead, its standing form,
 * moving vehicle, standing vehicle. Only the vehicles from above differ between sets.
 */
export const ICON_SHAPES: readonly (readonly [IconShape, IconShape, IconShape, IconShape])[] = [
  [ARROWHEAD, DISC, moving(COACH), COACH],
  [ARROWHEAD, DISC, moving(TRUCK), TRUCK],
  [ARROWHEAD, DISC, moving(SPECIAL), SPECIAL],
];

/** Signed distances from a point to an icon's body and cut-outs, units; negative inside. */
export function distancesTo({ body, detail }: IconShape, x: number, y: number): { body: number; detail: number } {
  return { body: nearest(body, x, y), detail: nearest(detail, x, y) };
}

function nearest(parts: readonly Part[], x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (const part of parts) least = Math.min(least, distanceTo(part, x, y));
  return least;
}

/** Plain loops and numbers: the start of the map runs this 70,000 times, much of it before the engine optimizes it. */
function distanceTo({ points, round }: Part, x: number, y: number): number {
  let edgeSquared = Number.POSITIVE_INFINITY;
  let inside = false;
  let from = points.at(-1)!;
  for (let i = 0; i < points.length; i++) {
    const to = points[i]!;
    const dx = to[0] - from[0];
    const dy = to[1] - from[1];
    const length = dx * dx + dy * dy;
    const along = (x - from[0]) * dx + (y - from[1]) * dy;
    const share = along <= 0 ? 0 : along >= length ? 1 : along / length;
    const ex = x - from[0] - dx * share;
    const ey = y - from[1] - dy * share;
    edgeSquared = Math.min(edgeSquared, ex * ex + ey * ey);
    // even-odd rule
    if (to[1] > y !== from[1] > y && x < to[0] + ((y - to[1]) / (from[1] - to[1])) * (from[0] - to[0])) inside = !inside;
    from = to;
  }
  const edge = Math.sqrt(edgeSquared);
  return (inside ? -edge : edge) - round;
}
