import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Quantity, toUnits, unitFactor } from './units.ts';

const QUANTITIES: readonly Quantity[] = ['distance', 'speed', 'length', 'area'];

describe('units', () => {
  it('converts kilometres, speeds, metres and square kilometres', () => {
    expect(toUnits('imperial', 'distance', 1.609344)).toBeCloseTo(1, 12);
    expect(toUnits('imperial', 'speed', 80)).toBeCloseTo(49.7097, 4);
    expect(toUnits('imperial', 'length', 0.3048)).toBeCloseTo(1, 12);
    expect(toUnits('imperial', 'area', 2.589988110336)).toBeCloseTo(1, 12);
  });

  it('never changes metric figures', () => {
    fc.assert(
      fc.property(fc.constantFrom(...QUANTITIES), fc.double(), (quantity, value) => {
        expect(toUnits('metric', quantity, value)).toBe(value);
      }),
    );
  });

  it('multiplies each figure by the factor of its quantity, so a converted sum equals the sum of converted parts', () => {
    const figure = fc.double({ min: -1e7, max: 1e7, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(...QUANTITIES), figure, figure, (quantity, one, other) => {
        const convert = (value: number) => toUnits('imperial', quantity, value);
        expect(convert(one)).toBe(one * unitFactor('imperial', quantity));
        expect(convert(one) + convert(other)).toBeCloseTo(convert(one + other), 5);
      }),
    );
  });

  it('leaves NaN unchanged', () => {
    expect(toUnits('imperial', 'speed', Number.NaN)).toBeNaN();
  });
});
