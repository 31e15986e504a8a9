import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { abbreviateNumber } from './abbreviate-number.ts';

const short = (n: number, digits?: number) => {
  const { value, unit } = abbreviateNumber(n, digits);
  return `${value}${unit}`;
};

describe('abbreviateNumber', () => {
  it('has a unit for every factor of a thousand: k M G T P E', () => {
    expect([1, 1e3, 1e6, 1e9, 1e12, 1e15, 1e18].map((n) => short(n))).toEqual(['1', '1k', '1M', '1G', '1T', '1P', '1E']);
  });
  it('rounds to the given number of digits, one by default', () => {
    expect([short(12_345), short(12_345, 0), short(12_345, 2), short(999)]).toEqual(['12.3k', '12k', '12.35k', '999']);
  });
  it('uses the next unit if rounding reaches a thousand', () => {
    expect([short(999.94), short(999.95), short(999_949), short(999_950), short(999.5, 0)]).toEqual([
      '999.9',
      '1k',
      '999.9k',
      '1M',
      '1k',
    ]);
  });
  it('preserves the sign, and returns no negative zero', () => {
    expect([short(-1_500), short(-999.95), short(-0.01)]).toEqual(['-1.5k', '-1k', '0']);
    expect(Object.is(abbreviateNumber(-0.01).value, 0)).toBe(true);
  });
  it('uses E also for more than a thousand E', () => {
    expect(short(2.5e21)).toBe('2500E');
  });
  it('leaves non-numbers unchanged', () => {
    expect([short(Number.NaN), short(Number.POSITIVE_INFINITY)]).toEqual(['NaN', 'Infinity']);
  });
  it('differs from the number by at most half a digit, and is below a thousand', () => {
    const units = ['', 'k', 'M', 'G', 'T', 'P', 'E'];
    fc.assert(
      fc.property(fc.double({ min: -9e20, max: 9e20, noNaN: true }), fc.integer({ min: 0, max: 3 }), (n, digits) => {
        const { value, unit } = abbreviateNumber(n, digits);
        const step = 1_000 ** units.indexOf(unit);
        expect(Math.abs(value * step - n)).toBeLessThanOrEqual((0.5001 / 10 ** digits) * step);
        expect(Math.abs(value)).toBeLessThan(1_000);
      }),
    );
  });
});
