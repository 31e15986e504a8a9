/** A group of vehicles that overlap on the screen. */
export type Cluster = {
  /** The seed position: nearby vehicles join, even if the centre moves. World units. */
  readonly seedX: number;
  readonly seedY: number;
  /** Centre of the vehicles, world units. */
  x: number;
  y: number;
  count: number;
  readonly byStatus: Uint32Array;
  /** Whether it is drawn as a ring; otherwise its few vehicles are drawn. */
  ring: boolean;
};

/** Radius of a ring by vehicle count, px: 17 for three, 24 for a hundred, 33 for ten thousand. */
export function ringRadius(count: number): number {
  return 15 + 4.5 * Math.log10(Math.max(count, 1));
}
