import fc from 'fast-check';
import { expect, it } from 'vitest';
import { roundToSignificant } from './file-columns.ts';

const toTwelve = (value: number): number => Number(value.toPrecision(12));

it('rounds to twelve digits like toPrecision', () => {
  const kilometres = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  const decimal = fc.tuple(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 0, max: 8 })).map(([n, d]) => n / 10 ** d);
  const noisy = fc.tuple(decimal, fc.constantFrom(1e-13, -1e-13, 1e-12, 5e-13)).map(([value, noise]) => value * (1 + noise));
  const half = fc.integer({ min: 1e11, max: 1e12 - 1 }).map((n) => (n + 0.5) / 1e9);
  fc.assert(
    fc.property(fc.oneof(kilometres, decimal, noisy, half, fc.double()), (value) => {
      expect(roundToSignificant(value)).toBe(toTwelve(value));
    }),
    { examples: [[0], [-0], [0.1 + 0.2], [999_999_999_999.5], [1e12], [5e-324], [Number.NaN], [Number.POSITIVE_INFINITY]] },
  );
});
