import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { METRES_A_DEGREE } from '@fleetwarden/domain/geometry';
import { describe, expect, it } from 'vitest';
import { createStays } from './stays.ts';

/** Within 1,000 m of 113, 23. */
const staysOf = createStays({ mode: 4, centre: [113, 23], radiusM: 1_000 });
/** Fixes by their time and metres to the north. */
const fixes = (...list: readonly (readonly [at: number, metres: number])[]) => ({
  at: Float64Array.from(list, ([at]) => at),
  lng: Float64Array.from(list, () => 113),
  lat: Float64Array.from(list, ([, metres]) => 23 + metres / METRES_A_DEGREE),
});

describe('the stays of a vehicle in a region', () => {
  it('start with the first fix inside and end with the last', () => {
    expect(staysOf(fixes([0, -1_100], [1_000, -900], [2_000, 0], [3_000, 1_100]))).toEqual([
      { first: 1_000, last: 2_000, left: true },
    ]);
    expect(staysOf(fixes([0, 1_100], [1_000, 1_500]))).toEqual([]);
    expect(staysOf(fixes())).toEqual([]);
  });

  it('continue if the vehicle was outside for up to five minutes, and are split if it was longer', () => {
    const out = (minutes: number) => staysOf(fixes([0, 0], [MINUTE_MS, 2_000], [minutes * MINUTE_MS, 0]));
    expect(out(5)).toEqual([{ first: 0, last: 5 * MINUTE_MS, left: false }]);
    expect(out(6)).toEqual([
      { first: 0, last: 0, left: false },
      { first: 6 * MINUTE_MS, last: 6 * MINUTE_MS, left: true },
    ]);
  });

  it('are split after a long gap without fixes, and not marked as left', () => {
    expect(staysOf(fixes([0, 0], [6 * MINUTE_MS, 0])).map(({ left }) => left)).toEqual([false, false]);
  });

  it('are a midpoint moment if the vehicle passed between two fixes', () => {
    expect(staysOf(fixes([0, -1_200], [40_000, 1_200]))).toEqual([{ first: 20_000, last: 20_000, left: true }]);
  });

  it('are empty if the path between two fixes is unknown: too long apart or too fast', () => {
    expect(staysOf(fixes([0, -1_200], [61_000, 1_200]))).toEqual([]);
    expect(staysOf(fixes([0, -1_200], [30_000, 1_200]))).toEqual([]);
  });
});
