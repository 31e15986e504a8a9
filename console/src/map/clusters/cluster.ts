/** Vehicles that lie too close to be told apart. */
export type Cluster = {
  /** Where it began: what is near belongs to it, however its middle moves. World units. */
  readonly seedX: number;
  readonly seedY: number;
  /** The middle of its vehicles, world units. */
  x: number;
  y: number;
  count: number;
  readonly byStatus: Uint32Array;
  /** Drawn as a ring; else its few vehicles are drawn themselves. */
  ring: boolean;
};

/** Radius of a ring with so many vehicles, px: 17 for three, 24 for a hundred, 33 for ten thousand. */
export function ringRadius(count: number): number {
  return 15 + 4.5 * Math.log10(Math.max(count, 1));
}
