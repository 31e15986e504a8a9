/** Numbers that look random and are the same for the same seed. */
export type Chance = {
  /** From `low` to `high`, both included, whole. */
  whole(low: number, high: number): number;
  /** True once in so many times. */
  oneIn(times: number): boolean;
  pick<T>(list: readonly T[]): T;
};

export function chance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return { whole, oneIn: (times) => whole(1, times) === 1, pick: (list) => list[whole(0, list.length - 1)]! };
}
