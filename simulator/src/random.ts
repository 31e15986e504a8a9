/** Anything that may seed a draw. */
type Seed = number | string;

/**
 * A 32-bit hash of its arguments (FNV-1a, then the murmur3 finaliser): the root of every "random" value here.
 * The same arguments give the same number on every machine and in every run.
 */
export function hash(...seeds: readonly Seed[]): number {
  let h = 0x811c9dc5;
  for (const seed of seeds) {
    const text = typeof seed === 'string' ? seed : `#${seed}`;
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
    h = Math.imul(h ^ 0x7c, 0x01000193);
  }
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** One draw in [0, 1) that belongs to these seeds. */
export function draw(...seeds: readonly Seed[]): number {
  return hash(...seeds) / 0x1_0000_0000;
}

/** A random sequence: each method draws the next value. */
export type Dice = {
  /** [0, 1) */
  readonly next: () => number;
  /** [low, high) */
  readonly between: (low: number, high: number) => number;
  /** Whole number in [low, high]. */
  readonly whole: (low: number, high: number) => number;
  /** True with this probability. */
  readonly chance: (probability: number) => boolean;
  /** One of a non-empty list. */
  readonly pick: <T>(list: readonly T[]) => T;
};

/** A seeded sequence (mulberry32). */
export function dice(...seeds: readonly Seed[]): Dice {
  let state = hash(...seeds);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const between = (low: number, high: number) => low + next() * (high - low);
  return {
    next,
    between,
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => {
      const item = list[Math.floor(next() * list.length)];
      if (item === undefined) throw new Error('pick: the list is empty');
      return item;
    },
  };
}

/** Dice that always land in the middle and never let anything unusual happen: for the nominal plan. */
export function steadyDice(): Dice {
  return {
    next: () => 0.5,
    between: (low, high) => (low + high) / 2,
    whole: (low, high) => Math.round((low + high) / 2),
    chance: (probability) => probability >= 0.5,
    pick: (list) => {
      const item = list[Math.floor(list.length / 2)];
      if (item === undefined) throw new Error('pick: the list is empty');
      return item;
    },
  };
}
